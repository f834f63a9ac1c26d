"""Worlds and games that the tests of the maze game share."""

from asterion.games.maze.rules import Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.world_file import read_world

QUIET = Rules(trap_amount=0, monsters=False)

# Three doors in order, terrain, monsters, a human: everything.
FULL = """
AAAAAAAAAAAAAAAAAAAAAA
Ar   x  A      4     A
A    AA A  33        A
A  b AA   X      y   A
AAAAAAAAAA AAAAAA    A
A o       c      A   A
A                A   A
A   z  AAAA      A Y A
A      A  Z     a    A
A      A             A
AAAAAAAAAAAAAAAAAAAAAA
""".strip("\n")


def world(text, **options):
    return read_world(text.strip("\n"), **options)


def game(text, players=("dstar-lite",), rules=QUIET, **options):
    return Simulation(world(text), players=players, rules=rules, **options)


def lively(seed=4, players=("focused-dstar", "dstar", "astar"), **options):
    """A game in which everything happens."""
    rules = Rules(
        trap_amount=3,
        trap_interval=5,
        trap_shortest=20,
        trap_longest=100,
        mud_amount=3,
        rain_radius=2,
        invulnerable=False,
    )
    return Simulation(world(FULL), players=players, rules=rules, seed=seed, **options)


def played(seed):
    """The hashes of a game with inputs from outside, every hundred ticks."""
    play = lively(seed, players=["focused-dstar", "dstar-lite", "lpa"])
    hashes = []
    for part in range(5):
        play.do("human", [(0, 1), (1, 1), (-1, 0), (0, 0), (0, -1)][part])
        play.do("speed", 100 + 30 * part)
        play.do("trap_amount", part)
        play.run(100)
        hashes.append(play.hash)
    return hashes
