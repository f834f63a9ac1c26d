"""What a navigator's search has worked out for each cell, for those who look into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion import _core
from asterion.search.custom import CustomNavigator

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# What the numbers in ``state`` mean, in order.
STATES = (
    "unvisited",
    "open",
    "closed",
    "raised",
    "lowered",
    "overconsistent",
    "underconsistent",
)


class Inspectable:
    """The arrays of a search, for an agent that has one: each of the world's shape, and a copy.

    The agent plans first if he has to. A navigator of a user's own shows what it has, as it left
    it, and for what it has not there is an ``InvalidValue``.
    """

    def _searcher(self) -> _core.Navigator | _core.GraphNavigator | CustomNavigator:
        """Whose search it is, ready to be looked into."""
        raise NotImplementedError

    @property
    def g(self) -> npt.NDArray[np.float64]:
        """The cost of each cell, to or from the root of the search; inf where not visited."""
        return self._searcher().g()

    @property
    def rhs(self) -> npt.NDArray[np.float64]:
        """What its neighbours make of the cost of a cell (LPA*, D* Lite); of D*, k; else as g."""
        return self._searcher().rhs()

    @property
    def h(self) -> npt.NDArray[np.float64]:
        """The estimate of each cell, with what has been learned."""
        return self._searcher().h()

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """What each cell is to the algorithm, by its place in ``navigate.STATES``.

        0 unvisited, 1 open, 2 closed; of D*, 3 raised and 4 lowered (both open); of LPA* and D*
        Lite, 5 overconsistent and 6 underconsistent (both open).
        """
        return self._searcher().state()

    @property
    def parent(self) -> npt.NDArray[np.int64]:
        """The flat index of the next cell towards the root of the search tree; -1 for none.

        Of ``"astar"``, ``"repeated-forward"``, ``"adaptive"`` and their kin and ``"lpa"`` the root
        is the start, of the others the goal.
        """
        return self._searcher().parent()
