"""The search behind a plan, step by step, if a plan is one plain search of the world."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.recording import (
    UNSEEN,
    Edited,
    GoalMoved,
    Moved,
    Ordered,
    Planned,
    Record,
    Seen,
    Started,
)
from asterion.search.find import Search
from asterion.search.option_table import Direction
from asterion.search.registry import SearchName
from asterion.search.trace import Trace

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import Cell, Grid

# Navigators that plan from scratch, with the names of their searches. Others repair, or learn:
# their plans depend on earlier plans, and their states show more than a trace could.
_PLAIN: dict[str, tuple[SearchName, Direction]] = {
    "astar": ("astar", "forward"),
    "repeated-forward": ("astar", "forward"),
    "repeated-backward": ("astar", "backward"),
    "jps": ("jps", "forward"),
}


class Situation(NamedTuple):
    """An agent's position when it planned, its goal, and its belief of costs."""

    position: Cell
    goal: Cell
    presumed: npt.NDArray[np.uint8]


def situation_of(started: Started, records: Iterable[Record], plan: Planned) -> Situation:
    """Return the situation of a plan, from the records of its journey."""
    position = (started.starts or [started.start] * started.agents)[plan.agent]
    goal = started.goal
    world = started.cost.reshape(started.shape).copy()
    knows_all = started.mode == "changing"
    presumed = world if knows_all else np.full(started.shape, UNSEEN, np.uint8)
    for record in records:
        match record:
            case Edited():
                world.flat[record.cells] = record.costs
            case GoalMoved():
                goal = record.cell
            case Moved() if record.agent == plan.agent:
                position = record.cell
            case Ordered() if record.agent == plan.agent:
                goal = record.cell
            case Seen() if record.agent == plan.agent or _shared(started, record):
                presumed.flat[record.cells] = record.costs
            case Planned() if record is plan:
                break
    cols = started.shape[1]
    return Situation(divmod(position, cols), divmod(goal, cols), presumed)


def _shared(started: Started, record: Seen) -> bool:
    """Whether all know what one has seen; what a twin sees it sees for itself."""
    return started.mode == "orders" and record.agent < started.agents


def steps_of_plan(
    choice: Choice,
    mode: str,
    then: Situation,
    grid_of: Callable[[npt.ArrayLike], Grid],
    expansions: int,
) -> Trace | None:
    """Return the search of a plan that an agent made here, of as many expansions.

    ``grid_of`` makes a world from costs of cells.

    None if it was not one plain search, or if the agent stood in a wall, where no search starts.

    The order of a search does not depend on when it stops. The navigator stops by another rule
    (``reached``: nothing on open has a smaller f than the goal), so the search made here is stopped
    after as many expansions.
    """
    if choice.algorithm not in _PLAIN or not then.presumed[then.position]:
        return None
    world = grid_of(then.presumed)
    algorithm, direction = plain_search_of(choice, then, world)
    search = Search(
        world,
        then.position,
        then.goal,
        algorithm=algorithm,
        direction=direction,
        trace=True,
        **options_of(choice, mode, then, direction),
    )
    search.run(expansions=expansions)
    return search.trace


def plain_search_of(choice: Choice, then: Situation, world: Grid) -> tuple[SearchName, Direction]:
    """The search behind a plan, and its direction."""
    algorithm, direction = _PLAIN[choice.algorithm]
    free = then.presumed[then.presumed > 0]
    is_plain = world.tiles == "square" and not world.links and not world.fences
    if algorithm == "jps" and not (is_plain and free.min() == free.max()):
        algorithm = "astar"  # as the navigator does
    return algorithm, direction


def options_of(choice: Choice, mode: str, then: Situation, direction: Direction) -> dict[str, Any]:
    """The navigator's heuristic, ties and seed, as options of its search."""
    end = then.position if direction == "backward" else then.goal
    options = {name: value for name, value in choice.options.items() if value is not None}
    if mode != "changing" and choice.algorithm != "jps":
        options.setdefault("ties", "high-g")  # as an explorer does
    between = options.get("heuristic")
    if callable(between):
        if choice.algorithm == "repeated-backward":
            options["heuristic"] = lambda cell: between(end, cell)
        else:
            options["heuristic"] = lambda cell: between(cell, end)
    return options
