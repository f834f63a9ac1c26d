"""Maps of ROS: thresholds, modes, places in metres, pictures of every kind, and hostile files."""

import math
import re
import sys
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.io import load_map
from support.damage import files, loaded

Image = pytest.importorskip("PIL.Image")

USUAL = {
    "image": "map.pgm",
    "resolution": "0.05",
    "origin": "[-10.0, -5.0, 0.0]",
    "negate": "0",
    "occupied_thresh": "0.65",
    "free_thresh": "0.25",
}
GRAYS = np.array([[0, 254, 205], [100, 255, 60]], np.uint8)


def yaml(**changes):
    entries = {**USUAL, **changes}
    return "".join(f"{key}: {value}\n" for key, value in entries.items() if value is not None)


def written(folder, picture=GRAYS, text=None, **changes):
    """The map as its server loads it; a picture is an array or an image of Pillow."""
    image = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
    image.save(folder / changes.get("image", "map.pgm"))
    path = folder / "map.yaml"
    path.write_text(yaml(**changes) if text is None else text)
    return path


def refused(path, message, **options):
    with pytest.raises(at.InvalidValue, match=re.escape(message)) as error:
        load_map(path, **options)
    assert len(str(error.value)) < 400


def oracle(pixel, mode, *, negate, occupied, free, unknown):
    """The cost of one pixel, (r, g, b) or (r, g, b, a), by the documentation of Nav2."""
    counted = pixel if mode == "trinary" else pixel[:3]
    shade = sum(counted) / len(counted) / 255
    if mode == "raw":
        percent = math.floor(shade * 255 + 0.5)
        return unknown if percent > 100 else 0.0 if percent == 100 else percent + 1.0
    if mode == "scale" and len(pixel) == 4 and pixel[3] < 255:
        return unknown
    share = shade if negate else 1 - shade
    if share > occupied:
        return 0.0
    if share < free:
        return 1.0
    if mode == "trinary":
        return unknown
    percent = round((share - free) / (occupied - free) * 100)
    return 0.0 if percent == 100 else percent + 1.0


def test_a_map_of_the_usual_kind_is_free_occupied_or_unknown(tmp_path):
    path = written(tmp_path)
    assert load_map(path).cost.tolist() == [[0, 1, 1], [0, 1, 0]]
    gray = np.array([[0, 130, 255]], np.uint8)  # 130 is 49 percent occupied: unknown
    grid = load_map(written(tmp_path, gray), diagonal="never")
    assert grid.cost.tolist() == [[0, 0, 1]]
    assert grid.cost.dtype == np.uint8
    assert grid.diagonal == "never"
    assert load_map(path.with_name("map.yaml"), costs={"unknown": 2.5}).cost.tolist() == [
        [0, 2.5, 1]
    ]
    refused(path, "map.yaml: costs has 'lava'; it may have 'unknown'", costs={"lava": 1})


@given(data=st.data())
def test_a_pixel_costs_what_the_server_makes_of_it(tmp_path_factory, data):
    channels = data.draw(st.sampled_from([1, 3, 4]))
    rows, cols = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    size = rows * cols * channels
    levels = st.integers(0, 255) | st.sampled_from([0, 89, 90, 99, 100, 101, 254, 255])
    flat = data.draw(st.lists(levels, min_size=size, max_size=size))
    pixels = np.array(flat, np.uint8).reshape(rows, cols, channels)
    mode = data.draw(st.sampled_from(["trinary", "scale", "raw"]))
    negate = data.draw(st.booleans())
    free = data.draw(st.sampled_from([0.0, 0.196, 0.25, 0.5]))
    occupied = data.draw(st.sampled_from([0.51, 0.65, 1.0]))
    unknown = data.draw(st.sampled_from([None, 0, 3, 2.5]))
    path = written(
        tmp_path_factory.getbasetemp(),
        pixels[..., 0] if channels == 1 else pixels,
        image="map.png",
        mode=mode,
        negate=int(negate),
        free_thresh=free,
        occupied_thresh=occupied,
    )
    costs = None if unknown is None else {"unknown": unknown}
    expected = [
        [
            oracle(
                [int(v) for v in (pixel if channels > 1 else [*pixel] * 3)],
                mode,
                negate=negate,
                occupied=occupied,
                free=free,
                unknown=float(unknown or 0),
            )
            for pixel in row
        ]
        for row in pixels
    ]
    assert load_map(path, costs=costs).cost.tolist() == expected


@pytest.mark.parametrize("name", ["map.pgm", "map.png", "map.bmp", "map.ppm"])
def test_the_picture_may_be_in_every_format_of_maps(tmp_path, name):
    path = written(tmp_path, Image.fromarray(GRAYS), image=name)
    assert load_map(path).cost.tolist() == [[0, 1, 1], [0, 1, 0]]


def test_deep_and_plain_pictures_are_read(tmp_path):
    deep = Image.fromarray(np.array([[0, 0x8080, 0xFFFF]], np.uint16))
    assert load_map(written(tmp_path, deep, image="map.png")).cost.tolist() == [[0, 0, 1]]
    bits = Image.fromarray(GRAYS).point(lambda gray: gray > 128 and 255).convert("1")
    assert load_map(written(tmp_path, bits, image="map.png")).cost.tolist() == [
        [0, 1, 1],
        [0, 1, 0],
    ]
    (tmp_path / "map.pgm").write_text("P2\n# made by hand\n3 1\n15\n0 7 15\n")
    (tmp_path / "map.yaml").write_text(yaml())
    assert load_map(tmp_path / "map.yaml").cost.tolist() == [[0, 0, 1]]


