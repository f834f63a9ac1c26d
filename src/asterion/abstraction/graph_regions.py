"""Graphs cut into regions: a label per node; each region lies around a centre node."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.search.find import distances
from asterion.world.graph import GraphWorld
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    Labels = npt.NDArray[np.int64]

_MOST = 256  # regions, because each takes a search of the whole graph


def around_centres(world: GraphWorld, size: int | None = None) -> Labels:
    """Regions of about ``size`` nodes (default: the square root of their number), 256 at most.

    The first centre is the first node, each next one is as far as possible from those before; a
    node belongs to the centre that is nearest to it, by the cost from the node to the centre.
    O(regions x connections x log nodes).

    >>> import asterion as at
    >>> from asterion.abstraction.graph_regions import around_centres
    >>> line = [(i, i + 1, 1) for i in range(5)] + [(i + 1, i, 1) for i in range(5)]
    >>> around_centres(at.Graph(line), 3)
    array([0, 0, 0, 1, 1, 1])
    """
    nodes = len(world)
    if size is None:
        size = isqrt(nodes)
    if size < 1 and nodes:
        raise InvalidValue(f"clusters is {size}; a region has at least 1 node")
    labels = np.zeros(nodes, np.int64)
    away = np.full(nodes, np.inf)
    for region in range(min(_MOST, -(-nodes // max(size, 1)))):
        centre = int(away.argmax()) if region else 0
        if region and not away[centre] > 0:
            break  # each node is a centre
        near = distances(world, world._name(centre), direction="to")
        nearer = near < away
        labels[nearer] = region
        away = np.where(nearer, near, away)
    return labels


def labelled_nodes(world: GraphWorld, labels: Any) -> Labels:
    """Regions from labels: a whole number per node, in order or by name; below 0 for none.

    They are renumbered from 0, in the order of their labels.
    """
    if isinstance(labels, Mapping):
        for name in world.nodes:
            if name not in labels:
                raise InvalidValue(f"clusters has no region for {short_repr(name)}")
        labels = [labels[name] for name in world.nodes]
    array = number_array(labels, "clusters")
    if array.dtype.kind not in "iu" and array.size:
        raise InvalidType(f"clusters is an array of {array.dtype}; labels must be whole numbers")
    if array.shape != world.shape:
        raise InvalidValue(f"clusters has shape {array.shape}; the world has {world.shape}")
    found = np.full(world.shape, -1, np.int64)
    inside = array >= 0
    found[inside] = np.unique(array[inside], return_inverse=True)[1].reshape(-1)
    return found
