"""The experiments by name. A new one is a package with a ``study`` module, and a line here."""

from typing import Any

from asterion.experiments.architectures import study as architectures
from asterion.experiments.clusters import study as clusters
from asterion.experiments.decay import study as decay
from asterion.experiments.dstar_study import study as dstar_study
from asterion.experiments.engine.experiment import Experiment
from asterion.experiments.fill import study as fill
from asterion.experiments.replanning import study as replanning
from asterion.experiments.tactics import study as tactics
from asterion.experiments.weights import study as weights

EXPERIMENTS: dict[str, Experiment[Any, Any]] = {
    experiment.name: experiment
    for experiment in (
        replanning.EXPERIMENT,
        dstar_study.EXPERIMENT,
        fill.EXPERIMENT,
        clusters.EXPERIMENT,
        weights.EXPERIMENT,
        decay.EXPERIMENT,
        architectures.EXPERIMENT,
        tactics.EXPERIMENT,
    )
}
