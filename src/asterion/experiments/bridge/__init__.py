"""Units that meet on a narrow bridge: wait, walk round, or both."""

from asterion.experiments.bridge.study import EXPERIMENT, Bridge, Trial

__all__ = ["EXPERIMENT", "Bridge", "Trial"]
