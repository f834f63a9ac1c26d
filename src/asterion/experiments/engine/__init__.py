"""Trials, workers, the log on disk, statistics and pictures, shared by all experiments."""
