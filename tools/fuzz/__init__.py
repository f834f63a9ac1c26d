"""Hostile input for every public function: no crash, no hang, no unclear error.

python tools/fuzz [--inputs 1000000] [--seed 1] [--seconds S] [--jobs 2] [--keep-going]
python tools/fuzz --seed 1 --only 4711

An input is one call, or a short sequence of calls, with arguments that are random or hostile. It is
made from the seed and its number alone: --only repeats it, and prints each call before it is made.
A call may return, or raise an error that a user can read. What it returns must be true: a path can
be walked, an optimal one is cheapest, an edit that was refused has changed nothing.
"""
