"""Records as bytes: read back by the comment in recording_bytes.py, they are the same."""

import struct
from math import inf
from random import Random

import numpy as np

from asterion.lab.terrain.session import TerrainSession
from asterion.lab.wire import recording_bytes
from asterion.lab.wire.recording import (
    Edited,
    Ended,
    GoalMoved,
    Moved,
    Planned,
    Seen,
    Started,
    Tick,
)
from support.packed import Reader, read_ways

NAMES = ["never", "clear", "one-clear", "always", "hex", "hex-columns", "triangle"]


def flat_ways(links, fences, cols):
    def flat(cell):
        return cell[0] * cols + cell[1]

    return (
        tuple((flat(a), flat(b), *rest) for a, b, *rest in links),
        tuple((flat(a), flat(b), both) for a, b, both in fences),
    )


def unpack_records(data):
    """A reader written from the comment alone, as the browser's is."""
    records, at, shape = [], 0, None
    while at < len(data):
        assert at % 4 == 0
        kind, agent, zero, length = struct.unpack_from("<BBHI", data, at)
        assert zero == 0
        payload = data[at + 8 : at + 8 + length]
        at += 8 + length
        assert not any(data[at : at + -length % 4])
        at += -length % 4
        words = np.frombuffer(payload[: length // 4 * 4], "<u4")
        if kind == 1:
            rows, cols, start, goal = words[:4].tolist()
            mode, diagonal, agents, _ = payload[16:20]
            shape = rows, cols
            end = 20 + rows * cols
            cost = np.frombuffer(payload[20:end], np.uint8)
            assert len(cost) == rows * cols
            ways = ((), ())
            if length > end:
                reader = Reader(payload[end + -end % 4 :])
                ways = flat_ways(*read_ways(reader, cols), cols)
                reader.done()
            rules = (
                ["unknown", "changing"][mode],
                NAMES[diagonal],
            )
            records.append(Started(*rules, agents, shape, start, goal, cost, *ways))
        elif kind == 2:
            records.append(Tick(int(words[0])))
        elif kind == 3:
            records.append(Moved(agent, int(words[0])))
        elif kind in (4, 6):
            n = int(words[0])
            cells, costs = words[1 : 1 + n], np.frombuffer(payload[4 + 4 * n :], np.uint8)
            records.append(Seen(agent, cells, costs) if kind == 4 else Edited(cells, costs))
        elif kind == 5:
            number, expanded, generated, pushes, pops, n = words[:6].tolist()
            seconds, cost = struct.unpack_from("<2d", payload, 24)
            state = np.frombuffer(payload[40 + 4 * n :], np.uint8)
            counts = (expanded, generated, pushes, pops)
            states = state if len(state) else None
            records.append(
                Planned(agent, number, words[10 : 10 + n], cost, *counts, seconds, states)
            )
        elif kind == 7:
            record = Ended(agent, bool(words[0]))
            assert payload[4:].decode() == record.message
            records.append(record)
        else:
            assert kind == 8
            records.append(GoalMoved(int(words[0])))
        if kind in (1, 2, 6, 8):
            assert agent == 255
    return records


def same(a, b):
    return type(a) is type(b) and all(
        np.array_equal(x, y) if isinstance(x, np.ndarray) else x == y
        for x, y in zip(a, b, strict=True)
    )


def some_record(random):
    def cells(n):
        return np.array([random.randrange(2**32) for _ in range(n)], np.uint32)

    def small(n, most=10):
        return np.array([random.randrange(most) for _ in range(n)], np.uint8)

    agent, n, word = random.randrange(4), random.randrange(9), random.randrange(2**32)
    rows, cols = random.randrange(1, 6), random.randrange(1, 6)
    ends = random.randrange(rows * cols), random.randrange(rows * cols)
    mode, rule = random.choice(["unknown", "changing"]), random.choice(NAMES)
    counts = [random.randrange(2**32) for _ in range(4)]
    state = random.choice([None, small(rows * cols, 7)])
    length = random.choice([0, n])
    links = tuple((*ends, random.randrange(40) / 4, random.random() < 0.5) for _ in range(n))
    fences = tuple((*ends, random.random() < 0.5) for _ in range(n // 2))
    ways = random.choice([((), ()), (links, ()), ((), fences), (links, fences)])
    cost = random.random() * 1000 if length else inf
    return random.choice(
        [
            Started(mode, rule, agent + 1, (rows, cols), *ends, small(rows * cols), *ways),
            Tick(word),
            Moved(agent, word),
            Seen(agent, cells(n), small(n)),
            Planned(agent, n + 1, cells(length), cost, *counts, random.random(), state),
            Edited(cells(n), small(n)),
            Ended(agent, random.choice([True, False])),
            GoalMoved(word),
        ]
    )


def test_random_records_come_back_as_they_were():
    random = Random(8)
    for _ in range(200):
        records = [some_record(random) for _ in range(random.randrange(20))]
        data = recording_bytes.pack_records(records)
        assert len(data) % 4 == 0
        back = unpack_records(data)
        assert len(back) == len(records)
        assert all(same(a, b) for a, b in zip(records, back, strict=True))


def test_what_is_packed_in_parts_is_what_is_packed_at_once():
    session = TerrainSession([[1, 1, 4], [1, 0, 1], [0, 1, 1]], (0, 0), (2, 2), agents=["dstar"])
    parts, n = b"", 0
    while session.step():
        session.edit([(1, 1)], session.time % 2)
        news = session.records_since(n)
        parts += recording_bytes.pack_records(news)
        n += len(news)
    journal = session.records_since(0)
    parts += recording_bytes.pack_records(journal[n:])
    assert parts == recording_bytes.pack_records(journal)
    assert all(same(a, b) for a, b in zip(journal, unpack_records(parts), strict=True))


def test_the_bytes_of_some_records_are_these():
    """So that nobody changes the format unawares: the browser has its own reader."""
    assert recording_bytes.pack_records([]) == b""
    assert recording_bytes.pack_records([Tick(258)]) == bytes(
        [2, 255, 0, 0, 4, 0, 0, 0, 2, 1, 0, 0]
    )
    assert recording_bytes.pack_records(
        [Seen(1, np.array([7], np.uint32), np.array([9], np.uint8))]
    ) == (bytes([4, 1, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0]))
    ended = recording_bytes.pack_records([Ended(3, reached=True)])
    assert ended == bytes([7, 3, 0, 0, 25, 0, 0, 0, 1, 0, 0, 0]) + b"I reached the target.\0\0\0"


def test_a_count_too_large_for_its_place_is_cut():
    path = np.zeros(0, np.uint32)
    plan = Planned(0, 1, path, inf, 2**40, 1, 1, 1, 0.5, None)
    assert unpack_records(recording_bytes.pack_records([plan]))[0].expanded == 2**32 - 1
