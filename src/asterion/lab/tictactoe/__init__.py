"""The page Tic-tac-toe: play it, or watch it played."""
