"""The grid world: its inputs, its errors, and its journal."""

import pickle
import re
import sys
from math import inf, nan, sqrt

import numpy as np
import pytest

import asterion as at
from asterion.world.frame import Frame
from support import reference
from support.processes import run_alone
from support.sanitized import SANITIZED

ONE_WALL = [[1, 1, 1], [1, 0, 1], [1, 1, 5]]


@pytest.mark.req("S000-01")
@pytest.mark.req("S001-01")
@pytest.mark.req("S003-07")
@pytest.mark.parametrize("diagonal", ["never", "clear", "one-clear", "always"])
@pytest.mark.parametrize("diagonal_cost", [sqrt(2), 1])
def test_neighbours_are_the_free_cells_around(diagonal, diagonal_cost):
    text = "..#.\n.#..\n...9\n#..."
    grid = at.Grid.from_text(text, diagonal=diagonal, diagonal_cost=diagonal_cost)
    total = np.where(grid.cost > 0, grid.cost, inf).tolist()
    for cell in np.argwhere(grid.cost > 0).tolist():
        want = [*reference.moves(total, diagonal, diagonal_cost, tuple(cell))]
        assert grid.neighbours(cell) == want


@pytest.mark.req("S000-02")
def test_a_path_costs_what_its_cells_cost():
    grid = at.Grid.from_text("..5..")
    assert at.find_path(grid, (0, 0), (0, 4)).cost == 8
    assert at.find_path(grid, (0, 0), (0, 2)).cost == 6
    assert at.find_path(grid, (0, 2), (0, 3)).cost == 1  # entering counts, not leaving


@pytest.mark.req("S000-69")
def test_diagonals_cost_a_root_of_two_or_one_and_the_estimate_follows():
    for cost in (sqrt(2), 1):
        grid = at.Grid(np.ones((9, 9)), diagonal_cost=cost)
        path = at.find_path(grid, (0, 0), (8, 8), algorithm="astar")
        assert path.cost == pytest.approx(8 * cost)
        assert path.stats.expanded == 8  # a perfect estimate: no node off the path


@pytest.mark.parametrize(
    "cost",
    [
        np.array(ONE_WALL),
        np.array(ONE_WALL, np.uint8),
        np.array(ONE_WALL, np.int8),
        np.array(ONE_WALL, np.uint64),
        np.array(ONE_WALL, np.float16),
        np.array(ONE_WALL, np.float32),
        np.array(ONE_WALL, np.longdouble),
        np.array(ONE_WALL, ">i4"),
        np.array(ONE_WALL, order="F"),
        np.array(ONE_WALL)[::-1][::-1],
        np.repeat(np.repeat(ONE_WALL, 2, 0), 3, 1)[::2, ::3],
        ONE_WALL,
        tuple(map(tuple, ONE_WALL)),
    ],
    ids=lambda cost: str(getattr(cost, "dtype", type(cost).__name__)),
)
def test_any_array_of_numbers_will_do(cost):
    if isinstance(cost, np.ndarray):
        cost.flags.writeable = False
    grid = at.Grid(cost)
    assert grid.cost.tolist() == ONE_WALL
    assert grid.cost.dtype == np.uint8
    assert at.find_path(grid, (0, 0), (2, 2)).cost == 8


def test_costs_are_bytes_where_they_fit_and_doubles_where_not():
    assert at.Grid([[1, 255, 0, inf]]).cost.dtype == np.uint8
    assert at.Grid([[1, 255, 0, inf]]).cost.tolist() == [[1, 255, 0, 0]]
    for value in (256, 0.5, 1e9):
        grid = at.Grid([[1, value, inf]])
        assert grid.cost.dtype == np.float64
        assert grid.cost.tolist() == [[1, value, 0]]
    grid = at.Grid([[1, 2]])
    before = grid.cost
    grid[0, 0] = 0.25
    assert grid.cost.tolist() == [[0.25, 2]]
    assert before.tolist() == [[1, 2]]  # an array handed out earlier stays safe to read


def test_a_bool_array_is_floor_where_true():
    floor = np.array([[True, False], [True, True]])
    assert at.Grid(floor).cost.tolist() == [[1, 0], [1, 1]]
    assert at.Grid(floor[:, ::-1]).cost.tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize("wall", [1, 255, -1, nan, inf])
