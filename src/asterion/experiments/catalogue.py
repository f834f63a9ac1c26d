"""The experiments, by name. A new one is a module and a line here."""

from typing import Any

from asterion.experiments import (
    architectures,
    clusters,
    decay,
    fill,
    replanning,
    study,
    tactics,
    weights,
)
from asterion.experiments.experiment import Experiment

EXPERIMENTS: dict[str, Experiment[Any, Any]] = {
    experiment.name: experiment
    for experiment in (
        replanning.EXPERIMENT,
        study.EXPERIMENT,
        fill.EXPERIMENT,
        clusters.EXPERIMENT,
        weights.EXPERIMENT,
        decay.EXPERIMENT,
        architectures.EXPERIMENT,
        tactics.EXPERIMENT,
    )
}
