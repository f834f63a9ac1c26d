"""Commands take the maps of editors and robots wherever they take maps."""

import json

import pytest
from typer.main import get_command

from asterion.cli.app import app
from support.tiled_files import tmx, tsx

ROCK = {1: {"walkable": False}, 2: {"cost": 5}}
ENDS = ("--from", "0,0", "--to", "0,2")
TAKERS = {  # of a map: the other arguments of each
    "solve": ENDS,
    "bench": ("--problems", "2"),
    "index build": ("{folder}/made.index",),
    "index ask": ("{folder}/made.index", *ENDS),
    "maps show": (),
    "maps traffic": ("{folder}/made.png",),
}


@pytest.fixture
def tiled(tmp_path):
    path = tmp_path / "level.tmx"
    rows = [[1, 2, 1], [1, 2, 3], [1, 1, 1]]
    path.write_text(tmx([("g", rows, {})], [tsx(ROCK, count=3, first=1, head=False)]))
    return path


@pytest.fixture
def ldtk(tmp_path):
    def level(name, cells):
        layers = [
            {
                "__identifier": layer,
                "__type": "IntGrid",
                "__cWid": 3,
                "__cHei": 1,
                "__gridSize": 8,
                "layerDefUid": 1,
                "intGridCsv": values,
            }
            for layer, values in (("Walls", cells), ("None", [0, 0, 0]))
        ]
        return {"identifier": name, "layerInstances": layers}

    defs = {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "rock"}]}]}
    path = tmp_path / "world.ldtk"
    levels = [level("Hall", [0, 0, 0]), level("Cave", [0, 1, 0])]
    path.write_text(json.dumps({"defs": defs, "levels": levels}))
    return path


@pytest.fixture
def ros(tmp_path):
    pytest.importorskip("PIL")
    (tmp_path / "map.pgm").write_text("P2 3 1 255 255 0 255")
    path = tmp_path / "map.yaml"
    path.write_text(
        "image: map.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\n"
        "occupied_thresh: 0.65\nfree_thresh: 0.25\n"
    )
    return path


def test_a_map_of_tiled_is_solved_shown_and_measured(run, tiled, tmp_path):
    result = run("solve", tiled, "--from", "0,0", "--to", "0,2", "--diagonal", "never", "--json")
    assert json.loads(result.stdout)["cost"] == 10  # round the rock, over the 5
    assert run("maps", "show", tiled).stdout.splitlines()[:3] == [".#.", ".#5", "..."]
    assert "level.tmx, 3 x 3: 4 problems" in run("bench", tiled, "--problems", "4").stdout
    pytest.importorskip("matplotlib")
    result = run("maps", "traffic", tiled, tmp_path / "t.png", "--paths", "5")
    assert (result.exit_code, (tmp_path / "t.png").exists()) == (0, True)


def test_a_tileset_elsewhere_is_read_if_its_folder_is_named(run, refused, tiled, tmp_path):
    (tmp_path / "maps").mkdir()
    path = tmp_path / "maps" / "level.tmx"
    (tmp_path / "rock.tsx").write_text(tsx(ROCK, count=3))
    path.write_text(tmx([("g", [[1, 2, 1]], {})], [(1, "../rock.tsx")]))
    commands = [("maps", "show", path), ("bench", path, "--problems", "2")]
    commands.append(("solve", path, "--from", "0,0", "--to", "0,0"))
    for command in commands:
        assert "must be in the folder of level.tmx" in refused(*command)
        assert run(*command, "--folder", tmp_path).exit_code == 0
    assert tiled.exists()


def test_a_level_of_ldtk_is_chosen_by_options(run, refused, ldtk):
    ends = ("--from", "0,0", "--to", "0,2")
    assert run("solve", ldtk, *ends, "--level", "Hall", "--layer", "Walls").exit_code == 0
    assert run("solve", ldtk, *ends, "--level", "Cave", "--layer", "Walls").exit_code == 1
    assert run("solve", ldtk, *ends, "--level", "Cave", "--layer", "None").exit_code == 0
    cave = ("--level", "Cave", "--layer", "Walls")
    assert run("maps", "show", ldtk, *cave).stdout.startswith(".#.\n")
    assert "problems" in run("bench", ldtk, *cave, "--problems", "2").stdout
    message = "world.ldtk has 2 levels; choose one by level=: 'Hall', 'Cave'"
    assert refused("solve", ldtk, *ends) == message
    assert refused("maps", "show", ldtk) == message
    assert refused("bench", ldtk) == message


def takers(command, words=()):
    """The words of every command with an option ``--level``."""
    if any("--level" in option.opts for option in command.params):
        yield " ".join(words)
    for name, each in getattr(command, "commands", {}).items():
        yield from takers(each, (*words, name))


def test_every_command_that_takes_a_level_is_tried():
    assert {*takers(get_command(app))} == {*TAKERS}


@pytest.mark.parametrize("name", TAKERS)
def test_every_command_hands_each_option_of_a_map_to_its_file(name, run, ldtk, tiled):
    def told(file, *options):
        more = [word.format(folder=ldtk.parent) for word in TAKERS[name]]
        return run(*name.split(), file, *more, *options).stderr.removeprefix("asterion: ")

    assert told(ldtk, "--level", "Attic", "--layer", "Walls") == (
        "world.ldtk: level is 'Attic'; none of 'Hall', 'Cave' is that\n"
    )
    assert told(ldtk, "--level", "Cave", "--layer", "Glass") == (
        "world.ldtk: layer is 'Glass'; none of 'Walls', 'None' is that\n"
    )
    (tiled.parent / "rock.tsx").write_text(tsx(ROCK, count=3))
    (tiled.parent / "maps").mkdir()
    path = tiled.parent / "maps" / "level.tmx"
    path.write_text(tmx([("g", [[1, 2, 1]], {})], [(1, "../rock.tsx")]))
    assert "must be in the folder of level.tmx" in told(path)
    assert "must be in the folder of" not in told(path, "--folder", tiled.parent)


def test_an_index_is_of_the_level_that_was_chosen(run, refused, ldtk, tmp_path):
    made = tmp_path / "made.index"
    for level, status in (("Hall", 0), ("Cave", 1)):
        part = ("--level", level, "--layer", "Walls")
        assert run("index", "build", ldtk, made, *part).exit_code == 0
        assert run("index", "ask", ldtk, made, *ENDS, *part).exit_code == status
    other = ("--level", "Cave", "--layer", "None")
    assert "made of another world" in refused("index", "ask", ldtk, made, *ENDS, *other)


def test_a_map_of_ros_is_solved(run, refused, ros):
    ends = ("--from", "0,0", "--to", "0,2")
    assert run("solve", ros, *ends).exit_code == 1
    assert run("maps", "show", ros).stdout.startswith(".#.\n")
    assert refused("solve", ros, *ends, "--level", "x") == (
        "map.yaml: level is 'x'; only .ldtk takes it"
    )
