"""The worlds of the D* study in small, in which its runs take moments."""

from asterion.experiments.dstar_study import study
from asterion.games.maze.rules import Rules
from asterion.games.maze.world_file import read_world

MAZE = """\
AAAAAAAAAAAAAAA
Ap  A A       A
A A A A A A A A
A A   A A A A A
A AAA AAA A AAA
A A           A
A A A A A A A A
A   A     A   A
AAAAA A AAAAA A
AX    A      xA
AAAAAAAAAAAAAAA
"""
FIELD = "p" + "\n".join([" " * 17] * 3 + ["     X"] + [" " * 17] * 12 + ["            x"])
SMALL = {"world2": MAZE, "world3": FIELD}


def small_world(name):
    return read_world(SMALL[name])


def small_rules(name):
    share = {"world2": 4.0, "world3": 8.0}[name]
    times = {"trap_shortest": 30, "trap_longest": 90, "trap_interval": 10}
    return Rules(monsters=False, threat=False, trap_amount=share, **times)


def in_small_worlds(patch):
    """Run the study there from now on; ``patch`` is pytest's."""
    patch.setattr(study, "load_world", small_world)
    patch.setattr(study, "world_of", small_world)
    patch.setattr(study, "rules_of", lambda _config, name: small_rules(name))
