"""Scenes of many units: discs where they are, and circles of the same colour where they go."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.pictures.grid_scenes import add_path, grid_in_words, grid_scene, places
from asterion.pictures.scene import Mark, Scene, counted

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.crowd.crowd import Crowd
    from asterion.crowd.solve import CrowdPlan

_ROLES = ("agent", "goal", "quick", "full", "path", "heavy", "open")  # colours of units
_DISC, _CIRCLE = (0.72, 0.72), (0.8, 0.8)  # of a cell
_FAR = 1.5  # a longer move takes a link
_MOST_LINES = 60  # units whose paths are drawn


def crowd_scene(crowd: Crowd) -> Scene:
    """The units of a crowd where they are now."""
    here, goals = crowd.positions, np.asarray(crowd.goals)
    there = int((here == goals).all(axis=1).sum())
    words = f"Crowd of {counted(len(crowd), 'unit')} at tick {crowd.tick}, {there} at their goals"
    return _with_units(_ground(crowd.world, words), crowd.world, here, goals)


def plan_scene(plan: CrowdPlan, world: Any) -> Scene:
    """The units of a plan at their starts, and their paths."""
    if not plan.found:
        return _ground(world, f"No plan for many units ({plan.status})")
    words = f"Plan for {counted(plan.positions.shape[1], 'unit')}: {plan_in_words(plan)}"
    scene = _ground(world, words)
    for path, role in zip(plan.paths[:_MOST_LINES], cycle(_ROLES), strict=False):
        add_path(scene, world, np.array(path), role)
    return _with_units(scene, world, plan.positions[0], plan.positions[-1])


def plan_in_words(plan: CrowdPlan) -> str:
    """Say how good a plan is."""
    best = ", the least there is" if plan.optimal else ""
    return f"{counted(plan.makespan, 'tick')}, sum of costs {plan.sum_of_costs}{best}"


def plan_scenes(plan: CrowdPlan, world: Any, most: int) -> list[Scene]:
    """Up to ``most`` moments of a plan, evenly; between two ticks, units are between two cells."""
    if not plan.found:
        raise InvalidValue(f"there is no plan to animate: {plan.status}")
    ground = _ground(world, f"Plan for {counted(plan.positions.shape[1], 'unit')}")
    at_tick = [places(world, cells) for cells in plan.positions]
    scenes = []
    for moment in np.linspace(0, plan.makespan, most if plan.makespan else 1):
        tick = min(int(moment), max(plan.makespan - 1, 0))
        before, after = at_tick[tick], at_tick[min(tick + 1, plan.makespan)]
        share = np.full((len(before), 1), moment - tick)
        jumps = np.hypot(*(after - before).T) > _FAR
        share[jumps] = np.floor(share[jumps])
        scene = replace(ground, marks=[*ground.marks])
        scenes.append(_with_marks(scene, before + share * (after - before), at_tick[-1]))
    return scenes


def _ground(world: Any, words: str) -> Scene:
    return grid_scene(world, f"{words}; {grid_in_words(world)}")


def _with_units(scene: Scene, world: Any, cells: npt.ArrayLike, goals: npt.ArrayLike) -> Scene:
    return _with_marks(scene, places(world, cells), places(world, goals))


def _with_marks(scene: Scene, units: npt.NDArray[Any], goals: npt.NDArray[Any]) -> Scene:
    for places_, shape, size in ((goals, "circle", _CIRCLE), (units, "unit", _DISC)):
        for (x, y), role in zip(places_.tolist(), cycle(_ROLES), strict=False):
            scene.marks.append(Mark(x, y, shape, role, size=size))
    return scene
