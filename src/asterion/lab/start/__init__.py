"""The start page: what the lab can do, in moving pictures."""
