"""Outlines in files: GeoJSON, SVG and objects of Tiled, read and written; hostile files."""

import json
from math import cos, pi, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.io import checks
from asterion.io.curves import arc, bezier
from support.damage import files
from support.effort import scaled
from support.full_disk import full_disk
from support.open_ground import area, random_mesh, same_ground
from support.tiled_files import tmj, tmx

ENDINGS = [".geojson", ".svg", ".tmx", ".tmj"]
SIZE = 8
SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]


def load(folder, name, content, **options):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return at.load_mesh(path, **options)


def svg(inside, view='viewBox="0 0 8 8"', head=""):
    label = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    return f'{head}<svg xmlns="http://www.w3.org/2000/svg" {label} {view}>{inside}</svg>'


def ground(data):
    return svg(f'<path class="ground" d="{data}"/>')


def geojson(*rings):
    return json.dumps({"type": "Polygon", "coordinates": rings})


def rectangle(x, y, w, h):
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


# --- There and back


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("seed", range(scaled(12)))
def test_what_is_saved_is_loaded_again_exactly(tmp_path, ending, seed):
    dice = np.random.default_rng([4430, seed])
    mesh = random_mesh(dice, SIZE, obstacles=12)
    while not mesh.polygons:
        mesh = random_mesh(dice, SIZE, obstacles=12)
    at.save_mesh(mesh, tmp_path / f"a{ending}")
    again = at.load_mesh(tmp_path / f"a{ending}")
    same_ground(again, mesh, dice, SIZE)
    points = {tuple(point) for point in mesh.points.tolist()}
    rings = [ring for outer, holes in again.outlines for ring in (outer, *holes)]
    assert all({*map(tuple, ring.tolist())} <= points for ring in rings)


@pytest.mark.parametrize("ending", ENDINGS)
def test_islands_in_holes_and_walls_that_touch_are_the_same_when_loaded(tmp_path, ending):
    dice = np.random.default_rng(4431)
    walls = [rectangle(1, 1, 7, 1), rectangle(1, 7, 7, 1), rectangle(1, 2, 1, 5),
             rectangle(7, 2, 1, 5), rectangle(4, 4, 1, 1), rectangle(5, 5, 1, 1)]  # fmt: skip
    mesh = at.Mesh.from_polygons([(0.1, -0.3), (9.1, 0), (9, 9), (0, 9.7)], walls)
    assert len(mesh.outlines) == 2
    at.save_mesh(mesh, tmp_path / f"a{ending}")
    same_ground(at.load_mesh(tmp_path / f"a{ending}"), mesh, dice, 9)


# --- GeoJSON


def test_polygons_of_all_collections_are_ground(tmp_path):
    hole = rectangle(1, 1, 2, 2)
    far = [[[10 + x, y, 7.5] for x, y in SQUARE]]  # with heights
    found = {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [SQUARE, hole]}},
            {"type": "Feature", "geometry": None},
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 1]}},
            {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": [
                {"type": "MultiPolygon", "coordinates": [far, [rectangle(4, 0, 6, 1)]]}]}},
        ],
    }  # fmt: skip
    mesh = load(tmp_path, "a.json", json.dumps(found))
    assert area(mesh) == pytest.approx(16 - 4 + 16 + 6)
    assert at.find_path(mesh, (0, 0), (14, 4)).found


def test_overlapping_polygons_are_joined_even_over_a_hole(tmp_path):
    bridge = [rectangle(0, 1.5, 4, 1)]
    found = {"type": "MultiPolygon", "coordinates": [[SQUARE, rectangle(1, 1, 2, 2)], bridge]}
    mesh = load(tmp_path, "a.geojson", json.dumps(found))
    assert area(mesh) == pytest.approx(16 - 4 + 2)
    assert at.line_of_sight(mesh, (0, 2), (4, 2))


