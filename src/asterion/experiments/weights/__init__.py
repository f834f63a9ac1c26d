"""What a weight on the heuristic saves, and what it costs."""
