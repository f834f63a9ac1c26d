"""Projects of LDtk: levels, layers, names of values, and hostile files."""

import json
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.io import load_map
from support.damage import files, loaded

VALUES = {1: "walls", 2: "mud_cost_4", 3: "Walkable", 5: "cost_120", 6: None}
COSTS = {0: 1, 1: 0, 2: 4, 3: 1, 5: 120, 6: 0}  # by the rule in the docs


def layer(cells, name="Collisions", uid=7, **more):
    return {
        "__identifier": name,
        "__type": "IntGrid",
        "__cWid": len(cells[0]),
        "__cHei": len(cells),
        "__gridSize": 16,
        "__pxTotalOffsetX": 0,
        "__pxTotalOffsetY": 4,
        "layerDefUid": uid,
        "intGridCsv": [value for row in cells for value in row],
        **more,
    }


def level(cells, name="Level_0", x=0, y=0, **more):
    tiles = {"__identifier": "Art", "__type": "Tiles", "gridTiles": []}
    place = {"worldX": x, "worldY": y, "pxWid": 9, "pxHei": 9}
    return {"identifier": name, **place, "layerInstances": [tiles, layer(cells)], **more}


def project(*levels, **more):
    values = [{"value": value, "identifier": name} for value, name in VALUES.items()]
    defined = {"uid": 7, "identifier": "Collisions", "type": "IntGrid", "intGridValues": values}
    return {
        "jsonVersion": "1.5.3",
        "worldLayout": "Free",
        "defs": {"layers": [{"uid": 1, "identifier": "Art", "type": "Tiles"}, defined]},
        "levels": [*levels],
        **more,
    }


def written(folder, found):
    path = folder / "world.ldtk"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def refused(path, message, **options):
    with pytest.raises(at.InvalidValue, match=re.escape(message)) as error:
        load_map(path, **options)
    assert len(str(error.value)) < 400


@given(data=st.data())
def test_a_value_costs_what_its_name_says(tmp_path_factory, data):
    cols = data.draw(st.integers(1, 5))
    row = st.lists(st.sampled_from([*COSTS]), min_size=cols, max_size=cols)
    cells = data.draw(st.lists(row, min_size=1, max_size=5))
    path = written(tmp_path_factory.getbasetemp(), project(level(cells)))
    grid = load_map(path, diagonal="always")
    assert grid.cost.tolist() == [[COSTS[value] for value in row] for row in cells]
    assert grid.diagonal == "always"


def test_the_caller_s_costs_go_before_the_names(tmp_path):
    path = written(tmp_path, project(level([[0, 1, 2, 3, 6]])))
    given = {"walls": 2.5, 2: math.inf, 0: 3, 6: 9}
    assert load_map(path, costs=given).cost.tolist() == [[3, 2.5, 0, 1, 9]]
    refused(path, "world.ldtk: costs has 'lava'; the values are", costs={"lava": 2})
    for bad in (-1, math.nan, "much", None):
        refused(path, f"world.ldtk: costs['walls'] is {bad!r}; a cost must", costs={"walls": bad})
    with pytest.raises(at.InvalidType, match=r"costs is \[1\]; it must map names to costs"):
        load_map(path, costs=[1])


def test_a_level_of_several_is_chosen_by_its_name(tmp_path):
    levels = [level([[0]], "Hall", 0, 0), level([[1, 0]], "Cave", 64, -32)]
    path = written(tmp_path, project(*levels))
    assert load_map(path, level="Hall").cost.tolist() == [[1]]
    cave = load_map(path, level="Cave")
    assert cave.cost.tolist() == [[0, 1]]
    # The middle of the second cell, in the pixels of the world; the layer is 4 pixels lower.
    assert cave.frame.point((0, 1)) == (64 + 24, -32 + 4 + 8)
    assert cave.frame.cell((64 + 31, -32 + 5)) == (0, 1)
    refused(path, "world.ldtk has 2 levels; choose one by level=: 'Hall', 'Cave'")
    refused(path, "world.ldtk: level is 'Attic'; none of 'Hall', 'Cave' is that", level="Attic")
    twice = written(tmp_path, project(levels[0], levels[0]))
    refused(twice, "world.ldtk: level is 'Hall'; several of 'Hall', 'Hall' is that", level="Hall")
    with pytest.raises(at.InvalidType, match="level is 3; it must be a name"):
        load_map(path, level=3)


