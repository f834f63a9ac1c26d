"""The set-up of the open ground page: obstacles on a rectangle, and a disc that goes across.

Edits return another set-up and leave this one as it is, so that they can be undone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from asterion.errors import LONGEST, InvalidValue, short_repr
from asterion.io.checks import reading
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link, link_of
from asterion.mesh.mesh import Mesh

Point = tuple[float, float]
Shape = tuple[Point, ...]

WIDTH, HEIGHT = 24, 24  # of the ground
OUTLINE: Shape = ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))
WIDEST = 3  # radius of the disc
CELLS = (2.0, 1.0, 0.5, 0.25)  # sides of the cells that the ground is sampled to
_PLACES = 3  # decimals of a coordinate
_FORMAT = "asterion open ground 1"


@dataclass(frozen=True)
class GroundSetup:
    """Obstacles, start, goal, the radius of the disc, and the grid to compare with."""

    obstacles: tuple[Shape, ...] = ()
    start: Point = (2.5, 12.5)
    goal: Point = (21.5, 12.5)
    radius: float = 0.0
    cell: float = 1.0

    def __post_init__(self) -> None:
        if len(self.obstacles) > limits.GROUND_OBSTACLES:
            most = f"the lab takes at most {limits.GROUND_OBSTACLES}"
            raise InvalidValue(f"there are {len(self.obstacles)} obstacles; {most}")
        if not 0 <= self.radius <= WIDEST:
            raise InvalidValue(f"radius is {self.radius}; it must be 0 to {WIDEST}")
        if self.cell not in CELLS:
            sides = ", ".join(f"{each:g}" for each in CELLS)
            raise InvalidValue(f"cell is {self.cell}; choose one of {sides}")

    # --- Edits

    def with_obstacle(self, points: Any) -> GroundSetup:
        """Add an obstacle."""
        return replace(self, obstacles=(*self.obstacles, shape_of(points)))

    def reshaped(self, at: Any, points: Any) -> GroundSetup:
        """Replace the corners of an obstacle."""
        self._check(at)
        before, after = self.obstacles[:at], self.obstacles[at + 1 :]
        return replace(self, obstacles=(*before, shape_of(points), *after))

    def without(self, at: Any) -> GroundSetup:
        """Remove an obstacle."""
        self._check(at)
        return replace(self, obstacles=self.obstacles[:at] + self.obstacles[at + 1 :])

    def cleared(self) -> GroundSetup:
        """Remove all obstacles."""
        return replace(self, obstacles=())

    def moved(self, end: Any, x: Any, y: Any) -> GroundSetup:
        """Put "start" or "goal" somewhere else."""
        if end not in ("start", "goal"):
            raise InvalidValue(f"end is {short_repr(end)}; it must be 'start' or 'goal'")
        place = place_of(x, y)
        return replace(self, start=place) if end == "start" else replace(self, goal=place)

    def with_radius(self, radius: Any) -> GroundSetup:
        """Replace the radius of the disc."""
        return replace(self, radius=float(radius))

    def _check(self, at: Any) -> None:
        if not isinstance(at, int) or not 0 <= at < len(self.obstacles):
            raise InvalidValue(f"there is no obstacle {short_repr(at)}")

    # --- Links and files

    def to_link(self) -> str:
        """Return the set-up as text for the end of an address."""
        return link_of(self._values())

    @classmethod
    def from_link(cls, link: Any) -> GroundSetup:
        """Read the result of :meth:`to_link`; an error says what is wrong with it."""
        return cls._from_values(decoded_link(link), "the link")

    def to_file(self) -> str:
        """Return the set-up as JSON."""
        return json.dumps({"format": _FORMAT, **self._values()})

    @classmethod
    def from_file(cls, text: str) -> GroundSetup:
        """Read the result of :meth:`to_file`; an error says what is wrong with it."""
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidValue(f"the file is not JSON: {str(error)[:LONGEST]}") from None
        if (written := values.get("format") if isinstance(values, dict) else None) != _FORMAT:
            raise InvalidValue(
                f"the file has the format {short_repr(written)}; open ground of this lab has "
                f"{_FORMAT!r}"
            )
        return cls._from_values(values, "the file")

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def _from_values(cls, values: dict[str, Any], what: str) -> GroundSetup:
        with reading(what, "open ground"):
            shapes = values["obstacles"][: limits.GROUND_OBSTACLES + 1]
            return cls(
                tuple(shape_of(shape) for shape in shapes),
                place_of(*values["start"]),
                place_of(*values["goal"]),
                float(values["radius"]),
                float(values["cell"]),
            )


def is_own_file(text: str) -> bool:
    """Whether a text may be what :meth:`GroundSetup.to_file` wrote, and not GeoJSON."""
    return '"type"' not in text[:2000] or _FORMAT in text[:200]


def place_of(x: Any, y: Any) -> Point:
    """Return a place on the ground; one outside is moved to the edge."""
    left, top = float(x), float(y)
    if not (isfinite(left) and isfinite(top)):
        raise InvalidValue(
            f"({short_repr(x)}, {short_repr(y)}) is not a place; both must be finite numbers"
        )
    return round(min(WIDTH, max(0.0, left)), _PLACES), round(min(HEIGHT, max(0.0, top)), _PLACES)


def shape_of(points: Iterable[Any]) -> Shape:
    """Return the corners of an obstacle that a mesh takes, or raise its error."""
    shape = tuple((round(float(x), _PLACES), round(float(y), _PLACES)) for x, y in points)
    if len(shape) > limits.GROUND_CORNERS:
        most = f"the lab takes at most {limits.GROUND_CORNERS}"
        raise InvalidValue(f"an obstacle has {len(shape)} corners; {most}")
    Mesh(OUTLINE, [(0, 1, 2, 3)]).cut(shape)
    return shape
