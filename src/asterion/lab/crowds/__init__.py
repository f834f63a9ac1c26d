"""The page "Crowds": units that walk at once, never two in one cell."""
