"""The maze game as text: every tile, player and monster, where it is now."""

import pytest

from asterion.games.maze.drawing import LEGEND, board
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.world_file import read_world

TEXT = "AAAAAAAA\nAp 7x  A\nAo    XA\nA    a A\nAAAAAAAA"


def game(players=1, **rules):
    setups = [PlayerSetup("astar")] * players
    return Simulation(read_world(TEXT), players=setups, rules=Rules(**rules), seed=3)


def test_everything_has_its_sign():
    drawn = board(game(trap_amount=0))
    assert drawn.splitlines() == ["########", "#p+7x..#", "#o.+..X#", "#....a.#", "########"]
    for sign in "#.^+":
        assert f"{sign} " in LEGEND


def test_pits_are_drawn_while_they_are_open():
    run = game(trap_amount=20, trap_interval=1)
    run.run(3)
    assert run.traps.open
    rows = board(run).splitlines()
    pits = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "^"}
    assert pits == run.traps.open.keys()


def test_the_first_player_is_on_top_and_finished_players_are_not_drawn():
    run = game(players=9, trap_amount=0, monsters=False)
    assert board(run).splitlines()[1][1] == "p"
    run.run()
    assert set(board(run)) <= {*"#.7xXo\n"}


@pytest.mark.parametrize("mud", [0.0, 50.0])
def test_mud_is_rough_ground_and_threat_is_not_drawn(mud):
    run = game(trap_amount=0, mud_amount=mud, trap_interval=1)
    run.run(2)
    assert "threat" in run.grid.layers
    assert ("4" in board(run)) == bool(mud)
