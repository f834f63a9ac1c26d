"""Moving between places as actions that cost what the path costs."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from math import isfinite
from typing import Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.goap.action import Action
from asterion.goap.values import State, check_plain
from asterion.search.find import distances
from asterion.world.arguments import number
from asterion.world.base import Node, World, check_world


class Places:
    """Named places in a world, and the actions of moving between them.

    Each action costs ``weight`` times the cheapest path, so that a plan picks the place that is
    nearest by path, not by straight line. ``places`` are names and nodes (cells of a grid);
    ``fact`` holds the character's position: the name of a place, or a node. ``marks`` are facts
    that follow from the place: ``{"in_cover": ["rock", "crate"]}`` are the places in cover. There
    is no action to an unreachable place.

    One pass over the world for each place, repeated only after the world has changed.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     ..#..
    ...     ..#..
    ...     .....
    ... ''')
    >>> places = at.goap.Places(grid, {"crate": (0, 3), "rock": (2, 0)},
    ...                         marks={"in_cover": ["crate", "rock"]})
    >>> soldier = at.goap.Agent([places], {"in_cover": True})
    >>> soldier.decide({"at": (0, 1)})
    'go to rock'
    >>> grid[0, 2] = grid[1, 2] = 1
    >>> soldier.replan()
    >>> soldier.decide({"at": (0, 1)})
    'go to crate'
    """

    def __init__(
        self,
        world: World,
        places: Mapping[Any, Node],
        *,
        fact: Any = "at",
        marks: Mapping[Any, Collection[Any]] | None = None,
        weight: float = 1.0,
    ) -> None:
        check_world(world)
        if not isinstance(places, Mapping):
            raise InvalidType(
                f"places is {short_repr(places)}; it must be a dict of names and nodes"
            )
        self.world = world
        self.places = dict(places)
        self._nodes = {
            name: world._node(node, f"places[{short_repr(name)}]") for name, node in places.items()
        }
        check_plain("fact", fact)
        self.fact = fact
        self.marks = {mark: frozenset(names) for mark, names in (marks or {}).items()}
        for mark, names in self.marks.items():
            for name in sorted(names - places.keys(), key=repr):
                raise InvalidValue(
                    f"marks[{short_repr(mark)}] names {short_repr(name)}, which is not a place"
                )
        self.weight = number("weight", weight, finite=True)
        self._version = -1
        self._between: list[Action] = []
        self._here: tuple[Any, list[Action]] = (None, [])

    def actions(self, state: State | None = None) -> list[Action]:
        """Return the actions between places, and from the position in ``state`` if there is one."""
        if self.world.version != self._version:
            self._version = self.world.version
            self._between = [
                action
                for name, node in self.places.items()
                for action in self._from(name, node, f"go from {name} to")
            ]
            self._here = (None, [])
        here = None if state is None else state.get(self.fact)
        if here is None or here is False or here in self.places:
            return self._between
        if self._here[0] != here:
            self._here = (here, self._from(here, here, "go to"))
        return [*self._here[1], *self._between]

    def _from(self, name: Any, node: Node, go: str) -> list[Action]:
        reach = np.ravel(distances(self.world, node))
        return [
            Action(
                f"{go} {place}",
                cost=float(self.weight * reach[number]),
                needs={self.fact: name},
                gives={self.fact: place} | {mark: place in at for mark, at in self.marks.items()},
            )
            for place, number in self._nodes.items()
            if place != name and isfinite(reach[number])
        ]


def go_actions(
    world: World,
    places: Mapping[Any, Node],
    *,
    here: Node | None = None,
    fact: Any = "at",
    marks: Mapping[Any, Collection[Any]] | None = None,
    weight: float = 1.0,
) -> list[Action]:
    """Return the actions of moving between places, and from ``here``, in the present world.

    Like :class:`Places`, without updates.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 1, 1]])
    >>> for action in at.goap.go_actions(grid, {"door": (0, 3)}, here=(0, 0)):
    ...     print(action, action.cost, dict(action.gives))
    go to door 3.0 {'at': 'door'}
    """
    source = Places(world, places, fact=fact, marks=marks, weight=weight)
    if here is None:
        return source.actions()
    is_place = isinstance(here, Hashable) and here in source.places
    return source.actions({fact: here if is_place else world._name(world._node(here, "here"))})
