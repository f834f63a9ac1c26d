"""Searches that a page runs, within its limits, and what it says of them."""
