"""Show the Python: what a page writes prints what the page shows, for every scene."""

import contextlib
import io
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

import asterion as at
import asterion.lab.crowds.python as crowds_python
from asterion.games.tactics import END
from asterion.games.tictactoe.board import CELLS
from asterion.goap.goals import in_order
from asterion.lab.characters.session import CharactersSession
from asterion.lab.crowds.session import CrowdSession
from asterion.lab.crowds.setup import Event
from asterion.lab.graphs.session import GraphSession
from asterion.lab.maps.made import Made
from asterion.lab.maze.session import MazeSession
from asterion.lab.open_ground.session import GroundSession
from asterion.lab.page.header import PAGES, package_of
from asterion.lab.playground.map_fields import FIELDS, flee_field
from asterion.lab.playground.map_layers import MapLayers
from asterion.lab.playground.session import Playground
from asterion.lab.playground.structures import STRUCTURES
from asterion.lab.searches.search_run import Run
from asterion.lab.tactics.players import HUMAN, Player, names
from asterion.lab.tactics.session import TacticsSession
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.recording import Edited
from asterion.lab.tictactoe.payload import thoughts
from asterion.lab.tictactoe.setup import TicTacToeSetup
from asterion.lab.work import drained

NAMES = [package_of(address) for address in PAGES]
WRITERS = {name: import_module(f"asterion.lab.{name}.python").python_of for name in NAMES}
SCENES = {name: import_module(f"asterion.lab.{name}.scenes").SCENES for name in NAMES}
STORY = {
    name: import_module(f"asterion.lab.{name}.story").STORY_SCENES
    for name in ("playground", "terrain")
}
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


def playground(setup, layers=None):
    session = Playground(setup)
    session.solve()
    frames = session.frames
    if frames is not None:
        states = [row["result"] for row in frames.rows]
        return WRITERS["playground"](setup), lines([len(frames.frames) - 1, "frames:", states])
    world = session._world
    told = [
        (
            found.run.algorithm,
            *(
                f"{value:g}" if isinstance(value, float) else value
                for value in world.options_of(found.run).values()
            ),
            found.path.cost,
            found.stats.expanded,
            *([found.path.smoothed().tolist()] if layers and layers.straight else []),
        )
        for found in session.results
    ]
    told += layer_facts(world, setup, layers) if layers else []
    return WRITERS["playground"](setup, layers), lines(*told)


def layer_facts(world, setup, layers):
    """What the layers of the map show, line by line."""
    ends = setup.start, setup.goal
    if layers.structure:
        known = world.structures.of(layers.structure)
        if layers.structure == "clusters":
            yield known, known.table
        elif layers.structure == "visibility":
            yield known, known.route(*ends).nodes
        else:
            yield known, known.plan(*ends).path.cost
    if layers.field == "distance":
        yield (at.distances(world.grid, setup.start)[setup.goal],)
    elif layers.field:
        fields = {"flow": at.FlowField, "flee": flee_field}
        field = fields[layers.field](world.grid, setup.goal)
        yield field.cost[setup.start], field.next(setup.start)
    if layers.straight:
        path = at.find_path(world.grid, *ends, algorithm="any-angle")
        yield path.cost, path.points.tolist()


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
    if session.setup.mode == "orders" and not any(
        isinstance(record, Edited) for record in session.records_since(0)
    ):
        return lines(*obeyed(session))
    return lines(
        *[
            (each["algorithm"], total["moves"], total["plans"], total["expanded"])
            for each, total in zip(table, totals, strict=True)
        ]
    )


def obeyed(session):
    """Of each agent its moves with memory and without, its plans and expansions."""
    for walker, each in zip(session.walkers, session.table(), strict=True):
        legs = [leg for leg in session.legs if leg.agent == walker.number]
        chosen = {"algorithm": each["algorithm"], "replan": "path", "sight": session.setup.sight}
        without = sum(
            leg.without
            if leg.is_done
            else at.explore(session.world, leg.start, leg.goal, **chosen).moves
            for leg in legs
        )
        totals = each["totals"]
        yield each["algorithm"], totals["moves"], without, totals["plans"], totals["expanded"]


