"""The experiments by name. A new one is a package that exports ``EXPERIMENT``, and a line here."""

from typing import Any

from asterion.experiments import (
    architectures,
    bridge,
    clusters,
    crowds,
    decay,
    dstar_choices,
    dstar_study,
    fill,
    open_lists,
    replanning,
    tactics,
    weights,
)
from asterion.experiments.engine.experiment import Experiment

EXPERIMENTS: dict[str, Experiment[Any, Any]] = {
    experiment.name: experiment
    for experiment in (
        replanning.EXPERIMENT,
        dstar_study.EXPERIMENT,
        dstar_choices.EXPERIMENT,
        fill.EXPERIMENT,
        clusters.EXPERIMENT,
        weights.EXPERIMENT,
        decay.EXPERIMENT,
        architectures.EXPERIMENT,
        bridge.EXPERIMENT,
        crowds.EXPERIMENT,
        open_lists.EXPERIMENT,
        tactics.EXPERIMENT,
    )
}
