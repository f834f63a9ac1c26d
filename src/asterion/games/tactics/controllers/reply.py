"""Reply: a search over whole turns, its own and the replies of the other teams."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from asterion import _tactics
from asterion.errors import InvalidType, short_repr
from asterion.games.tactics import limits
from asterion.games.tactics.actions import Action
from asterion.games.tactics.controllers.base import Decision
from asterion.games.tactics.controllers.registry import settings
from asterion.games.tactics.state import State
from asterion.games.tactics.units import NAMES
from asterion.world.arguments import count, share

# The limits of each level: each beats the one below in more than half of the games, by more than
# the 95 % interval of that share. A notice of 0.001 is one end of the turn in a thousand.
LEVELS = {
    1: {"plies": 1, "candidates": 1, "notice": 0.0005},
    2: {"plies": 1, "candidates": 1, "notice": 0.004},
    3: {"plies": 1, "candidates": 1, "notice": 0.02},
    4: {"plies": 1, "candidates": 1, "notice": 1.0},
    5: {"plies": 8, "candidates": 10_000, "notice": 1.0},
}
MOST_PLIES = 8
MOST_POINTS = 100_000
_SLICE = 20_000  # boards per call: between calls it can be paused
_TERMS = ("units", "danger", "threat", "steps")
_EXPLAINED = 5  # candidates
_SURE = 5_000_000  # any larger value is a game won or lost


class Reply:
    """A search over whole turns: its own, the replies to its best ends, the turn after that.

    ``level`` from 1 to 5 sets its strength. The same state, settings and seed give the same turn:
    its limit is a count of boards, not time. ``thoughts`` list the ends of the turn that it
    compared, with their values, and the reply that it expects.

    >>> from asterion.games.tactics import controllers, maps
    >>> player = controllers.make("Reply")
    >>> [str(action) for action in player.decide(maps.load("C.1"))][:4]
    ['select (3, 1)', 'move (2, 1)', 'move (1, 1)', 'move (1, 2)']
    >>> player.thoughts.details["expected"]
    ['select (0, 4)', 'attack (4, 1)', 'end']
    """

    name = "Reply"

    def __init__(self, seed: int, given: dict[str, Any]) -> None:
        self.seed = count("seed", seed)
        self.settings = given
        self._options = _checked(given)
        self._max_expansions = limits.checked(given["max_expansions"])
        self.thoughts: Decision | None = None

    def decide(self, state: State) -> list[Action]:
        """Return the turn with the highest value after the best reply to it."""
        deciding = self.deciding(state)
        while True:
            try:
                next(deciding)
            except StopIteration as end:
                turn: list[Action] = end.value
                return turn

    def deciding(self, state: State) -> Generator[None, None, list[Action]]:
        """Decide as a generator that can be paused where it yields."""
        most = limits.boards(self._max_expansions, state)
        options = {**self._options, "max_expansions": most}
        search = _tactics.Reply(state.native, seed=self.seed % 2**64, **options)
        while not search.advance(_SLICE):
            yield
        self.thoughts = _explained(state, search)
        return _turn(state, search.actions(0))


def _turn(state: State, pairs: list[tuple[int, int]]) -> list[Action]:
    return [state._action(pair) for pair in pairs]


def _explained(state: State, search: _tactics.Reply) -> Decision:
    """The decision, and the candidates that it was chosen from."""
    candidates = search.candidates
    explained = [
        {
            "turn": [str(action) for action in _turn(state, search.actions(place))],
            "value": value,
            "plies": plies,
            **dict(zip(_TERMS, terms, strict=True)),
        }
        for place, (value, plies, *terms) in enumerate(candidates[:_EXPLAINED])
    ]
    value, plies, units, danger, threat, steps = candidates[0]
    expected = [str(action) for action in _turn(state, search.expected(0))]
    if value > _SURE:
        outlook = "wins" if not expected else f"wins within {plies} turns"
    elif value < -_SURE:
        outlook = "loses, if the others see it"
    else:
        outlook = f"is worth {value}"
    return Decision(
        processed=search.expanded,
        open=search.boards - len(candidates),
        cost=float(-value),
        explanation=(
            f"of {search.boards} ends of the turn {len(candidates)} were searched {plies} turns "
            f"deep; the best one {outlook}: units {units:+}, threatened {danger}, threatening "
            f"{threat}, {steps} steps to go; expected: {', '.join(expected) or 'nothing more'}"
        ),
        details={
            "candidates": explained,
            "expected": expected,
            "plies": plies,
        },
    )


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of the core's search, or an error that names an invalid setting."""
    level = LEVELS[count("level", given["level"], least=1, most=len(LEVELS))]
    plies = count("plies", given["plies"], least=1, most=MOST_PLIES)
    values = given["values"]
    if not isinstance(values, dict) or set(values) - set(NAMES):
        raise InvalidType(
            f"values is {short_repr(values)}; it must be a table by {', '.join(NAMES)}"
        )
    worth = {**settings("Reply")["values"], **values}
    return {
        "plies": min(plies, int(level["plies"])),
        "candidates": min(_positive("candidates", given["candidates"]), int(level["candidates"])),
        "replies": _positive("replies", given["replies"]),
        "values": [_points(f"values.{name}", worth[name]) for name in NAMES],
        "threat": round(1000 * share("threat", given["threat"])),
        "step": _points("step", given["step"]),
        "notices": round(min(share("notice", given["notice"]), level["notice"]) * (2**32 - 1)),
    }


def _positive(name: str, value: Any) -> int:
    return count(name, value, least=1, most=2**32 - 1)


def _points(name: str, value: Any) -> int:
    return count(name, value, most=MOST_POINTS)
