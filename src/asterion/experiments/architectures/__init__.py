"""Pathfinders on the grid, on a graph of its rooms, and on points of visibility."""
