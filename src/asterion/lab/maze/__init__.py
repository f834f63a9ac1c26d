"""The page Maze arena: up to three players in one world of the maze game."""
