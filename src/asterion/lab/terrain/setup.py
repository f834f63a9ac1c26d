"""The set-up of the terrain page: the map, the agents, and their knowledge."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.maps.made import Made
from asterion.lab.maps.map_setup import MapSetup, plain_options
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.session import TerrainSession
from asterion.world.arguments import one_of
from asterion.world.grid import Cell

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells

MODES = ("unknown", "changing")


_FIRST = Made.by("maze", (41, 25), seed=19, opened=30)


@dataclass(frozen=True, eq=False)
class TerrainSetup(MapSetup):
    """The map, one to four agents, whether they know it, and how far they see."""

    cells: Cells = field(default_factory=lambda: _FIRST.cells)
    start: Cell = (0, 0)
    goal: Cell = (40, 24)
    diagonal: str = "never"
    agents: tuple[Choice, ...] = (Choice("repeated-forward"), Choice("dstar-lite"))
    mode: str = "unknown"
    sight: int = 1
    budget: int = 0  # expansions of each agent per step; 0: no limit
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

    def session(self) -> TerrainSession:
        """Return the agents at the start."""
        return TerrainSession(self)

    def differs_in_map_alone(self, other: TerrainSetup) -> bool:
        """Whether agents can walk on in the other set-up, where only cells have changed."""

        def rest(setup: TerrainSetup) -> tuple[Any, ...]:
            ends = setup.cells.shape, setup.start, setup.goal
            return *ends, *setup.moves, setup.agents, setup.mode, setup.sight, setup.budget

        return rest(self) == rest(other)

    def _link_values(self) -> dict[str, Any]:
        agents = [[agent.algorithm, dict(agent.options)] for agent in self.agents]
        return {
            "agents": agents,
            "mode": self.mode,
            "sight": self.sight,
            "budget": self.budget,
        }

    @classmethod
    def _from_link_values(cls, values: dict[str, Any]) -> dict[str, Any]:
        agents = values["agents"]
        return {
            "agents": tuple(Choice(str(name), plain_options(options)) for name, options in agents),
            "mode": str(values["mode"]),
            "sight": int(values["sight"]),
            "budget": int(values["budget"]),
        }
