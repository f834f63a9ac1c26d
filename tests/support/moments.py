"""The state of a search at a moment, as a browser makes it."""

import numpy as np


def state_at(moments, expanded, shape):
    """Every cell's state at the last moment until then."""
    message, state = moments.message(), np.zeros(shape, np.uint8)
    begin = 0
    for at, end in zip(message["expanded"], message["ends"], strict=True):
        if at <= expanded:
            state.flat[message["cells"][begin:end]] = message["states"][begin:end]
        begin = end
    return state
