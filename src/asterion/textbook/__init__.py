r"""The algorithms to read: each in plain Python, in one file of at most 80 lines.

A search returns ``(path, cost)``, ``([], inf)`` without a path. It takes any object with
``neighbours(node)``, which gives pairs of a node and a cost; searches that also go backward need
``predecessors(node)``. Grids and graphs have both. ``heuristic(node, goal)`` estimates a cost; None
means 0.

>>> import asterion as at
>>> from asterion import textbook
>>> textbook.astar(at.Grid.from_text("..9."), (0, 0), (0, 3))
([(0, 0), (0, 1), (0, 2), (0, 3)], 11.0)

The module of a search has it as a generator, too, which yields the nodes that it expands:

>>> from asterion.textbook.bfs import steps
>>> [*steps(at.Grid.from_text("..9."), (0, 0), (0, 3))]
[(0, 0), (0, 1), (0, 2)]

What replans is a class. ``plan`` returns a path from ``start``, which may be set as an agent walks,
and takes the nodes that have changed:

>>> world = at.Grid.from_text("...\n...\n...", diagonal="never")
>>> agent = textbook.dstar_lite(world, (0, 0), (0, 2))
>>> agent.plan()
[(0, 0), (0, 1), (0, 2)]
>>> world[0, 1] = 0
>>> len(agent.plan(changed=[(0, 1)]))
5

For many units there is a path each, with a node per tick, and the sum of their costs:

>>> textbook.cbs(at.Grid.from_text("..."), [(0, 0), (0, 1)], [(0, 1), (0, 2)])
([[(0, 0), (0, 1)], [(0, 1), (0, 2)]], 2)
"""

from asterion.textbook.adaptive import Adaptive as adaptive  # noqa: N813
from asterion.textbook.alpha_beta import alpha_beta
from asterion.textbook.astar import astar
from asterion.textbook.bfs import bfs
from asterion.textbook.bidirectional import bidirectional
from asterion.textbook.cbs import cbs
from asterion.textbook.dfs import dfs
from asterion.textbook.dijkstra import dijkstra, distances
from asterion.textbook.dstar import DStar as dstar  # noqa: N813
from asterion.textbook.dstar_lite import DStarLite as dstar_lite  # noqa: N813
from asterion.textbook.focused_dstar import FocusedDStar as focused_dstar  # noqa: N813
from asterion.textbook.goap import goap
from asterion.textbook.greedy import greedy
from asterion.textbook.hierarchical import hierarchical
from asterion.textbook.ida import ida
from asterion.textbook.jps import jps
from asterion.textbook.lpa import LPAStar as lpa  # noqa: N813
from asterion.textbook.pibt import pibt
from asterion.textbook.repeated import Repeated as repeated  # noqa: N813
from asterion.textbook.theta import theta

__all__ = [
    "adaptive",
    "alpha_beta",
    "astar",
    "bfs",
    "bidirectional",
    "cbs",
    "dfs",
    "dijkstra",
    "distances",
    "dstar",
    "dstar_lite",
    "focused_dstar",
    "goap",
    "greedy",
    "hierarchical",
    "ida",
    "jps",
    "lpa",
    "pibt",
    "repeated",
    "theta",
]
