"""Reproducible experiments: trials from a seed. Only the command line imports them."""
