"""The set-up of the terrain page: the map, the agents, and their knowledge."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.maps.made import Made
from asterion.lab.maps.map_setup import MapSetup, cell_of, plain_options
from asterion.lab.terrain.agent import Choice, Order
from asterion.lab.terrain.orders import OrdersSession
from asterion.lab.terrain.session import TerrainSession
from asterion.world.arguments import one_of
from asterion.world.grid import Cell

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells

MODES = ("unknown", "changing", "orders")


_FIRST = Made.by("maze", (41, 25), seed=19, opened=30)


@dataclass(frozen=True, eq=False)
class TerrainSetup(MapSetup):
    """The map, one to four agents, whether they know it, and how far they see.

    In mode orders each agent has its own start, from ``starts`` as far as there are any, and goes
    where ``orders`` send it.
    """

    cells: Cells = field(default_factory=lambda: _FIRST.cells)
    start: Cell = (0, 0)
    goal: Cell = (40, 24)
    diagonal: str = "never"
    agents: tuple[Choice, ...] = (Choice("repeated-forward"), Choice("dstar-lite"))
    mode: str = "unknown"
    sight: int = 1
    budget: int = 0  # expansions of each agent per step; 0: no limit
    starts: tuple[Cell, ...] = ()
    orders: tuple[Order, ...] = ()
    first_map: ClassVar[Made] = _FIRST

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.agents) <= limits.RUNS:
            raise InvalidValue(
                f"{len(self.agents)} agents are asked for; 1 to {limits.RUNS} can be"
            )
        for number, agent in enumerate(self.agents, 1):
            agent.check(f"agent {number}")
        one_of("mode", self.mode, MODES)
        if not 1 <= self.sight <= limits.SIGHT:
            raise InvalidValue(f"sight is {short_repr(self.sight)}; it must be 1 to {limits.SIGHT}")
        most = limits.STEP_EXPANSIONS
        if not 0 <= self.budget <= most:
            raise InvalidValue(f"budget is {short_repr(self.budget)}; it must be 0 to {most}")
        self._check_orders()

    def _check_orders(self) -> None:
        if len(self.orders) > limits.ORDERS:
            raise InvalidValue(f"there are {len(self.orders)} orders; up to {limits.ORDERS} can be")
        rows, cols = self.cells.shape
        named = [("a start", cell) for cell in self.starts]
        named += [(f"order {i}", order.cell) for i, order in enumerate(self.orders, 1)]
        for name, (row, col) in named:
            if not (0 <= row < rows and 0 <= col < cols):
                cell = f"({short_repr(row)}, {short_repr(col)})"
                raise InvalidValue(f"{name} is {cell}, beside the map of {rows} x {cols}")
        for i, (agent, _, after) in enumerate(self.orders, 1):
            if not 0 <= agent < len(self.agents):
                told = f"{short_repr(agent)}; there are {len(self.agents)}, from 0"
                raise InvalidValue(f"order {i} is for agent {told}")
            if after is not None and not 0 <= after <= limits.ORDER_MOVES:
                told = f"{short_repr(after)} moves after the one before it"
                raise InvalidValue(f"order {i} is {told}; it must be 0 to {limits.ORDER_MOVES}")

    @property
    def posts(self) -> tuple[Cell, ...]:
        """The cell where each agent begins in mode orders."""
        given = self.starts[: len(self.agents)]
        return *given, *[self.start] * (len(self.agents) - len(given))

    @property
    def ends(self) -> tuple[Cell, ...]:
        """The cells that never become walls."""
        return self.posts if self.mode == "orders" else super().ends

    def with_map(self, cells: Cells) -> Self:
        """Return it on another map, without the orders on this one."""
        return replace(super().with_map(cells), starts=(), orders=())

    def with_mode(self, mode: str) -> Self:
        """Return it in another mode; walls on start and goal, drawn between orders, are opened."""
        setup = replace(self, mode=mode)
        for end in ("start", "goal"):
            setup = setup.moved(end, setup._flat(getattr(setup, end)))
        return setup

    def with_post(self, agent: int, node: int) -> Self:
        """Return it with the start of an agent in mode orders on another cell, which is opened."""
        posts = [*self.posts]
        if not 0 <= agent < len(posts):
            told = f"{short_repr(agent)}; there are {len(posts)}, from 0"
            raise InvalidValue(f"agent is {told}")
        self.check_nodes([node])
        posts[agent] = cell = self._cell(node)
        setup = self if self.cells[cell] else self.painted([node], 1)
        return replace(setup, starts=tuple(posts))

    def session(self) -> TerrainSession:
        """Return the agents at the start."""
        return OrdersSession(self) if self.mode == "orders" else TerrainSession(self)

    def differs_in_map_alone(self, other: TerrainSetup) -> bool:
        """Whether agents can walk on in the other set-up, where only cells have changed."""

        def rest(setup: TerrainSetup) -> tuple[Any, ...]:
            ends = setup.cells.shape, setup.start, setup.goal
            sent = setup.starts, setup.orders
            return *ends, *setup.moves, setup.agents, setup.mode, setup.sight, setup.budget, *sent

        return rest(self) == rest(other)

    def _link_values(self) -> dict[str, Any]:
        agents = [[agent.algorithm, dict(agent.options)] for agent in self.agents]
        return {
            "agents": agents,
            "mode": self.mode,
            "sight": self.sight,
            "budget": self.budget,
            **({"starts": self.starts} if self.starts else {}),
            **({"orders": self.orders} if self.orders else {}),
        }

    @classmethod
    def _from_link_values(cls, values: dict[str, Any]) -> dict[str, Any]:
        agents = values["agents"]
        return {
            "agents": tuple(Choice(str(name), plain_options(options)) for name, options in agents),
            "mode": str(values["mode"]),
            "sight": int(values["sight"]),
            "budget": int(values["budget"]),
            "starts": tuple(map(cell_of, values.get("starts", ()))),
            "orders": tuple(
                Order(int(agent), cell_of(cell), None if after is None else int(after))
                for agent, cell, after in values.get("orders", ())
            ),
        }
