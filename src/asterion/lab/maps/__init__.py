"""What a person sets up: maps with their ends, links, scenes, undo."""
