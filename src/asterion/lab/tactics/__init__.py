"""The page Tactics: play the tactics game, watch it played, draw its maps."""
