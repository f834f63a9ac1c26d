"""The session of the terrain page in mode orders: agents go where a person sends them.

They share what they see, and keep it from order to order. Beside each walks its twin, who carries
out the same orders and remembers nothing: for each it begins where the agent stood when the order
came, with an empty map. An order that another one replaced is over for both.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.terrain.agent import Order, Walker
from asterion.lab.terrain.legs import Leg, compared
from asterion.lab.terrain.recording import Ordered, Tick
from asterion.lab.terrain.session import TerrainSession
from asterion.world.arguments import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from asterion.lab.terrain.recording import Record
    from asterion.world.grid import Cell


class OrdersSession(TerrainSession):
    """Agents in an unknown world, each with a start of its own, who carry out orders.

    Orders of the set-up are given when they are due; :meth:`order` gives one now. All else is as in
    :class:`TerrainSession`.
    """

    def _begin(self, goal: Cell) -> None:
        setup, walkers = self.setup, list[Walker]()
        for i, (chosen, post) in enumerate(zip(setup.agents, setup.posts, strict=True)):
            walker = Walker.made(
                chosen,
                i,
                self.world,
                (post, post),
                sight=setup.sight,
                budget=setup.budget,
                shares=walkers[0] if walkers else None,
            )
            walker.reached = True  # at rest, until an order comes
            walkers.append(walker)
        self.walkers = walkers
        self.goal = goal
        self.legs: list[Leg] = []  # of all orders given
        self.given: tuple[Order, ...] = ()
        self._coming = deque(setup.orders)
        self._given_at = 0  # the time of the last
        self._twins: list[Leg | None] = [None] * len(walkers)  # the order that each carries out
        starts = tuple(self._flat(post) for post in setup.posts)
        self._set_out(starts[0], -1, starts)

    @property
    def everyone(self) -> list[Walker]:
        """The agents, and those twins that have set out."""
        twins = [leg.twin for leg in self._twins if leg is not None]
        return [*self.walkers, *[twin for twin in twins if twin is not None]]

    @property
    def is_over(self) -> bool:
        """Whether all are at rest, and no order is still to come."""
        return not self._coming and self._rests

    @property
    def _rests(self) -> bool:
        return all(walker.reached is not None for walker in self.everyone)

    @property
    def all_orders(self) -> tuple[Order, ...]:
        """The orders given, and those to come."""
        return *self.given, *self._coming

    def step(self) -> bool:
        """Move everyone who walks; return whether there was anything to wait for."""
        if self.is_over:
            return False
        self._check_room()
        self.time += 1
        self._add([Tick(self.time)])
        self._add(self._moves())
        self._proceed()
        return True

    def _moves(self) -> Iterator[Record]:
        """All move; then all look and plan, because what one sees may concern another."""
        left: dict[int, int | None] = {}
        for walker in [each for each in self.everyone if each.reached is None]:
            left[walker.number] = yield from walker.go()
        for walker in self.everyone:
            if not walker.planning:
                yield from walker.attend(left.get(walker.number) or 0)

    def order(self, agent: int, cell: Cell) -> None:
        """Send an agent to a cell now; orders that were still to come are dropped."""
        number = count("agent", agent)
        if number >= len(self.walkers):
            raise InvalidValue(f"agent is {number}; there are {len(self.walkers)}, from 0")
        rows, cols = self.world.shape
        if not (0 <= cell[0] < rows and 0 <= cell[1] < cols):
            told = f"({short_repr(cell[0])}, {short_repr(cell[1])})"
            raise InvalidValue(f"the order is to {told}, beside the map of {rows} x {cols}")
        if len(self.given) >= limits.ORDERS:
            raise InvalidValue(f"{limits.ORDERS} orders have been given; begin again")
        self._check_room()
        self._coming.clear()
        since = min(self.time - self._given_at, limits.ORDER_MOVES)
        self._give(Order(number, cell, None if self._rests else since))
        self._proceed()

    def move_goal(self, goal: Cell) -> None:
        """Move the goal of the map, which no agent has in this mode."""
        self.goal = goal

    def comparison(self) -> dict[str, Any] | None:
        """Return how many moves memory has saved; None before an order is done."""
        return compared(self.legs, len(self.walkers))

    def _attend(self) -> None:
        super()._attend()
        self._proceed()

    def _proceed(self) -> None:
        """Note how far all are; let twins set out, and give the orders that are due."""
        self._note()
        while self._coming and self._is_due(self._coming[0]):
            self._give(self._coming.popleft())
            self._note()

    def _is_due(self, order: Order) -> bool:
        return self._rests if order.after is None else self.time >= self._given_at + order.after

    def _give(self, order: Order) -> None:
        walker = self.walkers[order.agent]
        former = [leg for leg in self.legs if leg.agent == order.agent]
        if former and former[-1].reached is None:
            former[-1].is_compared = False
        leg = Leg(order.agent, len(former) + 1, walker.agent.position, order.cell, self.time)
        self.legs.append(leg)
        self.given += (order,)
        self._given_at = self.time
        self._add([self._ordered(order.agent, leg)])
        walker.send_to(order.cell)
        self._add(walker.attend())

    def _note(self) -> None:
        for walker in self.walkers:
            own = [leg for leg in self.legs if leg.agent == walker.number]
            if not own:
                continue
            own[-1].moves = walker.moves - sum(leg.moves for leg in own[:-1])
            own[-1].reached = walker.reached
            now = self._twins[walker.number]
            if now is None or now.is_done or not now.is_compared:
                self._set_out_alone(walker.number, [leg for leg in own if leg.twin is None])

    def _set_out_alone(self, agent: int, waiting: list[Leg]) -> None:
        """Let the twin of an agent carry out the first order that waits for it."""
        now = self._twins[agent]
        if now is not None and not now.is_compared:
            self._twins[agent] = None
        for leg in waiting:
            leg.is_compared = leg.is_compared and self.world[leg.start] > 0
            if leg.is_compared:
                chosen, ends = self.setup.agents[agent], (leg.start, leg.goal)
                number = len(self.walkers) + agent
                sight, budget = self.setup.sight, self.setup.budget
                leg.twin = Walker.made(chosen, number, self.world, ends, sight=sight, budget=budget)
                self._twins[agent] = leg
                self._add([self._ordered(number, leg)])
                self._add(leg.twin.attend())
                return

    def _ordered(self, agent: int, leg: Leg) -> Ordered:
        return Ordered(agent, leg.number, self._flat(leg.start), self._flat(leg.goal))
