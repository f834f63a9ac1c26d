"""Graceful decay of admissibility: the cost of a heuristic that sometimes overestimates."""
