"""Outlines in SVG, ``.svg``: shapes on a page, some of them named ground.

Format: Scalable vector graphics (SVG) 2, W3C, 2018.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from xml.etree import ElementTree as ET

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.io.curves import rounded
from asterion.io.documents import text_in, xml_in
from asterion.io.shapes import GROUND, Shapes
from asterion.io.svg_paths import Matrix, matrix_of, numbers_of, rings_of
from asterion.mesh.mesh import Mesh

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.mesh.rings import Piece

    Numbers = npt.NDArray[np.float64]

_GROUPS = ("g", "a", "switch")
_UNREAD = ("svg", "use")  # inside a drawing
_SHAPES = ("path", "polygon", "rect", "circle", "ellipse")
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
# A document type that only names a file, which is not opened. Others are rejected.
_PLAIN_DOCTYPE = re.compile(r"<!DOCTYPE[^<>\[]*>")


class _Shape(NamedTuple):
    element: ET.Element
    transform: Matrix
    is_ground: bool
    is_chosen: bool  # whether it is in the layer of obstacles

    def __str__(self) -> str:
        name = self.element.get("id")
        return f"<{_tag(self.element)}>" + (f" {short_repr(name)}" if name else "")


def read_mesh(path: FilePath, file: BinaryIO, *, layer: str | None = None) -> Mesh:
    """The mesh of the ground in a drawing: its page, or all that is named ground.

    All other shapes are obstacles, or only those in a group of the name ``layer``.
    """
    root = xml_in(path, _PLAIN_DOCTYPE.sub("", text_in(path, file), count=1))
    if _tag(root) != "svg":
        raise InvalidValue(
            f"{path.name} is XML of a <{short_repr(root.tag)[1:-1]}>, not of an <svg>"
        )
    shapes = Shapes(path)
    is_there = layer is None
    for shape in _shapes_in(path, root, layer):
        is_there |= shape.is_chosen
        if not shape.is_ground and not shape.is_chosen:
            continue
        with _quoting(path, str(shape)):
            rings = [_moved(ring, shape.transform) for ring in _rings(shape.element)]
        shapes.add(str(shape), rings, is_ground=shape.is_ground)
    if not is_there:
        raise InvalidValue(
            f"{path.name}: layer is {short_repr(layer)}; no shape is in a group with that id or "
            "Inkscape label"
        )
    if not shapes.ground:
        shapes.add("the page", [_page(path, root)], is_ground=True)
    return shapes.mesh()


def _shapes_in(path: FilePath, root: ET.Element, layer: str | None) -> Iterator[_Shape]:
    """The shapes of a drawing, with what their groups say about them."""
    open_ = [(root, Matrix(), False, layer is None)]
    while open_:
        element, transform, is_ground, is_chosen = open_.pop()
        tag = _tag(element)
        if tag not in (*_GROUPS, *_SHAPES, *_UNREAD):
            continue
        names = {element.get("id", ""), element.get(_LABEL, "")}
        kinds = {name.lower() for name in (*names, *element.get("class", "").split())}
        is_ground, is_chosen = is_ground or GROUND in kinds, is_chosen or layer in names
        with _quoting(path, f"<{tag}>"):
            transform = transform.after(matrix_of(element.get("transform", "")))
        shape = _Shape(element, transform, is_ground, is_chosen)
        if tag in _UNREAD and element is not root and (is_ground or is_chosen):
            raise InvalidValue(
                f"{path.name}: {shape} is not read; unlink clones and ungroup inner drawings first"
            )
        if tag in _SHAPES:
            yield shape
        open_ += [(child, transform, is_ground, is_chosen) for child in element][::-1]


@contextmanager
def _quoting(path: FilePath, what: str) -> Iterator[None]:
    """Put the file and the shape before the message of an error."""
    try:
        yield
    except ValueError as error:
        raise InvalidValue(f"{path.name}: {what}: {error}") from None


def encoded(pieces: list[Piece]) -> list[bytes]:
    """A drawing with a path of the class ground for each piece."""
    corners = np.concatenate([outer for outer, _ in pieces])
    low, size = corners.min(0), np.ptp(corners, 0)
    box = " ".join(repr(number) for number in (*low.tolist(), *size.tolist()))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n']
    for outer, holes in pieces:
        data = " ".join(f"M{' '.join(map(_pair, ring.tolist()))}Z" for ring in (outer, *holes))
        lines.append(f'<path class="{GROUND}" fill="#ddd" fill-rule="evenodd" d="{data}"/>\n')
    return [line.encode() for line in (*lines, "</svg>\n")]


def _pair(point: list[float]) -> str:
    return f"{point[0]!r},{point[1]!r}"


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _rings(element: ET.Element) -> list[list[complex]]:
    """The rings of a shape, in its own coordinates."""
    tag = _tag(element)
    if tag == "path":
        return rings_of(element.get("d", ""))
    if tag == "polygon":
        numbers = numbers_of(element.get("points", ""))
        if len(numbers) % 2:
            raise ValueError(f"points has {len(numbers)} numbers; it must have pairs")
        return [[complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]]
    if tag == "rect":
        width, height = _length(element, "width"), _length(element, "height")
        rx, ry = (_length(element, name, -1.0) for name in ("rx", "ry"))
        rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
        corner = complex(_length(element, "x"), _length(element, "y"))
    else:
        rx, ry = (_length(element, "r" if tag == "circle" else name) for name in ("rx", "ry"))
        width, height = 2 * rx, 2 * ry
        corner = complex(_length(element, "cx") - rx, _length(element, "cy") - ry)
    if min(width, height) <= 0:
        return []
    return [[corner + point for point in rounded(width, height, rx, ry)]]


def _length(element: ET.Element, name: str, default: float = 0.0) -> float:
    """A number of an element, in its own units."""
    text = element.get(name)
    if text is None or text == "auto":
        return default
    numbers = [] if text.rstrip().endswith("%") else numbers_of(text.strip().removesuffix("px"))
    if len(numbers) != 1:
        raise ValueError(f"{name} is {short_repr(text)}; it must be a number without a unit")
    return numbers[0]


def _moved(ring: list[complex], matrix: Matrix) -> Numbers:
    points = np.array(ring, np.complex128).view(np.float64).reshape(-1, 2)
    if matrix == Matrix():
        return points
    (a, b, c, d, e, f), (x, y) = matrix, points.T
    with np.errstate(over="ignore", invalid="ignore"):  # what is too far is rejected later
        return np.column_stack([a * x + c * y + e, b * x + d * y + f])


def _page(path: FilePath, root: ET.Element) -> Numbers:
    """The rectangle of the drawing's view."""
    with _quoting(path, "the page"):
        if root.get("viewBox"):
            box = numbers_of(root.get("viewBox", ""))
        else:
            box = [0.0, 0.0, _length(root, "width"), _length(root, "height")]
    if len(box) != 4 or min(box[2:]) <= 0:
        raise InvalidValue(
            f"{path.name} has no ground: give a shape the class {GROUND!r}, or the drawing a "
            "viewBox"
        )
    x, y, width, height = box
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
