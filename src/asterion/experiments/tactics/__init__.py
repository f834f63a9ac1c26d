"""The controllers of the tactics game against each other, and its source observed again."""

from asterion.experiments.tactics.study import EXPERIMENT, Comparing, Pairing, Tactics, Watching

__all__ = ["EXPERIMENT", "Comparing", "Pairing", "Tactics", "Watching"]
