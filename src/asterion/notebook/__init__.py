"""``at.Board``: the lab's board as a widget of a notebook."""
