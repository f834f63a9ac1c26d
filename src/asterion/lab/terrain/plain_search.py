"""The search behind a plan, step by step, where a plan is one plain search of the world."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.replay import AgentThen, Moment
from asterion.search.find import Search
from asterion.search.trace import Trace

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import Grid

# Navigators that plan from scratch, with the names of their searches. Others repair, or learn:
# their plans depend on the plans before, and their states show more than a trace could.
_PLAIN = {
    "astar": ("astar", "forward"),
    "repeated-forward": ("astar", "forward"),
    "repeated-backward": ("astar", "backward"),
    "jps": ("jps", "forward"),
}


def steps_of_plan(
    choice: Choice,
    moment: Moment,
    agent: AgentThen,
    grid_of: Callable[[npt.ArrayLike], Grid],
    expansions: int,
) -> Trace | None:
    """The search of a plan that an agent made at this moment with so many expansions.

    ``grid_of`` makes a world of what cells cost.

    None if it was not one plain search, or if the agent stood in a wall, where no search starts.

    The order of a search does not depend on when it stops. The navigator stops by another rule
    (``reached``: nothing on open has a smaller f than the goal), so the search made here is
    stopped after as many expansions.
    """
    if choice.algorithm not in _PLAIN or not agent.presumed.flat[agent.position]:
        return None
    algorithm, direction = _PLAIN[choice.algorithm]
    free = agent.presumed[agent.presumed > 0]
    world = grid_of(agent.presumed)
    is_plain = world.tiles == "square" and not world.links and not world.fences
    if algorithm == "jps" and not (is_plain and free.min() == free.max()):
        algorithm = "astar"  # as the navigator does
    cols = agent.presumed.shape[1]
    start, goal = divmod(agent.position, cols), divmod(moment.goal, cols)
    search = Search(
        world,
        start,
        goal,
        algorithm=algorithm,
        direction=direction,
        trace=True,
        **_led_by(choice, moment.mode, start if direction == "backward" else goal),
    )
    search.run(expansions=expansions)
    return search.trace


def _led_by(choice: Choice, mode: str, end: tuple[int, int]) -> dict[str, Any]:
    """Heuristic, ties and seed, as the navigator has them."""
    options = {name: value for name, value in choice.options.items() if value is not None}
    if mode == "unknown" and choice.algorithm != "jps":
        options.setdefault("ties", "high-g")  # as an explorer does
    between = options.get("heuristic")
    if callable(between):
        if choice.algorithm == "repeated-backward":
            options["heuristic"] = lambda cell: between(end, cell)
        else:
            options["heuristic"] = lambda cell: between(cell, end)
    return options
