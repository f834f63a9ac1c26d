"""What all experiments share: trials, workers, the journal on disk, statistics, pictures."""
