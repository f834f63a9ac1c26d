"""Maps from a generator of ``asterion.maps``: the call that makes one, so that it can be told."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import maps
from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells

_OPTIONS = ("density", "extra", "opened", "rounds", "scale", "seed", "size", "water")
_KEPT = 4  # maps that are not made again


class Made(NamedTuple):
    """A generator, the rows and columns, and its other arguments."""

    generator: str
    shape: tuple[int, int]
    options: tuple[tuple[str, int | float], ...] = ()

    @classmethod
    def by(cls, generator: str, shape: tuple[int, int], **options: float) -> Made:
        """Return the call of a generator with these arguments; an error names a wrong one."""
        if generator not in maps.__all__:
            names = ", ".join(maps.__all__)
            raise InvalidValue(f"no generator is called {short_repr(generator)}; there are {names}")
        for name, value in options.items():
            if (
                name not in _OPTIONS
                or isinstance(value, bool)
                or not isinstance(value, int | float)
            ):
                raise InvalidValue(f"a map cannot be made with {name}={short_repr(value)}")
        limits.check_cells(*shape)
        return cls(generator, shape, tuple(options.items()))

    @property
    def cells(self) -> Cells:
        """The map, as it was made."""
        return _cells_of(self)

    def call(self, **more: str) -> str:
        """Write the call in Python."""
        given = {**dict(self.options), **more}
        options = "".join(f", {name}={value!r}".replace("'", '"') for name, value in given.items())
        return f"at.maps.{self.generator}({self.shape}{options})"


@lru_cache(_KEPT)
def _cells_of(made: Made) -> Cells:
    make: Any = getattr(maps, made.generator)
    cells = make(made.shape, **dict(made.options)).cost.astype(np.uint8)
    cells.setflags(write=False)  # all tabs share it
    return cells  # type: ignore[no-any-return]


def made_from(value: Any) -> Made | None:
    """Read a call in a link; None for None."""
    if value is None:
        return None
    generator, (rows, cols), options = value
    return Made.by(str(generator), (int(rows), int(cols)), **dict(options))
