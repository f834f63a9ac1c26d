"""The page Graphs: draw a graph, and read a search of it list by list."""