def crowds(setup, ticks=None):
    """Crowds whose units do not stay are watched for some ticks."""
    ticks = ticks or (TICKS if setup.then == "again" else np.inf)
    session = CrowdSession(setup)
    ends = {}
    while len(ends) < len(session.walks):
        session.step()
        for walk in session.walks:
            is_left = session.tick >= ticks and setup.then != "stay"
            if walk not in ends and (walk.is_over or is_left):
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
    cost = float(session.written.message.split(" costs ")[1].split()[0].rstrip(","))
    return WRITERS["graphs"](setup), f"{session.written.lines}\n" + lines([*path, cost])


def characters(setup, *changes):
    """Decide, and again after each change."""
    session = CharactersSession()
    session.restore(setup)
    drained(session.solving())
    for change in changes:
        session.adopt(change(session.setup))
        drained(session.solving())
    return WRITERS["characters"](session), decided(session)


def decided(session):
    found = session.decision
    if not found.actions:
        wanted = in_order([aim.goal for aim in session.setup.aims], session.setup.state)
        actions = [deed.action for deed in session.setup.deeds if deed.on]
        reasons = [at.goap.plan(actions, session.setup.state, goal.wants) for goal in wanted]
        told = [(goal.name, plan.explain()) for goal, plan in zip(wanted, reasons, strict=True)]
        return lines([None], *told)
    names = [str(action) for action in found.actions]
    by_planner = [
        (row.search, row.estimate, row.cost, row.expanded) for row in found.comparisons[3:]
    ]
    shown = [(row.estimate, row.status, row.cost, row.expanded) for row in found.comparisons[:3]]
    (chosen,) = (row for row in shown if row[0] == session.setup.estimate)
    search = found.search
    assert chosen[1:] == (search["status"], search["cost"], len(search["steps"]))
    return lines((found.goal, names, sum(each.cost for each in found.actions)), *by_planner, *shown)


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


def tactics(setup, script=None):
    session = TacticsSession()
    session.adopt(setup)
    script = script or WRITERS["tactics"](setup)
    if setup.waits != "computer":
        over = lines(("result:", setup.state.result)) if setup.waits is None else ""
        return script, f"{setup.state}\n{over}"
    plan = drained(session.thinking())
    told = f"{setup.state}\n" + "".join(f"{action}\n" for action in plan.actions)
    decision = plan.decision
    return script, told + (lines((decision.cost, decision.processed)) if decision else "")


def tictactoe(setup):
    shown = thoughts(setup, setup.last) or {"head": [], "rows": []}
    rows = [
        (
            divmod(row["cell"], 3),
            row["cells"][1],
            dict(zip(shown["head"][2:], row["cells"][2:], strict=True)),
        )
        for row in shown["rows"]
    ]
    told = f"{setup.board}\n{lines(*rows)}"
    if setup.waits is None:
        told += lines([setup.board.result])
    if setup.waits == "computer":
        told += lines(("next:", divmod(setup.moved().moves[-1].cell, 3)))
    return WRITERS["tictactoe"](setup), told


SHOWN = {
    "playground": playground,
    "terrain": terrain,
    "crowds": crowds,
    "open_ground": open_ground,
    "graphs": graphs,
    "characters": characters,
    "maze": maze,
    "tactics": tactics,
    "tictactoe": tictactoe,
}
SLOW = {"rain-and-mud", "five-thousand-at-once"}
EACH = [
    pytest.param(
        name, scene, id=f"{name} {scene.key}", marks=[pytest.mark.slow] * (scene.key in SLOW)
    )
    for name in NAMES
    for scene in (*SCENES[name], *STORY.get(name, ()))
]


@pytest.mark.parametrize(("name", "scene"), EACH)
def test_the_python_of_a_scene_prints_what_the_page_shows(name, scene, tmp_path, monkeypatch):
    more = [scene.view.get("edits", ())] if name == "terrain" else []
    if name == "playground":
        view = scene.view
        straight = "straight" in view.get("layers", ())
        more = [MapLayers(view.get("structure", ""), view.get("field", ""), straight)]
    if scene.key == "five-thousand-at-once":
        monkeypatch.setattr(crowds_python, "_MOST", 20)  # ticks
        more = [20]
    script, shown = SHOWN[name](scene.make(), *more)
    printed, names = run(script, tmp_path)
    if name == "open_ground":  # the page sums the lengths of the legs
        printed = printed.replace(str(names["path"].cost), f"{names['path'].cost:.10g}")
    assert printed == shown


