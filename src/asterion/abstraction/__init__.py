"""Small graphs that answer for a large grid: rooms, portals, points of visibility."""
