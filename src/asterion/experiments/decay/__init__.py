"""Graceful decay: what a heuristic that sometimes overestimates costs."""
