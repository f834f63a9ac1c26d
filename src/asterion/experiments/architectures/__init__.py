"""Pathfinders on the grid, on a graph of its rooms, and on points of visibility."""

from asterion.experiments.architectures.study import EXPERIMENT, Architectures, Trial

__all__ = ["EXPERIMENT", "Architectures", "Trial"]
