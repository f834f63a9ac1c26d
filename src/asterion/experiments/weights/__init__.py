"""What a weight on the heuristic saves, and what it costs."""

from asterion.experiments.weights.study import EXPERIMENT, Trial, Weights

__all__ = ["EXPERIMENT", "Trial", "Weights"]
