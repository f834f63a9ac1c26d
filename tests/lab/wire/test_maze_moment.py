"""Moments of the maze game as bytes: what is packed is what there was."""

from dataclasses import replace
from struct import calcsize, unpack_from

import numpy as np
import pytest

from asterion.games.maze.motion import UNIT
from asterion.games.maze.rules import Rules
from asterion.lab.maze.camera import Camera
from asterion.lab.maze.session import MazeSession, Switches
from asterion.lab.wire.maze_moment import (
    FRAME,
    PATH_STATES,
    SLOW,
    THREAT,
    amount_field,
    pack_fields,
    search_field,
)

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


class Reader:
    """Reads bytes as the browser does."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, what):
        values = unpack_from("<" + what, self.data, self.at)
        self.at += calcsize("<" + what)
        return values

    def cells(self, count):
        assert self.at % 4 == 0  # else no Uint32Array can be laid over it
        return [divmod(cell, 10) for cell in self.take(f"{count}I")]


def test_a_moment_holds_all_that_moves():
    session = session_in(trap_amount=10, trap_interval=1)
    for _ in range(37):
        session.tick()
    game = session.game
    picture = Camera().take(session)
    read = Reader(picture.moment + pack_fields({}))
    assert read.take("4B3I") == (FRAME, 0, 2, 1, session.runs, 37, len(game.traps.open))
    counts = []
    for player in game.players:
        assert read.take("2f") == pytest.approx([x / UNIT for x in player.place])
        facing, state, finished, reached, count = read.take("4BI")
        assert facing == player.facing
        assert PATH_STATES[state] == player.path_state
        assert (finished, reached) == (player.finished, 2 - len(player.goals_left))
        counts.append(count)
    (monster,) = game.monsters
    assert read.take("2f") == pytest.approx([x / UNIT for x in monster.place])
    target = 2**32 - 1 if monster.target is None else monster.target[0] * 10 + monster.target[1]
    chasing = monster.state != "wander"
    assert read.take("4BI") == (0, monster.facing, chasing, 0, target)
    assert read.take("2f") == (1, 1)
    assert read.take("4B") == (game.human.facing, 0, 0, 0)
    assert read.cells(len(game.traps.open)) == [*game.traps.open]
    assert [read.cells(count) for count in counts] == [player.path for player in game.players]
    assert read.take("I") == (0,)
    assert read.at == len(read.data)


def test_without_a_human_his_place_is_no_number():
    session = session_in("p  xX")
    data = Camera().take(session).moment
    assert np.isnan(unpack_from("<2f", data, 16 + 16)).all()


def test_fields_begin_at_multiples_of_four():
    fields = {0: b"12345", SLOW: b"", THREAT: b"1234567"}
    read = Reader(pack_fields(fields))
    assert read.take("I") == (3,)
    for which, cells in fields.items():
        assert read.at % 4 == 0
        assert read.take("BBHI") == (which, 0, 0, len(cells))
        assert read.data[read.at : read.at + len(cells)] == cells
        read.at += -(-len(cells) // 4) * 4
    assert read.at == len(read.data)


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


def test_only_what_is_shown_is_read_and_only_anew_if_it_has_changed():
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
