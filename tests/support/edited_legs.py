"""A unit that walks the legs of a portal map or a room map while the world is edited."""

from collections.abc import Iterator
from random import Random

import asterion as at
from support.worlds import World, random_edit

MOST = 30  # legs: walls may make a unit walk for ever


def check_legs_between_edits(
    random: Random,
    world: World,
    legs: Iterator[at.Path],
    here: tuple[int, int],
    goal: tuple[int, int],
) -> None:
    """Each leg begins where the last one ended, and can be walked; the last ends at the goal.

    Unless no path leads there any more, or a wall was put on the unit.
    """
    for _ in range(MOST):
        leg = next(legs, None)
        if leg is None:
            assert here == goal or goal not in world.costs_from(here)
            return
        assert leg[0] == here
        at.validate(world.world, leg)
        here = leg[-1]
        for _ in range(random.choice([0, 1, 2])):
            random_edit(random, world)
        if here not in world.free_cells():
            return
