"""The open lists of best-first search, compared on the same searches."""

from asterion.experiments.open_lists.study import EXPERIMENT, OpenLists, Trial

__all__ = ["EXPERIMENT", "OpenLists", "Trial"]
