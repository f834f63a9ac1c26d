"""The session of the page "Unknown and changing terrain": agents side by side in one world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.lab import limits
from asterion.lab.maps.moves import grid_of
from asterion.lab.searches.about import about
from asterion.lab.searches.open_order import open_order
from asterion.lab.terrain.agent import Walker
from asterion.lab.terrain.comparison import Journey, compared
from asterion.lab.terrain.plain_search import (
    Situation,
    options_of,
    plain_search_of,
    situation_of,
    steps_of_plan,
)
from asterion.lab.terrain.recording import Edited, GoalMoved, Record, Started, Tick, size_of
from asterion.world.arguments import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from asterion.lab.terrain.agent import Choice
    from asterion.lab.terrain.recording import Planned
    from asterion.lab.terrain.setup import TerrainSetup
    from asterion.search.trace import Trace
    from asterion.world.grid import Cell


class TerrainSession:
    """Agents with the same start and goal in the same world, each with its own navigator.

    In mode ``"unknown"`` each is an :class:`Explorer`, which sees as far as ``sight``; in mode
    ``"changing"`` each is a :class:`Navigator`, which knows the world. In both the world may be
    edited while they walk, and they look and plan at once: at any time each has looked, has planned
    if it had to, and not yet moved. With a ``budget`` they plan in steps alone.

    Everything is recorded. Records are only added, and any moment can be drawn from them.
    Exceptions of a custom navigator are passed to the caller; the session can continue.

    Any thread may call it, one at a time.
    """

    def __init__(self, setup: TerrainSetup) -> None:
        self.setup = setup
        self.world = setup.grid()  # edited by change() alone
        self._records: list[Record] = []
        self._bytes = 0  # of the records
        self.goal = setup.goal  # of all agents
        self._begin(self.goal)

    @property
    def is_over(self) -> bool:
        """Whether no agent walks any more; an edit may let them walk again."""
        return all(walker.reached is not None for walker in self.everyone)

    @property
    def everyone(self) -> list[Walker]:
        """All who walk."""
        return self.walkers

    def step(self) -> bool:
        """Move every agent that walks; return whether one moved or is still planning."""
        walking = [walker for walker in self.walkers if walker.reached is None]
        if not walking:
            return False
        self._check_room()
        self.time += 1
        self._add([Tick(self.time)])
        for walker in walking:
            self._add(walker.move())
        return True

    def edit(self, cells: Iterable[Cell], cost: int) -> None:
        """Change the costs of cells of the true world, under agents and goal too.

        An agent whose cell becomes a wall may leave it; a goal that is a wall is unreachable.
        """
        self.change(np.unique(np.array([self._flat(cell) for cell in cells], np.int64)), cost)

    def change(self, nodes: npt.NDArray[np.int64], cost: int) -> None:
        """Change costs by flat indices, in order."""
        nodes = nodes[self.world.cost.flat[nodes] != cost]
        if not len(nodes):
            return
        self._check_room()
        self.world[np.divmod(nodes, self.world.shape[1])] = cost
        costs = np.full(len(nodes), cost, np.uint8)
        self._add([Edited(nodes.astype(np.uint32), costs)])
        self._attend()

    def move_goal(self, goal: Cell) -> None:
        """Move the goal of all agents.

        In a changing world they continue from where they are. In an unknown world the journey
        starts again, from the start and without knowledge, to be compared with the last.
        """
        if goal == self.goal:
            return
        self._check_room()
        if self.setup.mode == "unknown":
            self._begin(goal)
            return
        self.goal = goal
        self._add([GoalMoved(self._flat(goal))])
        for walker in self.walkers:
            walker.send_to(goal)
        self._attend()

    def records_since(self, n: int) -> list[Record]:
        """Return the records without the first ``n``."""
        return self._records[n:]

    @property
    def record_count(self) -> int:
        """How many records there are."""
        return len(self._records)

    def table(self, most: int | None = None) -> list[dict[str, Any]]:
        """Return each agent's ``algorithm``, last ``most`` ``plans``, and ``totals``, for JSON.

        A plan has its number ``plan`` (from 1), the ``move`` after which it was made, ``expanded``
        and ``generated``, the ``length`` of the path in moves, its ``cost`` (None without a path)
        and ``ms``; the totals are ``plans``, ``moves``, ``expanded``, ``generated`` and ``ms``.
        """
        return [walker.table(most) for walker in self.walkers]

    def search_steps(self, agent: int, plan_number: int) -> Trace | None:
        """Return the search of a plan, event by event, with as many expansions as it had.

        Repeated on the world as the agent knew it then, for navigators whose plan is one plain
        search: ``"astar"``, ``"repeated-forward"``, ``"repeated-backward"`` and ``"jps"``. None for
        the others, whose states are in the records, and for a plan that starts in a wall.
        """
        chosen, then, plan = self._planned(agent, plan_number)
        return steps_of_plan(
            chosen,
            self.setup.mode,
            then,
            lambda cost: grid_of(cost, *self.setup.moves),
            plan.expanded,
        )

    def search_explained(self, agent: int, plan_number: int) -> dict[str, Any]:
        """Return what explains the steps of :meth:`search_steps`: its algorithm and order."""
        chosen, then, _ = self._planned(agent, plan_number)
        world = grid_of(then.presumed, *self.setup.moves)
        algorithm, direction = plain_search_of(chosen, then, world)
        options = options_of(chosen, self.setup.mode, then, direction)
        order = open_order(algorithm, options, self.setup.diagonal)
        return {"about": about(algorithm), "order": order}

    def _planned(self, agent: int, plan_number: int) -> tuple[Choice, Situation, Planned]:
        """The agent that made a plan, its situation then, and the plan."""
        number = count("agent", agent)
        if number >= len(self.walkers):
            raise InvalidValue(f"agent is {number}; there are {len(self.walkers)}, from 0")
        plans = self.walkers[number].plans
        wanted = count("plan_number", plan_number)
        if not 1 <= wanted <= len(plans):
            raise InvalidValue(
                f"plan_number is {wanted}; agent {number} has made {len(plans)}, from 1"
            )
        _, plan = plans[wanted - 1]
        then = situation_of(self._started, self.records_since(self.first_record), plan)
        return self.setup.agents[number], then, plan

    def comparison(self) -> dict[str, Any] | None:
        """Return why one agent walked farther than another; None while one walks."""
        if not self.is_over:
            return None
        records = self.records_since(self.first_record + 1)
        return compared(
            Journey(self._started, records, lambda cost: grid_of(cost, *self.setup.moves))
        )

    def _begin(self, goal: Cell) -> None:
        setup = self.setup
        sight = setup.sight if setup.mode == "unknown" else None
        # All of them first: if one cannot be made, the present journey continues.
        self.walkers = [
            Walker.made(
                chosen, i, self.world, (setup.start, goal), sight=sight, budget=setup.budget
            )
            for i, chosen in enumerate(setup.agents)
        ]
        self.goal = goal
        self._set_out(self._flat(setup.start), self._flat(goal))

    def _set_out(self, start: int, goal: int, starts: tuple[int, ...] = ()) -> None:
        """Record the start of a journey; all look and plan."""
        setup = self.setup
        self.time = 0
        self.first_record = len(self._records)
        cost = np.array(self.world.cost, np.uint8).ravel()
        header = setup.mode, setup.tiles, len(self.walkers), self.world.shape
        flat = tuple(setup.flat_links()), tuple(setup.flat_fences())
        self._started = Started(*header, start, goal, cost, *flat, starts)
        self._add([self._started, Tick(0)])
        self._attend()

    def _attend(self) -> None:
        for walker in self.everyone:
            self._add(walker.attend())

    def _add(self, records: Iterable[Record]) -> None:
        for record in records:  # one by one: everything before an error is recorded
            self._records.append(record)
            self._bytes += size_of(record)
        for walker in self.everyone:
            walker.shows_states = self._bytes < limits.RECORDING_BYTES / 2

    def _check_room(self) -> None:
        if self._bytes > limits.RECORDING_BYTES:
            megabytes = limits.RECORDING_BYTES // limits.MEGABYTE
            raise InvalidValue(f"the recording of this journey has {megabytes} MB; begin again")

    def _flat(self, cell: Cell) -> int:
        return cell[0] * self.world.shape[1] + cell[1]
