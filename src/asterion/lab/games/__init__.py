"""The common parts of the pages of games."""
