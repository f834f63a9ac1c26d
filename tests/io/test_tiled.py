"""Maps of Tiled: costs of tiles, every encoding, chunks, tilesets, and hostile files."""

import base64
import json
import math
import random
import re
import sys
import zlib
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.io import load_map
from asterion.io.tile_data import tiles_of
from asterion.io.tiled_document import vetted
from support.damage import files, loaded
from support.tiled_files import PACKINGS, tmj, tmx, tsj, tsx

pytest.importorskip("zstandard")

ROCK, SWAMP, BRIDGE, CLIFF = 1, 2, 3, 4  # numbers in the tileset; 0 and 5 say nothing
TILES = {
    ROCK: {"walkable": False},
    SWAMP: {"cost": 5},
    BRIDGE: {"walkable": True, "name": "bridge"},
    CLIFF: {"walkable": True, "cost": 2.5},
}
COUNT = 6
FLIPPED = 0xF0000000  # in all four ways


def oracle(layers, first=1):
    """The cost of each cell, by the rule in the docs, cell by cell."""
    rows, cols = len(layers[0][1]), len(layers[0][1][0])
    costs = [[0.0] * cols for _ in range(rows)]
    for row in range(rows):
        for col in range(cols):
            stack = [(tiles[row][col] & ~FLIPPED, own) for _, tiles, own in layers]
            stack = [(number - first, own) for number, own in stack if number]
            if not stack:
                continue
            costs[row][col] = 1.0
            for number, own in reversed(stack):
                said = TILES.get(number) or own
                if "walkable" in said or "cost" in said:
                    is_open = said.get("walkable", True)
                    costs[row][col] = float(said.get("cost", 1)) if is_open else 0.0
                    break
    return costs


def written(folder, ending, layers, *, tilesets=None, first=1, **options):
    """The map in a file, with a tileset of its own unless others are given."""
    path = folder / f"level{ending}"
    if ending == ".tmx":
        own = [tsx(TILES, count=COUNT, first=first, head=False)]
        text = tmx(layers, own if tilesets is None else tilesets, **options)
    else:
        own = [tsj(TILES, count=COUNT, firstgid=first)]
        text = tmj(layers, own if tilesets is None else tilesets, **options)
    path.write_text(text, encoding="utf-8")
    return path


def refused(path, message):
    with pytest.raises(at.InvalidValue, match=re.escape(message)) as error:
        load_map(path)
    assert len(str(error.value)) < 400


GROUND = [[1, 2, 3], [4, 5, 0]]
ENDINGS = [".tmx", ".tmj"]


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_encoding_gives_the_same_map(tmp_path, ending, packing):
    layers = [("ground", GROUND, {}), ("upper", [[0, 4, 4], [2, 6, 0]], {})]
    grid = load_map(written(tmp_path, ending, layers, packing=packing), diagonal="never")
    assert grid.cost.tolist() == [[1, 1, 1], [0, 2.5, 0]]
    assert grid.cost.tolist() == oracle(layers)
    assert grid.diagonal == "never"


@given(data=st.data())
def test_a_cell_costs_what_its_uppermost_speaking_tile_says(tmp_path_factory, data):
    rows, cols = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    first = data.draw(st.integers(1, 9))
    tile = st.sampled_from([0, *range(first, first + COUNT)])
    flips = st.sampled_from([0, 0, 0x80000000, FLIPPED])
    flipped = st.builds(lambda number, bits: number and number | bits, tile, flips)
    row = st.lists(flipped, min_size=cols, max_size=cols)
    owns = st.sampled_from([{}, {"walkable": False}, {"cost": 7}, {"walkable": True}, {"cost": 0}])
    layer = st.tuples(st.just("l"), st.lists(row, min_size=rows, max_size=rows), owns)
    layers = data.draw(st.lists(layer, min_size=1, max_size=4))
    folder = tmp_path_factory.getbasetemp()
    options = {"packing": data.draw(st.sampled_from(PACKINGS)), "first": first}
    for ending in ENDINGS:
        path = written(folder, ending, layers, **options)
        assert load_map(path).cost.tolist() == oracle(layers, first)