# --- SVG


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("M1 1 L5 1 L5 4 Z", "m1,1l4,0l0,3z"),
        ("M1 1 5 1 5 4", "M1 1H5V4"),
        ("M1 1H5V4Z", "m1 1 4 0 0 3"),
        ("M1 1h2v2zM4 4h2v2z", "m1 1h2v2zm3 3h2v2z"),
        ("M1 1H5V4zl-1 3h-1z", "M1 1H5V4zM1 1l-1 3h-1z"),
        ("M1 1C2 0 3 2 4 1S6 3 5 6z", "M1 1C2 0 3 2 4 1C5 0 6 3 5 6z"),
        ("M1 1S3 2 4 1V5z", "M1 1C1 1 3 2 4 1V5z"),
        ("M1 1Q2 0 3 2T5 4V7z", "M1 1Q2 0 3 2Q4 4 5 4V7z"),
        ("M1 1q1 1 3 2t1-2v6z", "M1 1Q2 2 4 3Q6 4 5 1V7z"),
        ("M1 1c1-1 2 1 3 0v5z", "M1 1C2 0 3 2 4 1V6z"),
        ("M1 1Q4 1 4 4H1z", "M1 1C3 1 4 2 4 4H1z"),
        ("M1 4a3 3 0 012.5-2.5V6z", "M1 4A3 3 0 0 1 3.5 1.5V6z"),
        ("M1.5.5-.5.5-.5-5e-1z", "M1.5 0.5 L -0.5 0.5 L -0.5 -0.5 Z"),
        ("M1 1A0 5 0 0 1 5 2V7z", "M1 1L5 2V7z"),
        ("M1 4A1 1 0 0 1 5 4z", "M1 4A2 2 0 0 1 5 4z"),  # radii that are too small grow
    ],
)
def test_two_ways_to_draw_a_path_are_one_shape(tmp_path, one, other):
    meshes = [load(tmp_path, "a.svg", ground(each)) for each in (one, other)]
    first, second = (
        [ring for outer, holes in mesh.outlines for ring in (outer, *holes)] for mesh in meshes
    )
    assert len(first) == len(second) > 0
    dice = np.random.default_rng(1)
    assert area(meshes[0]) == pytest.approx(area(meshes[1]), rel=1e-3)
    points = dice.random((300, 2)) * 8
    apart = [meshes[0].contains(p) != meshes[1].contains(p) for p in points]
    assert sum(apart) <= 2


@pytest.mark.parametrize(
    ("large", "positive", "centre"),
    [(0, 1, 1 + 5j), (0, 0, 5 + 1j), (1, 1, 5 + 1j), (1, 0, 1 + 5j)],
)
def test_flags_choose_one_of_four_arcs(large, positive, centre):
    points = np.array(arc(1 + 1j, 4 + 4j, 0, 5 + 5j, is_large=large, is_positive=positive))
    assert np.abs(points - centre) == pytest.approx(4)
    turned = np.diff(np.unwrap(np.angle(np.array([1 + 1j, *points]) - centre)))
    assert (turned > 0).all() == bool(positive)
    assert abs(turned.sum()) == pytest.approx(pi * 1.5 if large else pi / 2)


