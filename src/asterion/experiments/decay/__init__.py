"""Graceful decay: what a heuristic that sometimes overestimates costs."""

from asterion.experiments.decay.study import EXPERIMENT, Decay, Trial

__all__ = ["EXPERIMENT", "Decay", "Trial"]
