"""Queries by an index beside searches of the same run, and the time to make the index.

    python benchmarks/index.py                         six maps, 200 problems each
    python benchmarks/index.py --maps all --problems 100
    python benchmarks/index.py --maps --graphs         a lattice, and a road-like graph
    python benchmarks/index.py --maps --graphs --peer  beside routingkit_cch of PyPI

Times are CPU time per query through Python with the path, best of several, the ways to ask taking
turns; every answer is compared. `build` is CPU time on one thread.
"""

import argparse
import time

import numpy as np

import asterion as at
from common import MOVINGAI, best_times, duration, problems, table

PARTS = 10_000  # of a cost that is 1, for the peer
SIX = ["AcrosstheCape", "orz900d", "16room_000", "Berlin_1_1024", "random512-35-0", "maze512-1-0"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--maps", nargs="*", default=SIX, help="names, or all")
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--graphs", action="store_true")
    parser.add_argument("--peer", action="store_true", help="routingkit_cch, on the same graphs")
    parser.add_argument("--side", type=int, default=1000, help="of the road-like graph")
    options = parser.parse_args()
    names, side = options.maps, options.side
    if names == ["all"]:
        names = [path.stem for path in sorted(MOVINGAI.glob("*.map"))]
    if names:
        rows = [on_map(name, options) for name in names]
        times = "index", "auto", "astar", "astar/index", "auto/index"
        table([("map", "build", "bytes/cell", *times, "wrong"), *rows])
    if options.graphs:
        rows = [on_graph(*made(), options) for made in (lambda: lattice(316), lambda: roads(side))]
        times = "index", "auto", "auto/index", "table", "peer's build", "peer", "peer/index"
        table([("graph", "build", "MB", *times, "wrong"), *rows])


def built(world) -> tuple[at.Index, float]:
    begin = time.process_time()
    index = at.Index(world)
    return index, time.process_time() - begin


def on_map(name: str, options) -> tuple[str, ...]:
    grid = at.load_map(MOVINGAI / f"{name}.map")
    queries = problems(name, options.problems)
    index, build = built(grid)
    calls = {
        "index": lambda p: index.find_path(p.start, p.goal),
        "auto": lambda p: at.find_path(grid, p.start, p.goal),
        "astar": lambda p: at.find_path(grid, p.start, p.goal, algorithm="astar"),
    }
    answers, times = best_times(calls, queries, options.repeats)
    wrong = sum(
        not np.isclose(a.cost, b.cost, rtol=1e-9) or not np.isclose(at.validate(grid, a), a.cost)
        for a, b in zip(answers["index"], answers["astar"], strict=True)
    )
    return (
        name,
        duration(build),
        f"{index.stats.bytes / np.prod(grid.shape):.1f}",
        *(duration(times[each]) for each in calls),
        f"{times['astar'] / times['index']:.1f}x",
        f"{times['auto'] / times['index']:.2f}x",
        str(wrong),
    )


def lattice(side: int):
    """5 % of its arcs removed, whole weights from 10 to 30, another in each direction."""
    rng = np.random.default_rng(2)
    sources, targets = lattice_arcs(side)
    kept = rng.random(len(sources)) >= 0.05
    sources, targets = sources[kept], targets[kept]
    costs = rng.integers(10, 31, len(sources)).astype(float)
    return f"lattice {side}", at.Graph((sources, targets, costs), nodes=side * side)


def roads(side: int):
    """A jittered lattice, a fifth removed, every 25th line an arterial, three times as fast."""
    rng = np.random.default_rng(3)
    flat = np.arange(side * side)
    places = np.stack(np.divmod(flat, side), axis=1) + rng.uniform(0, 0.4, (side * side, 2))
    sources, targets = lattice_arcs(side)
    sources, targets = sources[: len(sources) // 2], targets[: len(targets) // 2]
    row, col = np.divmod(sources, side)
    along_row = targets == sources + 1
    fast = np.where(along_row, row, col) % 25 == 0
    kept = fast | (rng.random(len(sources)) >= 0.2)
    sources, targets, fast = sources[kept], targets[kept], fast[kept]
    costs = np.linalg.norm(places[sources] - places[targets], axis=1) / np.where(fast, 3.0, 1.0)
    both = np.concatenate([sources, targets]), np.concatenate([targets, sources])
    graph = at.Graph((*both, np.concatenate([costs, costs])), nodes=side * side, positions=places)
    return f"roads {side}", graph


def lattice_arcs(side: int) -> tuple[np.ndarray, np.ndarray]:
    """There and back."""
    flat = np.arange(side * side).reshape(side, side)
    here = np.concatenate([flat[:, :-1].ravel(), flat[:-1].ravel()])
    there = np.concatenate([flat[:, 1:].ravel(), flat[1:].ravel()])
    return np.concatenate([here, there]), np.concatenate([there, here])


def on_graph(name: str, graph: at.Graph, options) -> tuple[str, ...]:
    index, build = built(graph)
    rng = np.random.default_rng(1)
    pairs = [tuple(pair) for pair in rng.integers(len(graph), size=(options.problems, 2)).tolist()]
    calls = {
        "index": lambda pair: index.find_path(*pair),
        "auto": lambda pair: at.find_path(graph, *pair),
    }
    peers_build = 0.0
    if options.peer:
        begin = time.process_time()
        calls["peer"] = peer(graph)
        peers_build = time.process_time() - begin
    answers, times = best_times(calls, pairs, options.repeats)
    wrong = sum(
        not np.isclose(a.cost, b.cost, rtol=1e-9)
        for a, b in zip(answers["index"], answers["auto"], strict=True)
    )
    for path, (cost, _) in zip(answers["index"], answers.get("peer", []), strict=False):
        wrong += not np.isclose(path.cost, np.inf if cost is None else cost / PARTS, rtol=2e-4)
    ends = rng.integers(len(graph), size=1000).tolist()
    begin = time.process_time()
    costs = index.cost_table(ends, ends)
    seconds = time.process_time() - begin
    wrong += sum(
        not np.isclose(costs[i, j], at.find_path(graph, ends[i], ends[j]).cost)
        for i, j in rng.integers(1000, size=(20, 2)).tolist()
    )
    return (
        name,
        duration(build),
        f"{index.stats.bytes / 1e6:.0f}",
        duration(times["index"]),
        duration(times["auto"]),
        f"{times['auto'] / times['index']:.0f}x",
        duration(seconds),
        *peers(peers_build, times),
        str(wrong),
    )


def peer(graph: at.Graph):
    """RoutingKit's customisable hierarchy by its Python package, which takes whole costs."""
    import routingkit_cch  # noqa: PLC0415 - only for those who compare with it

    tails, heads = (column.tolist() for column in np.asarray(graph.ends, np.int64).T)
    costs = np.rint(np.asarray(graph.costs) * PARTS).astype(np.int64).tolist()
    places = getattr(graph, "_positions", None)
    if places is None:  # a lattice has none: where its nodes would be
        side = round(len(graph) ** 0.5)
        places = np.stack(np.divmod(np.arange(len(graph)), side), axis=1).astype(float)
    at_places = places[:, 0].tolist(), places[:, 1].tolist()
    order = routingkit_cch.compute_order_inertial(len(graph), tails, heads, *at_places)
    hierarchy = routingkit_cch.CCH(order, tails, heads, False)
    query = routingkit_cch.CCHQuery(routingkit_cch.CCHMetric(hierarchy, costs))

    def ask(pair):
        result = query.run(*pair)
        return result.distance, result.node_path

    return ask


def peers(build: float, times: dict[str, float]) -> tuple[str, ...]:
    if "peer" not in times:
        return "", "", ""
    ratio = f"{times['peer'] / times['index']:.1f}x"
    return duration(build), duration(times["peer"]), ratio


if __name__ == "__main__":
    main()
