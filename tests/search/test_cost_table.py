"""Tables of costs between nodes: their shape, their errors, and the threads that share them."""

import threading
from math import inf

import numpy as np
import pytest

import asterion as at

LINE = [[1, 2, 1, 0, 1]]


def test_rows_are_sources_and_columns_targets():
    table = at.cost_table(at.Grid(LINE), [(0, 0), (0, 2)], [(0, 1), (0, 2), (0, 0)])
    assert table.tolist() == [[2, 3, 0], [2, 0, 3]]
    assert table.dtype == np.float64


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (0, 0)])
def test_without_sources_or_targets_the_table_is_empty(rows, columns):
    table = at.cost_table(at.Grid(LINE), [(0, 0)] * rows, [(0, 1)] * columns)
    assert table.shape == (rows, columns)


def test_nothing_leads_to_a_wall_nor_beyond_it():
    grid = at.Grid(LINE)
    for sources in ([(0, 0)], [(0, 0)] * 2 + [(0, 1)] * 2):  # forward, and backward
        table = at.cost_table(grid, sources, [(0, 3), (0, 4)])
        assert (table == inf).all()


def test_a_source_on_a_wall_is_refused_by_name():
    grid = at.Grid(LINE)
    with pytest.raises(at.InvalidValue, match=r"^sources\[1\] \(0, 3\) is a wall$"):
        at.cost_table(grid, [(0, 0), (0, 3)], [(0, 1)])
    view = grid.view(blocked=np.array([[False, True, False, False, False]]))
    with pytest.raises(at.InvalidValue, match=r"sources\[0\] \(0, 1\) is closed to this view"):
        at.cost_table(view, [(0, 1)], [(0, 0)])


@pytest.mark.parametrize("ends", [[0, 1], [1, 0]])
def test_a_cell_outside_is_refused_by_name(ends):
    lists = [[(0, 0)], [(0, 0), (0, 9)]]
    name = "targets" if ends == [0, 1] else "sources"
    with pytest.raises(at.OutsideWorld, match=rf"^{name}\[1\] \(0, 9\) is outside the grid of 1 "):
        at.cost_table(at.Grid(LINE), *[lists[i] for i in ends])


def test_one_cell_is_no_list_of_cells():
    with pytest.raises(at.InvalidType, match=r"sources\[0\] is 0; a cell is a pair"):
        at.cost_table(at.Grid(LINE), (0, 0), [(0, 1)])


def test_names_of_a_graph_are_listed():
    graph = at.Graph([("A", "B", 3), ("A", "B", 2), ("B", "C", inf), ("B", "C", 1)])
    assert at.cost_table(graph, ["A", "C"], ["C", "A"]).tolist() == [[3, 0], [0, inf]]
    with pytest.raises(at.OutsideWorld, match=r"sources\[1\] 'X' is not a node of the graph"):
        at.cost_table(graph, ["A", "X"], ["A"])


def test_a_table_that_no_memory_can_hold_is_refused():
    grid = at.Grid(LINE)
    with pytest.raises(MemoryError):
        at.cost_table(grid, [(0, 0)] * 3_000_000, [(0, 1)] * 3_000_000)


def test_a_table_may_be_asked_from_inside_a_heuristic():
    """Data for backward searches cannot be made there, so the floods go forward."""
    graph = at.Graph([(a, a + 1, 1.0) for a in range(30)])
    seen = []

    def estimate(node):
        seen.append(at.cost_table(graph, [node, 0, 1], [30], threads=2)[0, 0])
        return seen[-1]

    assert at.find_path(graph, 0, 30, heuristic=estimate).cost == 30
    assert seen[:3] == [30, 29, 28]


def test_a_table_describes_one_version_of_the_world():
    """A thread that moves the one gap in a wall: all rows know the same gap."""
    side, stop = 150, threading.Event()
    costs = np.ones((side, side))
    costs[:, side // 2] = 0
    costs[0, side // 2] = 1
    grid = at.Grid(costs, diagonal="never")

    def edit():
        row = 0
        while not stop.is_set():
            row = (row + 1) % side
            column = np.zeros(side)
            column[row] = 1
            grid[:, side // 2] = column

    editor = threading.Thread(target=edit)
    editor.start()
    try:
        for _ in range(10):
            rows = range(0, side, 10)
            table = at.cost_table(
                grid, [(r, 0) for r in rows], [(r, side - 1) for r in rows], threads=2
            )
            gaps = [
                {g for g in range(side) if abs(a - g) + abs(b - g) + side - 1 == table[i, j]}
                for i, a in enumerate(rows)
                for j, b in enumerate(rows)
            ]
            assert set.intersection(*gaps)
    finally:
        stop.set()
        editor.join()
