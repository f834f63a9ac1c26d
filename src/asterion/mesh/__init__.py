"""Open ground: convex polygons in which points move freely."""
