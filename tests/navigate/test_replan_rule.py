"""When a navigator plans again: when a change can matter to its path, or at every change."""

import pytest

import asterion as at
from asterion.world.dice import Dice

NAVIGATORS = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]


def changes(dice, grid, ends):
    """One to three cells that become walls or free."""
    for _ in range(1 + dice.below(3)):
        cell = dice.below(grid.shape[0]), dice.below(grid.shape[1])
        if cell not in ends:
            grid[cell] = 0 if grid[cell] else 1


@pytest.mark.parametrize("algorithm", NAVIGATORS)
def test_at_every_change_there_is_a_plan_and_its_path_is_the_cheapest(algorithm):
    dice = Dice(NAVIGATORS.index(algorithm))
    goal = (11, 11)
    for _ in range(5):
        grid = at.maps.scattered((12, 12), seed=dice.below(1000), density=0.15)
        grid[0, 0] = grid[goal] = 1
        agent = at.Navigator(grid, (0, 0), goal, algorithm=algorithm, replan="change")
        assert agent.path is not None
        for _ in range(25):
            before, plans = grid.cost.copy(), agent.stats.searches
            changes(dice, grid, (agent.position, goal))
            cost = agent.path.cost
            expected = at.find_path(grid, agent.position, goal, algorithm="dijkstra").cost
            assert cost == pytest.approx(expected)
            planned = agent.stats.searches - plans
            changed = bool((grid.cost != before).any())  # a cell may change twice
            assert planned == (changed and not agent.arrived)
            agent.step()


def test_by_default_a_change_far_from_the_path_takes_no_plan():
    for replan, searches in (("path", 1), ("change", 2)):
        grid = at.Grid.from_text("\n".join(["." * 20] * 20))
        agent = at.Navigator(grid, (0, 0), (0, 19), algorithm="dstar", replan=replan)
        assert agent.path.cost == 19
        grid[19, 3] = 0
        assert agent.path.cost == 19
        assert agent.stats.searches == searches
