"""The entry that ``import networkx`` reads: the functions of the backend ``asterion``.

A package of its own, without any import: asterion itself, and NumPy with it, is imported when the
backend is first used.
"""

_FROM_BOTH_ENDS = "Of several shortest paths it may find another one than networkx does."
_LIKE_NETWORKX = "Of several shortest paths it finds the one that networkx finds."
_AS_DIJKSTRA = "By Dijkstra's algorithm: graphs with negative weights are left to networkx."
_TO_A_NODE = "Of several shortest paths to a node of a directed graph it may find another one."
_CHOICE = "Of several shortest paths between two nodes it may find another one than networkx does."
_ESTIMATES = "Without a cutoff. Estimates must be numbers that are 0 or more."

_FUNCTIONS = {
    "all_pairs_bellman_ford_path": _AS_DIJKSTRA,
    "all_pairs_bellman_ford_path_length": _AS_DIJKSTRA,
    "all_pairs_dijkstra": _LIKE_NETWORKX,
    "all_pairs_dijkstra_path": _LIKE_NETWORKX,
    "all_pairs_dijkstra_path_length": "",
    "all_pairs_shortest_path": _LIKE_NETWORKX,
    "all_pairs_shortest_path_length": "",
    "astar_path": _ESTIMATES,
    "astar_path_length": _ESTIMATES,
    "bellman_ford_path": _AS_DIJKSTRA,
    "bellman_ford_path_length": _AS_DIJKSTRA,
    "bidirectional_dijkstra": _FROM_BOTH_ENDS,
    "bidirectional_shortest_path": _FROM_BOTH_ENDS,
    "dijkstra_path": _LIKE_NETWORKX,
    "dijkstra_path_length": "",
    "has_path": "",
    "multi_source_dijkstra": _LIKE_NETWORKX,
    "multi_source_dijkstra_path": _LIKE_NETWORKX,
    "multi_source_dijkstra_path_length": "",
    "shortest_path": _CHOICE,
    "shortest_path_length": "",
    "single_source_bellman_ford": _AS_DIJKSTRA,
    "single_source_bellman_ford_path": _AS_DIJKSTRA,
    "single_source_bellman_ford_path_length": _AS_DIJKSTRA,
    "single_source_dijkstra": _LIKE_NETWORKX,
    "single_source_dijkstra_path": _LIKE_NETWORKX,
    "single_source_dijkstra_path_length": "",
    "single_source_shortest_path": _LIKE_NETWORKX,
    "single_source_shortest_path_length": "",
    "single_target_shortest_path": _TO_A_NODE,
    "single_target_shortest_path_length": "",
}


def get_info() -> dict[str, object]:
    """The entry point ``networkx.backend_info``."""
    return {
        "backend_name": "asterion",
        "project": "asterion",
        "package": "asterion",
        "short_summary": "Shortest paths in C++; graphs are converted once and kept.",
        "functions": {
            name: {"additional_docs": note} if note else {} for name, note in _FUNCTIONS.items()
        },
    }
