"""Links and fences: edits like any other, with the words of the contract."""

import copy
import pickle
import threading
import time
from math import isclose
from time import process_time

import numpy as np
import pytest

import asterion as at
from support.processes import run_alone


def hall(**options):
    return at.Grid(np.ones((4, 6)), **options)


def test_an_edit_of_links_and_fences_is_in_the_journal():
    grid = hall()
    then = grid.version
    link = grid.links.add((0, 0), (3, 5))
    assert grid.version == then + 1
    assert grid.changes(since=then).tolist() == [[0, 0], [3, 5]]
    grid.fences.add((1, 1), (1, 2))
    grid.fences.add((1, 1), (1, 2))  # it already exists
    assert grid.version == then + 2
    assert grid.changes(since=then + 1).tolist() == [[1, 1], [1, 2]]
    grid.links.remove(link)
    grid.fences.remove((1, 2), (1, 1))
    assert grid.version == then + 4
    assert len(grid.links) == len(grid.fences) == 0


def test_ids_of_links_are_never_given_out_again():
    grid = hall()
    first = grid.links.add((0, 0), (1, 1))
    grid.links.remove(first)
    again = pickle.loads(pickle.dumps(grid))
    for each in (grid, again, grid.copy()):
        assert each.links.add((0, 0), (1, 1)) == first + 1


def test_copies_and_pickles_keep_both_and_are_independent():
    grid = hall()
    grid.links.add((0, 0), (3, 5), 0.5, both=False)
    grid.fences.add((1, 1), (1, 2), both=False)
    for twin in (grid.copy(), copy.deepcopy(grid), pickle.loads(pickle.dumps(grid))):
        assert [*twin.links] == [*grid.links]
        assert [*twin.fences] == [*grid.fences] == [((1, 1), (1, 2))]
        twin.links.remove(0)
        twin.fences.remove((1, 1), (1, 2), both=False)
    assert len(grid.links) == len(grid.fences) == 1


def test_a_link_costs_its_price_alone_and_is_closed_while_an_end_is():
    grid = hall()
    grid.links.add((0, 0), (3, 5), 0.5)
    grid.layers["mud"] = np.full((4, 6), 7.0)
    assert at.find_path(grid, (0, 0), (3, 5)).cost == 0.5
    grid[0, 0] = 9
    assert at.find_path(grid, (3, 5), (0, 0)).cost == 0.5
    far = at.find_path(grid, (0, 1), (3, 5)).cost
    assert far == 16 + 0.5
    grid[0, 0] = 0
    assert at.find_path(grid, (0, 1), (3, 5)).cost > far


def test_of_several_links_between_two_cells_the_cheapest_counts():
    grid = hall()
    costly, cheap = grid.links.add((0, 0), (3, 5), 2), grid.links.add((0, 0), (3, 5), 1)
    assert at.find_path(grid, (0, 0), (3, 5)).cost == 1
    grid.links.remove(cheap)
    assert at.find_path(grid, (0, 0), (3, 5)).cost == 2
    assert [link.id for link in grid.links] == [costly]


@pytest.mark.parametrize("scale", [5e-324, 1e-308, 1e280])
def test_costs_of_any_size_have_the_same_paths(scale):
    """In a process of its own, because a search that does not end cannot be interrupted."""
    run_alone(
        f"""
        import numpy as np
        import asterion as at

        costs = np.random.default_rng(1).integers(1, 9, (9, 9)).astype(float)
        grid = at.Grid(costs, diagonal="never"), at.Grid(costs * {scale}, diagonal="never")
        for each in grid:
            each.links.add((0, 0), (4, 5), 0)
        plain, field = (at.distances(each, (0, 0)) for each in grid)
        assert np.allclose(field, plain * {scale}, rtol=1e-12, atol=0)
        assert at.cost_table(grid[1], [(0, 0)], [(8, 8)])[0, 0] == field[8, 8]
        for algorithm in ("astar", "dijkstra"):
            found = at.find_path(grid[1], (0, 0), (8, 8), algorithm=algorithm)
            assert np.isclose(found.cost, field[8, 8], rtol=1e-12, atol=0)
        """
    )


