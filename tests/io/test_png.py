"""Pictures: grays, colours, transparency, and invalid files."""

import io
import re
import struct
import sys
import zlib

import numpy as np
import pytest
from hypothesis import given

import asterion as at
from asterion.io import load_map, save_map
from support.damage import files, loaded

Image = pytest.importorskip("PIL.Image")

COSTS = np.arange(256, dtype=np.uint8).reshape(16, 16)


def saved(picture, **options):
    file = io.BytesIO()
    picture.save(file, format="PNG", **options)
    return file.getvalue()


def read(folder, picture, **options):
    (folder / "a.png").write_bytes(saved(picture, **options))
    return load_map(folder / "a.png").cost.tolist()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def promising(width, height, depth=8, colour=0):
    """A small file of a large black picture."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(bytes(100_000)))
    return b"\x89PNG\r\n\x1a\n" + header + rows + chunk(b"IEND", b"")


def test_every_whole_cost_up_to_255_has_its_gray(tmp_path):
    path = tmp_path / "a.PNG"
    save_map(at.Grid(COSTS), path)
    with Image.open(path) as picture:
        assert picture.mode == "L"
        grays = np.asarray(picture)
    assert (grays[0, 0], grays[0, 1], grays[0, 2], grays[15, 15]) == (0, 255, 254, 1)
    assert (load_map(path).cost == COSTS).all()


def test_colours_count_as_their_gray_and_transparency_as_white(tmp_path):
    assert read(tmp_path, Image.fromarray(np.array([[0, 255]], np.uint8)).convert("1")) == [[0, 1]]
    colour = np.array([[[0, 0, 0], [255, 255, 255], [7, 7, 7], [255, 0, 0]]], np.uint8)
    assert read(tmp_path, Image.fromarray(colour)) == [[0, 1, 249, 180]]
    palette = Image.fromarray(colour).quantize(4)
    assert read(tmp_path, palette) == [[0, 1, 249, 180]]
    assert read(tmp_path, Image.fromarray(colour), transparency=(0, 0, 0)) == [[1, 1, 249, 180]]
    alpha = np.array([[[0, 0, 0, 255], [0, 0, 0, 0], [0, 0, 0, 128], [9, 9, 9, 255]]], np.uint8)
    assert read(tmp_path, Image.fromarray(alpha)) == [[0, 1, 129, 247]]
    assert read(tmp_path, Image.fromarray(alpha).convert("LA")) == [[0, 1, 129, 247]]
    gray = Image.fromarray(np.array([[0, 9, 255]], np.uint8))
    assert read(tmp_path, gray, transparency=9) == [[0, 1, 1]]
    deep = Image.fromarray(np.array([[0, 0x0101, 0x8080, 0xFFFF]], np.uint16))
    assert read(tmp_path, deep) == [[0, 255, 128, 1]]
    assert read(tmp_path, deep, transparency=0x8080) == [[0, 255, 1, 1]]


@pytest.mark.parametrize("cost", [256, 2.5])
def test_a_cost_without_a_gray_is_refused(tmp_path, cost):
    with pytest.raises(at.InvalidValue, match=rf"a\.png: cost\[0, 1\] is {cost}"):
        save_map(at.Grid([[1, cost]]), tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()


def test_a_picture_that_could_not_be_read_back_is_not_saved(tmp_path, monkeypatch):
    monkeypatch.setattr("asterion.io.png.DRAWING_LIMIT", 3)
    with pytest.raises(at.InvalidValue, match=r"a\.png: 2 x 2 pixels; a map has at most 3"):
        save_map(at.Grid([[1, 1], [1, 1]]), tmp_path / "a.png")


GOOD = saved(Image.fromarray(COSTS))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a.png cannot be read as a picture: it is not a PNG file"),
        (b"type octile\nheight 2", "a.png cannot be read as a picture: it is not a PNG file"),
        (saved(Image.fromarray(COSTS)).replace(b"IHDR", b"IHDX"), "a.png cannot be read"),
        (GOOD[: len(GOOD) // 2], "a.png cannot be read as a picture: "),
        (GOOD[:60] + bytes([GOOD[60] ^ 1]) + GOOD[61:], "a.png cannot be read as a picture: "),
        (promising(9500, 9500), "a.png cannot be read as a picture: "),  # Pillow warns
        (promising(10_001, 10_000), "a.png: 10001 x 10000 pixels; a map has at most 100000000"),
        (
            promising(5001, 5000, colour=2),
            "5001 x 5000 pixels; a map has at most 100000000 in 8-bit",
        ),
        (
            promising(5001, 5000, colour=6),
            "grays, and 25000000 in colours, with transparency or in",
        ),
        (promising(5001, 5000, depth=16), "a.png: 5001 x 5000 pixels; a map has at most 100000000"),
        (promising(50_000, 50_000), "a.png cannot be read as a picture: DecompressionBombError"),
        (promising(2**31 - 1, 2**31 - 1), "a.png cannot be read as a picture: Decompression"),
        (promising(0, 5), "a.png"),
    ],
)
def test_a_broken_picture_is_named_with_the_reason(tmp_path, data, message):
    path = tmp_path / "a.png"
    path.write_bytes(data)
    with pytest.raises(at.InvalidValue, match=re.escape(message)):
        load_map(path)


def test_a_promise_that_is_kept_is_no_fault(tmp_path):
    assert (loaded(tmp_path / "a.png", promising(300, 300)).cost == 0).all()


def test_a_picture_in_another_format_is_refused(tmp_path):
    Image.fromarray(COSTS).save(tmp_path / "a.png", format="GIF")
    with pytest.raises(
        at.InvalidValue, match=r"a\.png cannot be read as a picture: it is not a PNG"
    ):
        load_map(tmp_path / "a.png")


def test_without_pillow_the_error_says_how_to_get_it(tmp_path, monkeypatch):
    (tmp_path / "a.png").write_bytes(GOOD)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    message = re.escape("reading and writing .png needs Pillow: pip install 'pillow>=11'")
    with pytest.raises(ImportError, match=message):
        load_map(tmp_path / "a.png")
    with pytest.raises(ImportError, match=message):
        save_map(at.Grid([[1]]), tmp_path / "b.png")


@given(data=files(GOOD, saved(Image.new("RGBA", (3, 2))), saved(Image.new("P", (3, 2)))))
def test_any_file_is_a_picture_or_is_refused(tmp_path_factory, data):
    loaded(tmp_path_factory.getbasetemp() / "any.png", data)


def test_no_flipped_bit_gives_another_map(tmp_path):
    for bit in range(len(GOOD) * 8):
        data = bytearray(GOOD)
        data[bit // 8] ^= 1 << bit % 8
        grid = loaded(tmp_path / "a.png", data)
        assert grid is None or (grid.cost == np.negative(COSTS)).all(), bit