@given(data=st.data())
def test_tiles_of_layers_of_walls_are_walls(tmp_path_factory, data):
    cells = st.lists(
        st.lists(st.integers(0, COUNT), min_size=3, max_size=3), min_size=2, max_size=2
    )
    names = st.sampled_from(["a", "b", "c"])
    owns = st.sampled_from([{}, {"cost": 7}, {"walkable": True}])
    layers = data.draw(st.lists(st.tuples(names, cells, owns), min_size=1, max_size=4))
    walls = data.draw(st.sets(st.sampled_from([name for name, _, _ in layers])))
    folder = tmp_path_factory.getbasetemp()
    for ending in ENDINGS:
        costs = np.array(load_map(written(folder, ending, layers), walls=()).cost, dtype=float)
        assert costs.tolist() == oracle(layers)
        # The tiles of such a layer are like the rock of the others.
        rock = [
            (
                name,
                [[rows and ROCK + 1 for rows in row] for row in tiles] if name in walls else tiles,
                own,
            )
            for name, tiles, own in layers
        ]
        found = load_map(written(folder, ending, layers), walls=walls).cost
        assert found.tolist() == oracle(rock)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_group_of_walls_closes_its_layers(tmp_path, ending):
    if ending == ".tmx":
        inner = tmx([("rocks", [[0, 1, 0]], {})], []).split("<layer", 1)[1].rsplit("</map>")[0]
        inside = f'<group name="closed"><layer{inner}</group>'
    else:
        inner = json.loads(tmj([("rocks", [[0, 1, 0]], {})], []))["layers"]
        inside = [{"type": "group", "name": "closed", "layers": inner}]
    path = written(tmp_path, ending, [("g", [[1, 1, 1]], {})], inside=inside)
    for walls in (("closed",), ["rocks"]):
        assert load_map(path, walls=walls).cost.tolist() == [[1, 0, 1]]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_map_that_says_nothing_about_costs_is_loaded_with_a_warning(tmp_path, ending):
    plain = ("g", [[1, 1, 0]], {})
    silent = (
        [tsx({}, count=COUNT, first=1, head=False)]
        if ending == ".tmx"
        else [tsj({}, count=COUNT, firstgid=1)]
    )
    with pytest.warns(UserWarning, match=r"walkable or cost in Tiled.*walls=\(") as caught:
        assert load_map(written(tmp_path, ending, [plain], tilesets=silent)).cost.tolist() == [
            [1, 1, 0]
        ]
    assert caught[0].filename == __file__
    for layers, walls in (([plain], ()), ([plain], ("g",)), ([("g", [[1]], {"cost": 1})], None)):
        load_map(written(tmp_path, ending, layers, tilesets=silent), walls=walls)  # no warning
    load_map(written(tmp_path, ending, [plain]))  # its tileset speaks


def test_names_of_walls_are_those_of_layers(tmp_path):
    path = written(tmp_path, ".tmx", [("g", [[1]], {}), ("h", [[1]], {})])
    with pytest.raises(at.InvalidValue, match=r"walls has 'wall'; its layers are \['g', 'h'\]"):
        load_map(path, walls=("wall",))
    with pytest.raises(at.InvalidType, match="walls is 'g'; it must be a tuple of names"):
        load_map(path, walls="g")


@pytest.mark.parametrize("packing", PACKINGS[1:-1])  # of which it knows these
@pytest.mark.parametrize("ending", ENDINGS)
def test_tiles_are_those_that_pytiled_parser_reads(tmp_path, ending, packing):
    pytiled_parser = pytest.importorskip("pytiled_parser")
    dice = random.Random(7)
    rows = [[dice.choice([0, 1, 255, 256, 70_000, 2**32 - 1]) for _ in range(9)] for _ in range(5)]
    path = written(tmp_path, ending, [("g", rows, {})], packing=packing)
    with path.open("rb") as file:
        ((_, (block,), _),) = vetted(path, file).layers
    tiles = tiles_of(path, "g", block).tolist()
    assert tiles == pytiled_parser.parse_map(path).layers[0].data == rows
    path = written(tmp_path, ending, [("g", rows, {})], packing=packing, infinite=(-3, 4, 3))
    with path.open("rb") as file:
        ((_, blocks, _),) = vetted(path, file).layers
    chunks = pytiled_parser.parse_map(path).layers[0].chunks
    assert [(block.x, block.y) for block in blocks] == [chunk.coordinates for chunk in chunks]
    assert [tiles_of(path, "g", block).tolist() for block in blocks] == [
        chunk.data for chunk in chunks
    ]


