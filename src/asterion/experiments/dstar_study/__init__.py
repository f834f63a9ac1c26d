"""The D* study repeated: which navigator works least while pits open and close in a maze."""

from asterion.experiments.dstar_study.study import EXPERIMENT, Study, Trial

__all__ = ["EXPERIMENT", "Study", "Trial"]
