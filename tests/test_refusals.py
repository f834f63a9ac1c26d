"""What modules that are rooms of their own refuse, and in which words."""

from asterion import analysis, lecture, maps, regions, sketch
from support import refusals


def test_refusals():
    refusals.check(
        __file__, analysis=analysis, lecture=lecture, maps=maps, regions=regions, sketch=sketch
    )