@given(data=st.data())
def test_an_infinite_map_is_the_rectangle_that_its_chunks_span(tmp_path_factory, data):
    side = data.draw(st.integers(1, 4))
    rows, cols = (side * data.draw(st.integers(1, 3)) for _ in range(2))
    x, y = data.draw(st.integers(-40, 40)), data.draw(st.integers(-40, 40))
    row = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3]), min_size=cols, max_size=cols)
    tiles = data.draw(st.lists(row, min_size=rows, max_size=rows))
    layers = [("ground", tiles, {})]
    options = {"packing": data.draw(st.sampled_from(PACKINGS)), "infinite": (x, y, side)}
    folder = tmp_path_factory.getbasetemp()
    whole = oracle(layers)
    taken = [(r // side, c // side) for r in range(rows) for c in range(cols) if tiles[r][c] != 0]
    for ending in ENDINGS:
        path = written(folder, ending, layers, **options)
        if not taken:
            refused(path, f"level{ending} is an infinite map without a chunk of tiles")
            continue
        top, left = min(r for r, _ in taken) * side, min(c for _, c in taken) * side
        below = (max(r for r, _ in taken) + 1) * side
        right = (max(c for _, c in taken) + 1) * side
        grid = load_map(path)
        assert grid.cost.tolist() == [line[left:right] for line in whole[top:below]]
        # The pixels of Tiled: a tile is 16 x 8, and (0, 0) is where the editor has it.
        assert grid.frame.point((0, 0)) == ((x + left) * 16 + 8, (y + top) * 8 + 4)
        assert grid.frame.cell(((x + left) * 16 + 15.9, (y + top) * 8 + 0.1)) == (0, 0)


@pytest.mark.parametrize("ending", ENDINGS)
def test_tilesets_may_be_files_of_either_kind(tmp_path, ending):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "a.tsx").write_text(tsx(TILES, count=COUNT))
    (tmp_path / "b.tsj").write_text(json.dumps(tsj({0: {"cost": 9}}, count=2, name="b")))
    own = tsx({1: {"cost": 3}}, count=2, first=20, head=False)
    if ending == ".tmj":
        own = tsj({1: {"cost": 3}}, count=2, firstgid=20)
    sets = [(1, "art/a.tsx"), (10, "art/../b.tsj"), own]
    path = written(tmp_path, ending, [("g", [[3, 10, 11, 20, 21, 5]], {})], tilesets=sets)
    assert load_map(path).cost.tolist() == [[5, 9, 1, 1, 3, 2.5]]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_layer_in_a_group_has_the_properties_of_the_group(tmp_path, ending):
    path = written(tmp_path, ending, [("a", [[1, 1, 3]], {}), ("b", [[0, 1, 0]], {})])
    if ending == ".tmx":
        text = path.read_text().replace('<layer id="2"', GROUP_START + '<layer id="2"')
        path.write_text(text.replace("</layer></map>", "</layer></group></map>"))
    else:
        found = json.loads(path.read_text())
        properties = [{"name": "walkable", "type": "bool", "value": False}]
        inner = {"type": "group", "id": 7, "name": "i", "opacity": 1, "visible": False}
        outer = {**inner, "properties": properties, "layers": [{**inner, "layers": []}]}
        outer["layers"][0]["layers"] = [found["layers"].pop()]
        found["layers"].append(outer)
        path.write_text(json.dumps(found))
    if ending == ".tmx":
        assert load_map(path).cost.tolist() == [[1, 0, 5]]
    assert load_map(path).cost.tolist() == [[1, 0, 5]]


GROUP_START = (
    '<group id="7" name="walls"><properties><property name="walkable" type="bool" value="false"/>'
    "</properties>"
)


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_isometric_map_is_a_square_one_and_staggered_ones_are_refused(tmp_path, ending):
    layers = [("g", GROUND, {})]
    grid = load_map(written(tmp_path, ending, layers, orientation="isometric"))
    assert grid.cost.tolist() == oracle(layers)
    assert grid.frame is None
    path = written(tmp_path, ending, layers, orientation="staggered")
    refused(path, "orientation is 'staggered'; maps are read that are orthogonal, isometric or")


@pytest.mark.parametrize(("axis", "tiles"), [("y", "hex"), ("x", "hex-columns")])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_hexagonal_map_has_hexes_whose_odd_lines_are_shifted(tmp_path, ending, axis, tiles):
    layers = [("g", GROUND, {})]
    hexes = {"orientation": "hexagonal", "hexsidelength": 4, "staggeraxis": axis}
    grid = load_map(written(tmp_path, ending, layers, staggerindex="odd", **hexes))
    assert grid.tiles == tiles
    assert grid.cost.tolist() == oracle(layers)
    with pytest.raises(at.InvalidValue, match=r"diagonal is 'never', but level.* is hexagonal"):
        load_map(written(tmp_path, ending, layers, staggerindex="odd", **hexes), diagonal="never")
    path = written(tmp_path, ending, layers, staggerindex="even", **hexes)
    lines = "rows" if axis == "y" else "columns"
    refused(path, f"its {lines} 0, 2, 4, ... are shifted; hexagonal maps are read whose odd ones")


def with_objects(folder, ending, objects, **options):
    """A map of floor with these objects, as dicts of the JSON format."""
    floor = [[1] * 6 for _ in range(5)]
    if ending == ".tmj":
        inside = [{"type": "objectgroup", "name": "o", "objects": objects}]
        return written(folder, ending, [("g", floor, {})], inside=inside, **options)
    parts = []
    for thing in objects:
        flat = {k: v for k, v in thing.items() if k not in {"properties", "polyline"}}
        attributes = "".join(f' {name}="{value}"' for name, value in flat.items())
        inner = "".join(
            f'<property name="{p["name"]}" type="{p["type"]}" value="{str(p["value"]).lower()}"/>'
            for p in thing.get("properties", [])
        )
        line = " ".join(f"{p['x']},{p['y']}" for p in thing.get("polyline", []))
        line = f'<polyline points="{line}"/>' if "polyline" in thing else ""
        parts.append(f"<object{attributes}><properties>{inner}</properties>{line}</object>")
    inside = f'<objectgroup id="3" name="o">{"".join(parts)}</objectgroup>'
    return written(folder, ending, [("g", floor, {})], inside=inside, **options)


def prop(name, kind, value):
    return {"name": name, "type": kind, "value": value}


@pytest.mark.parametrize("ending", ENDINGS)
def test_objects_of_the_class_link_are_links(tmp_path, ending):
    """Tiles are 16 x 8 pixels: (row 0, column 1) has its middle at x 24, y 4."""
    way = [{"x": 0, "y": 0}, {"x": 3, "y": 3}, {"x": 48, "y": 24}]
    objects = [
        {"id": 1, "name": "start", "type": "spawn", "x": 3, "y": 3},
        {"id": 2, "name": "line", "type": "Link", "x": 24, "y": 4, "polyline": way,
         "properties": [prop("cost", "float", 2.5), prop("both", "bool", False)]},
        {"id": 3, "name": "gate", "type": "link", "x": 0, "y": 24, "width": 16, "height": 8,
         "properties": [prop("to", "object", 4)]},
        {"id": 4, "name": "other end", "type": "", "x": 80, "y": 8, "width": 16, "height": 8,
         "gid": 1},
    ]  # fmt: skip
    grid = load_map(with_objects(tmp_path, ending, objects))
    assert [link[1:] for link in grid.links] == [
        ((0, 1), (3, 4), 2.5, False),
        ((3, 0), (0, 5), 1.0, True),
    ]


@pytest.mark.parametrize("ending", ENDINGS)
def test_objects_of_an_isometric_map_are_counted_in_the_height_of_its_tiles(tmp_path, ending):
    way = [{"x": 0, "y": 0}, {"x": 32, "y": 16}]
    objects = [{"id": 2, "name": "", "type": "link", "x": 12, "y": 4, "polyline": way}]
    grid = load_map(with_objects(tmp_path, ending, objects, orientation="isometric"))
    assert [link[1:3] for link in grid.links] == [((0, 1), (2, 5))]


@pytest.mark.parametrize("axis", ["y", "x"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_objects_of_a_hexagonal_map_are_in_the_hexagon_whose_middle_is_nearest(
    tmp_path, ending, axis
):
    """Middles as the format has them: lines are (side + edge) / 2 apart, odd ones shifted."""
    cells = [(0, 0), (1, 2), (3, 5), (4, 4), (2, 3)]
    points = []
    for row, col in cells:
        if axis == "y":
            points.append((col * 16 + 8 + (row % 2) * 8, row * (8 + 4) / 2 + 4))
        else:
            points.append((col * (16 + 4) / 2 + 8, row * 8 + 4 + (col % 2) * 4))
    objects = []
    for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        way = [{"x": 0, "y": 0}, {"x": to_x - x, "y": to_y - y}]
        objects.append({"id": number, "name": "", "type": "link", "x": x, "y": y, "polyline": way})
    hexes = {"orientation": "hexagonal", "hexsidelength": 4, "staggeraxis": axis}
    grid = load_map(with_objects(tmp_path, ending, objects, staggerindex="odd", **hexes))
    assert [link[1:3] for link in grid.links] == [*pairwise(cells)]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    ("thing", "message"),
    [
        ({}, "object 7 ('gate') is a link to None; it must be a line, or its property 'to'"),
        ({"properties": [prop("to", "object", 99)]}, "is a link to"),
        ({"polyline": [{"x": 0, "y": 0}]}, "is a link along a line that has no two ends"),
        ({"polyline": []}, "is a link along a line that has no two ends"),
        ({"polyline": [{"x": 0, "y": 0}, {"x": "far", "y": 0}]}, "has line = 'far'"),
        ({"polyline": [{"x": 0, "y": 0}, {"x": 999, "y": 0}]}, "is a link that cannot be: b"),
        ({"x": "nan", "properties": [prop("to", "object", 7)]}, "has place = 'nan'"),
        ({"properties": [prop("to", "object", 7), prop("cost", "float", -1)]}, "has cost = "),
        ({"properties": [prop("to", "object", 7), prop("both", "string", "no")]}, "has both = "),
    ],
)
def test_a_link_that_leads_nowhere_is_refused_by_name(tmp_path, ending, thing, message):
    gate = {"id": 7, "name": "gate", "type": "link", "x": 0, "y": 0, **thing}
    refused(with_objects(tmp_path, ending, [gate]), message)


@pytest.mark.parametrize("points", ["8,8 9", "8 9,9", "8,8,8 9,9", "8,8 9,9,9", "8,8"])
def test_a_line_whose_ends_are_no_points_is_refused(tmp_path, points):
    group = (
        '<objectgroup id="3" name="o"><object id="7" name="gate" class="link" x="0" y="0">'
        f'<polyline points="{points}"/></object></objectgroup>'
    )
    path = written(tmp_path, ".tmx", [("g", GROUND, {})], inside=group)
    refused(path, "object 7 ('gate') is a link along a line that has no two ends")


@pytest.mark.parametrize("end", [7, None, []])
def test_an_end_that_is_no_point_is_refused_in_json_too(tmp_path, end):
    for way in ([{"x": 0, "y": 0}, end], [end, {"x": 0, "y": 0}]):
        thing = {"id": 7, "name": "gate", "type": "link", "x": 0, "y": 0, "polyline": way}
        layer = {"type": "objectgroup", "name": "o", "objects": [thing]}
        path = written(tmp_path, ".tmj", [("g", GROUND, {})], inside=[layer])
        refused(path, "object 7 ('gate') is a link along a line that has no two ends")


def test_other_objects_are_left_alone(tmp_path):
    layers = [("g", GROUND, {})]
    group = '<objectgroup id="3" name="o"><object id="7" name="%s" %s x="0" y="0"/></objectgroup>'
    good = group % ("start", 'class="spawn" template="/etc/passwd"')
    path = written(tmp_path, ".tmx", layers, inside=good)
    assert load_map(path).cost.tolist() == oracle(layers)
    thing = {"id": 7, "name": "gate", "type": "spawn", "x": 0, "y": 0, "template": "/etc/passwd"}
    layer = {"type": "objectgroup", "name": "o", "objects": [thing]}
    path = written(tmp_path, ".tmj", layers, inside=[layer])
    assert load_map(path).cost.tolist() == oracle(layers)


def test_an_old_map_may_leave_out_what_came_later(tmp_path):
    text = tmx([("g", GROUND, {})], [tsx(TILES, count=COUNT, first=1, head=False)])
    for name in ("infinite", "nextlayerid", "nextobjectid", "tiledversion", "renderorder"):
        text = re.sub(rf' {name}="[^"]*"', "", text)
    path = tmp_path / "old.tmx"
    path.write_text(text)
    assert load_map(path).cost.tolist() == oracle([("g", GROUND, {})])


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    ("properties", "message"),
    [
        ({"cost": -1}, "cost of tile 0 of tileset 'terrain' is -1; a cost must be a number > 0"),
        ({"cost": "much"}, "cost of tile 0 of tileset 'terrain' is 'much'; a cost must be"),
        ({"cost": True}, "cost of tile 0 of tileset 'terrain' is True; a cost must be"),
        ({"walkable": "no"}, "walkable of tile 0 of tileset 'terrain' is 'no'; it must be a bool"),
        ({"walkable": 0}, "walkable of tile 0 of tileset 'terrain' is 0; it must be a bool"),
    ],
)
def test_a_property_that_is_no_cost_is_refused(tmp_path, ending, properties, message):
    own = tsx({0: properties}, count=1, first=1, head=False)
    if ending == ".tmj":
        own = tsj({0: properties}, count=1, firstgid=1)
    refused(written(tmp_path, ending, [("g", [[1]], {})], tilesets=[own]), message)


def test_costs_that_are_no_numbers_are_refused_and_infinity_is_a_wall(tmp_path):
    for value, cost in ((math.inf, 0), (0.0, 0), (0.5, 0.5)):
        own = tsx({0: {"cost": value}}, count=1, first=1, head=False)
        path = written(tmp_path, ".tmx", [("g", [[1]], {})], tilesets=[own])
        assert load_map(path).cost.tolist() == [[cost]]
    own = tsx({0: {"cost": math.nan}}, count=1, first=1, head=False)
    path = written(tmp_path, ".tmx", [("g", [[1]], {})], tilesets=[own])
    refused(path, "cost of tile 0 of tileset 'terrain' is nan; a cost must be a number > 0")
    text = tmj([("g", [[1]], {"cost": math.nan})], [])
    (tmp_path / "a.tmj").write_text(text)
    refused(tmp_path / "a.tmj", "a.tmj cannot be read as JSON: ValueError: NaN is not a number")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_tile_that_no_tileset_has_is_named(tmp_path, ending):
    layers = [("ground", [[1, 1], [1, 7]], {})]
    path = written(tmp_path, ending, layers)
    refused(path, f"level{ending}: layer 'ground' has tile 7 at row 1, column 1; no tileset")
    path = written(tmp_path, ending, layers, first=2)
    refused(path, f"level{ending}: layer 'ground' has tile 1 at row 0, column 0; no tileset")


@pytest.mark.parametrize("name", ["../a.tsx", "/etc/passwd", "link.tsx", "art/../../a.tsx"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_outside_the_folder_is_not_read(tmp_path, ending, name):
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "art").mkdir()
    (tmp_path / "a.tsx").write_text(tsx(TILES, count=COUNT))
    (folder / "link.tsx").symlink_to(tmp_path / "a.tsx")
    path = written(folder, ending, [("g", GROUND, {})], tilesets=[(1, name)])
    refused(path, f"names the file '{name}'; it must be in the folder of level{ending}")
    if name != "/etc/passwd":  # the caller may say that a wider folder is meant
        assert load_map(path, folder=tmp_path).cost.tolist() == oracle([("g", GROUND, {})])
    with pytest.raises(at.InvalidValue, match=r"it must be in the folder '.*maps"):
        load_map(path, folder=str(folder / "art"))


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_tileset_that_is_not_there_or_is_none_is_refused(tmp_path, ending):
    layers = [("g", GROUND, {})]
    for name in ("none.tsx", ".", "x" * 300):
        path = written(tmp_path, ending, layers, tilesets=[(1, name)])
        refused(path, f"level{ending} names the file '{name[:40]}")
    path = written(tmp_path, ending, layers, tilesets=[(1, f"level{ending}")])
    refused(path, f"level{ending}")
    for text in ("", "<a", "<map/>", "[]", "{}", "\ud800".encode("utf-8", "surrogatepass")):
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / "a.tsx").write_bytes(data)
        path = written(tmp_path, ending, layers, tilesets=[(1, "a.tsx")])
        with pytest.raises(at.InvalidValue, match=r"a\.tsx|level"):
            load_map(path)


def test_entities_are_refused_before_they_expand(tmp_path):
    entities = "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "lol" * 10}">' for n in range(12)
    )
    bomb = f'<?xml version="1.0"?><!DOCTYPE map [{entities}]><map name="&a11;">&a11;</map>'
    file = '<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]><map>&x;</map>'
    for text in (bomb, file):
        (tmp_path / "a.tmx").write_text(text)
        refused(tmp_path / "a.tmx", "a.tmx cannot be read as XML: ValueError: it has a document")
        (tmp_path / "a.tsx").write_text(text)
        path = written(tmp_path, ".tmj", [("g", GROUND, {})], tilesets=[(1, "a.tsx")])
        refused(path, "a.tsx cannot be read as XML: ValueError: it has a document type")


