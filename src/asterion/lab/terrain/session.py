"""The session of the page "Unknown and changing terrain": agents side by side in one world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, shown
from asterion.lab import limits
from asterion.lab.maps.moves import Fence, Link, grid_of
from asterion.lab.terrain.agent import Choice, Walker
from asterion.lab.terrain.plain_search import steps_of_plan
from asterion.lab.terrain.recording import Edited, GoalMoved, Record, Started, Tick, size_of
from asterion.lab.terrain.replay import Moment
from asterion.world.arguments import choice, count
from asterion.world.grid import Cell, Grid
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.trace import Trace

_MODES = {"unknown": "unknown", "changing": "changing"}
_RULE = "a cell costs 0 (wall), 1 (floor) or 2 to 9 (terrain)"


class TerrainSession:
    """Agents with the same start and goal in the same world, each with its own navigator.

    In mode ``"unknown"`` each is an :class:`Explorer`, which sees as far as ``sight``; in mode
    ``"changing"`` each is a :class:`Navigator`, which knows the world. In both the world may be
    edited while they walk, and they look and plan at once: at any time each has looked, has planned
    if it had to, and not yet moved. With a ``budget`` they plan in steps alone.

    All that happens is recorded. Records are only added, and any moment can be drawn from them.
    What a custom navigator raises is passed to the caller; the session can go on.

    Any thread may call it, one at a time.

    >>> session = TerrainSession([[1, 1, 1, 0, 1]], (0, 0), (0, 4), agents=["dstar-lite"])
    >>> while session.step(): pass
    >>> session.records_since(0)[-1].message
    'I cannot reach the target.'
    >>> session.edit([(0, 3)], 1)
    >>> while session.step(): pass
    >>> session.time, session.records_since(0)[-1].message
    (4, 'I reached the target.')

    Parameters
    ----------
    cost     of each cell: 0 a wall, 1 floor, 2 to 9 terrain
    agents   one to four: the name of a navigator from :func:`algorithms`, but not ``"lpa"``, whose
             ends are fixed; or a :class:`Choice` of a name and options for it
    diagonal how one moves: a rule of :class:`Grid`, or its tiles if they are no squares
    budget   expansions of each agent a step: one whose plan takes more waits; 0 for no limit
    links    and ``fences`` of the world, which all agents know
    """

    def __init__(
        self,
        cost: npt.ArrayLike,
        start: Cell,
        goal: Cell,
        *,
        agents: Sequence[str | Choice],
        mode: str = "unknown",
        diagonal: str = "clear",
        sight: int = 1,
        budget: int = 0,
        links: Iterable[Link] = (),
        fences: Iterable[Fence] = (),
    ) -> None:
        self.mode = choice("mode", mode, _MODES)
        self.choices = _choices(agents)
        self._moves = diagonal
        self._links, self._fences = tuple(links), tuple(fences)
        self.world = self._grid_of(_costs(cost))  # to be edited by edit() alone
        self._budget = count("budget", budget)
        self._sight = sight if self.mode == "unknown" else None
        self._start = self._cell(start, "start")
        self._goal = self._cell(goal, "goal")
        self._records: list[Record] = []
        self._bytes = 0  # of the records
        self._begin(self._goal)

    @property
    def goal(self) -> Cell:
        """Where all agents want to go."""
        return self._goal

    @property
    def is_over(self) -> bool:
        """Whether no agent walks any more; an edit may send them on."""
        return all(walker.reached is not None for walker in self.walkers)

    def restart(self) -> None:
        """All agents start again in the world as it is now, and remember nothing.

        The records go on with the new journey; plans and tables are of the new one alone.
        """
        self._begin(self._goal)

    def step(self) -> bool:
        """One move of every agent that walks; returns whether there was one, or a plan goes on."""
        walking = [walker for walker in self.walkers if walker.reached is None]
        if not walking:
            return False
        self._check_room()
        self.time += 1
        self._add([Tick(self.time)])
        for walker in walking:
            self._add(walker.move())
        return True

    def edit(self, cells: Iterable[Cell], value: int) -> None:
        """Changes what cells of the true world cost, under agents and goal too.

        An agent whose cell becomes a wall may leave it; a goal that is a wall is unreachable.
        """
        cost = _cost(value)
        if not isinstance(cells, Iterable):
            raise InvalidType(f"cells is {shown(cells)}; it must be a list of cells")
        named = {self.world._node(cell, f"cells[{i}]") for i, cell in enumerate(cells)}
        self.change(np.array(sorted(named), np.int64), cost)

    def change(self, nodes: npt.NDArray[np.int64], cost: int) -> None:
        """The same for flat indices in order, which are not checked."""
        nodes = nodes[self.world.cost.flat[nodes] != cost]
        if not len(nodes):
            return
        self._check_room()
        self.world[np.divmod(nodes, self.world.shape[1])] = cost
        costs = np.full(len(nodes), cost, np.uint8)
        self._add([Edited(nodes.astype(np.uint32), costs)])
        self._attend()

    def move_goal(self, cell: Cell) -> None:
        """Another goal for all agents.

        In a changing world they go on from where they are. An explorer has one goal only: in an
        unknown world the journey starts again, from the start and without knowledge.
        """
        goal = self._cell(cell, "goal")
        if goal == self._goal:
            return
        self._check_room()
        if self.mode == "unknown":
            self._begin(goal)
            return
        self._goal = goal
        self._add([GoalMoved(self._flat(goal))])
        for walker in self.walkers:
            walker.send_to(goal)
        self._attend()

    def records_since(self, n: int) -> list[Record]:
        """What has happened, without the first ``n`` records."""
        return self._records[count("n", n) :]

    def table(self, most: int | None = None) -> list[dict[str, Any]]:
        """Of each agent ``algorithm``, its last ``most`` ``plans``, and ``totals``; for JSON.

        A plan has its number ``plan`` (from 1), the ``move`` after which it was made, ``expanded``
        and ``generated``, the ``length`` of the path in moves, its ``cost`` (None without a path)
        and ``ms``; the totals are ``plans``, ``moves``, ``expanded``, ``generated`` and ``ms``.
        """
        return [walker.table(most) for walker in self.walkers]

    def search_steps(self, agent: int, plan_number: int) -> Trace | None:
        """What the search of a plan did, event by event, with as many expansions as it had.

        Repeated on the world as the agent knew it then, for navigators whose plan is one plain
        search: ``"astar"``, ``"repeated-forward"``, ``"repeated-backward"`` and ``"jps"``. None for
        the others, whose states are in the records, and for a plan that starts in a wall.
        """
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
        moment = Moment()
        for record in self._records[self._first_record :]:
            if record is plan:
                break
            moment.take(record)
        then, chosen = moment.agents[number], self.choices[number]
        return steps_of_plan(chosen, moment, then, self._grid_of, plan.expanded)

    def _begin(self, goal: Cell) -> None:
        ends = self._start, goal
        # All of them first: if one cannot be made, the present journey goes on.
        self.walkers = [
            Walker.made(chosen, i, self.world, ends, sight=self._sight, budget=self._budget)
            for i, chosen in enumerate(self.choices)
        ]
        self._goal = goal
        self.time = 0
        self._first_record = len(self._records)
        cost = np.array(self.world.cost, np.uint8).ravel()
        places = self._flat(self._start), self._flat(goal)
        rules = self.mode, self.world.tiles, len(self.walkers), self.world.shape
        flat = self._flat
        links = tuple((flat(a), flat(b), cost, both) for a, b, cost, both in self._links)
        fences = tuple((flat(a), flat(b), both) for a, b, both in self._fences)
        self._add([Started(*rules, *places, cost, links, fences), Tick(0)])
        self._attend()

    def _grid_of(self, cost: npt.ArrayLike) -> Grid:
        return grid_of(cost, self._moves, self._links, self._fences)

    def _attend(self) -> None:
        for walker in self.walkers:
            self._add(walker.attend())

    def _add(self, records: Iterable[Record]) -> None:
        for record in records:  # one by one: what happened before an error is recorded
            self._records.append(record)
            self._bytes += size_of(record)
        for walker in self.walkers:
            walker.shows_states = self._bytes < limits.RECORDING_BYTES / 2

    def _check_room(self) -> None:
        if self._bytes > limits.RECORDING_BYTES:
            megabytes = limits.RECORDING_BYTES // limits.MEGABYTE
            raise InvalidValue(f"the recording of this journey has {megabytes} MB; begin again")

    def _cell(self, cell: Any, name: str) -> Cell:
        return divmod(self.world._node(cell, name), self.world.shape[1])

    def _flat(self, cell: Cell) -> int:
        return cell[0] * self.world.shape[1] + cell[1]


def _choices(agents: Any) -> list[Choice]:
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise InvalidType(f"agents is {shown(agents)}; it must be a list of names or Choices")
    if not 1 <= len(agents) <= limits.RUNS:
        raise InvalidValue(f"agents holds {len(agents)}; there may be 1 to {limits.RUNS}")
    return [Choice.of(agent, f"agents[{i}]") for i, agent in enumerate(agents)]


def _costs(cost: Any) -> npt.NDArray[Any]:
    """The costs of a world, each of them checked; Grid checks the dimensions."""
    given = number_array(cost, "cost")
    bad = np.argwhere(~np.isin(given, np.arange(10)))
    if given.ndim == 2 and len(bad):
        row, col = bad[0]
        raise InvalidValue(f"cost[{row}, {col}] is {given[row, col].item()!r}; {_RULE}")
    return given


def _cost(value: Any) -> int:
    try:
        cost = index(value)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        raise InvalidType(f"value is {shown(value)}; it must be a whole number") from None
    if not 0 <= cost <= 9:
        raise InvalidValue(f"value is {shown(cost)}; {_RULE}")
    return cost
