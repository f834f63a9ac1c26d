"""How large the regions of a cluster heuristic should be."""

from asterion.experiments.clusters.study import EXPERIMENT, Clusters, Trial

__all__ = ["EXPERIMENT", "Clusters", "Trial"]
