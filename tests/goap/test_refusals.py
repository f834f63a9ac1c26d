"""What goals, actions and agents refuse, and in which words."""

from asterion import baselines, goap
from support import refusals


def test_refusals():
    chop = goap.Action("chop", cost=2, needs={"axe": True}, gives={"wood": goap.add(1)})
    peek = goap.Action("peek", cost=1, needs={}, gives={"seen": True}, when=lambda _: True)
    refusals.check(__file__, goap=goap, baselines=baselines, chop=chop, peek=peek)
