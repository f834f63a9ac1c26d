"""A search that a page runs: an algorithm with its options, and its title for people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asterion.errors import InvalidValue
from asterion.search.registry import info_of


@dataclass(frozen=True)
class Run:
    """A search: an algorithm, and what it is asked for beyond its defaults."""

    algorithm: str
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        info = info_of(self.algorithm)
        if info.needs:
            needs = " and ".join(info.needs)
            raise InvalidValue(f"{self.algorithm!r} needs {needs}, which a page cannot give it")
        for name in self.options:
            if name not in info.options:
                raise InvalidValue(f"{self.algorithm!r} does not take {name}")

    @property
    def name(self) -> str:
        """The algorithm, for people."""
        return name_of(self.algorithm)

    @property
    def title(self) -> str:
        """The algorithm with its options, for people."""
        return titled(self.algorithm, self.options)


def name_of(algorithm: str, kind: str = "search") -> str:
    """An algorithm as people write it."""
    return "Automatic" if algorithm == "auto" else info_of(algorithm, kind).title


def titled(algorithm: str, options: Any, kind: str = "search") -> str:
    """An algorithm with its options, for people."""
    words = [f"{option.replace('_', ' ')} {_word(value)}" for option, value in options.items()]
    return ", ".join([name_of(algorithm, kind), *words])


def _word(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