@pytest.mark.parametrize("rising", [False, True])
def test_links_are_removed_about_as_fast_as_they_are_added(rising):
    grid = at.Grid(np.ones((200, 200)))
    began = process_time()
    ids = [grid.links.add(divmod(i, 200), (i % 200, i // 200), i * rising) for i in range(16_000)]
    added = process_time() - began
    for link in ids:
        grid.links.remove(link)
    assert process_time() - began < 8 * added


def test_a_fence_closes_one_move_and_leaves_the_diagonals_beside_it():
    grid = at.Grid(np.ones((2, 2)))
    grid.fences.add((0, 0), (0, 1))
    assert [cell for cell, _ in grid.neighbours((0, 0))] == [(1, 0), (1, 1)]
    grid.fences.add((0, 0), (1, 1), both=False)
    assert [cell for cell, _ in grid.neighbours((0, 0))] == [(1, 0)]
    assert (0, 0) in [cell for cell, _ in grid.neighbours((1, 1))]


def test_a_fence_between_walls_counts_when_they_open():
    grid = at.Grid([[1, 0, 0, 1]])
    grid.fences.add((0, 1), (0, 2))
    grid[0, 1:3] = 1
    assert not at.find_path(grid, (0, 0), (0, 3))
    grid.fences.remove((0, 1), (0, 2))
    assert at.find_path(grid, (0, 0), (0, 3)).cost == 3


def test_a_large_unit_is_stopped_by_a_fence_in_front_of_any_cell_that_it_covers():
    grid = at.Grid(np.ones((4, 8)))
    unit = grid.view(size=2)
    for row in range(0, 4, 2):  # leaves gaps of one row
        grid.fences.add((row, 3), (row, 4))
        for beside in (row - 1, row + 1):
            if 0 <= beside < 4:
                grid.fences.add((row, 3), (beside, 4))
                grid.fences.add((beside, 3), (row, 4))
    assert at.find_path(grid, (0, 0), (0, 7)).found
    assert not at.find_path(unit, (0, 0), (0, 6)).found


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda g: g.links.add((0, 0), (9, 0)), r"b \(9, 0\) is outside the grid"),
        (lambda g: g.links.add((0, 0), (1, 1), -1), "cost is -1.0"),
        (lambda g: g.links.add((0, 0), (1, 1), float("nan")), "cost is nan"),
        (lambda g: g.links.add((0, 0), (1, 1), 1e300), "at most 1e290"),
        (lambda g: g.links.add("ab", (1, 1)), "a is 'ab'"),
        (lambda g: g.links.remove(3), "there is no link 3"),
        (lambda g: g.links.remove("x"), "the link is 'x'"),
        (lambda g: g.fences.add((0, 0), (2, 2)), r"\(2, 2\) is no neighbour of \(0, 0\)"),
        (lambda g: g.fences.add((0, 0), (0, 0)), r"\(0, 0\) is no neighbour of \(0, 0\)"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(edit, message):
    grid = hall()
    with pytest.raises((ValueError, TypeError, IndexError), match=message):
        edit(grid)
    assert grid.version == 0
    assert len(grid.links) == len(grid.fences) == 0


def test_neighbours_of_hexes_and_triangles_are_what_a_fence_can_be_between():
    hexes = hall(tiles="hex")
    hexes.fences.add((0, 1), (1, 0))
    with pytest.raises(ValueError, match="no neighbour"):
        hexes.fences.add((0, 1), (1, 2))
    with pytest.raises(ValueError, match="no neighbour"):
        hall(tiles="triangle").fences.add((0, 0), (1, 1))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hex", "links", "size"])
def test_answers_are_right_for_one_version_while_another_thread_edits(kind):
    """Searches that are disturbed finish on copies, which have tiles, links, fences and size."""
    side = 80
    grid = at.Grid(np.ones((side, side)), **({"tiles": "hex"} if kind == "hex" else {}))
    world = grid.view(size=2) if kind == "size" else grid
    for row in range(3, side - 3):
        grid.fences.add((row, 40), (row, 41))
    ends = (0, 0), (side - 2, side - 2)
    links = []

    def toggle():
        if kind != "links":
            grid[20, :] = 1 - grid[20, 0]
        elif links:
            grid.links.remove(links.pop())
        else:
            links.append(grid.links.add((1, 1), (70, 70), 0.5))

    costs = []
    for _ in range(2):
        costs.append(at.find_path(world, *ends).cost)
        toggle()
    assert costs[0] != costs[1]
    over = threading.Event()

    def edit():
        while not over.is_set():
            toggle()

    thread = threading.Thread(target=edit)
    thread.start()
    agent = at.Navigator(world, *ends, algorithm="dstar-lite")
    try:
        until = time.monotonic() + 1
        while time.monotonic() < until:
            paths = at.find_paths(world, [ends[0]] * 3, [ends[1]] * 3, threads=2)
            for path in [*paths, at.find_path(world, *ends, algorithm="dijkstra"), agent.path]:
                assert any(path.cost == cost or isclose(path.cost, cost) for cost in costs)
    finally:
        over.set()
        thread.join()
