"""The size that a map file announces, known before its cells are made."""

import io

import numpy as np
import pytest

import asterion as at
from asterion.io.announced_size import announced_size
from asterion.io.formats import bytes_of
from asterion.lab import limits
from asterion.lab.maps import map_files, map_setup
from asterion.lab.playground.setup import Setup


@pytest.mark.parametrize("ending", [".map", ".txt", ".png", ".npy"])
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (40, 2)])
def test_it_is_that_of_the_map(ending, shape):
    data = bytes_of(at.Grid(np.ones(shape)), f"x{ending}")
    assert announced_size(data, f"X{ending.upper()}") == shape


@pytest.mark.parametrize("ending", [".map", ".txt", ".png", ".npy", ".xyz", ""])
def test_a_file_of_noise_announces_nothing_impossible(ending):
    noise = np.random.default_rng(3).integers(0, 256, 3000, np.uint8).tobytes()
    for data in (b"", noise, b"\x89PNG\r\n\x1a\n" + noise, b"\x93NUMPY\1\0" + noise):
        rows, cols = announced_size(data, f"x{ending}")
        assert rows >= 0
        assert cols >= 0


def bomb(ending):
    """A small file of very many cells."""
    if ending == ".txt":
        return b"\n" * 9_999 + b" " * 9_999  # 20 KB
    if ending == ".map":
        return b"type octile\nheight 20000\nwidth 20000\nmap\n"
    if ending == ".npy":
        file = io.BytesIO()
        np.lib.format.write_array_header_1_0(
            file, {"descr": "|u1", "fortran_order": False, "shape": (20_000, 20_000)}
        )
        return file.getvalue()
    from PIL import Image

    file = io.BytesIO()
    Image.new("L", (5000, 5000)).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("ending", [".map", ".txt", ".png", ".npy"])
def test_a_map_that_is_too_large_is_refused_before_it_is_read(ending, monkeypatch):
    def read(*_arguments, **_options):
        raise AssertionError("it was read")

    monkeypatch.setattr(map_files, "grid_of", read)
    data = bomb(ending)
    assert len(data) < 100_000
    with pytest.raises(at.InvalidValue, match=f"the lab shows up to {limits.MAP_CELLS}"):
        map_files.loaded({f"bomb{ending}": data}, f"bomb{ending}")


def test_a_map_that_is_too_large_is_refused_before_its_regions_are_looked_for(monkeypatch):
    monkeypatch.setattr(map_setup, "reachable", None)
    with pytest.raises(at.InvalidValue, match="1600 x 1600 cells"):
        Setup().with_map(np.ones((1600, 1600), np.uint8))
