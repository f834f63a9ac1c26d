"""Worlds to search: grids, graphs, and views of either for one character."""

from asterion.world.base import Node, World, check_world

__all__ = ["Node", "World", "check_world"]