def test_an_ellipse_of_an_arc_may_be_turned():
    points = np.array(arc(0j, 4 + 1j, 30, 4 + 2j, is_large=False, is_positive=True))
    points = np.array([0j, *points]) * np.exp(-1j * radians(30))
    x, y = points.real / 4, points.imag
    left = np.column_stack([2 * x, 2 * y, np.ones(len(x))])
    (cx, cy, rest), *_ = np.linalg.lstsq(left, x * x + y * y, rcond=None)  # its circle
    assert np.hypot(x - cx, y - cy) == pytest.approx(1)
    assert rest + cx * cx + cy * cy == pytest.approx(1)


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_chords_are_at_most_a_thousandth_of_the_extent_beside_their_curve(seed):
    dice = np.random.default_rng([4432, seed])
    control = dice.normal(size=(3 + seed % 2, 2)) @ [1, 1j] * 10.0 ** dice.integers(-3, 4)
    ends = np.array([control[0], *bezier(*control)])
    t = np.linspace(0, 1, 3001)[:, None]
    n = len(control) - 1
    weights = [[1, 2, 1], [1, 3, 3, 1]][n - 2]
    terms = enumerate(zip(weights, control, strict=True))
    curve = sum(w * p * t**i * (1 - t) ** (n - i) for i, (w, p) in terms)
    a, along = ends[:-1], np.diff(ends)
    share = np.clip(((curve - a) * along.conj()).real / np.abs(along) ** 2, 0, 1)
    beside = np.abs(curve - (a + share * along)).min(1)
    extent = max(np.ptp(curve.real), np.ptp(curve.imag))
    assert beside.max() <= 0.001 * max(np.ptp(control.real), np.ptp(control.imag))
    assert beside.max() <= 0.004 * extent


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ('<rect class="ground" x="1" y="2" width="4" height="3"/>', 12),
        ('<rect class="ground" x="1" y="2" width="4px" height="3" rx="1"/>', 12 - 4 + pi),
        ('<rect class="ground" width="4" height="3" ry="9" rx="1"/>', 12 - 6 + 1.5 * pi),
        ('<circle class="ground" cx="4" cy="4" r="3"/>', 9 * pi),
        ('<ellipse class="ground" cx="4" cy="4" rx="3" ry="1"/>', 3 * pi),
        ('<polygon class="ground" points="1,1 4,1 4 5"/>', 6),
        ('<path class="ground" d="M0 0H8V8H0zM1 1H7V7H1zM2 2H6V6H2z"/>', 64 - 36 + 16),
        ('<path class="ground" d="M1 1L5 5"/><path class="ground" d="M0 0h2v2"/>', 2),
        ('<rect width="4" height="3"/>', 64 - 12),
        ('<path d="M1 1H7V7H1zM2 2H6V6H2z"/>', 64 - 36 + 16),
        ('<line x1="0" x2="8"/><text>ground</text><defs><rect width="9"/></defs>', 64),
        ('<rect width="0" height="3"/><circle r="0"/>', 64),
    ],
)
def test_shapes_have_their_area(tmp_path, shape, size):
    assert area(load(tmp_path, "a.svg", svg(shape))) == pytest.approx(size, rel=2e-3)


@pytest.mark.parametrize(
    ("transform", "corner"),
    [
        ("translate(3)", (4, 1)),
        ("translate(3 , -2)", (4, -1)),
        ("scale(2)", (2, 2)),
        ("scale(2,-1)", (2, -1)),
        ("rotate(90)", (-1, 1)),
        ("rotate(90 1 2)", (2, 2)),
        ("skewX(45)", (2, 1)),
        ("skewY(45)", (1, 2)),
        ("matrix(0 1 1 0 5 0)", (6, 1)),
        ("translate(3) scale(2)", (5, 2)),
        ("scale(2)\ttranslate(3)", (8, 2)),
    ],
)
def test_transforms_of_groups_and_shapes_are_made_from_the_inside_out(tmp_path, transform, corner):
    path = '<path d="M1 1L1.5 1.1 1.1 1.5"/>'
    for drawing in (
        f'<g class="ground" transform="{transform}">{path}</g>',
        f'<g id="ground" transform="scale(2)"><g transform="scale(.5){transform}">{path}</g></g>',
        path.replace("<path", f'<path class="ground" transform="{transform}"'),
    ):
        points = load(tmp_path, "a.svg", svg(drawing)).points
        assert np.abs(points - corner).sum(1).min() == pytest.approx(0, abs=1e-9)


FLOOR = '<g inkscape:label="ground"><g><rect width="4" height="4"/></g></g>'


@pytest.mark.parametrize(
    "drawing",
    [
        '<rect class="big ground" width="4" height="4"/><rect id="b" width="1" height="1"/>',
        '<rect id="Ground" width="4" height="4"/><g id="b"><rect width="1" height="1"/></g>',
        f'{FLOOR}<g inkscape:label="b"><rect width="1" height="1"/></g>',
    ],
)
def test_what_is_named_ground_is_ground_and_a_layer_has_the_obstacles(tmp_path, drawing):
    other = '<g id="c"><use/><rect x="2" y="2" width="1" height="1"/></g>'
    assert area(load(tmp_path, "a.svg", svg(drawing + other), layer="b")) == pytest.approx(15)
    other = other.replace("<use/>", "")
    assert area(load(tmp_path, "a.svg", svg(drawing + other))) == pytest.approx(14)


