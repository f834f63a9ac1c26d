"""Layers about the map itself: a structure, a field, and straight lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from asterion.errors import AsterionError, InvalidValue, short_repr
from asterion.lab.playground.map_fields import FIELDS, straight_lines
from asterion.lab.playground.structures import STRUCTURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from asterion.lab.playground.drawn_world import DrawnWorld
    from asterion.lab.playground.setup import Setup
    from asterion.lab.work import Work
    from asterion.search.path import Path


@dataclass(frozen=True)
class MapLayers:
    """The layers that are on: a structure and a field by their names, "" for none."""

    structure: str = ""
    field: str = ""
    straight: bool = False

    def __post_init__(self) -> None:
        for kind, name, known in (
            ("structure", self.structure, STRUCTURES),
            ("field", self.field, FIELDS),
        ):
            if name and name not in known:
                names = ", ".join(map(repr, known))
                raise InvalidValue(f"{kind} is {short_repr(name)}; it must be '' or one of {names}")

    @classmethod
    def of(cls, message: dict[str, Any]) -> Self:
        """Read the layers of a message."""
        return cls(
            str(message["structure"]), str(message["field"]), straight=bool(message["straight"])
        )

    def __bool__(self) -> bool:
        return bool(self.structure or self.field or self.straight)


def layers_message(
    layers: MapLayers,
    world: DrawnWorld,
    setup: Setup,
    paths: Sequence[Path | None],
    is_stale: Callable[[], bool],
) -> Work[dict[str, Any] | None]:
    """Return the message of the layers of a map; None as soon as it is stale.

    Each part has a ``note``, a line on what it shows, or a ``problem`` in its stead.
    """
    parts: dict[str, Any] = {"structure": None, "field": None, "straight": None}
    ends = setup.start, setup.goal
    jobs: dict[str, Callable[[], dict[str, Any]]] = {}
    if layers.structure:
        jobs["structure"] = lambda: world.structures.shown(layers.structure, *ends)
    if layers.field:
        jobs["field"] = lambda: world.fields.shown(layers.field, *ends)
    if layers.straight:
        jobs["straight"] = lambda: straight_lines(world.grid, *ends, paths)
    for part, job in jobs.items():
        yield
        if is_stale():
            return None
        try:
            parts[part] = job()
        except AsterionError as error:
            parts[part] = {"name": getattr(layers, part), "problem": str(error)}
    return {
        "type": "layers",
        "shape": setup.cells.shape,
        "wanted": [layers.structure, layers.field, layers.straight],
        **parts,
    }
