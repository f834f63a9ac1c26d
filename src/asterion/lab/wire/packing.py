"""The byte format of messages to the browser: JSON with typed arrays in it.

    u32  length of the text, which is padded with spaces so that the arrays begin at a multiple of 8
    ...  JSON in UTF-8; an array stands in it as {"$": [type, offset, length]}
    ...  the arrays, little-endian, each padded to a multiple of 8 bytes; offsets count from the
         first, so that a typed array can be laid over each where it is

``unpack.js`` beside this reads it. A trace of a million events or a map is copied once and never
parsed; small parts are as easy to read and to extend as JSON.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

ARRAYS = ("u1", "u2", "i4", "u4", "f4", "f8")  # little-endian, as unpack.js knows them
_KINDS = {np.dtype(f"{order}{kind}"): kind for kind in ARRAYS for order in "<>"}
_ALIGNED = 8


def pack(message: Any) -> bytes:
    """Pack a message of plain values, in which arrays and bytes may stand anywhere."""
    parts: list[bytes | memoryview] = []
    size = 0

    def placed(value: Any) -> Any:
        """Return the text's placeholder for a value that is not JSON."""
        nonlocal size
        if isinstance(value, np.generic):
            return value.item()
        array = np.frombuffer(value, np.uint8) if isinstance(value, bytes) else np.asarray(value)
        kind = _KINDS.get(array.dtype)
        if kind is None:
            raise TypeError(f"{type(value).__name__} of {array.dtype}; arrays may be {ARRAYS}")
        at, padding = size, bytes(-array.nbytes % _ALIGNED)
        parts.extend((np.ascontiguousarray(array, f"<{kind}").data, padding))
        size += array.nbytes + len(padding)
        return {"$": [kind, at, array.size]}

    text = json.dumps(message, default=placed, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-(len(text) + 4) % _ALIGNED)
    return b"".join((struct.pack("<I", len(text)), text, *parts))