def with_data(folder, ending, data, *, width=3, height=2, compression="zlib", infinite=None):
    """A map whose layer has these tiles and announces this size."""
    layers = [("g", GROUND, {})]
    options = {"packing": ("base64", compression), "infinite": infinite}
    text = written(folder, ending, layers, **options).read_text()
    if ending == ".tmx":
        size = f'width="{width}" height="{height}"'
        text = re.sub(r'width="3" height="2"', size, text)
        text = re.sub(r"(<(?:data|chunk)[^>]*>)\n[^<]*", lambda m: m[1] + data, text)
    else:
        text = re.sub(r'"width": 3, "height": 2', f'"width": {width}, "height": {height}', text)
        text = re.sub(r'("data": )"[^"]*"', lambda m: m[1] + json.dumps(data), text)
    path = folder / f"level{ending}"
    path.write_text(text)
    return path


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("infinite", [None, (0, 0, 3)])
def test_what_does_not_unpack_to_its_size_is_refused(tmp_path, ending, infinite):
    def packed(data):
        return base64.b64encode(data).decode()

    short, exact, long = (bytes(4 * count) for count in (5, 6, 7))
    cases = [
        (packed(zlib.compress(short)), "zlib", "has 20 bytes of tiles; its size needs 24"),
        (packed(zlib.compress(long)), "zlib", "has more than 24 bytes of tiles; its size needs 24"),
        (packed(zlib.compress(exact)[:-5]), "zlib", "is broken: ValueError: the compressed data"),
        (packed(b"no"), "zlib", "is broken: error: Error -3"),
        (packed(zlib.compress(exact)), "gzip", "is broken: error: Error -3"),
        (packed(b"no"), "zstd", "is broken: ValueError: zstd"),
        (packed(exact), "", "has no tile that"),
        ("!!!", "", "is broken: Error: "),
        ("AAA", "", "is broken: Error: "),
        ("é", "", "is broken: ValueError: "),
        (packed(exact), "lzma", "has the compression 'lzma'; tiles are compressed with zlib"),
    ]
    for data, compression, message in cases:
        options = {"compression": compression if compression != "lzma" else "zlib"}
        path = with_data(tmp_path, ending, data, infinite=infinite, **options)
        if compression == "lzma":
            path.write_text(path.read_text().replace("zlib", "lzma"))
        if message == "has no tile that":
            assert load_map(path).cost.tolist() == [[0] * 3] * 2
            continue
        refused(path, f"level{ending}: layer 'g' {message}")


