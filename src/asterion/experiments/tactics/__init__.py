"""The controllers of the tactics game against each other, and its source observed again."""
