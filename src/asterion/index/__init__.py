"""Answers from what was made of a world beforehand, exact also after edits; and their files."""
