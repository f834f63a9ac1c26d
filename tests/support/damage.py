"""Damaged files: any bytes at all, and valid files with a few bytes changed."""

from hypothesis import strategies as st

import asterion as at
from asterion.io import load_map


@st.composite
def damaged(draw, good):
    data = bytearray(good)
    for _ in range(draw(st.integers(1, 4))):
        where = draw(st.integers(0, len(data)))
        match draw(st.sampled_from(["flip", "insert", "delete", "truncate"])):
            case "flip":
                data[where : where + 1] = bytes(
                    byte ^ 1 << draw(st.integers(0, 7)) for byte in data[where : where + 1]
                )
            case "insert":
                data[where:where] = draw(st.binary(min_size=1, max_size=8))
            case "delete":
                del data[where : where + draw(st.integers(1, 8))]
            case "truncate":
                del data[where:]
    return bytes(data)


def files(*good):
    """Half of them random; the other half one of the valid files, damaged."""
    beginnings = st.sampled_from([data[:10] for data in good])
    noise = st.binary(max_size=200)
    random = noise | st.builds(bytes.__add__, beginnings, noise)
    return random | st.sampled_from(good).flatmap(damaged)


def loaded(path, data):
    """The grid of a file of these bytes, or None if it is rejected as promised."""
    path.write_bytes(data)
    try:
        return load_map(path)
    except at.InvalidValue as error:
        message = str(error)
        assert path.name in message
        assert len(message) < 400
        assert "\n" not in message
        return None
