"""NumPy files: every cost, and headers with false promises."""

import io
import pickle
import re
import struct

import numpy as np
import pytest
from hypothesis import given

import asterion as at
from asterion.io import load_map, save_map
from support.damage import files, loaded


def saved(array, **options):
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


def with_header(header, costs=b"\1\1\1\1", version=1):
    text = header.encode("latin-1")
    size = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + size + text + costs


def header(shape="(2, 2)", descr="'|u1'"):
    return f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}\n"


COSTS = np.array([[1, 0, 3], [255, 1, 2]], np.uint8)
DOUBLES = np.array([[1, 0, 2.5], [1e200, 1e-200, 1 / 3]])


@pytest.mark.parametrize("costs", [COSTS, DOUBLES])
def test_every_cost_is_kept_to_the_last_bit(tmp_path, costs):
    path = tmp_path / "a.NPY"
    save_map(at.Grid(costs), path)
    assert [file.name for file in tmp_path.iterdir()] == ["a.NPY"]
    assert np.load(path, allow_pickle=False).dtype == costs.dtype
    grid = load_map(path)
    assert grid.cost.dtype == costs.dtype
    assert (grid.cost == costs).all()


@pytest.mark.parametrize("kind", ["?", "i1", "<i8", ">u2", "f2", "<f4", ">f8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_of_other_programs_are_read(tmp_path, kind, order):
    costs = np.array([[1, 0, 1], [1, 1, 0]]).astype(kind, order=order)
    (tmp_path / "a.npy").write_bytes(saved(costs))
    assert load_map(tmp_path / "a.npy").cost.tolist() == [[1, 0, 1], [1, 1, 0]]
    (tmp_path / "a.npy").write_bytes(with_header(header(), version=2))
    assert load_map(tmp_path / "a.npy").shape == (2, 2)


class Bomb:
    def __reduce__(self):
        return pytest.fail, ("a file was executed",)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a.npy has no valid .npy header of an array of costs: ValueError: EOF"),
        (
            b"type octile\nheight 2",
            "a.npy has no valid .npy header of an array of costs: ValueError",
        ),
        (pickle.dumps(Bomb()), "has no valid .npy header"),
        (saved(np.array([[Bomb()]]), allow_pickle=True), "holds values of type 'object'; a map"),
        (saved(np.array([["a"]])), "holds values of type '<U1'; a map holds bools, integers or"),
        (saved(np.ones((2, 2), complex)), "holds values of type 'complex128'"),
        (saved(np.ones(4)), "a.npy holds 1 dimensions; a grid has 2"),
        (saved(np.ones((1, 2, 2))), "a.npy holds 3 dimensions; a grid has 2"),
        (saved(np.ones((0, 3))), "a.npy has shape (0, 3); a grid has 1 to 2147483647 cells"),
        (saved(COSTS)[:-1], "holds 5 bytes of costs; its shape (2, 3) needs 6"),
        (saved(COSTS)[:100], "has no valid .npy header of an array of costs: ValueError: EOF"),
        (saved(COSTS) + b"1", "holds 7 bytes of costs; its shape (2, 3) needs 6"),
        (saved([[1.0, -2.0]]), "a.npy: cost[0, 1] is -2.0; a cost must be > 0"),
        (saved([[1.0, np.nan]]), "a.npy: cost[0, 1] is nan"),
        (saved(np.array([[0x7F800001]], "<u4").view("<f4")), "a.npy: cost[0, 0] is nan"),
        (with_header(header("(-2, -2)")), "has shape (-2, -2); a grid has"),
        (with_header(header("(40000, 40000)")), "holds 4 bytes of costs; its shape"),
        (with_header(header("(50000, 50000)")), "has shape (50000, 50000); a grid has 1 to"),
        (with_header(header(f"(0, {10**30})")), "a side of its shape does not fit into 64 bits"),
        (with_header(header(f"(1, 0x{'f' * 9000})")), "a side of its shape does not fit"),
        (with_header(header("[2, 2]")), "shape is not valid"),
        (with_header(header(descr="[('a', '<f8', 9)] * 2")), "has no valid .npy header"),
        (with_header(header(descr="(1,)")), "has no valid .npy header"),
        (with_header(header(descr=repr([("x" * 9, "u1")] * 200))), "has no valid .npy header"),
        (with_header("{1: 2, 'a': 3}"), "has no valid .npy header"),
        (with_header("(" * 9999), "has no valid .npy header"),
        (with_header("-" * 9999 + "1"), "has no valid .npy header"),
        (with_header("'\\d'" + " " * 20_000, version=2), "has no valid .npy header"),
        (with_header(header("(2L, 2L)")) + b"1", "holds 5 bytes"),
        (with_header(header(), version=3), "its version is 3.0, not 1.0 or 2.0"),
        (b"\x93NUMPY\2\0\xff\xff\xff\xff", "has no valid .npy header"),
    ],
)
def test_a_broken_file_is_named_with_the_reason(tmp_path, data, message):
    path = tmp_path / "a.npy"
    path.write_bytes(data)
    with pytest.raises(at.InvalidValue, match=re.escape(message)):
        load_map(path)
    assert loaded(path, data) is None


@pytest.mark.skipif(np.longdouble().itemsize == 8, reason="long doubles are doubles here")
def test_numbers_wider_than_a_cost_are_refused(tmp_path):
    (tmp_path / "a.npy").write_bytes(saved(np.full((1, 1), np.finfo(np.longdouble).max)))
    with pytest.raises(at.InvalidValue, match=r"a\.npy holds values of type 'float\d+'; a map"):
        load_map(tmp_path / "a.npy")


@given(data=files(saved(COSTS), saved(DOUBLES), with_header(header()), with_header("{}")))
def test_any_file_is_a_map_or_is_refused(tmp_path_factory, data):
    loaded(tmp_path_factory.getbasetemp() / "any.npy", data)
