"""The values of a navigator's search for each cell: g, rhs, h, f, state, parent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion import _core
from asterion.search.custom import CustomNavigator
from asterion.world.base import NotCopyable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from asterion.navigate.on_mesh import MeshNavigator
    from asterion.navigate.physical_astar import PhysicalAstar

# The meaning of the numbers in ``state``, in order.
STATES = (
    "unvisited",
    "open",
    "closed",
    "raised",
    "lowered",
    "overconsistent",
    "underconsistent",
)


class Inspectable(NotCopyable):
    """The arrays of an agent's search: copies of the world's shape.

    The agent plans first if necessary. A custom navigator shows the arrays that it has, as its last
    plan left them; for any other, ``InvalidValue`` is raised.
    """

    def _searcher(
        self,
    ) -> _core.Navigator | _core.GraphNavigator | CustomNavigator | MeshNavigator | PhysicalAstar:
        """The navigator whose search is shown, with its plan up to date."""
        raise NotImplementedError

    @property
    def g(self) -> npt.NDArray[np.float64]:
        """The cost of each cell, to or from the root of the search; inf where not visited."""
        return self._searcher().g()

    @property
    def rhs(self) -> npt.NDArray[np.float64]:
        """LPA* and D* Lite: each cell's cost through its best neighbour; D*: k; else g."""
        return self._searcher().rhs()

    @property
    def h(self) -> npt.NDArray[np.float64]:
        """The estimate of each cell, as improved by the algorithm."""
        return self._searcher().h()

    @property
    def f(self) -> npt.NDArray[np.float64]:
        """The f of each cell, g + h; inf or NaN where not visited."""
        searcher = self._searcher()
        return searcher.g() + searcher.h()

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """The state of each cell, an index into ``navigate.STATES``.

        0 unvisited, 1 open, 2 closed; in D* 3 raised and 4 lowered (both open); in LPA* and D*
        Lite 5 overconsistent and 6 underconsistent (both open).
        """
        return self._searcher().state()

    @property
    def parent(self) -> npt.NDArray[np.int64]:
        """The flat index of the next cell towards the root of the search tree; -1 for none.

        The root is the start for ``"astar"``, ``"repeated-forward"``, the adaptive ones and
        ``"lpa"``; for the others it is the goal.
        """
        return self._searcher().parent()
