"""Layers: named values that are added to the costs of a grid's free cells."""

import copy
import pickle
import re
from itertools import permutations
from math import inf, nan

import numpy as np
import pytest

import asterion as at


@pytest.mark.req("S000-50")
@pytest.mark.req("S000-08")
def test_a_layer_changes_the_route_and_removing_it_restores_the_route():
    grid = at.Grid(np.ones((3, 7)), diagonal="never")
    straight = [*at.find_path(grid, (1, 0), (1, 6))]
    grid.layers["threat"] = np.zeros((3, 7))
    grid.layers["threat"][:2, 3] = 50
    around = at.find_path(grid, (1, 0), (1, 6))
    assert [*around] != straight
    assert around.cost == 8
    grid.layers["weather"] = np.full((3, 7), 1.0)  # several layers add up
    assert at.find_path(grid, (1, 0), (1, 6)).cost == 16
    del grid.layers["weather"]
    del grid.layers["threat"]
    assert [*at.find_path(grid, (1, 0), (1, 6))] == straight


def test_layers_add_to_the_cost_and_walls_stay_walls():
    grid = at.Grid([[1, 0, 2.5]])
    assert grid.total.tolist() == [[1, 0, 2.5]]
    grid.layers["a"] = [[1, 5, -0.5]]
    grid.layers["b"] = 10
    assert grid.total.tolist() == [[12, 0, 12]]
    assert grid.cost.tolist() == [[1, 0, 2.5]]
    grid.layers["a"][0, 0] = inf
    assert grid.total.tolist() == [[0, 0, 12]]
    assert [*grid.layers] == ["a", "b"]
    assert len(grid.layers) == 2
    assert "a" in grid.layers
    assert "c" not in grid.layers
    layer = grid.layers["b"]
    assert isinstance(layer, np.ndarray)
    assert not layer.flags.writeable
    assert type(layer + 1) is np.ndarray
    assert type(layer[0]) is np.ndarray
    assert not layer[0].flags.writeable
    assert layer.sum() == 30
    assert layer.copy()[0, 0] == 10
    grid[0, 1] = 4
    assert grid.total.tolist() == [[0, 19, 12]]
    assert repr(grid.layers) == "<Layers: 'a', 'b'>"
    assert "layer 'a'" in repr(grid)
    for gone in ("c", 7):
        with pytest.raises(KeyError):
            grid.layers[gone]
        with pytest.raises(KeyError):
            del grid.layers[gone]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda g: g.layers["a"].__setitem__((0, 1), -2),
            "layer 'a'[0, 1] = -2.0 would make the total cost 0.0; a finite total must stay > 0",
        ),
        (lambda g: g.layers.__setitem__("a", [[0, nan]]), "layer 'a'[0, 1] is nan"),
        (lambda g: g.layers.__setitem__("new", -inf), "layer 'new'[0, 0] is -inf"),
        (lambda g: g.layers.__setitem__("new", -3), "layer 'new'[0, 0] = -3.0 would make"),
        (
            lambda g: g.__setitem__((0, 0), 0.25),
            "cost[0, 0] = 0.25 would make the total cost -0.25",
        ),
        (lambda g: g.layers.__setitem__("a", [1, 2, 3]), "the value for layer 'a' has shape (3,)"),
    ],
)
def test_a_total_that_is_not_positive_is_refused_and_nothing_is_lost(edit, message):
    grid = at.Grid([[1, 2]])
    grid.layers["a"] = [[-0.5, 1]]
    version = grid.version
    with pytest.raises(ValueError, match=re.escape(message)):
        edit(grid)
    assert grid.version == version
    assert grid.total.tolist() == [[0.5, 3]]
    assert [*grid.layers] == ["a"]


def test_a_layer_whose_removal_would_leave_a_bad_total_stays():
    grid = at.Grid([[1.0]])
    grid.layers["shield"] = 5
    grid.layers["bonus"] = -3
    with pytest.raises(ValueError, match=r"layer 'shield'\[0, 0\] = 0.0 would make the total"):
        del grid.layers["shield"]
    assert grid.total.tolist() == [[3]]
    del grid.layers["bonus"]
    del grid.layers["shield"]
    assert grid.total.tolist() == [[1]]
    with pytest.raises(TypeError, match="the layer's name is 3"):
        grid.layers[3] = 1


def test_layers_that_are_valid_only_together_are_copied_and_pickled():
    """Restored one by one, the first of them would make a total that is not > 0."""
    grid = at.Grid([[1, 2, 0]])
    grid.layers["bonus"] = 0
    grid.layers["shield"] = 5
    grid.layers["bonus"] = [[-3, -4, -9]]
    for twin in (copy.copy(grid), copy.deepcopy(grid), pickle.loads(pickle.dumps(grid))):
        assert [*twin.layers] == ["bonus", "shield"]
        np.testing.assert_array_equal(twin.total, grid.total)
        np.testing.assert_array_equal(twin.layers["bonus"], grid.layers["bonus"])
        twin.layers["bonus"] = 0
        assert grid.total[0, 0] == 3


def test_layers_are_added_in_one_order_wherever_they_are_added():
    """0.2 + 0.5 - 0.7 is a little above 0 in one order, 0 or below in another."""
    values = [0.2, 0.5, -0.7, 0.1, -0.3, 0.6]
    accepted = refused = 0
    for base, *rest in permutations(values, 4):
        if base <= 0:
            continue
        grid = at.Grid([[base, 1.0]])
        for name, value in zip("abc", rest, strict=True):
            before = grid.version
            try:
                grid.layers[name] = [[value, 0.0]]
            except ValueError:
                refused += 1
                assert grid.version == before
                continue
            accepted += 1
            total = float(grid.total[0, 0])
            assert total > 0
            assert at.find_path(grid, (0, 1), (0, 0)).cost == total
    assert accepted > 100
    assert refused > 50


def test_a_layer_is_changed_in_place():
    grid = at.Grid([[1, 1, 0]])
    grid.layers["t"] = [[1.0, 2.0, 3.0]]
    before = grid.version
    grid.layers["t"] += 1
    assert grid.version == before + 1
    grid.layers["t"] *= [[2, 1, 1]]
    grid.layers["t"] -= 0.5
    grid.layers["t"] /= 0.5
    np.testing.assert_array_equal(grid.layers["t"], [[7.0, 5.0, 7.0]])
    np.testing.assert_array_equal(grid.total, [[8.0, 6.0, 0.0]])
    layer = grid.layers["t"]
    layer += 1  # by another name it is the same layer
    assert grid.total[0, 0] == 9
    with pytest.raises(ValueError, match="would make the total cost"):
        grid.layers["t"] -= 100
    assert grid.total[0, 0] == 9
