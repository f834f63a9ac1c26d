"""The page Playground: draw a map, and watch searches of it side by side."""
