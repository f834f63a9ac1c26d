"""Players that hide or flee are seen less."""

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.world_file import read_world
from support.effort import scaled
from support.maze_games import game


def haunted():
    """A maze with loops, and three monsters in it."""
    floor = np.pad(at.maps.maze((19, 39), seed=2).cost > 0, 1)
    rows = [[" " if free else "A" for free in row] for row in floor]
    for row in range(1, 20):
        for col in range(1, 40):
            if (row + col) % 2 and (3 * row + 5 * col) % 11 == 0:  # between two tunnels
                rows[row][col] = " "
    things = {"p": (1, 1), "x": (19, 39), "X": (1, 39), "a": (5, 15), "b": (9, 29), "c": (15, 21)}
    for letter, (row, col) in things.items():
        rows[row][col] = letter
    return read_world("\n".join(map("".join, rows)))


@pytest.mark.slow
@pytest.mark.req("S000-87")
def test_a_player_that_hides_or_flees_spends_less_time_in_sight():
    world, rules = haunted(), Rules(trap_amount=0, vision=5)
    assert not world.problems()

    def watched(mode):
        ticks = 0
        for seed in range(scaled(16, least=5)):
            setups = [PlayerSetup("dstar-lite", mode=mode)]
            play = Simulation(world, players=setups, rules=rules, seed=seed)
            play.run()
            ticks += play.players[0].watched
        return ticks

    bold, hide, flee = (watched(mode) for mode in ("bold", "hide", "flee"))
    assert hide < 0.7 * bold, (bold, hide, flee)
    assert flee < 0.85 * bold, (bold, hide, flee)


@pytest.mark.req("S000-87")
def test_a_player_that_flees_turns_back_from_a_monster_and_one_that_hides_does_not():
    """In a dead end there is no other path to the goal: the one continues, the other flees."""
    text = "AAAAAAAAAAAAAAA\nAp      a    xA\nAAAAAAAAAAAAAXA\nAAAAAAAAAAAAAAA"
    rules = Rules(trap_amount=0, monster_speed=1, aggressiveness=0)
    least = {}
    for mode in ("bold", "hide", "flee"):
        play = game(text, [PlayerSetup(mode=mode)], rules)
        monster = play.monsters[0]
        monster.facing = 6  # left, towards the player
        monster.enter((1, 7), 1)
        play.pack._threaten(monster)
        play.run(100)
        least[mode] = play.players[0].cell[1]
    assert least["bold"] == least["hide"] == 11
    assert least["flee"] < 4
