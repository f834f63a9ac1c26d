"""What all experiments share: trials, workers, the log on disk, statistics, pictures."""
