"""Worlds to search: grids, graphs, and one character's own view of either."""

from asterion.world.base import Node, World, check_world

__all__ = ["Node", "World", "check_world"]
