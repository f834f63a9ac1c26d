"""Maps in files from a browser: alone, with the files that they name, or as pictures."""

import io
import json

import numpy as np
import pytest

import asterion as at
from asterion.io.formats import bytes_of
from asterion.io.movingai import Problem
from asterion.lab import limits
from asterion.lab.maps import map_files
from asterion.lab.maps.gallery import GALLERY, gallery_map, thumbnail
from asterion.lab.maps.moves import Link
from asterion.lab.playground.setup import Setup

TILESET = """<tileset name="t" tilewidth="8" tileheight="8" tilecount="2" columns="2">
<tile id="1"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
</tileset>"""
LEVEL = """<map orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8">
<tileset firstgid="1" source="{source}"/><layer id="1" name="ground" width="3" height="2">
<data encoding="csv">1,2,1,1,1,1</data></layer>{more}</map>"""
PORTAL = """<objectgroup id="2" name="o"><object id="1" class="link" x="4" y="4">
<polyline points="0,0 16,0"/></object></objectgroup>"""
ROS = """image: {image}
resolution: 1
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.2
"""
ROOM = [[1, 0, 1], [1, 1, 1]]


def tiled(source="tiles.tsx", more=""):
    return LEVEL.format(source=source, more=more).encode()


def ros(image="room.pgm"):
    shades = bytes([254, 0, 254, 254, 254, 254])
    return {"room.yaml": ROS.format(image=image).encode(), "room.pgm": b"P5 3 2 255\n" + shades}


def ldtk(*levels, layers=("Ground",)):
    def level(name):
        grids = [
            {
                "__identifier": layer,
                "__type": "IntGrid",
                "layerDefUid": 1,
                "__cWid": 3,
                "__cHei": 2,
                "__gridSize": 8,
                "intGridCsv": [0, 1, 0, 0, 0, 0],
            }
            for layer in layers
        ]
        return {"identifier": name, "worldX": 0, "worldY": 0, "layerInstances": grids}

    values = [{"value": 1, "identifier": "rock"}]
    project = {"defs": {"layers": [{"uid": 1, "intGridValues": values}]}}
    return json.dumps({**project, "levels": [level(name) for name in levels]}).encode()


def read(files, **options):
    main = map_files.main_file(files)
    return map_files.loaded(files, main, **options)


@pytest.mark.parametrize("ending", [".map", ".txt", ".png", ".npy"])
def test_a_map_in_one_file_is_that_of_load_map(ending):
    found = read({f"ROOM{ending.upper()}": bytes_of(at.Grid(ROOM), f"room{ending}")})
    assert found.cells.tolist() == ROOM
    assert found.on(Setup()).cells.tolist() == ROOM


@pytest.mark.parametrize(
    "source",
    ["tiles.tsx", "../art/tiles.tsx", "C:\\art\\tiles.tsx", "/home/me/art/tiles.tsx"],
)
def test_a_tileset_is_found_wherever_the_map_had_it(source):
    files = {"tiles.tsx": TILESET.encode(), "level.tmx": tiled(source)}
    assert map_files.main_file(files) == "level.tmx"
    assert read(files).cells.tolist() == ROOM


@pytest.mark.parametrize("image", ["room.pgm", "/maps/of/robots/room.pgm", '"../room.pgm"'])
def test_a_picture_is_found_wherever_the_yaml_had_it(image):
    assert read(ros(image)).cells.tolist() == ROOM


def test_links_of_tiled_become_links_on_the_page():
    found = read({"tiles.tsx": TILESET.encode(), "level.tmx": tiled(more=PORTAL)})
    assert found.on(Setup()).links == (Link((0, 0), (0, 2), 1.0, True),)


def test_a_map_in_which_nothing_is_a_wall_says_what_to_do():
    plain = "<tileset name='t' tilewidth='8' tileheight='8' tilecount='2' columns='2'/>"
    found = read({"tiles.tsx": plain.encode(), "level.tmx": tiled()})
    assert "give tiles or layers the property walkable" in found.remarks[0]


def test_of_a_project_a_level_and_a_layer_are_chosen_where_there_are_several():
    one = {"a.ldtk": ldtk("Cave")}
    assert map_files.choices_in(one, "a.ldtk") == ("", [])
    assert read(one).cells.tolist() == ROOM
    more = {"a.ldtk": ldtk("Cave", "Hut", layers=("Ground", "Roof"))}
    assert map_files.choices_in(more, "a.ldtk") == ("level", ["Cave", "Hut"])
    assert map_files.choices_in(more, "a.ldtk", "Hut") == ("layer", ["Ground", "Roof"])
    assert read(more, level="Hut", layer="Roof").cells.tolist() == ROOM
    assert map_files.choices_in({"a.ldtk": b"{"}, "a.ldtk") == ("", [])


def test_costs_between_walls_and_floor_stay_free():
    file = io.BytesIO()
    np.save(file, np.array([[0.25, 0, 1.6, 40]]))
    found = read({"a.npy": file.getvalue()})
    assert found.cells.tolist() == [[1, 0, 2, 9]]
    assert found.remarks == ["Costs above 9 become 9."]


