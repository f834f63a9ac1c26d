"""``check_heuristic`` tests admissibility and consistency; ``estimates`` gives all values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.search.find import distances
from asterion.search.map_heuristic import MapHeuristic
from asterion.search.options import (
    estimate_array,
    heuristic_by_number,
    heuristic_kind,
    heuristic_to,
)
from asterion.world.arguments import number
from asterion.world.base import Node, World, check_world
from asterion.world.graph import GraphWorld
from asterion.world.grid import GridWorld
from asterion.world.moves import move_columns
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.options import Heuristic

    Values = npt.NDArray[np.float64]
    Ids = npt.NDArray[np.int64]

# Sums of the same costs in another order may differ by this much (relative); that is no fault.
_ROUNDING = 1e-9


@pictured
class HeuristicReport(NamedTuple):
    """Whether a heuristic is admissible and consistent, and where it is worst."""

    admissible: bool  # no estimate is above the true cost
    consistent: bool  # no estimate is above the cost of a move plus the estimate after it
    overestimate: float  # the largest excess over the true cost; 0 if admissible
    overestimated_at: Node | None
    inconsistency: float  # the largest excess over the cost of a move plus the estimate after it
    inconsistent_move: tuple[Node, Node] | None


def check_heuristic(world: World, heuristic: Heuristic, goal: Node) -> HeuristicReport:
    """Check whether a heuristic for this goal is admissible and consistent on this world now.

    Takes the values that ``heuristic=`` takes in :func:`find_path`. Checks every node and every
    move: O(nodes + moves) time and memory, plus a call per node if the heuristic is a callable.

    >>> import asterion as at
    >>> report = at.check_heuristic(at.maps.field(9), "manhattan", (0, 0))
    >>> report.admissible, report.overestimated_at, round(report.overestimate, 3)
    (False, (8, 8), 4.686)
    """
    check_world(world)
    goal = world._name(world._node(goal, "goal"))
    true = distances(world, goal, direction="to").ravel()
    values = estimates(world, heuristic, goal).ravel()
    known = np.isfinite(true)
    over = np.subtract(values, true, where=known, out=np.zeros(true.shape))
    over_at = _worst(over, _ROUNDING * (1 + np.where(known, true, 0.0)))
    here, there, cost = _moves(world)
    with np.errstate(invalid="ignore"):  # inf - inf is NaN, which is no decrease
        fall = values[here] - values[there] - cost
    fall[np.isnan(fall)] = 0.0
    move = _worst(fall, _ROUNDING * (1 + values[here]))
    return HeuristicReport(
        admissible=over_at is None,
        consistent=move is None and over_at is None,
        overestimate=0.0 if over_at is None else float(over[over_at]),
        overestimated_at=None if over_at is None else world._name(over_at),
        inconsistency=0.0 if move is None else float(fall[move]),
        inconsistent_move=None
        if move is None
        else (world._name(int(here[move])), world._name(int(there[move]))),
    )


def estimates(world: World, heuristic: Heuristic, goal: Node) -> Values:
    """Return the value of a heuristic at every node."""
    if isinstance(heuristic, MapHeuristic):
        heuristic.check(world)
        return heuristic.estimates([world._node(goal, "goal")])
    if callable(heuristic):
        asked = heuristic_to(heuristic, [goal])
        return estimate_array(world, _called_at_every_node(world, asked))
    if not isinstance(heuristic, str):
        return estimate_array(world, heuristic)
    kind = heuristic_kind(heuristic, world._kind)
    return world._core_view.estimates(kind, world._node(goal, "goal"))


def _called_at_every_node(world: World, heuristic: Callable[[Node], float]) -> Values:
    """The values of a callable at every node that can be on a path; 0 for walls."""
    values = np.zeros(world.shape)
    call = heuristic_by_number(world, heuristic)
    if isinstance(world, GridWorld):
        for cell in np.argwhere(world.total > 0).tolist():
            values[tuple(cell)] = number("heuristic", call((cell[0], cell[1])))
    else:
        values[:] = [call(node) for node in range(world.shape[0])]
    return values


def _moves(world: World) -> tuple[Ids, Ids, Values]:
    """All moves of a world: the nodes where each begins and ends, and its cost."""
    if isinstance(world, GraphWorld):
        costs = world.costs
        is_open = np.isfinite(costs)
        ends = world.ends[is_open]
        return ends[:, 0], ends[:, 1], costs[is_open]
    grid: Any = world
    return move_columns(grid)


def _worst(fault: Values, allowed: Values) -> int | None:
    """The index of the largest fault; None if all are within rounding."""
    beyond = np.where(fault > allowed, fault, 0.0)
    if beyond.size == 0 or not beyond.max() > 0:
        return None
    return int(beyond.argmax())
