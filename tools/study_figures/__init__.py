"""The figures of the docs about studies, from the raw results in ``results``."""
