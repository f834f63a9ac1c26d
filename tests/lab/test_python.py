"""Show the Python: what a page writes prints what the page shows, for every scene."""

import contextlib
import io
from importlib import import_module

import pytest

import asterion as at
from asterion.lab.crowds.session import CrowdSession
from asterion.lab.graphs.session import GraphSession
from asterion.lab.maps.script import plain
from asterion.lab.maze.session import MazeSession
from asterion.lab.open_ground.session import GroundSession
from asterion.lab.page.header import PAGES, package_of
from asterion.lab.playground.session import Playground
from asterion.lab.tactics.session import TacticsSession
from asterion.lab.tictactoe.payload import thoughts
from asterion.lab.work import drained

NAMES = [package_of(address) for address in PAGES]
WRITERS = {name: import_module(f"asterion.lab.{name}.python").python_of for name in NAMES}
SCENES = {name: import_module(f"asterion.lab.{name}.scenes").SCENES for name in NAMES}
TICKS = 60  # of crowds that never rest


def run(script, folder):
    """Run a script as a user would, beside the files that it reads: what it prints, its names."""
    for name, content in script.files.items():
        (folder / name).write_bytes(content())
    out = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out):
        exec(compile(script.text, "page.py", "exec"), names := {})  # noqa: S102
    return out.getvalue(), names


def lines(*rows):
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


# What each page shows, in the words of its script: (script, text).


def playground(setup):
    session = Playground(setup)
    session.solve()
    frames = session.frames
    if frames is not None:
        states = [row["result"] for row in frames.rows]
        return WRITERS["playground"](setup), lines([len(frames.frames) - 1, "frames:", states])
    told = [
        (
            found.run.algorithm,
            *map(plain, found.run.options.values()),
            found.path.cost,
            found.stats.expanded,
        )
        for found in session.results
    ]
    return WRITERS["playground"](setup), lines(*told)


def terrain(setup, coming=()):
    session = setup.session()
    script = WRITERS["terrain"](session, coming)
    edits = {move: (cells, cost) for move, cells, cost in coming}
    while session.step():
        if session.time in edits:
            session.edit(*edits[session.time])
    assert WRITERS["terrain"](session) == script or coming or script.files
    return script, walked(session)


def walked(session):
    table = session.table()
    totals = [each["totals"] for each in table]
    return lines(
        *[
            (each["algorithm"], total["moves"], total["plans"], total["expanded"])
            for each, total in zip(table, totals, strict=True)
        ]
    )


def crowds(setup):
    session = CrowdSession(setup)
    ends = {}
    while len(ends) < len(session.walks):
        session.step()
        for walk in session.walks:
            if walk not in ends and (
                walk.is_over or (setup.then, session.tick) == ("again", TICKS)
            ):
                ends[walk] = session.tick, walk.arrivals, walk.moves
    return WRITERS["crowds"](session), lines(*ends.values())


def open_ground(setup):
    session = GroundSession()
    session.adopt(setup)
    drained(session.solving())
    line = session.answer.line
    length = f"{line.length:.10g}"
    return WRITERS["open_ground"](setup), lines([line.points, length, line.expanded])


def graphs(setup):
    session = GraphSession()
    session.adopt(setup)
    drained(session.solving())
    path = [setup.names[node] for node in session.written.path]
    found = at.find_path(setup.graph(), setup.start, setup.goal)
    assert found.found
    cost = float(session.written.message.split(" costs ")[1].split()[0].rstrip(","))
    return WRITERS["graphs"](setup), f"{session.written.lines}\n" + lines([*path, cost])


def maze(setup):
    session = MazeSession()
    session.take(setup)
    script = WRITERS["maze"](session)
    session.finish()
    while session.tick():
        pass
    return script, raced(session)


def raced(session):
    game = session.game
    runners = zip(game.players, session.race.standings(), strict=False)
    rows = [
        (each.algorithm, line["ticks"], line["moves"], line["expansions"]) for each, line in runners
    ]
    return lines((game.now, game.hash), *rows)


def tactics(setup):
    session = TacticsSession()
    session.adopt(setup)
    script = WRITERS["tactics"](setup)
    if setup.waits != "computer":
        return script, f"{setup.state}\n"
    plan = drained(session.thinking())
    told = f"{setup.state}\n" + "".join(f"{action}\n" for action in plan.actions)
    decision = plan.decision
    return script, told + (lines((decision.cost, decision.processed)) if decision else "")


def tictactoe(setup):
    shown = thoughts(setup, setup.last)
    rows = [
        (
            divmod(row["cell"], 3),
            row["cells"][1],
            dict(zip(shown["head"][2:], row["cells"][2:], strict=True)),
        )
        for row in shown["rows"]
    ]
    told = f"{setup.board}\n{lines(*rows)}"
    if setup.waits == "computer":
        told += lines(("next:", divmod(setup.moved().moves[-1].cell, 3)))
    return WRITERS["tictactoe"](setup), told


SHOWN = {
    "playground": playground,
    "terrain": terrain,
    "crowds": crowds,
    "open_ground": open_ground,
    "graphs": graphs,
    "maze": maze,
    "tactics": tactics,
    "tictactoe": tictactoe,
}
SLOW = {"rain-and-mud", "five-thousand-at-once", "two-armies-through-one-gate", "hide-and-flee"}
EACH = [
    pytest.param(
        name, scene, id=f"{name} {scene.key}", marks=[pytest.mark.slow] * (scene.key in SLOW)
    )
    for name in NAMES
    for scene in SCENES[name]
]


@pytest.mark.parametrize(("name", "scene"), EACH)
def test_the_python_of_a_scene_prints_what_the_page_shows(name, scene, tmp_path):
    more = [scene.view.get("edits", ())] if name == "terrain" else []
    script, shown = SHOWN[name](scene.make(), *more)
    printed, names = run(script, tmp_path)
    if name == "open_ground":  # the page sums the lengths of the legs
        printed = printed.replace(str(names["path"].cost), f"{names['path'].cost:.10g}")
    assert printed == shown
