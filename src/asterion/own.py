"""Running algorithms of a user's own behind the face of the built-in ones."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from asterion.errors import InvalidType, InvalidValue, shown
from asterion.options import Options, checked_for
from asterion.registry import AlgorithmInfo
from asterion.results import Path

if TYPE_CHECKING:
    from asterion.grid import Cell, GridWorld

STATUSES = ("running", "found", "unreachable", "stopped")


class OwnSession:
    """A search of a user's own, with the interface of the core's sessions."""

    def __init__(
        self,
        info: AlgorithmInfo,
        world: GridWorld,
        start: Cell,
        goals: list[Cell],
        options: Options,
    ) -> None:
        self._info = info
        self._arguments = (world, start, goals)
        self._asked = checked_for(options, info.name)
        self.restart()

    def restart(self) -> None:
        """Makes the search anew."""
        if self._info.factory is None:
            raise InvalidType(f"{self._info.name!r} has no factory")
        self._search = self._info.factory(*self._arguments, **self._asked)
        self.status = "running"

    def advance(self, expansions: int | None, seconds: float | None) -> str:
        """Up to so many steps, or so long."""
        deadline = None if seconds is None else perf_counter() + seconds
        steps = 0
        while self.status == "running" and steps != expansions:
            if deadline is not None and perf_counter() >= deadline:
                break
            status = self._search.step()
            if not isinstance(status, str) or status not in STATUSES:
                raise InvalidValue(
                    f"a step of {self._info.name!r} gave {shown(status)}; it must be one of "
                    f"{STATUSES}"
                )
            self.status = status
            steps += 1
        return self.status

    def path(self) -> Path:
        """The path, once it is found."""
        if self.status != "found":
            return Path.not_found(self.status)
        path = self._search.path
        if not isinstance(path, Path):
            raise InvalidType(
                f"the path of {self._info.name!r} is {shown(path)}; Path.from_nodes builds one"
            )
        if self._info.optimal and not path.optimal:
            return Path.from_nodes(self._arguments[0], path, optimal=True)
        return path

    def __getattr__(self, name: str) -> Any:
        """What a search of one's own may show or not: best_so_far, g, h, state, parent, trace."""
        value = getattr(self._search, name, None) if name != "_search" else None
        if value is None:
            raise InvalidValue(f"{self._info.name!r} does not show {name}")
        return value if callable(value) else lambda: value
