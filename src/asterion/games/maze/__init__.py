"""The maze game: keys to fetch in order, a door behind the last, pits that open and close."""