@pytest.mark.parametrize("kind", [np.int16, np.float32, np.uint8])
def test_with_wall_cells_of_that_value_are_walls_and_the_rest_is_free(wall, kind):
    array = np.random.default_rng(4).choice([0, 1, 2, 255], (9, 9)).astype(kind)
    want = [[0 if cost == wall else cost or 1 for cost in row] for row in array.tolist()]
    assert at.Grid(array, wall=wall).cost.tolist() == want


def test_a_map_of_zeros_and_ones_is_free_where_it_has_zeros_if_one_is_a_wall():
    occupied = np.random.default_rng(5).integers(0, 2, (9, 9))
    for array in (occupied, occupied == 1, occupied.tolist()):
        assert at.Grid(array, wall=1).cost.tolist() == at.Grid(occupied == 0).cost.tolist()


@pytest.mark.req("S000-14")
@pytest.mark.parametrize(
    ("cost", "error", "message"),
    [
        ([[1, nan]], ValueError, "cost[0, 1] is nan; a cost must be > 0, or 0 / inf for a wall"),
        ([[1, 1], [-2, 1]], ValueError, "cost[1, 0] is -2.0; a cost must be > 0"),
        ([[-inf]], ValueError, "cost[0, 0] is -inf"),
        ([[1e300]], ValueError, "cost[0, 0] is 1e+300; a cost is at most 1e290"),
        (3, ValueError, "cost has 0 dimensions; a grid has 2"),
        ([1, 2], ValueError, "cost has 1 dimensions; a grid has 2"),
        (np.ones((2, 2, 2)), ValueError, "cost has 3 dimensions"),
        ([], ValueError, "cost has 1 dimensions"),
        ([[]], ValueError, "cost has shape (1, 0); a grid has at least one cell"),
        (np.ones((0, 5)), ValueError, "cost has shape (0, 5)"),
        ([[1, 2], [3]], ValueError, "cost is ragged"),
        ([[1, None]], TypeError, "cost is of type object"),
        (np.array([["a"]]), TypeError, "cost is of type <U1"),
        ([[1j]], TypeError, "cost is of type complex128"),
        (np.ma.masked_array([[1.0, 2.0]], [[0, 1]]), TypeError, "cost is a masked array"),
        (
            np.broadcast_to(np.uint8(1), (2**31, 2**31)),
            ValueError,
            "cost has shape (2147483648, 2147483648); a grid has at most 2147483647 cells",
        ),
        (np.broadcast_to(np.float32(1), (1, 2**31)), ValueError, "cost has shape (1, 2147483648)"),
    ],
    ids=str,
)
def test_hostile_costs_raise_an_error_that_names_them(cost, error, message):
    with pytest.raises(error, match=re.escape(message)) as caught:
        at.Grid(cost)
    assert isinstance(caught.value, at.AsterionError)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"diagonal": "sometimes"}, "diagonal is 'sometimes'; choose one of 'never', 'clear'"),
        ({"diagonal_cost": 1.5}, "diagonal_cost is 1.5; it must be 2**0.5 or 1"),
    ],
)
def test_bad_rules_are_refused(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        at.Grid([[1]], **options)


def test_from_text_and_back():
    grid = at.Grid.from_text("\n  .#@\n  159\n")
    assert grid.cost.tolist() == [[1, 0, 0], [1, 5, 9]]
    assert grid.to_text() == ".##\n.59"
    for text, message in [
        ("...\n..", "line 2 has 2 characters; the lines above it have 3"),
        ("..\n.x", "line 2 has 'x' at character 2"),
        ("  \n", "the text holds no map"),
    ]:
        with pytest.raises(ValueError, match=re.escape(message)):
            at.Grid.from_text(text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ((1, 2), 7),
        ((-1, -1), 7),
        ((np.int64(1), np.uint8(0)), 7),
        (1, 7),
        (slice(None), 7),
        (..., 7),
        ((..., 1), [7, 8, 9]),
        ((1, ...), [7, 8, 9, 6]),
        ((slice(None), 1), [7, 8, 9]),
        ((slice(None, None, -1), slice(1, 3)), [[1, 2], [3, 4], [5, 6]]),
        ((slice(None, None, 2), slice(None, None, 3)), 0),
        ((slice(2, 1), slice(None)), 5),
        ((slice(None), slice(None)), [[1], [2], [3]]),
        (([0, 2, 2], [1, 0, 3]), [4, 5, 6]),
        ((slice(None), [0, 3]), 9),
        ([0, 2], [[1, 2, 3, 4]]),
        (np.eye(3, 4, dtype=bool), 0),
        (np.eye(3, 4, dtype=bool), [2, 3, 4]),
        (np.eye(3, 4, dtype=bool), 0.5),
        (np.zeros((3, 4), bool), 3),
        ((0, 0), np.array(5)),
        ((0, 0), True),
        ((0, 0), inf),
    ],
    ids=str,
)
def test_items_are_set_as_in_numpy(key, value):
    costs = np.arange(1.0, 13).reshape(3, 4)
    grid = at.Grid(costs)
    grid[key] = value
    costs[key] = 0 if value is inf else value
    np.testing.assert_array_equal(grid.cost, costs)
    np.testing.assert_array_equal(grid[key], costs[key])


