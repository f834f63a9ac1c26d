"""Requirements of some algorithms, for tests that run all of them."""

import asterion as at

VALUES = {"evaluate": lambda g, h, _node: g + h}


def needed(info: at.AlgorithmInfo) -> dict:
    """An algorithm as options of a search, with what it needs to run."""
    return {"algorithm": info.name} | {name: VALUES[name] for name in info.needs}
