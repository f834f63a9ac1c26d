"""Random games: some properties hold for all worlds, rules and players."""

import json
from random import Random

import pytest

import asterion as at
from asterion.games.maze.rules import MODES, PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from support.effort import scaled
from support.maze_games import lively, world

NAMES = ["auto", *[info.name for info in at.algorithms("navigator")]]


def any_world(random):
    rows, cols = random.randint(3, 12), random.randint(4, 20)
    tiles = [[random.choice(" " * 12 + "AAA2345") for _ in range(cols)] for _ in range(rows)]
    spots = random.sample([(r, c) for r in range(rows) for c in range(cols)], 10)
    for letter, (row, col) in zip("pxXyYoabc", spots, strict=False):
        tiles[row][col] = letter
    diagonal = random.choice(["clear", "never", "one-clear", "always"])
    return world("\n".join(map("".join, tiles)), diagonal=diagonal)


def any_rules(random):
    return Rules(
        trap_amount=random.choice([0, 5, 30, 100]),
        trap_interval=random.randint(1, 9),
        trap_shortest=random.randint(1, 9),
        trap_longest=random.randint(9, 60),
        mud_amount=random.choice([0, 0, 10, 100]),
        mud_depth=random.randint(0, 9),
        rain_radius=random.choice([0, 0, 2]),
        rain_interval=random.randint(1, 20),
        aggressiveness=random.choice([0, 50, 100]),
        vision=random.randint(0, 9),
        invulnerable=random.random() < 0.5,
        threat_weight=random.randint(0, 9),
        walk_obstructed=random.random() < 0.5,
        diagonal_cost=random.choice([1, 2**0.5]),
        monster_speed=random.randint(1, 900),
        player_speed=random.randint(1, 2500),
        human_speed=random.randint(0, 2000),
    )


def check(play):
    for who in (*play.players, *play.monsters):
        assert all(play.grid[cell] for cell in who.cells)  # no agent is in a wall or in a pit
    for player in play.players:
        if not player.finished and player.path_state == "free":
            path = player.path
            assert (path[0], path[-1]) == (player.entering or player.cell, player.goal)
            at.validate(player.world, path)


def test_no_agent_is_where_it_cannot_be_and_games_can_be_replayed():
    random = Random(6)
    for _ in range(scaled(20, least=6)):
        place, rules, seed = any_world(random), any_rules(random), random.randrange(1000)
        names = random.sample(NAMES, 3)
        setups = [PlayerSetup(name, mode=random.choice(MODES)) for name in names]
        play = Simulation(place, players=setups, rules=rules, seed=seed)
        for _ in range(6):
            play.do("human", (random.randint(-1, 1), random.randint(-1, 1)))
            play.do("speed", random.randint(1, 300))
            play.do("trap_amount", random.randint(0, 100))
            for _ in range(random.randint(1, 20)):
                play.tick()
                check(play)
        again = Simulation.load(json.loads(json.dumps(play.save())))
        assert again.hash == play.hash


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_player_that_flees_has_a_path_from_the_tile_it_runs_to(name):
    play = lively(3, players=[PlayerSetup(name, mode="flee")] * 3)
    for _ in range(300):
        play.tick()
        check(play)