def test_items_read_as_plain_numbers():
    grid = at.Grid([[1, 2.5]])
    assert grid[0, 1] == 2.5
    assert type(at.Grid([[3]])[0, 0]) is int
    assert type(grid[0, 0]) is float
    with pytest.raises(ValueError, match="read-only"):
        grid.cost[0, 0] = 3
    with pytest.raises(ValueError, match="read-only"):
        grid[:][0, 0] = 3


@pytest.mark.parametrize(
    ("key", "value", "error", "message"),
    [
        ((0, 9), 1, IndexError, "index 9 is out of bounds for axis 1 with size 2"),
        ((-3, 0), 1, IndexError, "index -3 is out of bounds"),
        (np.ones((3, 3), bool), 1, IndexError, "the grid has shape (2, 2)"),
        (([5], [0]), 1, IndexError, "out of bounds"),
        ((0, 0, 0), 1, IndexError, "too many indices"),
        ("x", 1, IndexError, "the grid has shape (2, 2)"),
        ((0, 0), -1, ValueError, "cost[0, 0] is -1.0; a cost must be > 0"),
        ((0, 0), nan, ValueError, "cost[0, 0] is nan"),
        ((0, 0), "x", TypeError, "the value is of type <U1"),
        ((0, 0), None, TypeError, "the value is of type object"),
        (slice(None), [[1, 2], [3, -4]], ValueError, "cost[1, 1] is -4.0"),
        (slice(None), [1, 2, 3], ValueError, "the value has shape (3,), which does not fit"),
        (np.ones((2, 2), bool), [1, 2], ValueError, "the value has shape (2,)"),
    ],
    ids=str,
)
def test_a_bad_assignment_changes_nothing(key, value, error, message):
    grid = at.Grid([[1, 2], [3, 4]])
    with pytest.raises(error, match=re.escape(message)) as caught:
        grid[key] = value
    assert isinstance(caught.value, at.AsterionError)
    assert grid.cost.tolist() == [[1, 2], [3, 4]]
    assert grid.version == 0


def test_the_version_rises_once_a_statement_and_only_for_a_change():
    grid = at.Grid([[1, 1], [1, 1]])
    assert grid.version == 0
    grid[0, 0] = 1
    grid[:] = 1
    assert grid.version == 0
    grid[:] = [[1, 2], [3, 4]]
    assert grid.version == 1
    grid.layers["threat"] = 0
    assert grid.version == 1
    grid.layers["threat"][0, 0] = 2
    assert grid.version == 2
    grid.layers["threat"] = [[2, 0], [0, 1]]
    assert grid.version == 3
    del grid.layers["threat"]
    assert grid.version == 4
    grid[0, 0] = 0
    grid[0, 0] = inf  # inf means wall
    assert grid.version == 5


def test_the_journal_tells_what_changed_since_a_version():
    grid = at.Grid(np.ones((10, 10)))
    grid[2, 3] = 0
    then = grid.version
    grid[4, 5] = 2
    grid[4, 5] = 3
    grid[1, :2] = 0
    assert grid.changes(since=then).tolist() == [[1, 0], [1, 1], [4, 5]]
    assert grid.changes(since=0).tolist() == [[1, 0], [1, 1], [2, 3], [4, 5]]
    assert grid.changes(since=grid.version).shape == (0, 2)
    assert grid.changes(since=99) is None


