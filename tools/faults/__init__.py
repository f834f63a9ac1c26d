"""Plants faults in the Python modules of the package, and says which of them no test catches.

One fault at a time, at lines chosen by a seed, in a copy of the tree under ``build/faults``: a
comparison the wrong way round, a condition or a statement left out, a number off by one, a word
missing from a message. Of the tests, those that run the line are run, the nearest and fastest
first, until one fails; ``ruff`` and ``mypy`` look at what is left. A fault that outlives them all
is printed as a diff: a test is missing, or the change is none that a user could notice.
"""
