"""Places for the nodes of a small graph without any: as far apart on paper as in connections.

Stress majorization (E. Gansner, Y. Koren and S. North, Graph drawing by stress majorization, 2004)
from a circle in the order of the nodes; the same graph always looks the same. O(n^3) time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

_ROUNDS = 120
_APART = 1.5  # distance of unconnected parts, relative to the longest path in one


def laid_out(nodes: int, ends: npt.NDArray[np.int64]) -> Numbers:
    """An (n, 2) array of places."""
    apart = _hops(nodes, ends)
    known = np.isfinite(apart)
    apart[~known] = _APART * max(1.0, apart[known].max())
    angle = 2 * np.pi * np.arange(nodes) / max(1, nodes)
    places: Numbers = np.column_stack([np.cos(angle), np.sin(angle)]) * apart.max() / 2
    if nodes < 3:
        return places
    np.fill_diagonal(apart, 1.0)
    weights = apart**-2.0
    np.fill_diagonal(weights, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(_ROUNDS):
        gaps = places[:, None] - places[None]
        lengths = np.hypot(gaps[..., 0], gaps[..., 1])
        pull = np.divide(weights * apart, lengths, out=np.zeros_like(weights), where=lengths > 0)
        places = inverse @ (np.diag(pull.sum(axis=1)) - pull) @ places
    return places


def _hops(nodes: int, ends: npt.NDArray[np.int64]) -> Numbers:
    """The number of connections between each two nodes, in any direction."""
    hops = np.full((nodes, nodes), np.inf)
    hops[ends[:, 0], ends[:, 1]] = hops[ends[:, 1], ends[:, 0]] = 1.0
    np.fill_diagonal(hops, 0.0)
    for via in range(nodes):
        np.minimum(hops, hops[:, via, None] + hops[via], out=hops)
    return hops
