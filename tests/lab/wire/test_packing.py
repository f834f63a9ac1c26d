"""The format of binary messages: Python packs, JavaScript unpacks."""

import json
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import asterion
from asterion.lab.wire.packing import ARRAYS, pack
from support.effort import scaled
from support.packed import unpack

READER = Path(asterion.__file__).parent / "lab" / "wire" / "unpack.js"
NODE = shutil.which("node")
TYPES = {
    "u1": "Uint8Array",
    "u2": "Uint16Array",
    "i4": "Int32Array",
    "u4": "Uint32Array",
    "f4": "Float32Array",
    "f8": "Float64Array",
}
# Messages one after the other, each after its length, come back as a list; arrays as their bytes.
MAIN = """
import { readFileSync } from "node:fs";
const all = readFileSync(0), read = [];
for (let at = 0; at < all.length;) {
  const size = all.readUInt32LE(at);
  read.push(unpack(Uint8Array.from(all.subarray(at + 4, at + 4 + size)).buffer));
  at += 4 + size;
}
const bytes = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("hex");
const plain = (_, value) =>
  ArrayBuffer.isView(value) ? { was: value.constructor.name, bytes: bytes(value) } : value;
console.log(JSON.stringify(read, plain));
"""
ARRAY = st.sampled_from(ARRAYS).flatmap(
    lambda kind: arrays.arrays(np.dtype(f"<{kind}"), st.integers(0, 9))
)
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-(2**50), 2**50)
    | st.floats(-1e9, 1e9)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
)
NAMES = st.text("abcdefgh", min_size=1, max_size=5)
MESSAGES = st.recursive(
    PLAIN | ARRAY | st.binary(max_size=9),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(NAMES, inside, max_size=4),
    max_leaves=20,
)


def in_javascript(messages, tmp_path_factory):
    """Read bytes as unpack.js does."""
    program = tmp_path_factory.mktemp("unpack") / "main.mjs"
    program.write_text(READER.read_text() + MAIN)
    given_to = b"".join(len(data).to_bytes(4, "little") + data for data in messages)
    command = [NODE, program]
    run = subprocess.run(command, input=given_to, capture_output=True, check=True)
    return json.loads(run.stdout)


def as_javascript(value):
    """A message as MAIN prints it."""
    if isinstance(value, bytes):
        return {"was": "Uint8Array", "bytes": value.hex()}
    if isinstance(value, np.ndarray):
        return {"was": TYPES[value.dtype.str[1:]], "bytes": value.tobytes().hex()}
    if isinstance(value, dict):
        return {name: as_javascript(each) for name, each in value.items()}
    return [as_javascript(each) for each in value] if isinstance(value, list) else value


@pytest.mark.skipif(NODE is None, reason="needs Node")
@given(messages=st.lists(MESSAGES, min_size=1, max_size=20))
@settings(max_examples=scaled(20, least=5))
def test_what_is_packed_is_what_javascript_unpacks(tmp_path_factory, messages):
    read = in_javascript([pack(message) for message in messages], tmp_path_factory)
    assert read == [as_javascript(message) for message in messages]


@given(MESSAGES)
def test_the_reader_of_these_tests_reads_the_same(message):
    def as_read(value):
        if isinstance(value, bytes):
            return np.frombuffer(value, np.uint8)
        if isinstance(value, dict):
            return {name: as_read(each) for name, each in value.items()}
        return [as_read(each) for each in value] if isinstance(value, list) else value

    np.testing.assert_equal(unpack(pack(message)), as_read(message))


def test_numbers_and_arrays_of_numpy_need_no_conversion():
    rows = np.arange(6, dtype=">u4").reshape(2, 3)
    message = unpack(pack({"n": np.int64(3), "x": np.float64(0.5), "rows": rows.T}))
    assert (message["n"], message["x"]) == (3, 0.5)
    assert message["rows"].tolist() == [0, 3, 1, 4, 2, 5]  # row by row, however it was stored


@pytest.mark.parametrize("value", [np.zeros(2, np.int64), np.zeros(2, bool), {1, 2}, object()])
def test_what_a_browser_has_no_array_for_is_an_error(value):
    with pytest.raises(TypeError, match="arrays may be"):
        pack({"value": value})


@pytest.mark.parametrize("value", [math.inf, math.nan])
def test_what_is_not_json_is_an_error(value):
    with pytest.raises(ValueError, match="JSON"):
        pack([value])
