"""From the options of a navigator, as a user writes them, to the core's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from asterion import _core
from asterion.errors import InvalidValue, shown
from asterion.search.options import TIES, asked_by_number, check_takes, differs, named_heuristic
from asterion.search.registry import AlgorithmInfo, info_of
from asterion.world.arguments import choice, count
from asterion.world.base import Node, World

PairHeuristic = str | Callable[[Node, Node], float]

_PLANS_ANEW = ("astar", "repeated-forward", "repeated-backward")


class NavigatorOptions(NamedTuple):
    """What a user asks of a navigator."""

    heuristic: Any
    ties: Any
    seed: Any
    own: dict[str, Any]

    def given(self) -> dict[str, Any]:
        """What is not at its default."""
        defaults = {"heuristic": "auto", "ties": "auto", "seed": None}
        named = {
            name: getattr(self, name)
            for name, default in defaults.items()
            if differs(getattr(self, name), default)
        }
        return {**named, **self.own}

    def checked_for(self, info: AlgorithmInfo | None) -> NavigatorOptions:
        """Itself, or an error that names what the algorithm does not take."""
        name = "auto" if info is None else info.name
        taken = ("heuristic", "ties", "seed") if info is None else info.options
        for wish, value in self.given().items():
            if wish not in taken:
                known = ", ".join(taken) or "no options"
                raise InvalidValue(
                    f"{name!r} does not take {wish}={shown(value)}; it takes {known}"
                )
        return self

    def query(self, world: World, info: AlgorithmInfo | None) -> _core.NavigatorQuery:
        """The core's words for it."""
        name = "auto" if info is None else info.name
        if info is not None:
            check_takes(info, world.KIND)
        if info is None and not self._may_choose():
            name = "dstar-lite"
        ties = choice("ties", self.ties, TIES)
        if ties is _core.Ties.straight and (name not in _PLANS_ANEW or world.KIND == "graph"):
            raise InvalidValue(f"{name!r} does not take ties='straight' on a {world.KIND}")
        if self.seed is not None and ties is not _core.Ties.random:
            raise InvalidValue(
                f"seed={shown(self.seed)} is for ties='random'; ties is {self.ties!r}"
            )
        given = None
        kind = _core.Heuristic.custom
        if callable(self.heuristic):
            given = _core.called_pairs(world._ground, asked_by_number(world, self.heuristic))
        else:
            kind = self._distance(world, name)
        return _core.NavigatorQuery(
            kind=getattr(_core.NavigatorKind, name.replace("-", "_")),
            heuristic=kind,
            custom=given,
            ties=ties,
            seed=0 if self.seed is None else count("seed", self.seed),
        )

    def _may_choose(self) -> bool:
        """Whether "auto" is left to the core: see cpp/asterion/replan/choose_navigator.hpp.

        Only without options: JPS, one of the two it chooses from, takes none. D* Lite takes all.
        """
        return not self.given()

    def _distance(self, world: World, name: str) -> _core.Heuristic:
        kind = named_heuristic(self.heuristic, world._rules)
        if isinstance(world._store, _core.Graph) or name in _PLANS_ANEW:
            return kind
        if not _core.is_consistent(kind, world._store):
            raise InvalidValue(
                f"{name!r} needs a consistent heuristic, which {self.heuristic!r} is not on a grid "
                "with these diagonals; choose 'auto'"
            )
        return kind


def navigator_info(algorithm: Any) -> AlgorithmInfo | None:
    """The entry of a navigator; None for "auto"."""
    if isinstance(algorithm, str) and algorithm == "auto":
        return None
    return info_of(algorithm, "navigator")
