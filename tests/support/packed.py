"""Reads the bytes that the lab sends to the browser, by the description of the format alone."""

import json

import numpy as np

MAP, RESULT, FRAMES = 1, 2, 4


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
    kind, board, moves, zero = reader.take("u1", 4)
    assert (kind, board, zero) == (MAP, 0, 0)
    rows, cols, start, goal = map(int, reader.take("u4", 4))
    cells = reader.take("u1", rows * cols).reshape(rows, cols)
    ways = read_ways(reader, cols) if reader.at < len(data) else ([], [])
    reader.done()
    return cells, divmod(start, cols), divmod(goal, cols), int(moves), *ways


def read_ways(reader, cols):
    """The links and the fences of a map."""
    links, fences = map(int, reader.take("u4", 2))
    linked, fenced = [], []
    for _ in range(links):
        a, b = reader.take("u4", 2).tolist()
        [cost], [both] = reader.take("f4", 1).tolist(), reader.take("u4", 1).tolist()
        linked.append((divmod(a, cols), divmod(b, cols), cost, bool(both)))
    for _ in range(fences):
        a, b, both = reader.take("u4", 3).tolist()
        fenced.append((divmod(a, cols), divmod(b, cols), bool(both)))
    return linked, fenced


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


def read_frames(data):
    """The version, the words, each frame with its units, and the edits."""
    reader = Reader(data)
    assert [*reader.take("u1", 4)] == [FRAMES, 0, 0, 0]
    version, text, frames, units, routes, nodes, edits = map(int, reader.take("u4", 7))
    told = json.loads(reader.take("u1", text).tobytes(), parse_constant=no_constant)
    expanded, back = reader.take("u4", frames), reader.take("u4", frames)
    route, at = reader.take("u4", frames * units), reader.take("u4", frames * units)
    first, quick, node = (
        reader.take("u4", routes), reader.take("u4", routes), reader.take("i4", nodes),
    )  # fmt: skip
    edit_frame, edit_node = reader.take("u4", edits), reader.take("i4", edits)
    status, needs, before = (reader.take("u1", frames * units) for _ in range(3))
    step, edit_cost = reader.take("u1", routes), reader.take("u1", edits)
    reader.done()
    ends = [*first[1:], nodes]

    def unit(k):
        which, where = int(route[k]), int(at[k])
        return {
            "ahead": node[first[which] + where : ends[which]].tolist(),
            "quick": max(0, int(quick[which]) - where),
            "step": int(step[which]),
            "status": int(status[k]),
            "needs": int(needs[k]),
            "before": int(before[k]),
        }

    read = [
        {
            "expanded": int(expanded[frame]),
            "sent back": int(back[frame]),
            "units": [unit(frame * units + i) for i in range(units)],
        }
        for frame in range(frames)
    ]
    drawn = zip(edit_frame.tolist(), edit_node.tolist(), edit_cost.tolist(), strict=True)
    return version, told, read, [*drawn]
