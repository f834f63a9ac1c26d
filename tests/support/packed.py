"""Reads the bytes that the lab sends to the browser, by the description of the format alone."""

import json

import numpy as np

MAP, RESULT = 1, 2


class Reader:
    """Takes arrays off the front; each begins at a multiple of 4."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, kind, count):
        assert self.at % 4 == 0
        values = np.frombuffer(self.data, np.dtype(kind).newbyteorder("<"), count, self.at)
        end = self.at + values.nbytes
        self.at = end + -end % 4
        assert not any(self.data[end : self.at])
        return values

    def done(self):
        assert self.at == len(self.data)


def read_map(data):
    reader = Reader(data)
    assert [*reader.take("u1", 4)] == [MAP, 0, 0, 0]
    rows, cols, start, goal = map(int, reader.take("u4", 4))
    cells = reader.take("u1", rows * cols).reshape(rows, cols)
    reader.done()
    return cells, divmod(start, cols), divmod(goal, cols)


def no_constant(name):
    raise AssertionError(f"{name} is not JSON")


def read_result(data, shape):
    reader = Reader(data)
    kind, board, *zeros = reader.take("u1", 4)
    assert (kind, *zeros) == (RESULT, 0, 0)
    version, events, length, has_state, text = map(int, reader.take("u4", 5))
    told = json.loads(reader.take("u1", text).tobytes(), parse_constant=no_constant)
    log = {"kind": reader.take("u1", events)}
    for name, kind in (("node", "i4"), ("parent", "i4"), ("g", "f4"), ("h", "f4")):
        log[name] = reader.take(kind, events)
    path = [divmod(int(node), shape[1]) for node in reader.take("i4", length)]
    state = reader.take("u1", shape[0] * shape[1]).reshape(shape) if has_state else None
    reader.done()
    return int(board), version, told, log, path, state
