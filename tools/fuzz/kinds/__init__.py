"""The kinds of input. Each is a function of the dice that makes its calls through them."""

from __future__ import annotations

from collections.abc import Callable

from fuzz.input import Fuzz
from fuzz.kinds.copies import copies
from fuzz.kinds.custom import custom
from fuzz.kinds.files import files
from fuzz.kinds.generated import generated
from fuzz.kinds.graphs import graphs
from fuzz.kinds.grids import grids, items, layers, texts, views
from fuzz.kinds.map_graphs import map_graphs
from fuzz.kinds.meshes import meshes, outlines
from fuzz.kinds.movers import movers
from fuzz.kinds.navigators import explorers, navigators
from fuzz.kinds.plans import plans
from fuzz.kinds.queries import batches, fields, paths
from fuzz.kinds.reasons import reasons
from fuzz.kinds.searches import searches
from fuzz.kinds.services import services
from fuzz.kinds.tactics import tactics
from fuzz.kinds.walks import walks

KINDS: dict[Callable[[Fuzz], None], int] = {  # with the weight of each
    graphs: 16,
    map_graphs: 5,
    grids: 18,
    texts: 8,
    items: 12,
    layers: 8,
    views: 8,
    paths: 20,
    batches: 4,
    fields: 8,
    searches: 8,
    walks: 5,
    navigators: 8,
    explorers: 4,
    services: 5,
    movers: 4,
    plans: 8,
    reasons: 4,
    copies: 4,
    generated: 4,
    custom: 3,
    files: 4,
    meshes: 12,
    outlines: 3,
    tactics: 6,
}
