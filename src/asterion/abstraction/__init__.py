"""Small graphs in place of a large grid: rooms, portals, points of visibility."""
