"""How much of a map a search fills, by heuristic."""