# --- What people make of the scenes


def stroke(dice, shape):
    """Cells of a stroke by flat indices, and their new cost."""
    row, col = (int(dice.integers(size)) for size in shape)
    down, across = int(dice.integers(1, 5)), int(dice.integers(1, 9))
    cells = [
        r * shape[1] + c
        for r in range(row, min(row + down, shape[0]))
        for c in range(col, min(col + across, shape[1]))
    ]
    return cells, int(dice.choice([0, 0, 0, 1, 4]))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("strokes", [1, 3, 40])
def test_the_python_of_the_playground_follows_strokes(seed, strokes, tmp_path):
    dice = np.random.default_rng(seed)
    setup = SCENES["playground"][[0, 5, 11, 12][seed % 4]].make()
    for _ in range(strokes):
        setup = setup.painted(*stroke(dice, setup.cells.shape))
    if seed % 2:
        setup = type(setup).from_link(setup.to_link())  # as after a reload of the tab
    setup = replace(setup, runs=(Run("dijkstra"), Run("astar", {"weight": 2.5, "ties": "lifo"})))
    script, shown = playground(setup)
    assert run(script, tmp_path)[0] == shown


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("field", FIELDS)
def test_the_python_of_layers_follows_strokes(structure, field, tmp_path):
    dice = np.random.default_rng(len(structure) + len(field))
    setup = SCENES["playground"][0].make()
    for _ in range(3):
        nodes, cost = stroke(dice, setup.cells.shape)
        setup = setup.painted(nodes, min(cost, 1))  # corners see each other where all cost the same
    script, shown = playground(setup, MapLayers(structure, field, straight=True))
    assert run(script, tmp_path)[0] == shown


def test_a_few_strokes_leave_the_call_of_the_generator_and_a_new_map_does_not():
    setup = SCENES["playground"][0].make()
    assert "rooms((41, 41), seed=4)\nstart" in python_of(setup)
    assert "rooms((41, 41), seed=4)\ngrid[5, 3:9] = 3\n" in python_of(
        setup.painted(range(208, 214), 3)
    )
    assert "rooms" not in python_of(setup.with_map(1 - setup.cells))
    assert "caves((9, 30), seed=2)" in python_of(setup.on_made(Made.by("caves", (9, 30), seed=2)))


def python_of(setup):
    return WRITERS["playground"](setup).text


@pytest.mark.parametrize(("shape", "name"), [((60, 90), "map.map"), ((90, 60), "map.txt")])
def test_a_large_map_that_was_drawn_is_read_from_a_file(shape, name, tmp_path):
    dice = np.random.default_rng(3)
    cells = (dice.random(shape) < 0.8).astype(np.uint8)
    cells[0, 5] = 1 if name == "map.map" else 7
    script, shown = playground(SCENES["playground"][0].make().with_map(cells))
    assert [*script.files] == [name]
    assert run(script, tmp_path)[0] == shown


@pytest.mark.parametrize("mode", ["unknown", "changing"])
@pytest.mark.parametrize("seed", range(4))
def test_the_python_of_terrain_repeats_strokes_at_their_moves(mode, seed, tmp_path):
    dice = np.random.default_rng(seed)
    agents = tuple(map(Choice, ("repeated-forward", "dstar-lite", "adaptive")))
    session = replace(SCENES["terrain"][seed].make(), mode=mode, agents=agents).session()
    while session.step():
        if session.time in (3, 8, 15):
            nodes, cost = stroke(dice, session.world.shape)
            session.change(np.array(nodes), cost)
        if session.time == 12 and seed == 1:
            session.move_goal((4, 4))  # in mode unknown the journey begins again
    script = WRITERS["terrain"](session)
    assert run(script, tmp_path)[0] == walked(session)


