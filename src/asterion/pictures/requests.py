"""Arguments of ``plot`` and ``animate``, checked, as a scene or a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.crowd.solve import CrowdPlan
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.navigate.explorer import Journey
from asterion.pictures.crowd_scenes import plan_scene
from asterion.pictures.display import drawn
from asterion.pictures.grid_scenes import add_mark, add_path, grid_in_words, grid_scene
from asterion.pictures.scene import Scene, Table, counted
from asterion.world.grid import GridWorld, check_grid
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt


WORLD_UNASKED = "world goes with a Journey, a CrowdPlan or cells; other things know theirs"


def requested(thing: Any, world: Any = None, values: Any = None) -> Scene | Table:
    """Return the scene or table of a thing; a journey, or cells in order, need a world."""
    if values is not None:
        return _with_values(thing, values)
    if isinstance(thing, Journey):
        if world is not None:
            words = f"Journey of {counted(thing.moves, 'move')}. {thing.message}".strip()
            return walk_scene(world, thing.trajectory, words, "agent")
    elif isinstance(thing, (list, np.ndarray)):
        if world is None:
            raise InvalidValue("cells are drawn on a world; give it: plot(cells, world=grid)")
        cells = walked(world, thing)
        return walk_scene(world, cells, f"A line over {len(cells)} cells", "agent", moves=False)
    elif isinstance(thing, CrowdPlan):
        if world is None:
            raise InvalidValue("a plan is drawn on its world; give it: plot(plan, world=grid)")
        check_grid(world)
        return plan_scene(thing, world)
    elif world is not None:
        raise InvalidValue(WORLD_UNASKED)
    return drawn(thing)


def walked(world: Any, cells: Sequence[Any] | npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return cells in order as an (n, 2) array, each of them on the world."""
    check_grid(world)
    numbers = world._numbers(cells, "cells")
    return np.stack(np.divmod(numbers, world.shape[1]), axis=1)


def walk_scene(
    world: Any, cells: npt.NDArray[np.int64], title: str, role: str, *, moves: bool = True
) -> Scene:
    """A grid and a walk on it, from a ring to a disc."""
    check_grid(world)
    scene = grid_scene(world, f"{title}; {grid_in_words(world)}")
    add_path(scene, world, cells, role, moves=moves)
    if len(cells):
        first, last = (tuple(cells[at].tolist()) for at in (0, -1))
        add_mark(scene, world, first, "ring", "start")
        add_mark(scene, world, last, "disc", "end")
    return scene


def _with_values(world: Any, values: Any) -> Scene:
    if not isinstance(world, GridWorld):
        raise InvalidType(
            f"thing is {short_repr(world)}; values are drawn on a Grid or a view of one"
        )
    array = np.asarray(number_array(values, "values"), np.float64)
    if array.shape != world.shape:
        raise InvalidValue(
            f"values has the shape {array.shape}; it must be that of the world, {world.shape}"
        )
    scene = grid_scene(world, f"Values on a grid: {grid_in_words(world)}", values=array)
    known = array[np.isfinite(array)]
    if known.size:
        scene.key += [("near", f"{known.min():g}"), ("far", f"{known.max():g}")]
    return scene
