"""Costs of several components, and characters that weight them differently."""

from __future__ import annotations

from operator import add
from typing import Any

from asterion.errors import InvalidType, InvalidValue
from asterion.world.arguments import number


class Personality:
    """A character's weights of the components of a cost: a multiplier for each, by name.

    1 counts a component as it is, 2 doubles it, 0 ignores it. ``cost(...)`` makes a cost that is
    compared by these weights; ``zero`` is the cost of an empty plan, for the problem.

    >>> import asterion as at
    >>> scout = at.Personality(move=0.5, exposure=2)
    >>> scout.cost(move=4), scout.cost(exposure=3) < scout.cost(move=4, exposure=3)
    (Cost(move=4, exposure=0; 2), True)
    >>> brute = scout.but(exposure=0)
    >>> brute.cost(move=4, exposure=3).total
    2.0

    Raises
    ------
    InvalidValue  ``exposure is -1.0; it must be finite and at least 0``
    InvalidType   ``there is no component 'fear'; there are move, exposure``
    """

    __slots__ = ("multipliers", "zero")

    multipliers: dict[str, float]
    zero: Cost

    def __init__(self, **multipliers: float) -> None:
        if not multipliers:
            raise InvalidValue("a personality has no multipliers; it must have at least one")
        self.multipliers = {
            name: number(name, value, finite=True) for name, value in multipliers.items()
        }
        self.zero = Cost(self, (0,) * len(multipliers), 0.0)

    def cost(self, **parts: float) -> Cost:
        """Return a cost with this much of each component; components not named are 0."""
        for name, value in parts.items():
            if name not in self.multipliers:
                names = ", ".join(self.multipliers)
                raise InvalidType(f"there is no component {name!r}; there are {names}")
            number(name, value, finite=True)
        values = tuple(parts.get(name, 0) for name in self.multipliers)
        total = sum(map(float.__mul__, self.multipliers.values(), map(float, values)))
        return Cost(self, values, total)

    def but(self, **changes: float) -> Personality:
        """Return a personality with other multipliers for some components."""
        for name in changes:
            if name not in self.multipliers:
                names = ", ".join(self.multipliers)
                raise InvalidType(f"there is no component {name!r}; there are {names}")
        return Personality(**{**self.multipliers, **changes})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Personality) and self.multipliers == other.multipliers

    def __hash__(self) -> int:
        return hash(tuple(self.multipliers.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.multipliers,)

    def __repr__(self) -> str:
        return f"Personality({_written(self.multipliers)})"


class Cost:
    """A cost of several components, compared by their sum as weighted by a :class:`Personality`."""

    __slots__ = ("parts", "personality", "total")

    def __init__(self, personality: Personality, parts: tuple[float, ...], total: float) -> None:
        self.personality = personality
        self.parts = parts
        self.total = total

    @property
    def components(self) -> dict[str, float]:
        """The share of each component in the total, with its multiplier."""
        weights = self.personality.multipliers
        return {name: weights[name] * part for name, part in self.unweighted.items()}

    @property
    def unweighted(self) -> dict[str, float]:
        """Each component without its multiplier."""
        return dict(zip(self.personality.multipliers, self.parts, strict=True))

    def __add__(self, other: Cost) -> Cost:
        if not isinstance(other, Cost):
            return NotImplemented
        if self.personality is not other.personality and self.personality != other.personality:
            raise InvalidValue(
                f"a cost of {self.personality!r} cannot be added to one of {other.personality!r}"
            )
        parts = tuple(map(add, self.parts, other.parts))
        return Cost(self.personality, parts, self.total + other.total)

    def __lt__(self, other: Cost) -> bool:
        return self.total < other.total if isinstance(other, Cost) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Cost)
            and self.parts == other.parts
            and self.personality == other.personality
        )

    def __hash__(self) -> int:
        return hash((self.parts, self.personality))

    def __repr__(self) -> str:
        return f"Cost({_written(self.unweighted)}; {self.total:g})"


def _written(values: dict[str, float]) -> str:
    return ", ".join(f"{name}={value:g}" for name, value in values.items())


def _restored(multipliers: dict[str, float]) -> Personality:
    return Personality(**multipliers)
