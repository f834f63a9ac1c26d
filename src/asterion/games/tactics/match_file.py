"""A match as plain values for a file. States follow from the actions; only edits are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics.actions import Action
from asterion.games.tactics.controllers import Controller, make
from asterion.games.tactics.drawings import from_dict, to_dict
from asterion.games.tactics.moments import Moment, Refusal
from asterion.games.tactics.state import State
from asterion.io.checks import reading

if TYPE_CHECKING:
    from asterion.games.tactics.match import Match

FORMAT = "asterion tactics match"
VERSION = 2


class SavedMatch(NamedTuple):
    """The contents of a match's file."""

    turn_limit: int
    controllers: dict[int, Controller]
    moments: list[State | tuple[Action, str]]  # the first state and edits; actions, by whom
    refused: list[Refusal]
    plan: list[Any] | None  # decided and not done yet


def to_values(match: Match, plan: Iterable[Any] | None) -> dict[str, Any]:
    """Return a match, and the undone part of its plan, as plain values, which JSON can hold."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "turn_limit": match.turn_limit,
        "controllers": {str(team): _controller(each) for team, each in match.controllers.items()},
        "moments": [_moment(each) for each in match.moments],
        "refused": [
            [each.number, each.team, repr(each.action), each.why] for each in match.refused
        ],
        "plan": None if plan is None else [_plain(each) for each in plan],
    }


def _controller(controller: Controller) -> dict[str, Any]:
    return {
        "name": controller.name,
        "seed": getattr(controller, "seed", 0),
        "settings": dict(getattr(controller, "settings", {})),
    }


def _moment(moment: Moment) -> dict[str, Any]:
    if moment.action is None:
        return {"state": to_dict(moment.state)}
    return {"by": moment.by, "action": _plain(moment.action)}


def _plain(action: Any) -> Any:
    """An action for a file. Anything else will be rejected, in whatever words it is stored."""
    if not isinstance(action, Action):
        return repr(action)
    return [action.kind, None if action.cell is None else list(action.cell)]


def from_values(values: Any) -> SavedMatch:
    """Read the result of :func:`to_values`; anything else is rejected."""
    known = isinstance(values, dict) and isinstance(values.get("format"), str)
    if not known or values["format"] != FORMAT or not isinstance(values.get("version"), int):
        raise InvalidValue(f"{short_repr(values)} is no match of the tactics game")
    if values["version"] != VERSION:
        raise InvalidValue(
            f"version is {short_repr(values['version'])}; this program reads version {VERSION}"
        )
    with reading("the saved match", "a game"):
        saved = SavedMatch(
            values["turn_limit"],
            {
                int(team): make(each["name"], each["seed"], **each["settings"])
                for team, each in values["controllers"].items()
            },
            [_read(each) for each in values["moments"]],
            [Refusal(moment, team, action, why) for moment, team, action, why in values["refused"]],
            values["plan"] and [_action(each) for each in values["plan"]],
        )
    if not saved.moments or not isinstance(saved.moments[0], State):
        raise InvalidValue("the saved match begins without a state")
    return saved


def _read(values: dict[str, Any]) -> State | tuple[Action, str]:
    if "state" in values:
        return from_dict(values["state"])
    return _action(values["action"]), str(values["by"])


def _action(values: Any) -> Any:
    if isinstance(values, str):
        return values
    kind, cell = values
    return Action(kind, None if cell is None else (cell[0], cell[1]))
