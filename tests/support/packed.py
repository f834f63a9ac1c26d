"""Reads the lab's binary messages by the description of the format alone."""

import json

import numpy as np


def no_constant(name):
    raise AssertionError(f"{name} is not JSON")


def unpack(data):
    """The message: plain values with arrays in them."""
    first = 4 + int.from_bytes(data[:4], "little")
    assert first % 8 == 0
    end = first

    def read(value):
        nonlocal end
        if "$" not in value:
            return value
        kind, at, length = value["$"]
        assert (first + at) % 8 == 0
        array = np.frombuffer(data, f"<{kind}", length, first + at)
        end = max(end, -(-(first + at + array.nbytes) // 8) * 8)
        return array

    message = json.loads(data[4:first], object_hook=read, parse_constant=no_constant)
    assert end == len(data)
    return message


def unit_at(message, frame, number):
    """A unit of a message of frames, as the board draws it."""
    k = frame * len(message["summary"]["ends"]) + number
    route, at = int(message["route"][k]), int(message["at"][k])
    begin = int(message["ends"][route - 1]) if route else 0
    return {
        "ahead": message["nodes"][begin + at : message["ends"][route]].tolist(),
        "quick": max(0, message["quick"][route] - at),
        "step": message["step"][route],
        **{name: int(message[name][k]) for name in ("status", "needs", "before")},
    }
