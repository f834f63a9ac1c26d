"""What pages are made of, in Python: the header, cards, controls, tables, files."""
