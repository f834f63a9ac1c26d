"""The errors of meshes, word for word."""

import asterion as at
from support import refusals


def test_refusals():
    square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    refusals.check(
        __file__,
        at=at,
        square=square,
        mesh=at.Mesh.from_polygons(square),
        grid=at.Grid.from_text("1.9"),
        hexes=at.Grid.from_text("...", tiles="hex"),
    )