@pytest.mark.slow
@pytest.mark.parametrize("compression", ["zlib", "gzip", "zstd"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_bomb_is_not_unpacked(tmp_path, ending, compression):
    import gzip
    import tracemalloc

    import zstandard

    pack = {"zlib": zlib.compress, "gzip": gzip.compress}
    pack["zstd"] = zstandard.ZstdCompressor().compress
    bomb = base64.b64encode(pack[compression](bytes(200_000_000))).decode()
    path = with_data(tmp_path, ending, bomb, compression=compression)
    tracemalloc.start()
    refused(path, f"level{ending}: layer 'g' has more than 24 bytes of tiles; its size needs 24")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_size_is_checked_before_memory_is_spent(tmp_path, ending):
    def announced(width, height):
        return with_data(tmp_path, ending, "AAAA", width=width, height=height)

    refused(announced(10_001, 10_000), "the map has 10001 x 10000 tiles; a map has at most 1000000")
    refused(announced(2**31 - 1, 2**31 - 1), "2147483647 x 2147483647 tiles; a map has at most")
    refused(announced(2**31, 1), "it must be a whole number from 1 to 2147483647")
    refused(announced(0, 2), "; it must be a whole number from 1")
    refused(announced(-3, 2), "; it must be a whole number from 1")
    far = [("g", [[1, *[0] * 9, 1]], {})]
    path = written(tmp_path, ending, far, infinite=(0, 0, 1))
    path.write_text(re.sub(r"""(x"?[=:] ?"?)10\b""", r"\g<1>2000000000", path.read_text()))
    refused(path, "the chunks span 2000000001 x 1 tiles; a map has at most 100000000")


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_tiles_of_all_layers_count(tmp_path, ending, monkeypatch):
    monkeypatch.setattr("asterion.io.tiled_document.DRAWING_LIMIT", 11)
    layers = [("a", GROUND, {}), ("b", GROUND, {})]
    refused(written(tmp_path, ending, layers), "12 tiles in all layers; a map has at most 11")
    monkeypatch.setattr("asterion.io.tiled_document.DRAWING_LIMIT", 12)
    assert load_map(written(tmp_path, ending, layers)).shape == (2, 3)


def test_csv_that_is_not_a_list_of_numbers_is_refused(tmp_path):
    def with_csv(text):
        path = written(tmp_path, ".tmx", [("g", GROUND, {})])
        data = f'<data encoding="csv">{text}</data>'
        path.write_text(re.sub(r"<data.*</data>", data, path.read_text(), flags=re.DOTALL))
        return path

    assert load_map(with_csv(" 1,2 ,3,\n4\t,5,6\n")).cost.tolist() == oracle(
        [("g", [[1, 2, 3], [4, 5, 6]], {})]
    )
    for text in ("1,2,3,4,5,", "1,2,3,,5,6", "1,2,3 4,5,6,7", "1,2,3,4,5,-6", "1,2,3,4,5,6.0"):
        refused(
            with_csv(text), "level.tmx: layer 'g': ValueError: it is not a list of tile numbers"
        )
    for text, count in (("", 0), ("1,2,3,4,5", 5), ("1,2,3,4,5,6,7", 7)):
        refused(with_csv(text), f"layer 'g' has {count} tiles; its size needs 6")
    for number in (2**32, 10**30):
        refused(with_csv(f"1,2,3,4,5,{number}"), "; a tile is from 0 to 2**32 - 1")
    refused(with_csv(f"1,2,3,4,5,{2**28 - 1}"), "has tile 268435455 at row 1, column 2; no tileset")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_large_layer_is_laid_a_stretch_at_a_time(tmp_path, ending, monkeypatch):
    monkeypatch.setattr("asterion.io.tiled._CELLS_AT_ONCE", 7)
    monkeypatch.setattr("asterion.io.tile_data._PART", 5)
    layers = [("g", [[(row * col) % 7 for col in range(3)] for row in range(11)], {})]
    for compression in ("zlib", "gzip"):
        path = written(tmp_path, ending, layers, packing=("base64", compression))
        assert load_map(path).cost.tolist() == oracle(layers)
    layers[0][1][9][2] = 99
    refused(written(tmp_path, ending, layers), "has tile 99 at row 9, column 2; no tileset")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_layer_of_another_size_than_the_map_is_refused(tmp_path, ending):
    path = written(tmp_path, ending, [("g", GROUND, {})], width=4)
    refused(path, "layer 'g' has 3 x 2 tiles from (0, 0) on; the map has 4 x 2")


def test_tilesets_and_documents_have_limits(tmp_path, monkeypatch):
    layers = [("g", GROUND, {})]
    own = tsx({}, count=2**20 + 1, first=1, head=False)
    path = written(tmp_path, ".tmx", layers, tilesets=[own])
    refused(path, "the tilesets have tiles up to 1048577; they may have up to 1048576")
    own = tsx({2**20: {}}, count=1, first=1, head=False)
    path = written(tmp_path, ".tmx", layers, tilesets=[own])
    refused(path, "the tilesets have tiles up to 1048577; they may have up to 1048576")
    path = written(tmp_path, ".tmx", layers)
    monkeypatch.setattr("asterion.io.checks.DOCUMENT_LIMIT", 100)
    refused(path, "level.tmx has more than 100 bytes, the limit")


def test_deep_nesting_is_refused(tmp_path):
    path = written(
        tmp_path, ".tmx", [("g", GROUND, {})], inside="<group>" * 9000 + "</group>" * 9000
    )
    refused(path, "level.tmx: its parts are nested too deep")
    (tmp_path / "a.tmj").write_text("[" * 200_000)
    refused(tmp_path / "a.tmj", "a.tmj cannot be read as JSON: RecursionError")
    layer = {"type": "tilelayer"}
    for _ in range(400):
        layer = {"type": "group", "layers": [layer]}
    (tmp_path / "a.tmj").write_text(tmj([("g", GROUND, {})], [], inside=[layer]))
    refused(tmp_path / "a.tmj", "a.tmj")


def test_without_zstandard_the_error_says_how_to_get_it(tmp_path, monkeypatch):
    path = written(tmp_path, ".tmx", [("g", GROUND, {})], packing=("base64", "zstd"))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    message = "compressed with zstd needs zstandard: pip install 'zstandard>=0.23'"
    with pytest.raises(ImportError, match=re.escape(message)):
        load_map(path)


SMALL = [("ground", GROUND, {"cost": 2})]
XML = [
    tmx(SMALL, [tsx(TILES, count=COUNT, first=1, head=False)], packing=packing, infinite=chunks)
    for packing, chunks in ((("", ""), None), (("base64", "zlib"), (0, 0, 2)), (("csv", ""), None))
]
JSON = [
    tmj(SMALL, [tsj(TILES, count=COUNT, firstgid=1)], packing=packing, infinite=chunks)
    for packing, chunks in ((("", ""), None), (("base64", "gzip"), (0, 0, 2)))
]


@given(data=files(*[text.encode() for text in XML]))
def test_any_file_is_a_map_in_xml_or_is_refused(tmp_path_factory, data):
    loaded(tmp_path_factory.getbasetemp() / "any.tmx", data)


@given(data=files(*[text.encode() for text in JSON]))
def test_any_file_is_a_map_in_json_or_is_refused(tmp_path_factory, data):
    loaded(tmp_path_factory.getbasetemp() / "any.tmj", data)


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
    st.just([None]),
    st.just([{}]),
)


@given(text=st.sampled_from(JSON), data=st.data())
def test_any_value_in_json_is_taken_or_refused(tmp_path_factory, text, data):
    found = json.loads(text)
    at_ = found
    while True:  # a random place in the document
        key = data.draw(st.sampled_from([*(at_ if isinstance(at_, dict) else range(len(at_)))]))
        if isinstance(at_[key], (dict, list)) and at_[key] and data.draw(st.integers(0, 3)):
            at_ = at_[key]
            continue
        at_[key] = data.draw(ODD)
        break
    loaded(tmp_path_factory.getbasetemp() / "odd.tmj", json.dumps(found).encode())
