"""A person's set-up: maps with their ends, links, scenes, undo."""
