"""The present names of the modules of version 0.1, so that its pickles and imports still work."""

from __future__ import annotations

import importlib
from importlib.machinery import ModuleSpec
from types import ModuleType

# Modules that became packages of the same name (world, search, navigate, heuristics) need no entry.
_NOW = {
    "barriers": "explanation.barriers",
    "chunks": "abstraction.chunks",
    "cluster_heuristic": "heuristics.clusters",
    "dice": "world.dice",
    "edges": "world.edge_input",
    "exchange": "world.interop",
    "explorer": "navigate.explorer",
    "graph": "world.graph",
    "graph_reasons": "explanation.graph",
    "graph_regions": "abstraction.graph_regions",
    "grid": "world.grid",
    "indexing": "world.indexing",
    "landmarks": "heuristics.landmarks",
    "legs": "explanation.path_costs",
    "map_graph": "abstraction.base",
    "map_heuristic": "search.map_heuristic",
    "movers": "navigate.movers",
    "moves": "world.moves",
    "navigator_options": "navigate.options",
    "navigator_stats": "navigate.stats",
    "openings": "explanation.openings",
    "options": "search.options",
    "own": "search.custom",
    "portal_map": "abstraction.hierarchy",
    "portals": "abstraction.portals",
    "reasons": "explanation.explain",
    "registry": "search.registry",
    "results": "search.path",
    "room_map": "abstraction.rooms",
    "searched": "navigate.inspect",
    "sight": "world.sight",
    "straight_walks": "abstraction.straight_walks",
    "trace": "search.trace",
    "visibility_map": "abstraction.visibility",
}


class _Forwarder:
    """Makes a module under a former name that forwards to the present module."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002
        """None: Python makes an ordinary module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Looks up every attribute in the present module."""
        today = importlib.import_module(_now(module.__name__))
        module.__doc__ = f"The former name of {today.__name__}."
        module.__getattr__ = lambda name: getattr(today, name)  # type: ignore[method-assign]


def forwarder(module: str) -> ModuleSpec | None:
    """The import spec for a module name of 0.1; None if 0.1 had no such module."""
    former = module.removeprefix("asterion.")
    return ModuleSpec(module, _Forwarder()) if former in _NOW else None  # type: ignore[arg-type]


def _now(module: str) -> str:
    return f"asterion.{_NOW[module.removeprefix('asterion.')]}"
