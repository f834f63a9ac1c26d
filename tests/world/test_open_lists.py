"""The heap in Python, and heaps in searches; tests/cpp/open_lists.cpp tests all open lists."""

import re
from math import inf
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from asterion import _core
from support.effort import SAMPLED, scaled

ROOT = Path(__file__).parents[2]


def test_a_heap_refuses_what_is_not_on_it():
    heap = _core.BinaryHeap(3)
    with pytest.raises(IndexError, match="empty heap"):
        heap.pop()
    heap.push(1, 2.0)
    for refused in (
        lambda: heap.push(1, 1.0),
        lambda: heap.update(0, 1.0),
        lambda: heap.push(3, 1.0),
    ):
        with pytest.raises(ValueError, match=r"node \d"):
            refused()


@pytest.mark.req("S001-30")
def test_no_search_over_worlds_borrows_a_heap_from_a_library():
    """The search over a user's states may, and code that is for reading.

    The former calls Python for each state, which takes most of its time, and must order costs of
    any type. PHA* walks for each expansion, and keeps few nodes. A study of D* has it as printed.
    """
    package = ROOT / "src" / "asterion"
    names = "decide", "textbook", "navigate/physical_astar.py", "experiments/dstar_choices.py"
    free = [package / name for name in names]
    borrowed = re.compile(r"heapq|priority_?queue|\b(make|push|pop|sort)_heap\b", re.IGNORECASE)
    sources = [*package.rglob("*.py"), *(ROOT / "cpp" / "asterion").rglob("*.hpp")]
    assert len(sources) > 200
    for source in sources:
        if not any(source.is_relative_to(each) for each in free):
            assert not borrowed.search(source.read_text()), source


@pytest.mark.req("S001-30")
@pytest.mark.parametrize("name", ["repeated-forward", "repeated-backward", "adaptive"])
def test_a_cell_whose_cost_falls_moves_up_the_heap_and_is_on_it_once(name):
    """In the assignment's searches each cell is put on open once, and leaves it in order."""
    fell = 0
    for seed in range(scaled(40)):
        random = np.random.default_rng(seed)
        costs = random.choice([0, 1, 2, 5, 9], (15, 15), p=[0.2, 0.2, 0.2, 0.2, 0.2])
        costs[0, 0] = costs[14, 14] = 1
        world = at.Grid(costs, diagonal="never")
        agent = at.Navigator(world, (0, 0), (14, 14), algorithm=name, ties="high-g")
        root = (14, 14) if name == "repeated-backward" else (0, 0)
        direction = "to" if name == "repeated-backward" else "from"
        assert agent.path.found == at.find_path(world, (0, 0), (14, 14)).found
        state, stats = agent.state, agent.stats
        assert stats.pushes == np.count_nonzero(state)
        assert stats.pushes - stats.pops == np.count_nonzero(state == 1)
        exact = at.distances(world, root, direction=direction)
        assert (agent.g[state == 2] == exact[state == 2]).all()
        fell += falls(world, (0, 0), (14, 14))
    assert fell > 100 or SAMPLED


def falls(world, start, goal):
    """The number of times that A* finds a cheaper way to a cell on open."""
    cost, waiting, closed, count = {start: 0}, {start}, set(), 0
    while waiting and goal not in closed:
        cell = min(waiting, key=lambda at: cost[at] + goal[0] - at[0] + goal[1] - at[1])
        waiting.remove(cell)
        closed.add(cell)
        for near, move in world.neighbours(cell):
            if near not in closed and cost[cell] + move < cost.get(near, inf):
                count += near in waiting
                waiting.add(near)
                cost[near] = cost[cell] + move
    return count
