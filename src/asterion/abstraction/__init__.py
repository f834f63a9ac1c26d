"""Small graphs that stand for a large grid: rooms, portals, points of visibility."""