def test_a_reader_that_fell_behind_the_journal_gets_none():
    grid = at.Grid(np.ones((8, 8)))
    for i in range(4095):
        grid[0, 0] = 1 + (i + 1) % 2
    assert grid.changes(since=0) is not None
    for i in range(10):
        grid[0, 1] = 2 + i
    assert grid.changes(since=0) is None
    assert grid.changes(since=grid.version - 10).tolist() == [[0, 1]]
    big = at.Grid(np.ones((100, 100)))
    big[:] = 2  # more cells than the ring of 4096 records holds
    assert big.changes(since=0) is None
    assert big.changes(since=1).shape == (0, 2)
    big[5, 90] = 7
    assert big.changes(since=1).tolist() == [[5, 90]]
    assert at.find_path(big, (0, 0), (99, 99)).cost == pytest.approx(2 * 99 * sqrt(2))


@pytest.mark.req("S000-14")
@pytest.mark.parametrize("zero", [0, 0.0, False, inf])
def test_a_cost_of_nothing_is_a_wall_and_no_free_move(zero):
    grid = at.Grid(np.array([[1, zero, 1], [5, 5, 5]], float), diagonal="never")
    assert at.find_path(grid, (0, 0), (0, 2)).cost == 5 + 5 + 5 + 1
    assert (0, 1) not in dict(grid.neighbours((0, 0)))
    with pytest.raises(ValueError, match=r"cost\[0, 1\] is -1e-09; a cost must be > 0"):
        at.Grid([[1, -1e-9]])
    assert at.Navigator(grid, (0, 0), (0, 2)).path.cost == 16


@pytest.mark.req("S000-08")
@pytest.mark.req("S004-104")
def test_two_characters_take_two_routes_through_one_world():
    grid = at.Grid.from_text("...\n.#.\n...", diagonal="never")
    grid.layers["threat"] = [[0, 9, 0], [0, 0, 0], [0, 0, 0]]
    bold, shy = grid.view(layers={}), grid.view(layers={"threat": 2})
    ghost = grid.view(layers={}, blocked=np.array(grid.layers["threat"]) > 0)
    assert (0, 1) in [*at.find_path(bold, (0, 0), (0, 2))]
    assert (0, 1) not in [*at.find_path(shy, (0, 0), (0, 2))]
    assert (0, 1) not in [*at.find_path(ghost, (0, 0), (0, 2))]
    assert bold.total.tolist() == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]
    assert shy.total.tolist() == [[1, 19, 1], [1, 0, 1], [1, 1, 1]]
    assert ghost.total.tolist() == [[1, 0, 1], [1, 0, 1], [1, 1, 1]]
    assert ghost.neighbours((0, 0)) == [((1, 0), 1.0)]
    grid[2, 1] = 0  # a view follows the world
    assert not at.find_path(ghost, (0, 0), (0, 2))
    assert shy.version == grid.version
    assert at.find_path(shy, (0, 0), (0, 2)).cost == 20
    assert "1 cell blocked" in repr(ghost)
    with pytest.raises(ValueError, match=r"start \(0, 1\) is closed to this view"):
        at.find_path(ghost, (0, 1), (0, 0))


def test_a_view_that_an_edit_made_impossible_says_so_until_it_is_mended():
    grid = at.Grid([[2, 2]])
    grid.layers["aid"] = [[0, 1]]
    view = grid.view(layers={"aid": -1.5})
    assert view.total.tolist() == [[2, 0.5]]
    grid.layers["aid"][0, 1] = 3
    for _ in range(2):
        with pytest.raises(ValueError, match=r"the view's total\[0, 1\] is -2.5"):
            at.find_path(view, (0, 0), (0, 1))
    assert at.find_path(grid, (0, 0), (0, 1)).cost == 5
    grid.layers["aid"][0, 1] = 1
    assert at.find_path(view, (0, 0), (0, 1)).cost == 0.5


def test_worlds_share_nothing_with_what_they_were_made_of():
    cost, threat, mask = np.ones((1, 4)), np.ones((1, 4)), np.array([[False, True, False, False]])
    weights = {"threat": 3.0}
    grid = at.Grid(cost)
    grid.layers["threat"] = threat
    view = grid.view(layers=weights, blocked=mask)
    cost[:], threat[:], mask[:], weights["threat"] = 7, 7, [[True, False, True, True]], 7
    for one in (view, pickle.loads(pickle.dumps(view))):
        assert one.total.tolist() == [[4, 0, 4, 4]]
        assert "layers={'threat': 3.0}, 1 cell blocked" in repr(one)
        assert at.visible(one, (0, 2)).tolist() == [[False, True, True, True]]
        assert at.reachable(one, (0, 2), where=[[True] * 4]).tolist() == [
            [False, False, True, True]
        ]


