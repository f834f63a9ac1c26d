"""Movers that follow a fixed route or wander at random, and hand over to a navigator on demand.

Many characters in games follow a fixed route or wander about in an area. Both take almost no time,
and both fail easily: an object on the route stops a patrol for good, and a wanderer reaches a place
only by chance. So both can be sent to a node by a :class:`Navigator`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.navigate.navigator import Navigator
from asterion.world.arguments import choice, flag
from asterion.world.checks import check_squares
from asterion.world.dice import Dice
from asterion.world.grid import Cell, GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Fence = frozenset[Hashable] | npt.NDArray[np.bool_] | None

__all__ = ["Mover", "Patrol", "Wanderer"]


class HasNeighbours(Protocol):
    """The part of a world that a mover needs, as long as it is not sent anywhere."""

    def neighbours(self, node: Any, /) -> list[tuple[Any, float]]:
        """The nodes one move away, with the cost of the move."""


class Mover:
    """The base of patrols and wanderers: a position, and orders to go to a node."""

    def __init__(self, world: HasNeighbours, start: Any) -> None:
        self.world = world
        self._position = start
        self._stuck = False
        self._goal: Any = None
        self._navigator: Navigator | None = None  # made when it is first needed

    @property
    def position(self) -> Any:
        """The node where the mover is."""
        return self._position

    @property
    def goal(self) -> Any:
        """The node that it has been sent to; None without an order."""
        return self._goal

    @property
    def stuck(self) -> bool:
        """Whether the last step could not be made."""
        return self._stuck

    def go_to(self, node: Any) -> None:
        """Send the mover to a node by a :class:`Navigator`; then it continues as before.

        Without a path it waits for one. Another order replaces this one.
        """
        self._goal = _node(self.world, node, "node")

    def step(self) -> Any:
        """Make one move; return the new position, or None if no move was possible."""
        if self._goal == self._position:
            self._goal = None
        moved = self._default_move() if self._goal is None else self._towards(self._goal)
        self._stuck = moved is None
        if moved is not None:
            self._position = moved
        if moved == self._goal:
            self._goal = None
        return moved

    def _default_move(self) -> Any:
        """The move without an order: along the route, or at random."""
        raise NotImplementedError

    def _towards(self, node: Any) -> Any:
        """The next move on a cheapest path to a node; None without one."""
        world: Any = self.world  # the navigator checks that it is a Grid, a Graph or a view
        if self._navigator is None:
            self._navigator = Navigator(world, self._position, node)
        self._navigator.move_to(self._position)
        self._navigator.goal = node
        return self._navigator.step()

    def __repr__(self) -> str:
        stuck = ", stuck" if self._stuck else ""
        return f"<{type(self).__name__} at {short_repr(self._position)}{stuck}>"


class Patrol(Mover):
    r"""A guard on a fixed route who looks no further ahead than the next step.

    ``route`` are nodes of the world in order; the patrol begins at the first. On a grid, cells that
    are not adjacent are joined when the patrol is made: diagonally until in line, then straight;
    without diagonals first along the longer side. ``loop=True`` continues from the last node to the
    first; ``loop=False`` turns around at both ends.

    An obstacle on the route stops it. ``when_stuck="wait"`` waits until the obstacle is gone, if
    ever. ``when_stuck="search"`` hands over to a :class:`Navigator`, which leads to the first node
    ahead that has a path; from there the patrol continues. ``go_to`` sends it anywhere, and
    afterwards the navigator leads it back to the node that it was heading for.

    A step on the route takes O(neighbours), without a search.

    >>> import asterion as at
    >>> grid = at.Grid.from_text(".....\n.....\n.....")
    >>> blind = at.Patrol(grid, [(1, 0), (1, 4)], loop=False)
    >>> clever = at.Patrol(grid, [(1, 0), (1, 4)], loop=False, when_stuck="search")
    >>> blind.step(), clever.step()
    ((1, 1), (1, 1))
    >>> grid[1, 2] = 0  # a crate on the route
    >>> [blind.step() for _ in range(5)], blind.stuck
    ([None, None, None, None, None], True)
    >>> [clever.step() for _ in range(5)]
    [(2, 1), (2, 2), (2, 3), (1, 3), (1, 4)]

    Raises
    ------
    ValueError  ``route has 1 node; a patrol needs at least 2``
    """

    def __init__(
        self,
        world: HasNeighbours,
        route: Iterable[Any],
        *,
        loop: bool = True,
        when_stuck: str = "wait",
    ) -> None:
        self._searches = choice("when_stuck", when_stuck, {"wait": False, "search": True})
        posts = [_node(world, post, f"route[{i}]") for i, post in enumerate(_listed(route))]
        walk = _walk(world, [*posts, *posts[:1]] if flag("loop", loop) else posts)
        if not loop:
            walk += walk[-2::-1]
        if len(walk) < 2:
            count = "no node" if not posts else "1 node"
            raise InvalidValue(f"route has {count}; a patrol needs at least 2")
        super().__init__(world, walk[0])
        self.route = walk[:-1]  # every node of one round; the last of the walk is the first again
        self._next = 1  # the index on the route of the node ahead
        self._off_route = False  # off the route: sent away, or led around an obstacle
        self._in_vain: Any = None  # position and version of the world without a path to the route

    def go_to(self, node: Any) -> None:
        """Send the patrol to a node by a :class:`Navigator`, which then leads back to the route.

        Without a path it waits for one. Another order replaces this one.
        """
        super().go_to(node)
        self._off_route = True

    def _default_move(self) -> Any:
        ahead = self.route[self._next]
        if any(node == ahead for node, _ in self.world.neighbours(self._position)):
            return self._note_move(self._next, ahead)
        return self._move_to_route() if self._searches or self._off_route else None

    def _move_to_route(self) -> Any:
        """A move on a cheapest path to the first node ahead that has one."""
        version = getattr(self.world, "version", None)
        if version is not None and self._in_vain == (self._position, version):
            return None  # nothing has changed since: another search would find nothing either
        round_trip = (*range(self._next, len(self.route)), *range(self._next))
        for at in round_trip:
            if self.route[at] != self._position:
                moved = self._towards(self.route[at])
                if moved is not None:
                    return self._note_move(at, moved)
        self._in_vain = (self._position, version)
        return None

    def _note_move(self, at: int, moved: Any) -> Any:
        """Note a move towards the node with this index on the route, and return it."""
        self._off_route = moved != self.route[at]
        self._next = at if self._off_route else (at + 1) % len(self.route)
        return moved


class Wanderer(Mover):
    r"""A random walk inside a fence: each step goes to a random neighbour, all equally likely.

    ``fence`` is the area that the walk does not leave: a mask of the grid's shape, or nodes in a
    set, list or (k, 2) array; by default it is the whole world. The walk depends only on the world
    and on ``seed``.

    Its limits: it reaches a place only by chance (n steps lead about the square root of n moves
    away in the open), and it is stuck if all nodes around it are closed. ``go_to`` sends it by a
    :class:`Navigator`, out of its fence too; afterwards the navigator leads it back.

    A step takes O(neighbours).

    >>> import asterion as at
    >>> grid = at.Grid.from_text("....\n....")
    >>> dog = at.Wanderer(grid, (0, 0), fence=[(0, 0), (0, 1), (1, 0)], seed=7)
    >>> [dog.step() for _ in range(6)]
    [(0, 1), (0, 0), (0, 1), (1, 0), (0, 0), (0, 1)]
    >>> dog.go_to((0, 3))
    >>> [dog.step() for _ in range(4)]
    [(0, 2), (0, 3), (0, 2), (0, 1)]

    Raises
    ------
    ValueError  ``start (0, 3) is outside the fence``
    """

    def __init__(
        self, world: HasNeighbours, start: Any, *, fence: Any = None, seed: int = 0
    ) -> None:
        super().__init__(world, _node(world, start, "start"))
        self._fence = _fenced(world, fence)
        self._dice = Dice(seed)
        self._home = self._position  # the last position inside the fence before an order
        if not self._inside(self._position):
            raise InvalidValue(f"start {short_repr(self._position)} is outside the fence")

    def go_to(self, node: Any) -> None:
        """Send the wanderer to a node by a :class:`Navigator`, which then leads back.

        Without a path it waits for one. Another order replaces this one.
        """
        super().go_to(node)
        if self._inside(self._position):
            self._home = self._position

    def _default_move(self) -> Any:
        beside = [node for node, _ in self.world.neighbours(self._position) if self._inside(node)]
        if beside:
            return beside[self._dice.below(len(beside))]
        return None if self._inside(self._position) else self._towards(self._home)

    def _inside(self, node: Any) -> bool:
        if isinstance(self._fence, np.ndarray):
            return bool(self._fence[node])
        return self._fence is None or node in self._fence


def _node(world: Any, node: Any, name: str) -> Any:
    """The node as the world writes it; an error names an unknown one."""
    if isinstance(world, GridWorld):
        return divmod(world._node(node, name), world.shape[1])
    if not callable(getattr(world, "neighbours", None)):
        raise InvalidType(f"world is {short_repr(world)}; it must have neighbours(node)")
    try:
        hash(node)
    except Exception:  # noqa: BLE001 - the node is a user's object, and may raise anything
        raise InvalidType(f"{name} is {short_repr(node)}; a node must be hashable") from None
    world.neighbours(node)  # raises if the world does not have this node
    return node


def _listed(nodes: Any, name: str = "route") -> list[Any]:
    try:
        return [*nodes]
    except Exception:  # noqa: BLE001 - what is given is a user's object, and may raise anything
        raise InvalidType(f"{name} is {short_repr(nodes)}; it must be a list of nodes") from None


def _walk(world: Any, posts: list[Any]) -> list[Any]:
    """The nodes from post to post, none twice in a row; on grids with all cells between them."""
    walk = posts[:1]
    for here, there in pairwise(posts):
        if isinstance(world, GridWorld):
            check_squares(world, "a patrol")
            walk += _line(here, there, diagonals=world.diagonal != "never")
        elif there != here:
            walk.append(there)
    return walk


def _line(here: Cell, there: Cell, *, diagonals: bool) -> Iterator[Cell]:
    """The cells after the first, up to the last."""
    row, col = here
    by_rows = abs(there[0] - row) >= abs(there[1] - col)
    while (row, col) != there:
        down, right = np.sign(there[0] - row), np.sign(there[1] - col)
        if not diagonals and down and right:
            down, right = (down, 0) if by_rows else (0, right)
        row, col = row + int(down), col + int(right)
        yield row, col


def _fenced(world: Any, fence: Any) -> Fence:
    if fence is None:
        return None
    if isinstance(fence, np.ndarray) and fence.dtype == np.bool_:
        if not isinstance(world, GridWorld) or fence.shape != world.shape:
            size = f"of shape {world.shape}" if isinstance(world, GridWorld) else "for grids alone"
            raise InvalidValue(f"fence is a mask of shape {fence.shape}; a mask must be {size}")
        return fence.copy()
    nodes = enumerate(_listed(fence, "fence"))
    return frozenset(_node(world, node, f"fence[{i}]") for i, node in nodes)
