"""One agent of a session, whose actions become records."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.terrain.recording import UNSEEN, Ended, Moved, Planned, Planning, Record, Seen
from asterion.navigate.explorer import Explorer
from asterion.navigate.navigator import Navigator
from asterion.search.registry import info_of
from asterion.world.grid import Cell, Grid

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.path import Path

_COUNTS = ("expanded", "generated", "pushes", "pops")
_OF_THE_SESSION = ("world", "start", "goal", "algorithm", "sight", "unseen")


class Choice(NamedTuple):
    """The navigator of an agent, ``"auto"`` or a custom one, and its options."""

    algorithm: str
    options: Mapping[str, Any] = MappingProxyType({})

    def check(self, name: str) -> None:
        """Raise an error that names the value and the rule, if no agent can be led so."""
        if self.algorithm == "lpa":
            raise InvalidValue(f"{name} is 'lpa', which plans from a fixed start; agents walk")
        chosen = "dstar-lite" if self.algorithm == "auto" else self.algorithm
        taken = info_of(chosen, "navigator").options
        for option in self.options:
            if option in _OF_THE_SESSION:
                raise InvalidValue(
                    f"{name} has the option {short_repr(option)}; "
                    f"{', '.join(_OF_THE_SESSION)} are the session's"
                )
            if option not in taken:
                raise InvalidValue(f"{self.algorithm!r} does not take {option}")


class Order(NamedTuple):
    """An order: an agent is to go to a cell.

    ``after`` is the number of moves since the order before it; None: it waits until all rest.
    """

    agent: int
    cell: Cell
    after: int | None = None


class _Known:
    """The cells that agents have seen, and their costs, as far as they are recorded."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.known = np.zeros(shape, np.bool_)
        self.presumed = np.full(shape, UNSEEN, np.uint8)


