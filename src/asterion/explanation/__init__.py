"""Explanations: where the cost of a path comes from, and what blocks it if there is none."""
