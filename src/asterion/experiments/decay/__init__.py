"""Graceful decay of admissibility: the cost of a heuristic that sometimes overestimates."""

from asterion.experiments.decay.study import EXPERIMENT, Decay, Trial

__all__ = ["EXPERIMENT", "Decay", "Trial"]