def test_a_page_may_have_a_width_and_a_height_and_a_plain_document_type(tmp_path):
    head = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    mesh = load(tmp_path, "a.svg", svg("", 'width="5" height="2px"', head))
    assert area(mesh) == 10


# --- Tiled


def objects(folder, ending, *layers, **options):
    """The mesh of a map of 6 x 5 tiles of 16 x 8 pixels, with layers of objects as in JSON."""
    tiles = [("g", [[0] * 6 for _ in range(5)], {})]
    if ending == ".tmj":
        listed = [{"type": "objectgroup", **each} for each in layers]
        return load(folder, "a.tmj", tmj(tiles, [], inside=listed), **options)
    return load(folder, "a.tmx", tmx(tiles, [], inside="".join(map(group, layers))), **options)


def group(layer):
    parts = []
    for thing in layer["objects"]:
        flat = {key: value for key, value in thing.items() if type(value) in (int, float, str)}
        inner = "".join(f"<{key}/>" for key, value in thing.items() if value is True)
        for key in ("polygon", "polyline"):
            if key in thing:
                points = " ".join(f"{p['x']},{p['y']}" for p in thing[key])
                inner += f'<{key} points="{points}"/>'
        named = "".join(f' {key}="{value}"' for key, value in flat.items())
        parts.append(f"<object{named}>{inner}</object>")
    named = "".join(f' {key}="{value}"' for key, value in layer.items() if key != "objects")
    return f"<objectgroup{named}>{''.join(parts)}</objectgroup>"


def corners(*points):
    return [{"x": x, "y": y} for x, y in points]


TILED = [".tmx", ".tmj"]
WHOLE = 96 * 40


@pytest.mark.parametrize("ending", TILED)
@pytest.mark.parametrize(
    ("thing", "size"),
    [
        ({"width": 10, "height": 5}, 50),
        ({"width": 20, "height": 10, "ellipse": True}, 50 * pi),
        ({"width": 20, "height": 10, "capsule": True}, 100 + 25 * pi),
        ({"polygon": corners((0, 0), (10, 0), (5, 4))}, 20),
        ({"point": True}, 0),
        ({"polyline": corners((0, 0), (10, 0), (5, 4))}, 0),
        ({"width": 20, "height": 10, "text": True}, 0),
        ({"width": 16, "height": 16, "gid": 1}, 0),
        ({}, 0),
    ],
)
def test_objects_are_obstacles_of_their_shape_on_the_map(tmp_path, ending, thing, size):
    thing = {"id": 1, "x": 20, "y": 20, **thing}
    mesh = objects(tmp_path, ending, {"name": "o", "objects": [thing]})
    assert area(mesh) == pytest.approx(WHOLE - size, abs=0.3)
    assert mesh.contains((0, 0))
    assert mesh.contains((96, 40))
    assert not mesh.contains((97, 40))


@pytest.mark.parametrize("ending", TILED)
def test_objects_turn_clockwise_around_their_place_and_move_with_their_layer(tmp_path, ending):
    turned = {"id": 1, "x": 50, "y": 10, "width": 20, "height": 4, "rotation": 90.0}
    mesh = objects(tmp_path, ending, {"name": "o", "objects": [turned]})
    (hole,) = mesh.outlines[0][1]
    assert sorted(hole.round(6).tolist()) == [[46, 10], [46, 30], [50, 10], [50, 30]]
    place = {"name": "o", "offsetx": 3, "offsety": -4, "objects": [turned]}
    (hole,) = objects(tmp_path, ending, place).outlines[0][1]
    assert hole.min(0).round(6).tolist() == [49, 6]
    slant = {"id": 1, "x": 50, "y": 10, "polygon": corners((0, 0), (10, 0), (0, 1)), "rotation": 30}
    (hole,) = objects(tmp_path, ending, {"name": "o", "objects": [slant]}).outlines[0][1]
    tip = [50 + 10 * cos(radians(30)), 10 + 10 * sin(radians(30))]
    assert np.abs(hole - tip).sum(1).min() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("ending", TILED)