@pytest.mark.parametrize("edits", [0, 2])
@pytest.mark.parametrize("seed", range(3))
def test_the_python_of_terrain_repeats_orders_and_compares_them(seed, edits, tmp_path):
    """Given at any moment, by which others may be replaced; and among strokes."""
    dice = np.random.default_rng(seed)
    agents = (Choice("dstar-lite"), Choice(["dstar-lite", "mpaa", "astar"][seed]))
    made = replace(SCENES["terrain"][seed].make(), mode="orders", agents=agents, sight=1 + seed)
    setup = replace(made, starts=(made.start, made.goal))
    session = setup.session()
    for tick in range(120):
        if tick % 17 == 0:
            nodes = np.flatnonzero(session.world.cost)
            node = int(nodes[dice.integers(len(nodes))])
            session.order(int(dice.integers(2)), divmod(node, session.world.shape[1]))
        if tick % 50 == 9 and tick // 50 < edits:
            nodes, cost = stroke(dice, session.world.shape)
            session.change(np.array(nodes), cost)
        session.step()
    while session.step():
        pass
    script = WRITERS["terrain"](session)
    assert run(script, tmp_path)[0] == walked(session)


def test_the_python_of_terrain_has_options_and_a_budget(tmp_path):
    agents = (
        Choice("astar", {"heuristic": "manhattan"}),
        Choice("dstar-lite", {"ties": "low-g"}),
    )
    setup = replace(SCENES["terrain"][0].make(), agents=agents, budget=20)
    script, shown = terrain(setup)
    assert "expansions=20" in script.text
    assert run(script, tmp_path)[0] == shown


@pytest.mark.parametrize("then", ["stay", "leave", "again"])
def test_the_python_of_crowds_repeats_walls_and_says_what_it_leaves_out(then, tmp_path):
    setup = replace(SCENES["crowds"][-1].make(), then=then, engines=("pibt", "lacam-guided"))
    wall = Event(3, "costs", 0, tuple(range(20, 700, 41)))
    script, shown = crowds(replace(setup, script=(wall,)))
    assert (run(script, tmp_path)[0] == shown) or "# Here units keep their goals" in script.text
    units = Event(3, "units", 1, (12, 13))
    assert "left out" in crowds(replace(setup, script=(units,)))[0].text


@pytest.mark.parametrize(
    "change",
    [
        lambda setup: setup.renamed("B", "Berlin").with_cost(3, 2.5),
        lambda setup: setup.with_search("dijkstra").without_connection(2),
        lambda setup: setup.with_search("astar", ties="random", seed=3, weight=1.5),
        lambda setup: setup.with_search("bfs").without_node("B"),
        lambda setup: setup.with_search("astar", reopen="active", stop="fast").with_estimate(
            "D", 9.25
        ),
    ],
)
def test_the_python_of_graphs_follows_edits(change, tmp_path):
    script, shown = graphs(change(SCENES["graphs"][1].make()))
    assert run(script, tmp_path)[0] == shown


@pytest.mark.parametrize(
    "changes",
    [
        [lambda setup: setup.with_fact("clips", 0).with_cost("flee", 7)],
        [lambda setup: setup.with_priority("win", 0)],
        [lambda setup: setup.with_estimate("none").with_action("shoot from cover", False)],
        # The first plan is kept, although another one has become cheaper.
        [
            lambda setup: setup.with_cost("go to crate", 9).with_action("go to enemy", True),
            lambda setup: setup.with_action("stab with the dagger", True),
        ],
    ],
)
def test_the_python_of_characters_follows_edits(changes, tmp_path):
    script, shown = characters(SCENES["characters"][0].make(), *changes)
    assert ("kept = " in script.text) == (len(changes) == 2)
    assert run(script, tmp_path)[0] == shown


