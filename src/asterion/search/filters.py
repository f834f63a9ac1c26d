"""Worlds narrowed to a mask: everything outside it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.world.graph import Graph, GraphView
from asterion.world.grid import Grid, View
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.base import World

    Mask = npt.NDArray[np.bool_]


def mask_of(world: World, where: Any) -> Mask:
    """Return the mask with a bool for each node, or raise an error that says what it is."""
    mask = number_array(where, "where")
    if mask.dtype.kind != "b" or mask.shape != world.shape:
        raise InvalidValue(
            f"where is an array of {mask.dtype} of shape {mask.shape}; "
            f"it must be a mask of bools of shape {world.shape}"
        )
    return mask


def within(world: World, mask: Mask) -> World:
    """Return a view of the world in which nothing outside the mask can be entered.

    On a grid, cells outside are closed as by ``grid.view(blocked=...)``, so diagonal moves beside
    them follow the rule for walls; on a graph, so are connections to nodes outside.
    """
    if isinstance(world, View):
        closed = (
            ~mask if world._blocked is None else ~mask | (world._blocked.reshape(mask.shape) > 0)
        )
        return View(world.grid, _weights_left(world), closed, world.size, world.radius)
    if isinstance(world, Grid):
        return View(world, None, ~mask)
    assert isinstance(world, (Graph, GraphView))  # noqa: S101 - there are no other worlds
    factors = world._factors if isinstance(world, GraphView) else 1.0
    graph = world.graph if isinstance(world, GraphView) else world
    return GraphView(graph, np.where(mask[graph.ends[:, 1]], factors, np.inf))


def _weights_left(view: View) -> dict[str, float] | None:
    """The weights of a view, without layers that its grid no longer has."""
    if view._weights is None:
        return None
    layers = view.grid.layers
    return {name: weight for name, weight in view._weights.items() if name in layers}