def test_obstacles_have_ids_in_the_order_of_the_file(tmp_path, ending):
    boxes = [{"id": 7, "x": x, "y": 10, "width": 5, "height": 5} for x in (10, 20, 30)]
    mesh = objects(tmp_path, ending, {"name": "o", "objects": boxes})
    mesh.fill(1)
    assert [mesh.contains((x + 1, 11)) for x in (10, 20, 30)] == [False, True, False]


@pytest.mark.parametrize("ending", TILED)
@pytest.mark.parametrize("kind", [{"type": "ground"}, {"class": "Ground"}, {"name": "ground"}])
def test_what_is_named_ground_replaces_the_rectangle_of_the_map(tmp_path, ending, kind):
    floor = {"id": 1, "x": -10, "y": 0, "width": 30, "height": 10}
    box = {"id": 2, "x": 0, "y": 0, "width": 5, "height": 5}
    zone = {"name": "zones", "objects": [{**box, "x": 10}]}
    rocks = {"name": "rocks", "objects": [box]}
    for layers in (
        ({"name": "a", "objects": [{**floor, **kind}]}, rocks, zone),
        ({"name": "a", "class": "ground", "objects": [floor]}, rocks, zone),
        ({"name": "Ground", "objects": [floor]}, rocks, zone),
    ):
        assert area(objects(tmp_path, ending, *layers)) == 300 - 50
        assert area(objects(tmp_path, ending, *layers, layer="rocks")) == 300 - 25


def test_layers_of_a_group_have_its_names_and_its_place(tmp_path):
    box = {"id": 2, "x": 0, "y": 0, "width": 5, "height": 5}
    inner = {"type": "objectgroup", "name": "in", "offsetx": 1, "objects": [box]}
    outer = {"type": "group", "name": "out", "offsetx": 2, "layers": [inner]}
    text = tmj([("g", [[0] * 6], {})], [], inside=[outer])
    for layer in (None, "in", "out"):
        mesh = load(tmp_path, "a.tmj", text, layer=layer)
        assert [mesh.contains((x, 2)) for x in (2.9, 4, 8.1)] == [True, False, True]


# --- Hostile files

GOOD = {
    "a.geojson": [geojson(SQUARE, rectangle(1, 1, 2, 2)).encode(), json.dumps(
        {"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates": [[SQUARE]]}}]}
    ).encode()],
    "a.svg": [svg('<g id="ground" transform="scale(2) rotate(3)"><path d="M0 0h4v4q-3 2-4 0z"/>'
                  '</g><circle r="1" cx="2"/><rect x="1" width="1" height="3" rx="1"/>').encode(),
              ground("M1 1A3 2 5 0 1 4 4l.5-2C1 2 3 4 5 6z").encode()],
    "a.tmx": [tmx([("g", [[0, 0]], {})], [], inside=group({"name": "o", "objects": [
        {"id": 1, "x": 1, "y": 2, "width": 3, "height": 4, "rotation": 4, "ellipse": True},
        {"id": 2, "x": 9, "y": 2, "polygon": corners((0, 0), (3, 3), (1, 2))}]})).encode()],
    "a.tmj": [tmj([("g", [[0, 0]], {})], [], inside=[{"type": "objectgroup", "objects": [
        {"id": 1, "x": 1, "y": 2, "width": 3, "height": 4, "rotation": 4, "ellipse": True},
        {"id": 2, "x": 9, "y": 2, "polygon": corners((0, 0), (3, 3), (1, 2))}]}]).encode()],
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
@given(data=st.data())
def test_any_bytes_give_a_mesh_or_an_error_that_names_the_file(tmp_path_factory, name, data):
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(data.draw(files(*GOOD[name])))
    try:
        assert isinstance(at.load_mesh(path), at.Mesh)
    except at.InvalidValue as error:
        message = str(error)
        assert name in message
        assert len(message) < 400
        assert "\n" not in message


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "-1e200", "1" * 400, "true", '"1"'])
def test_coordinates_are_finite_numbers(tmp_path, number):
    for name, content in {
        "a.geojson": geojson(SQUARE).replace("[4, 4]", f"[4, {number}]"),
        "a.svg": ground(f"M0 0 4 0 4 {number} 0 4z"),
        "a.tmj": GOOD["a.tmj"][0].decode().replace('"x": 1,', f'"x": {number},'),
        "a.tmx": GOOD["a.tmx"][0].decode().replace('x="1"', f'x="{number}"'.replace('""', '"')),
    }.items():
        if (name, number) in (("a.tmj", '"1"'), ("a.tmx", '"1"')):
            continue  # XML has numbers as text, and old maps in JSON too
        with pytest.raises(at.InvalidValue, match=f"{name}.*"):
            load(tmp_path, name, content)


