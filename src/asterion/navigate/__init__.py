"""Agents in worlds that change or are not known in advance."""

from asterion.navigate.inspect import STATES
from asterion.navigate.navigator import Navigator

__all__ = ["STATES", "Navigator"]
