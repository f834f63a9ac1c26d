"""Navigator options: from users' values to the `NavigatorQuery` that the core takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.search.option_table import HeuristicName, check_options, given_options, ties_and_seed
from asterion.search.options import (
    check_straight,
    heuristic_by_number,
    heuristic_kind,
    takes_goal,
)
from asterion.search.registry import AlgorithmInfo, check_world_kind, info_of
from asterion.world.base import Node, World

PairHeuristic = HeuristicName | Callable[[Node, Node], float]

# These search from scratch, so they take inconsistent heuristics and straight ties.
_REPLANNING = ("astar", "repeated-forward", "repeated-backward")
_NAMED = ("heuristic", "ties", "seed")  # the rest belong to a custom algorithm
REPLANS = {
    "path": _core.Replan.path,
    "next-step": _core.Replan.next_step,
    "change": _core.Replan.change,
}


class NavigatorOptions(NamedTuple):
    """The options of a navigator: the named ones, and the options of a custom algorithm."""

    heuristic: Any
    ties: Any
    seed: Any
    custom: dict[str, Any]

    def given(self) -> dict[str, Any]:
        """The options that are not at their defaults."""
        named = {name: getattr(self, name) for name in _NAMED}
        return {**given_options(named), **self.custom}

    def checked_for(self, info: AlgorithmInfo | None) -> NavigatorOptions:
        """Return itself, or raise an error that names an option the algorithm does not take."""
        name = "auto" if info is None else info.name
        taken = _NAMED if info is None else info.options
        check_options(name, taken, self.given())
        return self

    def query(
        self, world: World, info: AlgorithmInfo | None, replan: _core.Replan = _core.Replan.path
    ) -> _core.NavigatorQuery:
        """The core's query for these options on this world."""
        name = "auto" if info is None else info.name
        if info is not None:
            check_world_kind(info, world._kind.name)
        if info is None and not self._may_choose():
            name = "dstar-lite"
        ties, seed = ties_and_seed(self.ties, self.seed)
        if ties is _core.Ties.straight:
            check_straight(world._kind)
        if ties is _core.Ties.straight and name not in _REPLANNING:
            raise InvalidValue(f"{name!r} does not take ties='straight' on a {world._kind.name}")
        given = None
        kind = _core.Heuristic.custom
        if callable(self.heuristic):
            if takes_goal(self.heuristic) is False:
                raise InvalidType(
                    f"heuristic is {short_repr(self.heuristic)}, which takes (node); an agent's "
                    "must be a callable (node, goal) -> number, because its ends move"
                )
            given = _core.called_pairs(world._core_view, heuristic_by_number(world, self.heuristic))
        else:
            kind = self._distance(world, name)
        return _core.NavigatorQuery(
            kind=getattr(_core.NavigatorKind, name.replace("-", "_")),
            heuristic=kind,
            custom=given,
            ties=ties,
            seed=seed,
            replan=replan,
        )

    def _may_choose(self) -> bool:
        """Whether "auto" is left to the core: see cpp/asterion/navigate/choose_navigator.hpp.

        Only without options: JPS, one of the two it chooses from, takes none. D* Lite takes all.
        """
        return not self.given()

    def _distance(self, world: World, name: str) -> _core.Heuristic:
        kind = heuristic_kind(self.heuristic, world._kind)
        if isinstance(world._store, _core.Graph) or name in _REPLANNING:
            return kind
        if not _core.is_consistent(kind, world._store):
            raise InvalidValue(
                f"{name!r} needs a consistent heuristic, which {self.heuristic!r} is not on a grid "
                "with these diagonals; choose 'auto'"
            )
        return kind


def chosen_info(algorithm: Any, *kinds: str) -> AlgorithmInfo | None:
    """The entry of an algorithm of one of these kinds; None for "auto"."""
    if isinstance(algorithm, str) and algorithm == "auto":
        return None
    return info_of(algorithm, *kinds)
