"""Indexes: answers from precomputed data, exact also after edits; and their files."""
