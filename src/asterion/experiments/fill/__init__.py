"""How much of a map a search fills, by heuristic."""

from asterion.experiments.fill.study import EXPERIMENT, Fill, Trial

__all__ = ["EXPERIMENT", "Fill", "Trial"]
