"""A search that a page runs: an algorithm with its options, and its title for people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asterion.errors import InvalidValue
from asterion.search.registry import AlgorithmInfo, algorithms, info_of

# Besides searches, a board can show a query of an index that was built from the map.
INDEX = info_of("index", "navigator")._replace(
    kind="search",
    worlds=("grid",),
    summary="Climbs a hierarchy, made of the map beforehand, from both ends until they meet.",
)


def board_searches() -> list[AlgorithmInfo]:
    """The algorithms that a board can show: all that need no function of the user's."""
    searches = [info for info in algorithms("search") if not info.needs]
    index = [] if is_custom(INDEX.name) else [INDEX]
    return [*searches, *index, *(info for info in algorithms("textbook") if info.kind == "search")]


def board_info(algorithm: str, kind: str = "search") -> AlgorithmInfo:
    """The entry of an algorithm that a board can show, like `info_of`."""
    if kind == "search" and shows_index(algorithm):
        return INDEX
    return info_of(algorithm, kind)


def shows_index(algorithm: str) -> bool:
    """Whether that is the index; a custom search may have its name."""
    return algorithm == INDEX.name and not is_custom(algorithm)


def is_custom(name: str) -> bool:
    """Whether a custom search was registered by that name."""
    return any(info.name == name and info.factory for info in algorithms("search"))


@dataclass(frozen=True)
class Run:
    """A search: an algorithm, and the options that are not at their defaults."""

    algorithm: Any  # a name; types do not know the names of custom ones
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        info = board_info(self.algorithm)
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
    return "Automatic" if algorithm == "auto" else board_info(algorithm, kind).title


def titled(algorithm: str, options: Any, kind: str = "search") -> str:
    """An algorithm with its options, for people."""
    words = [f"{option.replace('_', ' ')} {_word(value)}" for option, value in options.items()]
    return ", ".join([name_of(algorithm, kind), *words])


def _word(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
