"""The record of a match: the only place that stores its events."""

from __future__ import annotations

from typing import Any, NamedTuple

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.games.tactics import log
from asterion.games.tactics.actions import Action, IllegalAction
from asterion.games.tactics.state import State
from asterion.world.arguments import count


class Moment(NamedTuple):
    """A state of a match, and the action that led to it."""

    state: State
    action: Action | None  # that led here; None for the first state and for edits
    by: str | None  # the name of the controller that acted
    lines: tuple[str, ...]  # of the log


class Refusal(NamedTuple):
    """An action of a controller that the rules do not allow. Its turn ended there."""

    number: int  # of the state it was meant for
    team: int
    action: Any
    why: str


class GameRecord:
    """The moments of a match from the first on, and the limit of turns that ends it.

    A match is a record to which controllers add. The lab keeps a record for each of its set-ups
    and never changes one: it adds to a copy.
    """

    def __init__(self, state: State, turn_limit: int | None = None) -> None:
        self.turn_limit = _limit(_checked(state), turn_limit)
        self.moments = [Moment(state, None, None, (log.RESET,))]

    @property
    def state(self) -> State:
        """The present state."""
        return self.moments[-1].state

    @property
    def last(self) -> int:
        """The number of the present state; 0 is the first."""
        return len(self.moments) - 1

    @property
    def opening(self) -> State:
        """The state before the first action, with all edits made until then."""
        number = 0
        while number < self.last and self.moments[number + 1].action is None:
            number += 1
        return self.moments[number].state

    @property
    def result(self) -> int | str | None:
        """The team that has won, ``"tie"``, or None until the match ends."""
        return self.result_of(self.state)

    def result_of(self, state: State) -> int | str | None:
        """The result in a state, with the limit of turns."""
        if state.result is not None or state.turn <= self.turn_limit:
            return state.result
        sizes = {team: len(state.units(team)) for team in state.alive}
        best = [team for team, size in sizes.items() if size == max(sizes.values())]
        return best[0] if len(best) == 1 else "tie"

    def add(self, action: Action, by: str) -> None:
        """Add an action of a controller of this name; an illegal one raises an error."""
        if self.result is not None:
            raise IllegalAction(f"{short_repr(action)}: the match is over")
        before, after = self.state, self.state.apply(action)
        lines = [log.line_of(before, action, by)]
        result = self.result_of(after)
        if result is not None:
            lines.append(log.over_line(result))
        self.moments.append(Moment(after, Action(*action), by, tuple(lines)))

    def push(self, state: State) -> None:
        """Add an edited state."""
        self.moments.append(Moment(_checked(state), None, None, (log.EDITED,)))

    def at(self, number: int) -> Moment:
        """The moment with a number, 0 the first."""
        return self.moments[self._number(number)]

    def cut_after(self, number: int) -> None:
        """Drop what came later than the moment with a number."""
        del self.moments[self._number(number) + 1 :]

    def copy_until(self, number: int) -> GameRecord:
        """Return a copy that ends with the moment with a number."""
        copy = GameRecord(self.moments[0].state, self.turn_limit)
        copy.moments = self.moments[: self._number(number) + 1]
        return copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameRecord):
            return NotImplemented
        return (self.turn_limit, self.moments) == (other.turn_limit, other.moments)

    __hash__ = None  # type: ignore[assignment]  # a record grows

    def _number(self, number: int) -> int:
        if not 0 <= count("number", number) < len(self.moments):
            raise InvalidValue(f"state {number} is not there; there are {len(self.moments)}")
        return number


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise InvalidType(f"state is {short_repr(state)}; it must be a State of the tactics game")
    return state


def _limit(state: State, turn_limit: int | None) -> int:
    if turn_limit is None:
        return 2 * state.width * state.height
    return count("turn_limit", turn_limit)
