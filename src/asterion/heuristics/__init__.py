"""Heuristics computed from the map, and a check of any heuristic."""

from asterion.heuristics.check import HeuristicReport, check_heuristic, estimates

__all__ = ["HeuristicReport", "check_heuristic", "estimates"]
