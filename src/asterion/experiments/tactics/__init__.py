"""The controllers of the tactics game against each other, and Smith's observations repeated.

That is A. Smith, The path to the right decision: An investigation into using heuristic pathfinding
algorithms for decision making in game AI, 2020.
"""

from asterion.experiments.tactics.study import EXPERIMENT, Tactics

__all__ = ["EXPERIMENT", "Tactics"]
