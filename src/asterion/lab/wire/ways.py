"""How one moves on a map, as bytes for the browser: the number of its moves, links and fences.

Little-endian, beginning at a multiple of 4:

    u32 links, u32 fences;
    of each link   u32 from, u32 to, f32 cost, u32 both (1 or 0: whether it leads back as well)
    of each fence  u32 from, u32 to, u32 both

A cell is row * cols + col. ``ways.js`` beside this reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack

# By their numbers, which recordings keep: four rules for squares, then other tiles.
MOVES = ("never", "clear", "one-clear", "always", "hex", "hex-columns", "triangle")

FlatLink = tuple[int, int, float, bool]
FlatFence = tuple[int, int, bool]


def packed_ways(links: Iterable[FlatLink], fences: Iterable[FlatFence]) -> bytes:
    """The links and fences of a map."""
    linked = [pack("<2IfI", *link) for link in links]
    fenced = [pack("<3I", *fence) for fence in fences]
    return b"".join([pack("<2I", len(linked), len(fenced)), *linked, *fenced])
