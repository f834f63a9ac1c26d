"""The errors of goals, actions and agents, word for word."""

from asterion import baselines, goap
from support import refusals


class Unlike:
    """A value of a user's own, which cannot be compared."""

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = object.__hash__

    def __repr__(self):
        return "Unlike()"


def test_refusals():
    chop = goap.Action("chop", cost=2, needs={"axe": True}, gives={"wood": goap.add(1)})
    peek = goap.Action("peek", cost=1, needs={}, gives={"seen": True}, when=lambda _: True)
    refusals.check(__file__, goap=goap, baselines=baselines, chop=chop, peek=peek, Unlike=Unlike)