def test_levels_of_several_worlds_are_found(tmp_path):
    worlds = [{"levels": [level([[1]], "A")]}, {"levels": [level([[2]], "B")]}]
    path = written(tmp_path, project(worlds=worlds))
    assert load_map(path, level="B").cost.tolist() == [[4]]


def test_levels_in_a_line_have_their_own_pixels(tmp_path):
    path = written(tmp_path, project(level([[0]], x=-1, y=-1), worldLayout="LinearHorizontal"))
    assert load_map(path).frame.point((0, 0)) == (8, 12)


def test_a_layer_of_several_is_chosen_by_its_name(tmp_path):
    found = level([[0, 1]])
    found["layerInstances"].append(layer([[2, 2]], "Terrain"))
    path = written(tmp_path, project(found))
    assert load_map(path, layer="Terrain").cost.tolist() == [[4, 4]]
    refused(path, "2 IntGrid layers; choose one by layer=: 'Collisions', 'Terrain'")
    refused(path, "layer is 'Art'; none of 'Collisions', 'Terrain' is that", layer="Art")
    refused(written(tmp_path, project()), "world.ldtk has no level")
    bare = level([[0]], layerInstances=[])
    refused(written(tmp_path, project(bare)), "world.ldtk has no IntGrid layer")


def test_a_level_may_be_a_file_of_its_own_in_the_folder(tmp_path):
    folder = tmp_path / "game"
    (folder / "world").mkdir(parents=True)
    (folder / "world" / "Cave.ldtkl").write_text(json.dumps(level([[2, 0]], "Cave", 16)))
    (tmp_path / "Cave.ldtkl").write_text(json.dumps(level([[2, 0]], "Cave", 16)))

    def naming(name):
        bare = {"identifier": "Cave", "layerInstances": None, "externalRelPath": name}
        return written(folder, project(bare, externalLevels=True))

    grid = load_map(naming("world/Cave.ldtkl"))
    assert grid.cost.tolist() == [[4, 1]]
    assert grid.frame.point((0, 0)) == (24, 12)
    for name in ("../Cave.ldtkl", str(tmp_path / "Cave.ldtkl")):
        refused(naming(name), f"world.ldtk names the file '{name[:40]}")
    assert load_map(naming("../Cave.ldtkl"), folder=tmp_path).cost.tolist() == [[4, 1]]
    refused(naming("world/None.ldtkl"), "names the file 'world/None.ldtkl', which is not there")
    refused(naming(3), "world.ldtk names the file 3; no file has that name")
    (folder / "world" / "Cave.ldtkl").write_text("[1]")
    refused(naming("world/Cave.ldtkl"), "Cave.ldtkl is JSON, but not an object")


GOOD = project(level([[0, 1], [2, 3]]))


@given(data=files(json.dumps(GOOD).encode()))
def test_any_file_is_a_project_or_is_refused(tmp_path_factory, data):
    loaded(tmp_path_factory.getbasetemp() / "any.ldtk", data)


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from([[], {}, [None], [{}]]),
)


@given(data=st.data())
def test_any_value_is_taken_or_refused(tmp_path_factory, data):
    found = json.loads(json.dumps(GOOD))
    part = found
    while True:  # a random place in the project
        key = data.draw(st.sampled_from([*(part if isinstance(part, dict) else range(len(part)))]))
        if isinstance(part[key], (dict, list)) and part[key] and data.draw(st.integers(0, 3)):
            part = part[key]
            continue
        part[key] = data.draw(ODD)
        break
    loaded(tmp_path_factory.getbasetemp() / "odd.ldtk", json.dumps(found).encode())
