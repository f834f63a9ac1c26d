"""The maze game: keys and doors in order, pits that open and close, monsters that see."""
