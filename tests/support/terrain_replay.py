"""Any moment of a session, from its records alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from asterion.lab.terrain.recording import (
    UNSEEN,
    Edited,
    Ended,
    GoalMoved,
    Moved,
    Ordered,
    Planned,
    Planning,
    Record,
    Seen,
    Started,
    Tick,
)

if TYPE_CHECKING:
    import numpy.typing as npt


class AgentThen:
    """An agent at a moment."""

    def __init__(
        self, position: int, known: npt.NDArray[np.bool_], presumed: npt.NDArray[np.uint8]
    ) -> None:
        self.position = position
        self.known = known
        self.presumed = presumed  # its belief of each cell's cost
        self.path: list[int] = []
        self.fresh = False  # whether the path was planned in this time
        self.planning: int | None = None  # expansions so far of the plan under way
        self.message: str | None = None  # at the end of its journey
        self.goal: int | None = None  # of its last order


class Moment:
    """A moment: the true world, and what each agent knows, presumes and plans.

    Takes records in order, and does with each what the top of ``recording.py`` says.
    """

    time: int
    mode: str
    goal: int
    world: npt.NDArray[np.uint8]

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.agents: list[AgentThen] = []
        self.twins: list[AgentThen] = []  # in mode orders: those who remember nothing
        for record in records:
            self.take(record)

    def take(self, record: Record) -> None:
        """Apply one record."""
        match record:
            case Started():
                self._begin(record)
            case Tick():
                self.time = record.time
                for agent in (*self.agents, *self.twins):
                    agent.fresh = False
            case Edited():
                self.world.flat[record.cells] = record.costs
            case GoalMoved():
                self.goal = record.cell
            case _:
                self._happens((*self.agents, *self.twins)[record.agent], record)

    def _begin(self, record: Started) -> None:
        self.time, self.mode, self.goal = 0, record.mode, record.goal
        self.world = record.cost.reshape(record.shape).copy()
        self.agents = []
        self.twins = []
        if record.mode == "orders":
            self._begin_orders(record)
            return
        for _ in range(record.agents):
            knows_all = record.mode == "changing"
            known = np.full(record.shape, knows_all)
            presumed = self.world if knows_all else np.full(record.shape, UNSEEN, np.uint8)
            self.agents.append(AgentThen(record.start, known, presumed))

    def _begin_orders(self, record: Started) -> None:
        known = np.zeros(record.shape, np.bool_)
        presumed = np.full(record.shape, UNSEEN, np.uint8)
        for start in record.starts:
            self.agents.append(AgentThen(start, known, presumed))
            self.twins.append(AgentThen(start, known.copy(), presumed.copy()))

    def _happens(
        self, agent: AgentThen, record: Moved | Seen | Planned | Planning | Ended | Ordered
    ) -> None:
        match record:
            case Ordered():
                agent.goal, agent.message = record.cell, None
                if record.agent >= len(self.agents):
                    agent.position, agent.path = record.start, []
                    agent.known[:] = False
                    agent.presumed[:] = UNSEEN
            case Moved():
                agent.position = record.cell
                agent.path = agent.path[1:]
            case Seen():
                agent.known.flat[record.cells] = True
                agent.presumed.flat[record.cells] = record.costs
            case Planned():
                agent.path = record.path.tolist()
                agent.fresh = True
                agent.planning = agent.message = None
            case Planning():
                agent.planning, agent.message = record.expanded, None
            case Ended():
                agent.message = record.message
                if record.reached:
                    agent.path = [agent.position]
