"""The set-up of the crowds page: the map, the units on it, and where they go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.crowds.floors import warehouse
from asterion.lab.maps.map_setup import HIGHEST_COST, MapSetup, largest_region
from asterion.world.arguments import one_of
from asterion.world.dice import Dice
from asterion.world.grid import Cell

if TYPE_CHECKING:
    from asterion.io import Problem
    from asterion.lab.maps.map_setup import Cells

TEAMS = 2
GUIDED = "-guided"  # the end of an engine's name
ENGINES = {
    "lacam": "Real-Time LaCAM",
    "lacam-guided": "Guided LaCAM",
    "pibt": "PIBT",
    "pibt-guided": "Guided PIBT",
}
ARRIVALS = {
    "again": "goes to another goal",
    "stay": "stays there",
    "leave": "leaves the map",
}
LAYERS = ("costs", "units", "targets")
_ROOM = 2  # free cells for each unit that is placed at random, at least


class Event(NamedTuple):
    """A change while they walk, just before the step from a tick.

    On layer ``"gone"`` the cells are the ids of units that are taken away, on ``"order"`` of units
    that are sent to the cell ``value`` as a group.
    """

    tick: int
    layer: str
    value: int
    cells: tuple[int, ...]


@cache
def _first_map() -> tuple[Cells, Cells]:
    cells, targets = warehouse()
    for layer in (cells, targets):
        layer.setflags(write=False)  # all new tabs share it
    return cells, targets


def most_units(rows: int, cols: int) -> int:
    """The number of units that a map of this size has, at most."""
    return min(limits.CROWD_UNITS, limits.CROWD_DISTANCES // (rows * cols))


@dataclass(frozen=True, eq=False)
class CrowdSetup(MapSetup):
    """The map, units and goals by team (1 and 2) as layers over it, and the engines side by side.

    A unit goes to the goals of its team, or to any free cell if it has none; ``aims`` send the
    units that begin in some cells to goals of their own. Start and goal of the map are not used.
    """

    cells: Cells
    start: Cell = (0, 0)
    goal: Cell = (0, 0)
    diagonal: str = "never"
    units: Cells = field(kw_only=True)
    targets: Cells = field(kw_only=True)
    engines: tuple[str, ...] = ("lacam",)
    then: str = "again"  # what a unit does when it is there
    seed: int = 0
    aims: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    script: tuple[Event, ...] = ()  # changes to come, in order

    @classmethod
    def on(cls, cells: Cells, **parts: Any) -> Self:
        """Return a set-up without units and goals, unless they are given."""
        empty = np.zeros_like(cells)
        return cls(cells, **{"units": empty, "targets": empty, **parts})

    @classmethod
    def first(cls) -> Self:
        """The set-up of a new tab."""
        cells, targets = _first_map()
        return cls.on(cells, targets=targets).with_units(180)

    def __post_init__(self) -> None:
        super().__post_init__()
        rows, cols = self.cells.shape
        if rows * cols > limits.CROWD_CELLS:
            raise InvalidValue(
                f"the map has {rows} x {cols} cells; crowds walk on up to {limits.CROWD_CELLS}"
            )
        for name in ("units", "targets"):
            layer = getattr(self, name)
            if layer.shape != self.cells.shape:
                raise InvalidValue(f"{name} are of shape {layer.shape}; the map is {rows} x {cols}")
        number, most = self.number, most_units(rows, cols)
        if number > most:
            shape = f"{rows} x {cols}"
            raise InvalidValue(f"there are {number} units; a map of {shape} has up to {most}")
        if not 1 <= len(self.engines) <= 2:
            raise InvalidValue(f"{len(self.engines)} engines are asked for; 1 or 2 can be")
        for engine in self.engines:
            one_of("engine", engine, tuple(ENGINES))
        one_of("then", self.then, tuple(ARRIVALS))
        limits.check_seed(self.seed)
        self._check_events()

    def _check_events(self) -> None:
        changes = sum(len(event.cells) for event in self.script)
        if changes > limits.CROWD_CHANGES:
            raise InvalidValue(
                f"there are {changes} changes; a run has up to {limits.CROWD_CHANGES}"
            )
        for tick, layer, value, cells in self.script:
            one_of("layer", layer, (*LAYERS, "gone", "order"))
            if tick < 0:
                raise InvalidValue(f"a change is at tick {short_repr(tick)}; the first tick is 0")
            if layer in LAYERS:
                self.check_drawing(layer, cells, value)
            elif layer == "order":
                self.check_nodes([value])
        self.check_nodes([*self.aims, *self.aims.values()])

    @property
    def ends(self) -> tuple[Cell, ...]:
        """No cell is kept free: a unit may be walled in."""
        return ()

    @property
    def number(self) -> int:
        """The number of units at first."""
        return int(np.count_nonzero(self.units))

    @property
    def nbytes(self) -> int:
        """The memory of the layers."""
        return 3 * self.cells.nbytes

    # --- Drawing

    def check_drawing(self, layer: str, nodes: Sequence[int], value: int) -> None:
        """Raise an error unless these cells can have this value."""
        one_of("layer", layer, LAYERS)
        most = HIGHEST_COST if layer == "costs" else TEAMS
        if not 0 <= value <= most:
            raise InvalidValue(f"{layer} are drawn as {short_repr(value)}; it must be 0 to {most}")
        self.check_nodes(nodes)

    def drawn(self, layer: str, nodes: Sequence[int], value: int) -> Self:
        """Return it with another value of a layer in some cells."""
        self.check_drawing(layer, nodes, value)
        if layer == "costs":
            return self.painted(nodes, value)
        changed = getattr(self, layer).copy()
        changed.flat[np.asarray(nodes, np.int64)] = value
        return replace(self, **{layer: changed})

    def cleared(self) -> Self:
        """Make floor everywhere, without goals."""
        ones, zeros = np.ones_like(self.cells), np.zeros_like(self.cells)
        return replace(self, cells=ones, targets=zeros, script=())

    def layers(self) -> dict[str, Cells]:
        """The layers that can be drawn on, by their names."""
        return {"costs": self.cells, "units": self.units, "targets": self.targets}

    def differs_in_layers_alone(self, other: CrowdSetup) -> bool:
        """Whether units can walk on in the other set-up."""

        def rest(setup: CrowdSetup) -> tuple[Any, ...]:
            run = setup.engines, setup.then, setup.seed, dict(setup.aims), setup.script
            return *setup.moves, setup.cells.shape, *run

        return rest(self) == rest(other)

    # --- Units

    def with_units(self, number: int, seed: int | None = None) -> Self:
        """Return it with this many units, of the teams that it has, at random free cells."""
        seed = self.seed if seed is None else seed
        free = np.flatnonzero(largest_region(self.grid()) & (self.targets == 0))
        if number > len(free) // _ROOM and number > self.number:
            raise InvalidValue(
                f"{number} units are asked for; up to {len(free) // _ROOM} have room on this map"
            )
        teams = np.unique(self.units[self.units > 0])
        return self._placed(free, number, teams if len(teams) else np.array([1]), seed)

    def _placed(self, free: Any, number: int, teams: Any, seed: int) -> Self:
        order = Dice(seed).fractions((1, len(free)))[0].argsort(kind="stable")
        chosen = free[order[:number]]
        units = np.zeros_like(self.cells)
        units.flat[chosen] = teams[np.arange(len(chosen)) * len(teams) // max(1, len(chosen))]
        return replace(self, units=units, seed=seed, aims={}, script=())

    def with_map(self, cells: Cells) -> Self:
        """Return it on another map, where as many units are, at random cells, and no goals."""
        limits.check_cells(*cells.shape)
        if not cells.any():
            raise InvalidValue("the map has no free cell")
        empty = np.zeros_like(cells)
        bare = replace(
            self, cells=cells, units=empty, targets=empty, aims={}, script=(), links=(), fences=()
        )
        free = np.flatnonzero(largest_region(bare.grid()))
        number = min(self.number, len(free) // _ROOM, most_units(*cells.shape))
        teams = np.unique(self.units[self.units > 0])
        return bare._placed(free, number, teams if len(teams) else np.array([1]), self.seed)

    def with_problems(self, problems: Iterable[Problem], number: int) -> Self:
        """Return it with a unit for each of the first problems of a scenario, which stays there."""
        rows, cols = self.cells.shape
        units, aims = np.zeros_like(self.cells), {}
        for i, problem in enumerate(problems):
            if problem.shape != (rows, cols):
                wide, high = problem.shape
                raise InvalidValue(
                    f"the scenario is for {short_repr(problem.map)}, {wide} x {high}; this map is "
                    f"{rows} x {cols}: load that map first"
                )
            if i == number:
                break
            for name, (row, col) in (("starts", problem.start), ("ends", problem.goal)):
                if not (row < rows and col < cols and self.cells[row, col]):
                    raise InvalidValue(f"problem {i} {name} at ({row}, {col}), which is not free")
            if units[problem.start]:
                raise InvalidValue(f"problem {i} starts at {problem.start}, as one before it does")
            units[problem.start] = 1
            aims[problem.start[0] * cols + problem.start[1]] = (
                problem.goal[0] * cols + problem.goal[1]
            )
        empty, moves = np.zeros_like(self.cells), "never"  # as in the benchmark
        walk = replace(self, diagonal=moves, then="stay", aims=aims, script=())
        return replace(walk, units=units, targets=empty)

    # --- Links

    def _link_values(self) -> dict[str, Any]:
        marks = (self.units + (TEAMS + 1) * self.targets + ord("0")).astype(np.uint8)
        return {
            "marks": marks.tobytes().decode("ascii"),
            "engines": self.engines,
            "then": self.then,
            "seed": self.seed,
            "aims": [*self.aims.items()],
            "script": self.script,
        }

    @classmethod
    def _from_link_values(cls, values: dict[str, Any]) -> dict[str, Any]:
        rows, cols = (int(n) for n in values["shape"])
        text = str(values["marks"])
        if len(text) != rows * cols or not text.isdecimal() or "9" in text:
            raise InvalidValue(f"the link's layers of {rows} x {cols} have {len(text)} cells")
        marks = np.frombuffer(text.encode("ascii"), np.uint8).reshape(rows, cols) - ord("0")
        return {
            "units": marks % (TEAMS + 1),
            "targets": marks // (TEAMS + 1),
            "engines": tuple(str(name) for name in values["engines"]),
            "then": str(values["then"]),
            "seed": int(values["seed"]),
            "aims": {int(begin): int(end) for begin, end in values["aims"]},
            "script": tuple(
                Event(int(tick), str(layer), int(value), tuple(int(cell) for cell in cells))
                for tick, layer, value, cells in values["script"]
            ),
        }
