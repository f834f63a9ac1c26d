"""Searches of a static world: one path, many, or a slice at a time."""

from asterion.search.batches import cost_table, find_paths
from asterion.search.find import Search, cheapest_paths, distances, find_path, reachable

__all__ = [
    "Search",
    "cheapest_paths",
    "cost_table",
    "distances",
    "find_path",
    "find_paths",
    "reachable",
]