def test_copies_and_pickles_hold_the_same_and_share_nothing():
    grid = at.Grid([[1, 2], [0, 9.5]], diagonal="always", diagonal_cost=1)
    grid.layers["threat"] = [[0, 1], [0, 2]]
    view = grid.view(layers={"threat": 3}, blocked=[[False, False], [False, True]])
    grid.characters = np.array([["x", " "], ["A", "9"]])
    grid.frame = Frame((0.5, 0.5), row=(0.0, 1.0), column=(1.0, 0.0))
    for twin in (grid.copy(), pickle.loads(pickle.dumps(grid))):
        assert twin.total.tolist() == grid.total.tolist()
        assert (twin.diagonal, twin.diagonal_cost) == ("always", 1)
        assert twin.characters.tolist() == [["x", " "], ["A", "9"]]
        assert twin.frame == grid.frame
        twin[0, 0] = 7
        twin.layers["threat"][0, 1] = 5
        assert grid[0, 0] == 1
        assert grid.layers["threat"][0, 1] == 1
    again = pickle.loads(pickle.dumps(view))
    assert again.total.tolist() == view.total.tolist()
    assert at.find_path(again, (0, 0), (0, 1)).cost == at.find_path(view, (0, 0), (0, 1)).cost
    assert grid.copy().version == 0


@pytest.mark.parametrize("cell", [(0, 2), (-1, 0), (2, 0), (0.5, 0), (0,), "ab", None, (0, 0, 0)])
def test_cells_that_are_none_are_refused(cell):
    grid = at.Grid([[1, 1], [1, 1]])
    with pytest.raises((IndexError, TypeError)) as caught:
        grid.neighbours(cell)
    assert isinstance(caught.value, at.AsterionError)


def test_arrays_outlive_their_grid():
    grid = at.Grid(np.full((50, 50), 3))
    grid.layers["a"] = 2
    arrays = [grid.cost, grid.total, grid.layers["a"][:], at.distances(grid, (0, 0))]
    del grid
    assert [int(a[1, 1]) for a in arrays] == [3, 5, 2, 7]


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of Linux")
@pytest.mark.skipif(SANITIZED, reason="a sanitizer needs more memory than the limit")
def test_an_edit_for_which_there_is_no_memory_changes_nothing():
    """In a process of its own, whose memory is limited."""
    code = """
        import resource
        import numpy as np
        import asterion as at
        grid = at.Grid(np.ones((2000, 2000), np.uint8))
        grid[0, 0] = 1
        values = np.full((2000, 2000), 1.5)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        limit = used + (8 << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, -1))
        for edit in (
            lambda: grid.__setitem__(..., values),
            lambda: grid.__setitem__((0, 0), 1.5),
            lambda: grid.layers.__setitem__("new", values),
        ):
            before = grid.version
            try:
                edit()
            except MemoryError:
                pass
            else:
                raise SystemExit("there was memory")
            assert grid.version == before
            assert grid.cost.dtype == np.uint8
            assert (grid.cost == 1).all()
            assert not grid.layers
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
        grid[0, 1] = 2
        assert at.find_path(grid, (0, 0), (0, 1)).cost == 2
    """
    run_alone(code)


def test_a_map_that_was_pickled_with_its_grid_is_still_a_map_of_it():
    """Both name the version of the grid that the map describes, whatever edits were made before."""
    grid = at.Grid(np.ones((20, 20)))
    for layer in ("a", "b"):
        grid.layers[layer] = 1
    grid[3, 3] = 0
    portals = pickle.loads(pickle.dumps(at.PortalMap(grid)))
    assert portals.world.version == grid.version == 3
    assert portals.find_path((0, 0), (19, 19)).found
    twin = portals.world
    then = twin.version
    twin[4, 4] = 0
    assert twin.changes(since=then).tolist() == [[4, 4]]
    assert twin.changes(since=then - 1) is None
