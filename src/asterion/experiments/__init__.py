"""Experiments: the same trials for everybody, from a seed. Nothing imports them but the cli."""
