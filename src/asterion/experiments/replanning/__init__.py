"""Methods of replanning for an agent that sees only the cells beside it."""

from asterion.experiments.replanning.study import EXPERIMENT, Replanning, Trial

__all__ = ["EXPERIMENT", "Replanning", "Trial"]
