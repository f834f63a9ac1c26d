"""The choice of ``auto``, and the needs of jumps."""

import numpy as np
import pytest

import asterion as at


def ran(grid, **options) -> str:
    """The choice of "auto", judged by its counts."""
    start, goal = (0, 0), (59, 59)
    did = at.find_path(grid, start, goal, **options).stats
    by_name = {
        name: at.find_path(grid, start, goal, algorithm=name).stats.moves
        for name in ("astar", "jps")
    }
    return next(name for name, moves in by_name.items() if moves == did.moves)


@pytest.mark.parametrize("diagonal", ["never", "clear", "one-clear", "always"])
def test_auto_jumps_where_walls_hang_together(diagonal):
    for walls in (at.maps.rooms(60, size=6, seed=4), at.maps.field(60)):
        assert ran(at.Grid(walls.cost, diagonal=diagonal)) == "jps"
    cost = np.array(at.maps.scattered(60, density=0.2, seed=1).cost)
    cost[0, 0] = cost[59, 59] = 1
    scattered = at.Grid(cost, diagonal=diagonal)
    assert ran(scattered) == "astar"
    scattered[:] = 1
    assert ran(scattered) == "jps"
    for row in range(2, 60, 3):
        scattered[row, 2:58:3] = 0
    assert ran(scattered) == "astar"


def test_auto_jumps_only_where_it_may():
    rooms = at.maps.rooms(60, size=6, seed=4)
    assert ran(rooms, max_cost=1e6) == "jps"
    for asked in ({"ties": "high-g"}, {"weight": 2}, {"heuristic": "zero"}):
        named = at.find_path(rooms, (0, 0), (59, 59), algorithm="astar", **asked)
        chosen = at.find_path(rooms, (0, 0), (59, 59), **asked)
        assert chosen.stats.expanded == named.stats.expanded
    uneven = at.Grid(np.where(np.asarray(rooms.cost) > 0, 2, 0))
    uneven[0, 0] = 1
    assert ran(uneven) == "jps"
    uneven[0, 0] = 1.5
    path = at.find_path(uneven, (0, 0), (59, 59))
    named = at.find_path(uneven, (0, 0), (59, 59), algorithm="astar")
    assert path.optimal
    assert path.stats.moves <= named.stats.moves


@pytest.mark.parametrize("largest", [4, 9])  # estimates say more of the first, less of the second
def test_auto_takes_the_same_on_a_view_as_on_a_grid_with_its_walls(largest):
    rng = np.random.default_rng(largest)
    costs = rng.integers(1, largest + 1, (80, 80))
    blocked = rng.random(costs.shape) < 0.1
    blocked[0, 0] = blocked[79, 79] = False
    view = at.Grid(costs).view(blocked=blocked)
    grid = at.Grid(np.where(blocked, 0, costs))
    ends = (0, 0), (79, 79)
    seen, walled = at.find_path(view, *ends), at.find_path(grid, *ends)
    assert [*seen] == [*walled]
    assert seen.stats.moves == walled.stats.moves


def test_jps_is_for_uniform_costs_and_whole_numbers():
    grid = at.Grid([[1, 2.5, 1]])
    with pytest.raises(ValueError, match="'jps' needs a world whose free cells all cost the same"):
        at.find_path(grid, (0, 0), (0, 2), algorithm="jps")
    grid[0, 1] = 1
    assert at.find_path(grid, (0, 0), (0, 2), algorithm="jps").cost == 2
    for diagonal in ("never", "clear", "one-clear", "always"):
        wide = at.maps.scattered((90, 200), density=0.1, seed=8, diagonal=diagonal)
        wide[0, 0] = wide[89, 199] = 1
        for _ in range(20):  # the bitmaps follow every edit
            jumped = at.find_path(wide, (0, 0), (89, 199), algorithm="jps")
            walked = at.find_path(wide, (0, 0), (89, 199), algorithm="astar")
            assert jumped.cost == pytest.approx(walked.cost, rel=1e-12)
            assert jumped.stats.expanded < walked.stats.expanded
            wide[jumped[len(jumped) // 2]] = 0
            wide[40, 60:130] = 1
