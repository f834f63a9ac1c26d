"""Searches that a page runs within its limits, and its texts about them."""
