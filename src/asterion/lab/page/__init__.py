"""The building blocks of pages in Python: the header, cards, controls, tables, files."""
