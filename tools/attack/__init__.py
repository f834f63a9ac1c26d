"""Attacks on the library as a whole: threads, signals, refused memory, a million objects."""
