"""The tactics page in Python: the state, and the turn that the computer plans there."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from asterion.games.tactics import Action, State, maps
from asterion.games.tactics.drawings import from_text, to_dict
from asterion.lab.maps.script import Script, arguments, broken, plain, script_of
from asterion.lab.tactics.players import HUMAN

if TYPE_CHECKING:
    from asterion.games.tactics.moments import Moment
    from asterion.lab.tactics.setup import TacticsSetup

_FILE = "match.json"
_ACTIONS = 24  # that are written out
_NAMES = ("CANCEL", "END", "attack", "controllers", "maps", "move", "select")


def python_of(setup: TacticsSetup) -> Script:
    """Return a script that prints the state, and the plan of the computer to play with its cost.

    While a plan is carried out, the state is the one that it was made for.
    """
    at = setup.plans[-1].at if setup.pending else setup.last
    lines, files = _reached(setup, at)
    lines.append("print(state)")
    if setup.waits_at(at) == "computer":
        lines += _plan(setup, setup.moments[at].state)
    elif setup.waits_at(at) == "person":
        own = setup.moments[at].state.units(setup.moments[at].state.team)
        lines.append("# A person is to play, action by action:")
        lines += [f"# state = state.apply(select({plain(unit.cell)}))" for unit in own[:1]]
    else:
        lines.append('print("result:", state.result)')
    body = "\n".join(lines)
    names = [name for name in _NAMES if re.search(rf"\b{name}\b[(.,\]]", body)]
    imports = ["from asterion.games import tactics"] if "tactics." in body else []
    if names:
        imports.append(f"from asterion.games.tactics import {', '.join(names)}")
    return script_of(lines, files, imports=imports)


def _reached(setup: TacticsSetup, at: int) -> tuple[list[str], dict[str, Any]]:
    """The state with a number: a map, and the actions since."""
    moments = setup.moments[: at + 1]
    first = max(number for number, moment in enumerate(moments) if moment.action is None)
    actions = [_action(moment) for moment in moments[first + 1 :]]
    if len(actions) > _ACTIONS:
        files = {_FILE: lambda: json.dumps(setup.cut(at).match.save()).encode()}
        load = f'tactics.Match.load(json.loads(Path("{_FILE}").read_text()))'
        return [f"match = {load}", "state = match.state"], files
    lines = _opening(setup, moments[first].state)
    if actions:
        lines += broken("for action in [", actions, "]:")
        lines.append("    state = state.apply(action)")
    return lines, {}


def _action(moment: Moment) -> str:
    action = Action(*moment.action) if moment.action else Action("end", None)
    return action.kind.upper() if action.cell is None else f"{action.kind}({plain(action.cell)})"


def _opening(setup: TacticsSetup, state: State) -> list[str]:
    """One of the game's maps, as it is or shuffled; or a drawing."""
    if setup.name in maps.NAMES:
        named = maps.load(setup.name)
        if state == named:
            return [f"state = maps.load({plain(setup.name)})"]
        if state == maps.randomised(named, setup.seed):
            return [f"state = maps.randomised(maps.load({plain(setup.name)}), {setup.seed})"]
    values = to_dict(state)
    board = values.pop("board")
    usual = to_dict(from_text("\n".join(board), mp=state.max_mp, ap=state.max_ap))
    given = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if value != {**usual, "mp": 5, "ap": 3}[name]
    }
    return ['state = tactics.from_text("""', *board, f'"""{arguments(given)})']


def _plan(setup: TacticsSetup, state: State) -> list[str]:
    player = setup.player(state.team)
    made: Any = player.made(setup.seed + state.team)
    seed = {"seed": made.seed} if getattr(made, "seed", 0) else {}
    call = f"controllers.make({plain(player.name)}{arguments({**seed, **player.settings})})"
    lines = [f"player = {call}", "for action in player.decide(state):", "    print(action)"]
    if not hasattr(made, "thoughts") or player.name == HUMAN:
        return lines
    return [*lines, "print(player.thoughts.cost, player.thoughts.processed)"]
