"""The page Open ground: shortest paths among polygons, beside paths on a grid."""
