"""Moments of the maze game: messages match the game."""

from dataclasses import replace

import numpy as np
import pytest

from asterion.games.maze.motion import UNIT
from asterion.games.maze.rules import Rules
from asterion.lab.maze.moment import SLOW, THREAT, Camera, amount_field, search_field
from asterion.lab.maze.session import MazeSession, Switches
from asterion.lab.wire.packing import pack
from support.packed import unpack

ROOM = """\
AAAAAAAAAA
Ao  p   xA
A  B 9   A
Ap   a  XA
AAAAAAAAAA
"""


def session_in(text=ROOM, **rules):
    session = MazeSession()
    changed = replace(Rules(), **rules)
    session.change(lambda setup: replace(setup, name="", text=text, rules=changed).checked())
    session.start()
    return session


def test_a_moment_holds_all_that_moves():
    session = session_in(trap_amount=10, trap_interval=1)
    for _ in range(37):
        session.tick()
    game = session.game
    read = unpack(pack(Camera().take(session).moment))

    def is_at(told, mover):
        place = [round(told[axis] * UNIT) for axis in ("row", "col")]
        return (place, told["heading"]) == ([*mover.place], mover.facing)

    def cells(nodes):
        return [divmod(node, 10) for node in nodes.tolist()]

    assert (read["run"], read["tick"]) == (session.runs, 37)
    assert cells(read["pits"]) == [*game.traps.open]
    for told, player in zip(read["players"], game.players, strict=True):
        assert is_at(told, player)
        assert (told["state"], told["finished"]) == (player.path_state, player.finished)
        assert told["reached"] == 2 - len(player.goals_left)
        assert cells(told["path"]) == player.path
    [told], [monster] = read["monsters"], game.monsters
    assert is_at(told, monster)
    target = -1 if monster.target is None else monster.target[0] * 10 + monster.target[1]
    assert (told["letter"], told["target"]) == (monster.letter, target)
    assert told["chasing"] == (monster.state != "wander")
    assert is_at(read["human"], game.human)
    assert (read["human"]["finished"], read["human"]["reached"]) == (False, 0)


def test_without_a_human_there_is_none():
    assert Camera().take(session_in("p  xX")).moment["human"] is None


def test_a_search_points_from_each_cell_to_where_it_was_reached_from():
    steps = [None, (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
    session = session_in(trap_amount=0)
    for player in session.game.players:
        state, parent = player.navigator.state, player.navigator.parent
        packed = np.frombuffer(search_field(player), np.uint8).reshape(state.shape)
        assert (packed & 7 == state).all()
        for cell in np.argwhere(parent >= 0).tolist():
            down, right = steps[packed[*cell] >> 4]
            assert divmod(int(parent[*cell]), 10) == (cell[0] + down, cell[1] + right)
        assert (packed >> 4 == 0)[parent < 0].all()
        assert (parent >= 0).any()


def test_amounts_are_never_lost_and_never_too_large():
    packed = np.frombuffer(amount_field(np.array([0, 1e-9, 1, 2, 5]), 2), np.uint8)
    assert packed.tolist() == [0, 1, 128, 255, 255]


def test_mud_and_rain_are_one_field():
    session, camera = session_in(rain_radius=2, mud_amount=30, trap_interval=1), Camera()
    session.tick()
    packed = np.frombuffer(camera.take(session).fields[SLOW], np.uint8).reshape(5, 10)
    layers = session.game.grid.layers
    assert ((packed & 1 > 0) == (np.asarray(layers["mud"]) > 0)).all()
    assert ((packed & 2 > 0) == (np.asarray(layers["rain"]) > 0)).all()
    assert {*packed.ravel().tolist()} == {0, 1, 2, 3}
    dry = session_in(mud_amount=30, trap_interval=1)
    dry.tick()
    assert {*camera.take(dry).fields[SLOW]} == {0, 1}


def test_only_what_is_shown_is_read_and_again_only_if_it_has_changed():
    session, camera = session_in(mud_amount=20, trap_interval=1), Camera()
    session.tick()
    assert [*camera.take(session).fields] == [SLOW]
    for key in "sw":
        session.press(key)
    first = camera.take(session).fields
    assert [*first] == [0, 1, THREAT, SLOW]
    threat = np.frombuffer(first[THREAT], np.uint8).reshape(5, 10)
    assert ((threat > 0) == (np.asarray(session.game.grid.layers["threat"]) > 0)).all()
    again = camera.take(session).fields
    assert again[0] is first[0]  # nobody has searched since
    session.game.grid[1, 6] = 0
    for player in session.game.players:
        player.refresh()
    assert camera.take(session).fields[0] is not first[0]


@pytest.mark.parametrize(
    ("switch", "fields"),
    [
        ("paths", []),
        ("grids", []),
        ("states", [0, 1, 2]),
        ("trees", [0, 1, 2]),
        ("threat", [THREAT]),
    ],
)
def test_a_field_is_sent_for_each_player_if_a_switch_needs_it(switch, fields):
    session = MazeSession()
    session.switches = Switches(**{switch: True})
    assert sorted(Camera().take(session).fields) == fields
