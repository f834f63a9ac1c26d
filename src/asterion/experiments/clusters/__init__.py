"""How large the regions of a cluster heuristic should be."""
