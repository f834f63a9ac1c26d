"""A service that finds paths for many units, a little at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Literal

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.search.options import options_from, query_for
from asterion.search.path import Path, with_query
from asterion.world.arguments import budget, choice, count, whole
from asterion.world.base import NodeIn, NodeT, NotCopyable, World, check_world

_MEETINGS = {
    "pass": _core.Meeting.through,
    "wait": _core.Meeting.wait,
    "detour": _core.Meeting.detour,
    "both": _core.Meeting.both,
}
_LONGEST = 2**31 - 1
_HIGHEST = 2**62


class PathService(NotCopyable, Generic[NodeT, NodeIn]):
    r"""A service that finds paths for many units within a budget per frame: games never freeze.

    Each request goes through three steps (D. Higgins, Pathfinding design architecture, 2002). It
    first gets a *quick* path of up to ``quick`` cells, from a search of 8 expansions per cell, and
    the unit sets off. While it walks, the *full* path is found from the end of the quick one to the
    goal. Then a cheapest path is found from where the unit is by then, which removes the quick
    path's detours (the *splice*). Once nothing waits any more, every path is a cheapest one, unless
    its unit took a detour around another.

    The full search begins at the goal, and the splice continues it to the unit, at once and for few
    more expansions. Where jump point search suits the map, each is a search of its own.

    Searches walk a copy of the world, one after the other, so edits do not disturb them and never
    wait for them. When an edit closes the path of a unit, or makes it more expensive, the request
    is back to ``"waiting"``, and gets another path; when an edit may make another path cheaper, the
    path is spliced again. Where 16 requests or more wait for paths to one goal, they share one
    search from the goal.

    Fairness: quick paths come before full ones, and full ones before splices that cannot continue
    one; then the higher ``priority`` decides, then the older request. But every fourth search is
    for the request that has waited longest. So a request that waits with n others is served after
    at most 4 (n + 1) searches, whatever their priorities.

    With ``expansions`` as the budget, the same calls give the same paths on every machine.

    Parameters
    ----------
    quick      cells of the first part of a path, 1 or more
    meeting    if another unit of the service stands on a unit's next cell: ``"pass"``
               through it, ``"wait"`` until it is gone, take a ``"detour"`` around all units, or
               ``"both"``: wait for ``patience`` steps, then take a detour
    patience   see ``meeting``

    >>> import asterion as at
    >>> grid = at.maps.rooms(101)
    >>> service = at.PathService(grid)
    >>> unit = service.request((1, 1), (99, 99))
    >>> unit.status
    'waiting'
    >>> service.run(expansions=100)
    1
    >>> unit.status, len(unit.path), unit.step()
    ('quick', 9, (2, 2))
    >>> while service.run(expansions=100):
    ...     pass
    >>> unit.status, unit.path.cost <= at.find_path(grid, (1, 1), (99, 99)).cost
    ('full', True)

    Memory: a copy of the costs, what searches derive from them, and 4 bytes per cell, and up to two
    searches under way, however many requests there are; for each 4 bytes per cell of its path.
    """

    def __init__(
        self,
        world: World[NodeT, NodeIn],
        *,
        quick: int = 8,
        meeting: Literal["pass", "wait", "detour", "both"] = "pass",
        patience: int = 3,
    ) -> None:
        check_world(world)
        self.world = world
        cells = count("quick", quick)
        if cells < 1:
            raise InvalidValue(f"quick is {cells}; a quick path has at least 1 move")
        query = query_for(world, 1, options_from({}))
        limits = (
            min(cells, _LONGEST),
            choice("meeting", meeting, _MEETINGS),
            min(count("patience", patience), _LONGEST),
        )
        self._core: _core.PathService | _core.GraphPathService
        if isinstance(world._core_view, _core.Network):
            self._core = _core.GraphPathService(world._core_view, query, *limits)
        else:
            self._core = _core.PathService(world._core_view, query, *limits)

    def request(
        self, start: NodeIn, goal: NodeIn, *, priority: int = 0
    ) -> PathRequest[NodeT, NodeIn]:
        """Ask for a path for a unit; the higher the ``priority``, the sooner.

        The request is forgotten when it is cancelled, or when nothing refers to it any more.
        """
        origin, target = self.world._node(start, "start"), self.world._node(goal, "goal")
        rank = max(-_HIGHEST, min(whole("priority", priority), _HIGHEST))
        return PathRequest(self, self._core.request(origin, target, rank))

    def run(self, *, seconds: float | None = None, expansions: int | None = None) -> int:
        """Work on all requests for up to this many seconds or expansions, or until all is done.

        Return how many requests still wait for work.
        """
        return self._core.run(*budget(expansions, seconds))

    def step(self, units: Iterable[PathRequest[NodeT, NodeIn]]) -> list[NodeT | None]:
        """Move each of these units once, in this order, as :meth:`PathRequest.step` does.

        For many units this takes a fraction of the time of separate calls.
        """
        units = list(units)
        try:
            cores: list[Any] = [unit._core for unit in units]
            nodes = self._core.step(cores)
        except (AttributeError, TypeError):
            raise self._fault(units) from None
        return self.world._names_of(nodes)

    def _fault(self, units: list[Any]) -> Exception:
        """The error message for the first of these that is no unit of this service."""
        for i, unit in enumerate(units):
            if not isinstance(unit, PathRequest):
                return InvalidType(f"units[{i}] is {short_repr(unit)}; it must be a PathRequest")
            if unit._service is not self._core:
                return InvalidValue(f"units[{i}] is a request to another service")
        raise AssertionError("all are units of this service")

    @property
    def stats(self) -> _core.ServiceStats:
        """The statistics so far: ``expanded``, and the searches begun, or continued, of each kind.

        ``quick``, ``full``, ``splice``, ``shared`` (paths that a search for several requests gave)
        and ``sent_back`` (requests whose path an edit has touched).
        """
        return self._core.stats()

    def __len__(self) -> int:
        """The number of requests, arrived and cancelled ones included."""
        return self._core.count()

    def __repr__(self) -> str:
        return f"<PathService with {len(self)} requests>"


class PathRequest(NotCopyable, Generic[NodeT, NodeIn]):
    """A unit on its way: what :meth:`PathService.request` returns."""

    def __init__(
        self, service: PathService[NodeT, NodeIn], core: _core.PathRequest | _core.GraphPathRequest
    ) -> None:
        self._world = service.world
        self._service = service._core
        self._core = core

    @property
    def status(self) -> str:
        """The stage of the request.

        ``"waiting"`` for a first path, ``"quick"`` with a path of a few cells, ``"full"`` with a
        path to the goal, ``"arrived"``, ``"unreachable"`` (until an edit makes something cheaper),
        or ``"cancelled"``.
        """
        return self._core.status

    @property
    def path(self) -> Path[NodeT]:
        """The rest of the path, from ``position`` on.

        Its status is ``"found"`` if it leads to the goal, else ``"partial"``, or ``"unreachable"``.
        """
        return with_query(self._core.path(), self._world, self._core.position, [self._core.goal])

    @property
    def parts(self) -> list[tuple[str, int]]:
        """The steps that ``path`` comes from, in order, and the number of moves of each.

        ``"quick"``, ``"full"`` or ``"splice"``: a full path is joined to the end of a quick one.
        Empty without a path.
        """
        return self._core.parts

    @property
    def place(self) -> tuple[str, int] | None:
        """The step that the unit waits for, and the number of searches before it.

        0 is the search that is next, or in progress. Every fourth search is for the request that
        has waited longest, whatever its place. None if no work is left for the unit.
        """
        return self._core.place

    @property
    def position(self) -> NodeT:
        """The unit's position."""
        return self._world._name(self._core.position)

    @property
    def goal(self) -> NodeT:
        """The unit's goal."""
        return self._world._name(self._core.goal)

    @property
    def priority(self) -> int:
        """The priority over other requests: higher is sooner."""
        return self._core.priority

    def step(self) -> NodeT | None:
        """Move one step along the path; return the new position.

        None if the unit has arrived, has no path yet, or waits for a unit on its next cell.
        """
        node = self._core.step()
        return None if node is None else self._world._name(node)

    def move_to(self, node: NodeIn) -> None:
        """Set the position of the unit, which may be any node.

        On its path the unit continues from there; anywhere else the request is back to waiting.
        """
        self._core.move_to(self._world._node(node, "node"))

    def cancel(self) -> None:
        """Stop all work for the unit, which no longer blocks other units."""
        self._core.cancel()

    def __repr__(self) -> str:
        return f"<PathRequest {self.status!r} at {self.position}, goal {self.goal}>"
