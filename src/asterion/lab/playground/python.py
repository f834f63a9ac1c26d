"""The playground in Python: its searches, or the frames of a path service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.lab.maps.map_script import map_lines
from asterion.lab.maps.script import Script, arguments, listed, plain, quoted, script_of
from asterion.lab.searches.search_run import is_custom, shows_index

if TYPE_CHECKING:
    from asterion.lab.playground.frame_budget import FrameBudget
    from asterion.lab.playground.setup import Setup
    from asterion.lab.searches.search_run import Run

_FACTS = "path.cost, path.stats.expanded"


def python_of(setup: Setup) -> Script:
    """Return a script that prints the cost and the expansions of each search, or the frames."""
    lines, files = map_lines(setup)
    if setup.budget is not None:
        return script_of([*lines, *_frames(setup, setup.budget)], files)
    lines += [*_custom(setup.runs), f"start, goal = {plain(setup.start)}, {plain(setup.goal)}"]
    searches = [run for run in setup.runs if not shows_index(run.algorithm)]
    lines += _searches(searches)
    if len(searches) < len(setup.runs):
        lines += ["index = at.Index(grid)", "path = index.find_path(start, goal)"]
        lines.append(f'print("index", {_FACTS})')
    return script_of(lines, files)


def _custom(runs: tuple[Run, ...]) -> list[str]:
    """Say where searches come from that are not of the library."""
    names = dict.fromkeys(run.algorithm for run in runs if is_custom(run.algorithm))
    return [f"# First run the file that registers {quoted(name)}." for name in names]


def _searches(runs: list[Run]) -> list[str]:
    if len(runs) == 1:
        options = {"algorithm": runs[0].algorithm, **runs[0].options}
        return [
            f"path = at.find_path(grid, start, goal{arguments(options)})",
            f"print({quoted(runs[0].algorithm)}, {_FACTS})",
        ]
    if not any(run.options for run in runs):
        return [
            *listed("for algorithm in ", tuple(run.algorithm for run in runs), ":"),
            "    path = at.find_path(grid, start, goal, algorithm=algorithm)",
            f"    print(algorithm, {_FACTS})",
        ]
    options_of = [{"algorithm": run.algorithm, **run.options} for run in runs]
    return [
        *listed("for options in ", options_of, ":"),
        "    path = at.find_path(grid, start, goal, **options)",
        f"    print(*options.values(), {_FACTS})",
    ]


def _frames(setup: Setup, budget: FrameBudget) -> list[str]:
    """Frames until no unit moves any more, and no edit is to come."""
    cols = setup.cells.shape[1]
    edits: dict[int, list[object]] = {}
    for frame, node, cost in budget.edits:
        edits.setdefault(frame, []).append((divmod(node, cols), cost))
    more = " or frame < max(edits)" if edits else ""
    lines = [
        f"service = at.PathService(grid, quick={budget.quick})",
        *listed("ends = ", list(setup.units)),
        "units = [service.request(start, goal) for start, goal in ends]",
        *(listed("edits = ", edits) if edits else []),
        'frame, done = 0, ("arrived", "unreachable")',
        f"while any(unit.status not in done for unit in units){more}:",
        f"    service.run(expansions={budget.expansions})",
        "    service.step(units)",
        "    frame += 1",
    ]
    if edits:
        lines.append("    for cell, cost in edits.get(frame, ()):")
        lines.append("        grid[cell] = cost")
    return [*lines, 'print(frame, "frames:", [unit.status for unit in units])']
