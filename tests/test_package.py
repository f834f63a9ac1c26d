"""What holds the package together: its layers, its public names, its stub."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at

ROOT = Path(__file__).parents[1]
PACKAGE = Path(at.__file__).parent

# A module may import only from layers below its own; see docs/design.md.
LAYERS = [
    ["_core"],
    ["errors"],
    ["dice", "indexing", "io.checks", "world"],
    ["edges", "grid"],
    ["moves"],
    ["exchange"],
    ["graph"],
    ["map_heuristic", "registry", "trace", "results"],
    ["io.mazegame", "io.movingai", "io.npy", "io.png"],
    ["io"],
    ["options"],
    ["legs", "maps", "navigator_options", "navigator_stats", "own", "regions", "sight"],
    ["chunks", "map_graph", "portals", "straight_walks"],
    ["search", "searched"],
    ["analysis", "portal_map", "room_map", "visibility_map"],
    ["explorer", "graph_reasons", "graph_regions", "heuristics", "navigate", "openings"],
    ["barriers", "cluster_heuristic", "landmarks", "lecture", "movers", "sketch"],
    ["reasons"],
    ["decide", "decide.macro", "decide.personality", "decide.plan"],
    ["decide.problem"],
    ["decide.nodes"],
    ["decide.beam", "decide.foresight", "decide.ida"],
    ["decide.best_first"],
    ["decide.search"],
    ["games", "games.maze.tiles", "games.maze.traps"],
    ["games.maze.world_file", "games.tictactoe.board"],
    ["games.maze.worlds"],
    ["games.maze.events", "games.maze.motion", "games.maze.quest", "games.maze.statistics"],
    ["games.maze.steering"],
    ["games.maze.images", "games.maze.rules", "games.maze.slow_downs", "games.maze.vision"],
    ["games.maze.monsters", "games.maze.saving", "games.maze.threat"],
    ["games.maze.ground"],
    ["games.maze.human", "games.maze.pack", "games.maze.players"],
    ["games.maze.logs", "games.maze.simulation"],
    ["games.maze", "games.maze.drawing"],
    ["games.tictactoe.game"],
    ["games.tictactoe"],
    ["games.tictactoe.players"],
    ["baselines.behaviour_tree", "baselines.decision_tree"],
    ["baselines.production_rules", "baselines.state_machine"],
    ["baselines"],
    ["goap.values"],
    ["goap.action"],
    ["goap.answer", "goap.layout", "goap.places"],
    ["goap.missing"],
    ["goap.domain"],
    ["goap.goals", "goap.weighing"],
    ["goap.agent"],
    ["goap"],
    ["games.tactics.actions", "games.tactics.units"],
    ["games.tactics.values"],
    ["games.tactics.state"],
    ["games.tactics.controllers.base", "games.tactics.drawings", "games.tactics.log"],
    ["games.tactics.controllers.registry", "games.tactics.controllers.simple"],
    ["games.tactics.goals", "games.tactics.turn_problem"],
    ["games.tactics.recipe"],
    ["games.tactics.turn_search"],
    ["games.tactics.controllers.astar", "games.tactics.controllers.reply"],
    ["games.tactics.map_file", "games.tactics.maps", "games.tactics.walks"],
    ["games.tactics.manoeuvres"],
    ["games.tactics.controllers.squads"],
    [
        "games.tactics.controllers.behaviour_tree",
        "games.tactics.controllers.goap",
        "games.tactics.controllers.state_machine",
    ],
    ["games.tactics.controllers"],
    ["games.tactics.moments"],
    ["games.tactics.match"],
    ["games.tactics.arena"],
    ["games.tactics.tuning"],
    ["games.tactics"],
    ["experiments", "experiments.paired", "experiments.pictures", "experiments.strength"],
    ["experiments.experiment"],
    [
        "experiments.comparing",
        "experiments.gridworlds",
        "experiments.journal",
        "experiments.landscapes",
    ],
    ["experiments.architectures_maps", "experiments.tactics_games"],
    ["experiments.tactics_tables"],
    ["experiments.tactics_watching"],
    [
        "experiments.tactics_case_four",
        "experiments.tactics_case_three",
        "experiments.tactics_early_cases",
        "experiments.tactics_picture",
        "experiments.tactics_questions",
        "experiments.tactics_variants",
    ],
    ["experiments.tactics_observations"],
    [
        "experiments.architectures_journey",
        "experiments.architectures_picture",
        "experiments.clusters_picture",
        "experiments.decay_picture",
        "experiments.fill_picture",
        "experiments.weights_picture",
        "experiments.workers",
        "experiments.replanning_picture",
        "experiments.study_journey",
        "experiments.study_picture",
    ],
    [
        "experiments.running",
        "experiments.architectures",
        "experiments.clusters",
        "experiments.decay",
        "experiments.fill",
        "experiments.replanning",
        "experiments.study",
        "experiments.tactics",
        "experiments.weights",
    ],
    ["experiments.catalogue"],
    [
        "lab",
        "lab.sessions",
        "lab.sessions.desk",
        "lab.sessions.graph_parts",
        "lab.sessions.history",
        "lab.sessions.journal",
        "lab.sessions.links",
        "lab.watching",
    ],
    ["lab.sessions.game", "lab.sessions.ground"],
    [
        "lab.frames",
        "lab.sessions.replay",
        "lab.sessions.setup",
        "lab.sessions.tactics_look",
        "lab.sessions.tactics_players",
        "lab.sessions.maze_setup",
        "lab.sessions.tictactoe_setup",
        "lab.sessions.walker",
    ],
    [
        "lab.sessions.graph_setup",
        "lab.sessions.plain",
        "lab.sessions.playground",
        "lab.sessions.tactics_setup",
    ],
    [
        "lab.sessions.codec",
        "lab.sessions.export",
        "lab.maze_frames",
        "lab.sessions.graphs",
        "lab.sessions.tactics",
        "lab.sessions.maze",
        "lab.sessions.terrain",
        "lab.sessions.tictactoe",
        "lab.sessions.tictactoe_told",
    ],
    [
        "lab.maze_camera",
        "lab.sessions.maze_told",
        "lab.sessions.tactics_told",
        "lab.sessions.terrain_setup",
    ],
    ["lab.live_game", "lab.live_solver", "lab.live_worker"],
    [
        "lab.live_graphs",
        "lab.live_maze",
        "lab.live_playground",
        "lab.live_tactics",
        "lab.live_terrain",
        "lab.live_tictactoe",
    ],
    ["lab.pages", "lab.pages.buttons", "lab.pages.frame", "lab.pages.setup_page"],
    [
        "lab.pages.controls",
        "lab.pages.files",
        "lab.pages.game_page",
        "lab.pages.map_card",
        "lab.pages.maze_cards",
        "lab.pages.maze_files",
        "lab.pages.tactics_editor",
        "lab.pages.tactics_settings",
    ],
    [
        "lab.pages.graphs",
        "lab.pages.maze",
        "lab.pages.playground",
        "lab.pages.tactics",
        "lab.pages.terrain",
        "lab.pages.tictactoe",
    ],
    ["lab.app"],
    ["cli", "cli.console", "cli.exits", "cli.values"],
    ["cli.drawing", "cli.play_maze", "cli.play_tactics", "cli.play_tictactoe", "cli.trials"],
    [
        "cli.algorithms",
        "cli.bench",
        "cli.experiment",
        "cli.lab",
        "cli.maps",
        "cli.play",
        "cli.solve",
    ],
    ["cli.app"],
    ["__main__"],
]


def modules():
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        yield name, path


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("asterion"):
            base = node.module.removeprefix("asterion").lstrip(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}".lstrip(".")
                known = any(inner in layer for layer in LAYERS)
                yield inner if known else base
        elif isinstance(node, ast.Import):
            yield from (a.name[9:] for a in node.names if a.name.startswith("asterion."))


def test_imports_point_downwards_only():
    level = {name: i for i, layer in enumerate(LAYERS) for name in layer}
    for name, path in modules():
        if name == "":
            continue  # the package itself holds the public names and nothing else
        assert name in level, f"{name} has no layer: name one in LAYERS"
        for imported in imports(path):
            inside = imported == name or imported.startswith(f"{name}.")
            assert level[imported] < level[name] or inside, f"{name} imports {imported}"


def test_only_the_command_line_knows_the_experiments():
    for name, path in modules():
        if not name.startswith(("experiments", "cli.")):
            assert not any(each.startswith("experiments") for each in imports(path)), name


def test_only_the_command_line_knows_the_lab():
    for name, path in modules():
        if not name.startswith(("lab", "cli.")):
            assert not any(each.startswith("lab") for each in imports(path)), name


def test_the_core_knows_no_python_and_borrows_from_no_room_above():
    order = ["world", "open", "search", "replan", "decide", "tactics"]
    for path in (ROOT / "cpp" / "asterion").rglob("*.hpp"):
        text = path.read_text()
        assert "nanobind" not in text, path
        assert "Python.h" not in text, path
        room = path.parent.name
        for included in re.findall(r'#include "asterion/(\w+)/', text):
            assert order.index(included) <= order.index(room), f"{path} includes {included}"


def test_every_public_name_is_there_and_documented():
    assert sorted(at.__all__) == at.__all__
    assert dir(at) == at.__all__
    for name in at.__all__:
        assert getattr(at, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = at.nothing


def test_the_stub_is_that_of_the_module():
    spec = importlib.util.spec_from_file_location("stubs", ROOT / "tools" / "stubs.py")
    stubs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stubs)
    assert stubs.STUB.read_text() == stubs.stub(), "run `make stubs`"


def test_the_import_brings_in_nothing_heavy():
    code = (
        "import sys, numpy; before = set(sys.modules); import asterion;"
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    new = {name for name in run.stdout.split() if not name.startswith("asterion")}
    of_the_installer = {"atexit", "importlib._abc", "importlib.util"}
    assert new <= {"__future__"} | of_the_installer
    assert "asterion.maps" not in run.stdout


def test_errors_carry_the_name_of_the_package():
    assert at.InvalidValue.__module__ == "asterion"
    assert at.InvalidValue.__mro__[1:3] == (at.AsterionError, ValueError)
    assert issubclass(at.OutsideWorld, IndexError)
    assert issubclass(at.InvalidType, TypeError)
    assert issubclass(at.WorldChanged, RuntimeError)


def test_only_pages_and_the_app_know_the_web_framework():
    """Sessions can be tested, and moved elsewhere, without it."""
    for name, path in modules():
        roots = {
            (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else alias.name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        if not (name == "lab.app" or name.startswith("lab.pages")):
            assert not roots & {"nicegui", "fastapi", "starlette", "uvicorn"}, name


def test_the_files_of_the_lab_are_in_the_package():
    web = PACKAGE / "lab" / "web"
    used = re.findall(
        r'from "(?:\./|/lab/web/)([a-z_]+\.js)"',
        "".join(path.read_text() for path in web.glob("*.js")),
    )
    assert used
    for name in {*used, "stage.js", "lab.css"}:
        assert (web / name).is_file(), name
