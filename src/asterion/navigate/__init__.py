"""Agents in worlds that change, or that they do not know yet."""

from asterion.navigate.inspect import STATES
from asterion.navigate.navigator import Navigator

__all__ = ["STATES", "Navigator"]
