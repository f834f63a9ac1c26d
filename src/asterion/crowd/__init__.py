"""Many units on one map: no two in one cell."""