# --- Pictures


def test_the_threshold_lies_between_the_dark_and_the_light():
    shades = np.array([[20, 30, 25, 22], [200, 190, 210, 205]], np.uint8)
    threshold = map_files.middle_shade(shades)
    assert 30 < threshold <= 190
    assert map_files.free_above(shades, threshold).tolist() == [[0] * 4, [1] * 4]
    assert map_files.free_above(shades, threshold, inverted=True).tolist() == [[1] * 4, [0] * 4]
    assert map_files.free_above(shades, 25)[0].tolist() == [0, 1, 1, 0]  # "free from shade 25"
    assert map_files.middle_shade(np.full((2, 2), 7, np.uint8)) in range(1, 256)


def test_a_saved_map_is_known_by_its_shades_and_keeps_its_costs():
    costs = np.array([[1, 0, 9], [2, 5, 1]])
    grays = map_files.grays_of(bytes_of(at.Grid(costs), "a.png"), "a.png")
    assert map_files.says_costs(grays)
    assert map_files.costs_of(grays).tolist() == costs.tolist()
    assert not map_files.says_costs(np.array([[128]], np.uint8))


def test_a_large_picture_shrinks_to_what_the_lab_shows():
    picture = np.zeros((50, 41), np.uint8)
    picture[:, 20:] = 200
    block = map_files.least_block(picture.shape, 500)
    assert block == 2
    small = map_files.shrunk(picture, block)
    assert small.shape == (25, 20)
    assert small[0].tolist() == [0] * 10 + [200] * 10


# --- Scenarios


def test_a_problem_puts_start_and_goal():
    setup = read({"a.npy": npy_of(ROOM)}).on(Setup())
    there = map_files.with_problem(setup, Problem(0, "a.map", (2, 3), (0, 2), (1, 0), 2.4))
    assert (there.start, there.goal) == ((0, 2), (1, 0))


def test_the_scenario_among_files_is_read():
    line = "0\ta.map\t3\t2\t2\t0\t0\t1\t2.4\n"
    files = {"a.map": b"", "a.map.scen": f"version 1\n{line}".encode()}
    name, (problem,) = map_files.scenario_in(files)
    assert (name, problem.start, problem.goal) == ("a.map.scen", (0, 2), (1, 0))
    assert map_files.main_file({"a.map.scen": b""}) is None
    assert map_files.scenario_in({"a.map": b""}) is None


def npy_of(cells):
    file = io.BytesIO()
    np.save(file, np.array(cells))
    return file.getvalue()


# --- Refusals


@pytest.mark.parametrize(
    ("files", "text"),
    [
        ({"a.map": b"", "b.map": b""}, "a.map, b.map are 2 maps; open one at a time"),
        ({"a.doc": b""}, "a.doc: there is no map among these; a map ends in .map, .txt, .npy"),
        ({"level.tmx": tiled("../art/tiles.tsx")}, "level.tmx needs 'tiles.tsx': drop or choose"),
        ({"room.yaml": ros()["room.yaml"]}, "room.yaml needs 'room.pgm': drop or choose both"),
    ],
)
def test_what_cannot_be_opened_is_named_with_the_remedy(files, text):
    with pytest.raises(at.InvalidValue) as error:
        read(files)
    assert str(error.value).startswith(text)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem(0, "b.map", (9, 9), (0, 0), (1, 1), 1.0), "drop or choose the map and the scen"),
        (Problem(0, "b.map", (2, 3), (0, 1), (1, 1), 1.0), "the start .0, 1. .* is a wall on this"),
    ],
)
def test_a_problem_of_another_map_is_refused(problem, text):
    setup = read({"a.npy": npy_of(ROOM)}).on(Setup())
    with pytest.raises(at.InvalidValue, match=text):
        map_files.with_problem(setup, problem)


# --- The gallery


@pytest.mark.parametrize("entry", GALLERY, ids=lambda entry: entry.key)
def test_a_map_of_the_gallery_is_always_the_same_and_can_be_crossed(entry):
    cells = entry.make()
    assert (cells == entry.make()).all()
    assert cells.size <= limits.CROWD_CELLS
    setup = Setup(start=(0, 0), goal=(40, 40)).with_map(cells)
    path = at.find_path(setup.grid(), setup.start, setup.goal)
    assert path.found
    assert path.cost > 256
    assert thumbnail(entry.key).startswith(b"\x89PNG")


def test_corridors_are_as_wide_as_their_names_say():
    for width in (1, 4, 16):
        free = gallery_map(f"maze-{width}").make() > 0
        # A square of corridor: as wide everywhere, and nowhere wider in both directions.
        assert free[:width, :width].all()
        window = np.lib.stride_tricks.sliding_window_view(free, (width + 1, width + 1))
        assert not window.all(axis=(2, 3)).any()
