"""The errors and answers of explanations, word for word."""

from math import inf

import asterion as at
from support import refusals


def test_refusals():
    open_graph = at.Graph([("A", "B", 1)])
    refusals.check(
        __file__,
        open_graph=open_graph,
        shut=at.Graph([("A", "B", 1), ("B", "C", inf), ("C", "D", inf)]),
        split=at.Grid.from_text(".#.\n.#."),
        turning=at.Grid.from_text("...\n.#.\n...", diagonal="never"),
    )
