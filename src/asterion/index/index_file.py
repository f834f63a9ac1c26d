"""Index files: a line that says what they are of, and the hierarchy, compressed.

===========  =================================================================================
``magic``    ``asterion index 1`` and a line end; the number is that of the format
``kind``     one byte: which kind of hierarchy it is
``world``    32 bytes: SHA-256 of all that the world's paths depend on
``check``    32 bytes: SHA-256 of the hierarchy
``size``     8 bytes: the length of the hierarchy, in the order of the machine that wrote it
the rest     the hierarchy, by zlib
===========  =================================================================================
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.io.writing import write_file
from asterion.world.graph import GraphWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.base import World

_MAGIC = b"asterion index 1\n"
_HEAD = struct.Struct("<B32s32sQ")
# No hierarchy is larger: 2^31 nodes cannot be contracted.
_MOST_BYTES = 1 << 36


def write_index(
    file: str | os.PathLike[str], world: World, kind: int, data: npt.NDArray[np.uint8]
) -> None:
    """Write a hierarchy, and the world it is of."""
    raw = data.tobytes()
    head = _HEAD.pack(kind, _hash_of(world), hashlib.sha256(raw).digest(), len(raw))
    write_file(FilePath(file), [_MAGIC, head, zlib.compress(raw, 6)])


def read_index(file: str | os.PathLike[str], world: World) -> tuple[int, npt.NDArray[np.uint8]]:
    """Return the kind of a hierarchy and its bytes, if it is of this world."""
    path = FilePath(file)
    content = path.read_bytes()
    if not content.startswith(_MAGIC[:15]):
        raise InvalidValue(f"{path} is not a file of an index")
    if not content.startswith(_MAGIC):
        written = content[:40].partition(b"\n")[0].decode(errors="replace")
        ours = _MAGIC.decode().strip()
        raise InvalidValue(
            f"{path} has the format {written!r}; this version reads {ours!r}: build the index again"
        )
    if len(content) < len(_MAGIC) + _HEAD.size:
        raise InvalidValue(f"{path} is damaged: it ends too soon")
    kind, of_world, check, size = _HEAD.unpack_from(content, len(_MAGIC))
    if of_world != _hash_of(world):
        raise InvalidValue(f"{path} was made of another world, or of another state of this one")
    raw = _unpacked(path, content[len(_MAGIC) + _HEAD.size :], size)
    if hashlib.sha256(raw).digest() != check:
        raise InvalidValue(f"{path} is damaged: its content is not what was written")
    return kind, np.frombuffer(raw, np.uint8)


def _unpacked(path: FilePath, packed: bytes, size: int) -> bytes:
    """Return exactly ``size`` bytes, whatever the file says."""
    if size > _MOST_BYTES:
        raise InvalidValue(f"{path} is damaged: it says that it has {size} bytes")
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, size + 1)
    except zlib.error as error:
        raise InvalidValue(f"{path} is damaged: {error}") from None
    if len(raw) != size or not unpacker.eof or unpacker.unused_data:
        raise InvalidValue(f"{path} is damaged: it ends too soon, or too late")
    return raw


def _hash_of(world: World) -> bytes:
    """A hash of all that decides which paths there are and what they cost."""
    digest = hashlib.sha256()

    def add(name: str, values: Any) -> None:
        array = np.ascontiguousarray(values)
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())

    if isinstance(world, GraphWorld):
        add("nodes", np.int64(len(world.nodes)))
        add("ends", world.ends)
        add("costs", np.asarray(world.costs, np.float64))
    else:
        grid: Any = world
        add("total", np.asarray(grid.total, np.float64))
        add("diagonal", np.frombuffer(grid.diagonal.encode(), np.uint8))
        add("diagonal cost", np.float64(grid.diagonal_cost))
        add("size", np.asarray(getattr(grid, "size", (1, 1)), np.int64))
    return digest.digest()