def test_the_python_of_open_ground_follows_edits(tmp_path):
    setup = SCENES["open_ground"][1].make()
    for change in (
        lambda s: s.with_obstacle([(1, 8), (5, 9), (3, 12)]),
        lambda s: s.without(0).moved("goal", 20, 3.5),
        lambda s: s.with_radius(0.25),
    ):
        setup = change(setup)
        script, shown = open_ground(setup)
        _, names = run(script, tmp_path)
        length = float(shown.split()[-2])
        assert names["path"].cost == pytest.approx(length)
        assert str(names["path"].points) in shown


@pytest.mark.parametrize("world", ["tutorial", "own"])
@pytest.mark.parametrize("inputs", [2, 12])
def test_the_python_of_the_maze_repeats_what_was_done(world, inputs, tmp_path):
    session = MazeSession()
    if world == "own":
        text = "AAAAAAAAAA\nApo x   XA\nA        A\nAAAAAAAAAA\n"
        session.change(lambda setup: setup.in_world("own", text))
    else:
        session.change(lambda setup: setup.in_shipped(world).with_seed(7))
    session.finish()
    ticks = 0
    while session.tick():
        ticks += 1
        if ticks % 5 == 0 and ticks <= 5 * inputs:
            session.rule("speed", 100 + ticks)
        if ticks == 7:
            session.dig(session.game.world.shape[1] * 2 + 2)
    script = WRITERS["maze"](session)
    assert run(script, tmp_path)[0] == raced(session)


def test_the_python_of_the_maze_follows_the_editor(tmp_path):
    session = MazeSession()
    session.change(lambda setup: setup.in_shipped("tutorial"))
    session.draw(on=True)
    session.redraw(lambda draft: draft.painted([26, 50], "b").with_type("b", "speed", 33))
    session.redraw(lambda draft: draft.painted([30], "z"))  # without a door
    shown = [problem.text for problem in session.problems]
    assert run(WRITERS["maze"](session), tmp_path)[0] == lines([shown])
    session.draw(on=False)
    text, raced_so = maze(session.setup)
    assert run(text, tmp_path)[0] == raced_so
    session.add_level()
    text, raced_so = maze(session.setup.at_level(1))
    assert run(text, tmp_path)[0] == raced_so


@pytest.mark.parametrize("steps", [0, 1, 9, 60])
@pytest.mark.parametrize("name", ["C.2", "drawn", "shuffled"])
def test_the_python_of_tactics_goes_on_from_any_state(name, steps, tmp_path):
    session = TacticsSession()
    session.adopt(SCENES["tactics"][1].make())
    if name == "shuffled":
        session.shuffle()
    if name == "drawn":
        session.edit(None, [3, 8], 1, 0)
        session.save_resources(1, 4, 6)
    for _ in range(steps):
        if session.setup.waits is None:
            break
        if not session.setup.pending:
            session.plan_for(session.setup, drained(session.thinking()))
        session.step()
    setup = session.setup
    plan = setup.plans[-1] if setup.pending else None
    script, shown = tactics(
        setup if plan is None else setup.cut(plan.at), WRITERS["tactics"](setup)
    )
    assert run(script, tmp_path)[0] == shown


@pytest.mark.parametrize("players", [("astar", "random"), ("random", "human"), ("human", "astar")])
@pytest.mark.parametrize("moves", range(10))
def test_the_python_of_tic_tac_toe_goes_on_from_any_move(players, moves, tmp_path):
    setup = TicTacToeSetup((), *players, seed=5)
    for _ in range(moves):
        if setup.waits is None:
            break
        free = setup.board.moves
        setup = setup.moved() if setup.waits == "computer" else setup.marked(CELLS.index(free[0]))
    script, shown = tictactoe(setup)
    assert run(script, tmp_path)[0] == shown


@pytest.mark.parametrize(
    "player",
    [
        *(Player(name) for name in names() if name != HUMAN),
        Player("AStarTwo", {"multipliers": {"wasted_mp": 1, "wasted_ap": 1}}),
    ],
    ids=lambda player: player.name + "*" * bool(player.settings),
)
def test_the_python_of_tactics_makes_each_computer_with_its_seed_and_settings(player, tmp_path):
    setup = SCENES["tactics"][0].make().with_seed(5).with_player(1, player).acted(END)
    script, shown = tactics(setup)
    assert run(script, tmp_path)[0] == shown
