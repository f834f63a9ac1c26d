"""Decisions: search for plans over any states and actions that a game can describe."""