@given(
    corner=st.tuples(st.floats(-100, 100), st.floats(-100, 100)),
    yaw=st.floats(-4, 4),
    step=st.sampled_from([0.025, 0.05, 1, 2.5]),
    data=st.data(),
)
def test_the_frame_has_metres_and_the_origin_is_the_lower_left_corner(
    tmp_path_factory, corner, yaw, step, data
):
    x, y = corner
    rows, cols = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    picture = np.full((rows, cols), 255, np.uint8)
    origin = f"[{x}, {y}, {yaw}]"
    folder = tmp_path_factory.getbasetemp()
    frame = load_map(written(folder, picture, origin=origin, resolution=step)).frame
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    # From the corner: cells to the right and up, then turned about the corner.
    right, up = (col + 0.5) * step, (rows - row - 0.5) * step
    wanted = (
        x + right * math.cos(yaw) - up * math.sin(yaw),
        y + right * math.sin(yaw) + up * math.cos(yaw),
    )
    assert frame.point((row, col)) == pytest.approx(wanted, abs=1e-9)
    assert frame.cell(frame.point((row, col))) == (row, col)


def test_yaml_may_be_written_in_several_ways(tmp_path):
    text = (
        "---\n# a map\nimage: 'map.pgm'  # the picture\nmode: trinary\nresolution: 5.0e-2\n"
        "origin:\n- -1.5\n  - 2\n- 0\nnegate: false\r\noccupied_thresh: .65\nfree_thresh: 0.25\n"
        "extra:\n  nested: 3\n\n"
    )
    grid = load_map(written(tmp_path, text=text))
    assert grid.cost.tolist() == [[0, 1, 1], [0, 1, 0]]
    assert grid.frame.point((1, 0)) == pytest.approx((-1.475, 2.025))
    Image.fromarray(GRAYS).save(tmp_path / "my #1 map.pgm")
    path = written(tmp_path, text=yaml(image='"my #1 map.pgm"'))
    assert load_map(path).shape == (2, 3)


def test_a_picture_outside_the_folder_is_not_read(tmp_path):
    folder = tmp_path / "maps"
    folder.mkdir()
    Image.fromarray(GRAYS).save(tmp_path / "out.pgm")
    (folder / "link.pgm").symlink_to(tmp_path / "out.pgm")
    for name in ("../out.pgm", "link.pgm", "/etc/passwd"):
        (folder / "map.yaml").write_text(yaml(image=name))
        refused(folder / "map.yaml", f"names the file '{name}'; it must be in the folder of map")
    (folder / "map.yaml").write_text(yaml(image="../out.pgm"))
    assert load_map(folder / "map.yaml", folder=tmp_path).shape == (2, 3)
    (folder / "map.yaml").write_text(yaml(image="none.pgm"))
    refused(folder / "map.yaml", "map.yaml names the file 'none.pgm', which is not there")
    Image.fromarray(GRAYS).save(folder / "in.pgm")
    (folder / "map.yaml").write_text(yaml(image=folder / "in.pgm"))  # absolute, as ROS allows
    assert load_map(folder / "map.yaml").shape == (2, 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"P5\n10001 10000\n255\n", "map.pgm: 10001 x 10000 pixels; a map has at most 100000000"),
        (b"P5\n90000 90000\n255\n", "map.pgm cannot be read as a picture: DecompressionBomb"),
        (b"P5\n30 20\n255\n" + bytes(599), "map.pgm cannot be read as a picture: "),
        (b"P5\n0 20\n255\n", "map.pgm cannot be read as a picture: "),
        (b"P2\n2 1\n255\n1 x", "map.pgm cannot be read as a picture: "),
        (b"GIF89a", "map.pgm cannot be read as a picture: it is not a PNG or PPM or BMP file"),
        (b"", "map.pgm cannot be read as a picture: it is not a PNG or PPM or BMP file"),
    ],
)
def test_a_picture_of_another_size_than_it_announces_is_refused(tmp_path, data, message):
    (tmp_path / "map.pgm").write_bytes(data)
    (tmp_path / "map.yaml").write_text(yaml())
    refused(tmp_path / "map.yaml", message)


def test_without_pillow_the_error_says_how_to_get_it(tmp_path, monkeypatch):
    path = written(tmp_path)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    message = "reading the picture of a ROS map needs Pillow: pip install 'pillow>=11'"
    with pytest.raises(ImportError, match=re.escape(message)):
        load_map(path)


@given(data=files(yaml().encode(), yaml(mode="scale", origin="\n- 1\n- 2\n- 3").encode()))
def test_any_file_is_a_map_or_is_refused(tmp_path_factory, data):
    folder = tmp_path_factory.getbasetemp()
    Image.fromarray(GRAYS).save(folder / "map.pgm")
    loaded(folder / "any.yaml", data)


@given(data=files(b"P5\n3 2\n255\n" + GRAYS.tobytes(), b"P2\n2 1\n15\n0 15\n"))
def test_any_picture_is_read_or_is_refused(tmp_path_factory, data):
    folder = tmp_path_factory.getbasetemp()
    (folder / "any.yaml").write_text(yaml(image="any.pgm"))
    (folder / "any.pgm").write_bytes(data)
    with suppress(at.InvalidValue):
        assert load_map(folder / "any.yaml").shape