def test_entities_are_refused_before_they_expand(tmp_path):
    entities = '<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">'
    text = svg("<text>&b;</text>", head=f"<!DOCTYPE svg [{entities}]>")
    with pytest.raises(at.InvalidValue, match="it has a document type"):
        load(tmp_path, "a.svg", text)


def test_what_is_nested_too_deep_is_refused_or_read(tmp_path):
    deep = 100_000
    group = json.loads(geojson(SQUARE))
    for name, content in {
        "a.geojson": '{"type":"GeometryCollection","geometries":[' * deep,
        "a.json": geojson(SQUARE).replace("[[0", "[" * deep + "[[0"),
        "a.tmj": '{"layers":[' * deep,
        "a.tmx": tmx([("g", [[0]], {})], [], inside="<group>" * deep + "</group>" * deep),
    }.items():
        with pytest.raises(at.InvalidValue, match=name):
            load(tmp_path, name, content)
    for _ in range(100):
        group = {"type": "GeometryCollection", "geometries": [group]}
    assert area(load(tmp_path, "a.json", json.dumps(group))) == 16
    nested = svg("<g>" * deep + '<rect width="1" height="1"/>' + "</g>" * deep)
    assert area(load(tmp_path, "a.svg", nested)) == 63


def test_outlines_have_a_limit_of_points_and_rings(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "POINT_LIMIT", 20)
    with pytest.raises(at.InvalidValue, match=r"a.json: the document is beyond the limit of 20"):
        load(tmp_path, "a.json", geojson([[x, x * x] for x in range(30)]))
    with pytest.raises(at.InvalidValue, match=r"a.svg: <path>: it has more than 20 points"):
        load(tmp_path, "a.svg", ground("M0 0" + "q1 1 0 1" * 20))
    monkeypatch.setattr(checks, "RING_LIMIT", 3)
    with pytest.raises(at.InvalidValue, match=r"<path>: it has more than 3 rings, the limit"):
        load(tmp_path, "a.svg", ground("M0 0h1v1z" * 4))


@pytest.mark.parametrize(
    "data",
    [
        "A1e99 1e99 0 0 1 1e-200 0",
        "A1e99 1e99 0 1 0 1e-250 0",
        "A5e-324 5e-324 0 0 1 1 0",
        "A5e-324 5e-324 0 0 1 5e-324 0",
        "C5e-324 0 0 0 0 0",
        "q5e-324 0 0 0",
        "C1e100 0 0 1e100 0 0",
    ],
)
def test_curves_of_any_size_are_read(tmp_path, data):
    assert load(tmp_path, "a.svg", ground(f"M0 0{data}L4 0 4 4 0 4z")).contains((1, 3))


@pytest.mark.parametrize("name", ["a.geojson", "a.svg", "a.tmx", "a.tmj"])
def test_a_save_on_a_full_disk_or_of_too_much_leaves_the_old_file(tmp_path, monkeypatch, name):
    path = tmp_path / name
    mesh = at.Mesh.from_polygons(SQUARE, [rectangle(1, 1, 2, 2)])
    at.save_mesh(mesh, path)
    before = path.read_bytes()
    mesh.cut(rectangle(3.2, 3.2, 0.5, 0.5))
    with full_disk(50), pytest.raises(OSError, match=name):
        at.save_mesh(mesh, path)
    for limit, most in (("RING_LIMIT", 2), ("POINT_LIMIT", 14), ("FAR", 3), ("DOCUMENT_LIMIT", 99)):
        with monkeypatch.context() as patch:
            patch.setattr(checks, limit, most)
            with pytest.raises(at.InvalidValue, match=f"{name} would have .*; the limit is {most}"):
                at.save_mesh(mesh, path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]
