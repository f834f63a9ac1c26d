"""What the pages of games share."""