class Walker:
    """An agent, and its records so far; one that shares the belief of another shares them too."""

    def __init__(
        self,
        agent: Explorer | Navigator,
        number: int,
        budget: int = 0,
        *,
        shares: Walker | None = None,
    ) -> None:
        self.agent = agent
        self.number = number
        self.budget = budget  # expansions per step; 0: as many as its plan needs
        self.planning = False  # whether its plan waits for the next step
        self._spent = 0  # expansions of that plan so far; the navigator counts it when it is ready
        self.moves = 0
        self.reached: bool | None = None  # None while it walks, False while it has no path
        self.shows_states = True  # whether plans are recorded with open and closed cells
        self.plans: list[tuple[int, Planned]] = []  # and after how many moves
        self._stats = agent.stats
        self._recorded: _Known = shares._recorded if shares else _Known(agent.world.shape)

    @classmethod
    def made(
        cls,
        choice: Choice,
        number: int,
        world: Grid,
        ends: tuple[Cell, Cell],
        *,
        sight: int | None,
        budget: int = 0,
        shares: Walker | None = None,
    ) -> Walker:
        """Return an agent that knows the world, or with ``sight`` one that explores it.

        One that ``shares`` the belief of another explores with it.
        """
        options = {"algorithm": choice.algorithm, **choice.options}
        if sight is None:
            return cls(Navigator(world, *ends, **options), number, budget)
        # As in the papers, unless the options say otherwise: drawn paths stay legal.
        options.setdefault("replan", "path")
        if shares is None:
            options["unseen"] = UNSEEN
        elif isinstance(shares.agent, Explorer):
            options["belief"] = shares.agent.belief
        return cls(Explorer(world, *ends, sight=sight, **options), number, budget, shares=shares)

    def send_to(self, goal: Cell) -> None:
        """Give another goal to an agent, which keeps what it knows."""
        self.agent.goal = goal
        self.reached = None

    def move(self) -> Iterator[Record]:
        """Make one move, and record what follows; none while its plan is not ready."""
        left = yield from self.go()
        if left is not None:
            yield from self.attend(left)

    def go(self) -> Generator[Record, None, int | None]:
        """Make one move, without a look at what follows; return how many expansions are left.

        None if there is no move: the plan is not ready, or there is no path.
        """
        before, spent = self.agent.stats.expanded, self._spent
        # Does nothing unless a plan is not ready, or a custom navigator has raised.
        yield from self.attend(self.budget)
        if self.planning or self.reached is not None:
            return None
        cell = self.agent.step()
        if cell is not None:
            self.moves += 1
            yield Moved(self.number, self._flat(cell))
        used = self.budget if spent else int(self.agent.stats.expanded - before)
        return max(0, self.budget - used)

    def attend(self, expansions: int = 0) -> Iterator[Record]:
        """Look, and plan if needed, so that the path fits the world as the agent knows it.

        With a budget, the plan may take several steps: ``expansions`` are left of this one.
        """
        agent = self.agent
        if isinstance(agent, Explorer):
            agent.look()
            yield from self._seen(agent)
        if agent.arrived:
            if not self.reached:
                self.reached = True
                yield Ended(self.number, reached=True)
            return
        self.planning = self.budget > 0 and agent.plan(expansions=expansions) == "running"
        self._spent = self._spent + expansions if self.planning else 0
        if self.planning:
            self.reached = None
            yield Planning(self.number, self._spent)
            return
        path = agent.path
        yield from self._planned(path)
        if path:
            self.reached = None
        elif self.reached is not False:
            self.reached = False
            yield Ended(self.number, reached=False)

    def _seen(self, agent: Explorer) -> Iterator[Record]:
        known, presumed = agent.known, np.array(agent.belief.cost, np.uint8)
        told = self._recorded
        news = np.flatnonzero((known != told.known) | (presumed != told.presumed))
        if len(news):
            told.known, told.presumed = known, presumed
            yield Seen(self.number, news.astype(np.uint32), presumed.flat[news])

    def _planned(self, path: Path) -> Iterator[Record]:
        before, now = self._stats, self.agent.stats
        if now.searches == before.searches:
            return
        self._stats = now
        self.reached = None  # if there is no path, that is recorded again
        counts = {name: int(getattr(now, name) - getattr(before, name)) for name in _COUNTS}
        plan = Planned(
            self.number,
            len(self.plans) + 1,
            np.array([self._flat(cell) for cell in path], np.uint32),
            path.cost,
            **counts,
            seconds=now.seconds - before.seconds,
            state=self._state(),
        )
        self.plans.append((self.moves, plan))
        yield plan

    def _state(self) -> npt.NDArray[np.uint8] | None:
        rows, cols = self.agent.world.shape
        if not self.shows_states or rows * cols > limits.STATE_CELLS:
            return None
        try:
            state = np.array(self.agent.state, np.uint8)  # a copy: a custom navigator may change it
        except InvalidValue:  # a custom navigator need not have it
            return None
        return state.ravel() if state.size == rows * cols else None

    def _flat(self, cell: Cell) -> int:
        return cell[0] * self.agent.world.shape[1] + cell[1]

    def table(self, most: int | None = None) -> dict[str, Any]:
        """Return the cost of each of the last plans, and of all of them; ready for JSON."""
        plans: list[dict[str, Any]] = [
            {
                "plan": plan.number,
                "move": moves,
                "expanded": plan.expanded,
                "generated": plan.generated,
                "length": max(len(plan.path) - 1, 0),
                "cost": plan.cost if isfinite(plan.cost) else None,
                "ms": 1000 * plan.seconds,
            }
            for moves, plan in (self.plans if most is None else self.plans[-most:])
        ]
        totals = {
            "expanded": sum(plan.expanded for _, plan in self.plans),
            "generated": sum(plan.generated for _, plan in self.plans),
            "ms": sum(1000 * plan.seconds for _, plan in self.plans),
        }
        return {
            "algorithm": self.agent.algorithm,
            "plans": plans,
            "totals": {"plans": len(self.plans), "moves": self.moves, **totals},
        }
