"""The crowds page in Python: the crowd of each engine, tick by tick."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.lab.crowds.setup import GUIDED, TEAMS
from asterion.lab.maps.map_script import map_lines
from asterion.lab.maps.script import WIDTH, Script, arguments, broken, listed, plain, script_of

if TYPE_CHECKING:
    from asterion.lab.crowds.session import CrowdSession
    from asterion.world.grid import Cell

_FILE = "crowd.json"
_ALONE = 12  # cells that are written one by one
_MOST = 5000  # ticks after which a script gives up
_TICKS = 500  # of a crowd that never rests, before it has walked
_LEFT_OUT = "# Units, goals and orders that were drawn while they walked are left out."
_KEPT = "# Here units keep their goals after an edit; on the page some get others."


def python_of(session: CrowdSession) -> Script:
    """Return a script that prints the ticks, the goals reached and the moves of each engine.

    A crowd that never rests walks as many ticks as it has walked on the page.
    """
    return _Writer(session).script()


class _Writer:
    """Writes cells into the script, or into a file if they are many."""

    def __init__(self, session: CrowdSession) -> None:
        self.session, self.setup = session, session.setup
        self.cols = self.setup.cells.shape[1]
        self.arrays: dict[str, Any] = {}
        free = self.setup.cells > 0
        self.starts = np.flatnonzero((self.setup.units > 0) & free)
        self.team_of = self.setup.units.flat[self.starts]
        self.targets = {
            team: np.flatnonzero((self.setup.targets == team) & free)
            for team in range(1, TEAMS + 1)
            if (self.team_of == team).any()
        }
        events = session.record().script
        self.edits = [event for event in events if event.layer == "costs"]
        self.is_partial = len(self.edits) < len(events)

    def script(self) -> Script:
        """The grid, the cells, the rule for goals, and the loop."""
        if not len(self.starts):
            return script_of([*map_lines(self.setup)[0], "# There are no units yet."])
        data = self.cells("starts", self.starts)
        then, targets = self.setup.then, self.targets
        if then == "again" and not self.setup.aims:
            more, rest = self.again()
        elif then == "leave" and len(targets) == 1 and len(next(iter(targets.values()))):
            more, rest = self.leave()
        else:
            more, rest = self.given()
        lines, files = map_lines(self.setup, read='data["map"]' if self.arrays else "")
        if self.arrays:
            lines.insert(0, f'data = json.loads(Path("{_FILE}").read_text())')
            arrays = {name: self.pairs(nodes).tolist() for name, nodes in self.arrays.items()}
            arrays["map"] = self.setup.cells.tolist()
            files = {_FILE: lambda: json.dumps(arrays).encode()}
        notes = [_LEFT_OUT] if self.is_partial else []
        return script_of([*notes, *lines, *data, *more, *rest], files)

    # --- Cells

    def pairs(self, nodes: Any) -> Any:
        """Rows and columns of flat indices."""
        return np.stack(np.divmod(np.asarray(nodes, np.int64), self.cols), axis=1)

    def cells(self, name: str, nodes: Sequence[int] | Any) -> list[str]:
        """Name some cells: rows times columns, one by one, or in the file."""
        told = self.pairs(nodes).tolist()
        line = f"{name} = {_product(told)}"
        if _product(told) and len(line) <= WIDTH:
            return [line]
        if len(told) <= _ALONE:
            return listed(f"{name} = ", [tuple(cell) for cell in told])
        self.arrays[name] = nodes
        return [f'{name} = data["{name}"]']

    # --- Goals, by what a unit does that is there

    def given(self) -> tuple[list[str], list[str]]:
        """Each unit has one goal, where it stays or leaves."""
        goals = self.session.walks[0].first_goals[: len(self.starts)]
        leaves = self.setup.then == "leave"
        ends = "len(crowd)" if leaves else "not crowd.arrived.all()"
        body = [*self.edited(), "crowd.step()"]
        if leaves:
            body += ["for unit in crowd.ids[crowd.arrived]:", "    crowd.remove(unit)"]
        notes = [_KEPT] if self.edits or self.setup.then == "again" else []
        loop = [f"while {ends} and crowd.tick < {_MOST}:", *_indented(body)]
        reached = "len(starts) - len(crowd)" if leaves else "crowd.stats.arrivals"
        return [*self.cells("goals", goals), *notes], self.loop("goals", loop, reached)

    def again(self) -> tuple[list[str], list[str]]:
        """Each unit goes to one goal of its team after another."""
        targets = {
            team: nodes if len(nodes) else self.session.free for team, nodes in self.targets.items()
        }
        if len(targets) == 1:
            data, own = self.cells("targets", next(iter(targets.values()))), []
        else:
            self.arrays |= {f"targets{team}": nodes for team, nodes in targets.items()}
            data = [
                f'targets = {{team: data[f"targets{{team}}"] for team in {plain([*targets])}}}',
                *listed("team_of = ", self.team_of.tolist()),
            ]
            own = ["    targets = targets_of[team_of[unit]]"]
            data[0] = data[0].replace("targets =", "targets_of =", 1)
        key = f'f"{self.setup.seed} {{unit}} {{n}}"'
        rule = [
            "def goal_of(unit, n):  # its n-th goal, the same for every engine",
            *own,
            f"    return targets[zlib.crc32({key}.encode()) % len(targets)]",
        ]
        body = [
            *self.edited(),
            "crowd.step()",
            "for unit in np.flatnonzero(crowd.arrived).tolist():",
            "    reached[unit] += 1",
            "    crowd.goals[unit] = goal_of(unit, reached[unit])",
        ]
        ticks = self.session.tick or _TICKS
        loop = ["reached = Counter()", f"for _ in range({ticks}):", *_indented(body)]
        goals = "[goal_of(unit, 0) for unit in range(len(starts))]"
        notes = [_KEPT] if self.edits else []
        return [*data, *notes, "", "", *rule, "", ""], self.loop(goals, loop, "reached.total()")

    def leave(self) -> tuple[list[str], list[str]]:
        """Each unit leaves by the nearest goal, also after an edit."""
        data = self.cells("exits", next(iter(self.targets.values())))
        rule = [
            "def nearest(positions):  # the exit nearest to each",
            "    while (positions != (ahead := field.follow(positions))).any():",
            "        positions = ahead",
            "    return positions",
        ]
        body = [
            *self.edited(
                "goals = nearest(crowd.positions)",
                "shut = grid.cost[tuple(goals.T)] == 0",
                "goals[shut] = next(cell for cell in exits if grid[tuple(cell)])",
                "crowd.goals = goals",
            ),
            "crowd.step()",
            "for unit in crowd.ids[crowd.arrived]:",
            "    crowd.remove(unit)",
        ]
        loop = [f"while len(crowd) and crowd.tick < {_MOST}:", *_indented(body)]
        field = "field = at.FlowField(grid, exits)"
        goals = "nearest(np.array(starts))"
        return [*data, "", "", *rule, "", ""], self.loop(
            goals, loop, "len(starts) - len(crowd)", [field]
        )

    # --- The loop

    def edited(self, *then: str) -> list[str]:
        """Lines that edit the map at a tick."""
        lines = []
        for tick, _, cost, nodes in self.edits:
            rows, cols = (each.tolist() for each in np.divmod(np.array(nodes, int), self.cols))
            lines += [f"if crowd.tick == {tick}:", f"    grid[{rows}, {cols}] = {cost}"]
            lines += _indented(then)
        return lines

    def loop(
        self, goals: str, inner: list[str], reached: str, before: Sequence[str] = ()
    ) -> list[str]:
        """The crowd of each engine, and what is printed of it."""
        seed = {"seed": self.setup.seed} if self.setup.seed else {}
        engines = [
            {"algorithm": name.removesuffix(GUIDED)}
            | ({"guidance": True} if name.endswith(GUIDED) else {})
            for name in self.setup.engines
        ]
        facts = [
            "# ticks, goals reached, moves",
            f"print(crowd.tick, {reached}, crowd.stats.moves)",
        ]
        if len(engines) == 1:
            engine = {} if engines[0] == {"algorithm": "lacam"} else engines[0]
            options = arguments({**engine, **seed})
            return [*before, *_crowd(goals, options), *inner, *facts]
        if any(len(engine) > 1 for engine in engines):
            head, given = listed("for options in ", engines, ":"), ", **options"
        else:
            names = tuple(engine["algorithm"] for engine in engines)
            head, given = listed("for algorithm in ", names, ":"), ", algorithm=algorithm"
        copies = ["grid = first.copy()"] if self.edits else []
        body = [*copies, *before, *_crowd(goals, given + arguments(seed)), *inner, *facts]
        return [*(["first = grid"] if copies else []), *head, *_indented(body)]


def _crowd(goals: str, options: str) -> list[str]:
    return broken(
        "crowd = at.Crowd(", ["grid", "starts", goals, *([options[2:]] if options else [])], ")"
    )


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _product(cells: list[Cell]) -> str:
    """Write cells as rows times columns; nothing if they are none, or few."""
    rows = [*dict.fromkeys(row for row, _ in cells)]
    cols = [col for row, col in cells if row == rows[0]]
    if len(cells) <= 3 or [(row, col) for row in rows for col in cols] != [tuple(c) for c in cells]:
        return ""
    return f"[(r, c) for r in {_ranges(rows)} for c in {_ranges(cols)}]"


def _ranges(numbers: list[int]) -> str:
    """Write numbers as ranges, one after the other."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [f"range({run[0]}, {run[-1] + 1})".replace("(0, ", "(") for run in runs]
    if len(runs) == 1:
        return told[0]
    return plain(tuple(numbers)) if all(len(run) == 1 for run in runs) else f"(*{', *'.join(told)})"
