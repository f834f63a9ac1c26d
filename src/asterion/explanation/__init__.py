"""Explanations: where the cost of a path comes from, or what blocks it."""
