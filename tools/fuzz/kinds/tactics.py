"""The tactics game: odd boards and actions, matches with illegal players, damaged files."""

from __future__ import annotations

import json
from typing import Any

from asterion.games.tactics import END, Action, Match, State, from_text, map_file, maps, walks
from fuzz.input import Fuzz
from fuzz.verdict import Finding

KINDS = ["select", "cancel", "move", "attack", "end"]
THINGS = ["wall", None, "melee", "blaster", "sniper", "laser"]
LETTERS = [*".....#MBSLmbsl", "m2", "s7"]


def tactics(f: Fuzz) -> None:
    """A board, edited and played on; rejected calls have changed nothing."""
    state = board(f)
    for _ in range(f.randint(1, 8) if isinstance(state, State) else 0):
        before, drawn = hash(state), str(state)
        after = changed(f, state)
        if (hash(state), str(state)) != (before, drawn):
            raise Finding("a state that has changed")
        state = after if isinstance(after, State) else state
    if isinstance(state, State):
        f.one_of(lambda: played(f, state), lambda: saved(f, state))


def changed(f: Fuzz, state: State) -> Any:
    """Another state, or None."""
    return f.one_of(
        *[lambda: f.call(state.apply, action(f, state))] * 4,
        lambda: f.call(state.edited, cell(f, state), f.mostly(*THINGS), f.mostly(0, 1, 2)),
        lambda: f.call(state.with_resources, f.mostly(0, 3, 9), f.mostly(0, 3, 255)),
        lambda: f.call(maps.randomised, state, f.mostly(0, 5)),
        lambda: looked(f, state),
    )


def board(f: Fuzz) -> Any:
    """A map of the package, a drawn one, or a blank one."""
    rows, cols = f.randint(1, 12), f.randint(1, 12)
    lines = [" ".join(f.choices(LETTERS, k=cols)) for _ in range(rows)]
    return f.one_of(
        lambda: f.call(maps.load, f.mostly(*maps.NAMES, odd=0.1)),
        lambda: f.call(maps.blank, *f.choices([1, 5, 32, f.value()], k=2)),
        lambda: f.call(from_text, f.mostly("\n".join(lines), "M", "M m\n.", odd=0.05)),
        lambda: f.call(from_text, "\n".join(lines), mp=f.mostly(5), team=f.mostly(0, 1, None)),
    )


def cell(f: Fuzz, state: State) -> Any:
    """On the board, beside it, or no cell."""
    return f.mostly((f.randint(-1, state.height), f.randint(-1, state.width)), odd=0.06)


def action(f: Fuzz, state: State) -> Any:
    """One that is offered, one that may be illegal, or none at all."""
    return f.one_of(
        *[lambda: f.choice(state.actions() or [END])] * 3,
        lambda: Action(f.mostly(*KINDS), cell(f, state)),
        f.value,
    )


def looked(f: Fuzz, state: State) -> None:
    """Questions about a state."""
    f.call(state.why_not, action(f, state))
    f.call(state.sees, cell(f, state), cell(f, state))
    f.call(state.in_reach, cell(f, state), cell(f, state))
    f.call(state.exposed, f.mostly(0, 1), f.mostly(None, 1))
    f.call(state.units, f.mostly(None, 0, 7))
    f.call(state.count_states, limit=f.choice([0, 10, 200]))
    goal = cell(f, state)
    walk, why = f.call(walks.walk_to, state, goal), f.call(walks.why_not, state, goal)
    if walk is not None and (why is not None or goal not in walks.reach(state)):
        raise Finding("a walk that is refused")


class Cheat:
    """A player that ignores the rules."""

    name = "Cheat"

    def __init__(self, f: Fuzz) -> None:
        self.f = f

    def decide(self, state: State) -> list[Any]:
        """Some actions, legal or not."""
        return [action(self.f, state) for _ in range(self.f.randint(0, 5))]


def played(f: Fuzz, state: State) -> None:
    """A match with an illegal player follows the rules."""
    sides = {team: f.choice(["Random", "Idle", Cheat(f)]) for team in state.teams}
    match = f.call(Match, state, sides, seed=f.mostly(0, 3), turn_limit=f.choice([0, 2, 5]))
    if match is None:
        return
    f.call(match.run)
    for before, done, after in zip(match.states, match.actions[1:], match.states[1:], strict=False):
        if done is None or before.apply(done) != after:
            raise Finding("a match that breaks the rules")
    f.call(match.view, f.mostly(0, 1))
    f.call(match.back_to, f.mostly(0, 1))
    f.call(match.act, action(f, match.state))


def saved(f: Fuzz, state: State) -> None:
    """Files and values, as they were written and damaged."""
    path = f.folder / "tactics.txt"
    map_file.write(path, state)
    text = path.read_text(encoding="utf-8")
    if str(f.call(map_file.read, path)) != str(state):
        raise Finding("a map that is read back is not the one that was saved")
    at = f.randrange(len(text))
    path.write_text(text[:at] + f.choice(["", "x", "9", "\n", "-", "}"]) + text[at + 1 :])
    f.call(map_file.read, path)
    match = Match(state, ["Random", "Idle"], seed=1, turn_limit=1)
    match.run()
    values = json.loads(json.dumps(match.save()))
    part: Any = f.choice([values, values["moments"][0]["state"], f.choice(values["moments"])])
    part[f.choice([*part])] = f.value()
    f.call(Match.load, values)
