"""The errors of single-file modules, word for word."""

from asterion import analysis, lecture, maps, regions, sketch
from support import refusals


def test_refusals():
    refusals.check(
        __file__, analysis=analysis, lecture=lecture, maps=maps, regions=regions, sketch=sketch
    )
