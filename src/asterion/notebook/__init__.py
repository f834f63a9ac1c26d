"""``at.Board``: the lab's board as a notebook widget."""
