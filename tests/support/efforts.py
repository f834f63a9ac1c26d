"""How much work searches, agents and prepared maps do on a few worlds, and which path they take.

Random worlds show that answers are right; these lines show that they are found as before: a cheaper
way to the same answer that is lost (an estimate, a pruning, a repair) changes a count here.
``python -m support.efforts`` in ``tests`` writes them anew after a change; read the difference
before it is kept.
"""

import sys
from pathlib import Path
from random import Random

import numpy as np

import asterion as at
from asterion.games.maze.rules import PlayerSetup
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.worlds import WORLDS, load_world
from asterion.games.tactics import Match, controllers, maps
from support.written import checksum, said

HERE = Path(__file__).parents[1] / "properties" / "efforts"
SIDE = (24, 32)
VALUES = {
    "ties": ("fifo", "lifo", "high-g", "low-g", "random"),
    "stop": ("fast", "guaranteed"),
    "direction": ("backward",),
    "reopen": ("passive", "active", "off"),
    "weight": (0.5, 2.0),
    "heuristic": ("zero", "manhattan", "euclidean", "octile", "chebyshev"),
    "max_cost": (15.0,),
    "turn_cost": (0.5,),
    "max_expansions": (20,),
    "components": (False,),
    "transpositions": (True,),
}
EXPONENTIAL = "ida"


def worlds():
    """By name: a world, and two ends that a path joins."""
    rooms = at.maps.rooms(SIDE, seed=3)
    hills = at.maps.terrain(SIDE, seed=3)
    hexes = at.Grid(at.maps.caves(SIDE, seed=2).cost, tiles="hex")
    jumps = at.maps.rooms(SIDE, seed=5)
    jumps.links.add((1, 1), (20, 20), 3)
    jumps.fences.add((10, 10), (10, 11))
    plain = {
        "rooms": rooms,
        "hills": hills,
        "maze": at.maps.maze((23, 31), seed=4, opened=20),
        "four ways": at.Grid(hills.cost, diagonal="never"),
        "any way": at.Grid(rooms.cost, diagonal="always"),
        "hexes": hexes,
        "links": jumps,
        "large": at.maps.scattered(SIDE, density=0.03, seed=6).view(size=2),
        "graph": at.Graph.from_grid(rooms),
    }
    for name, world in plain.items():
        yield name, world, *_ends(world)


def _ends(world):
    """The first free cell, and the furthest that it reaches."""
    if isinstance(world, at.Graph):
        return (0, 0), (22, 30)
    total = np.asarray(world.total)
    for row, col in np.argwhere(total > 0).tolist():
        try:
            far = at.distances(world, (row, col))
        except at.AsterionError:  # too narrow for a large unit
            continue
        far = np.where(np.isfinite(far), far, -1)
        if far.max() > sum(SIDE) / 2:
            return (row, col), tuple(map(int, np.unravel_index(far.argmax(), far.shape)))
    raise ValueError("no path is long enough")


def searches():
    """Every algorithm with each of its options, on each world."""
    for name, world, start, goal in worlds():
        for info in at.algorithms("search"):
            if info.needs or info.name == EXPONENTIAL:
                continue
            for options in [{}, *({o: v} for o in info.options for v in VALUES.get(o, ()))]:
                extra = {"seed": 7} if options.get("ties") == "random" else {}
                words = f"{name} {info.name} {said(options)}"
                yield f"{words}: {_searched(world, start, goal, info.name, options | extra)}"
    small = at.Grid(at.maps.rooms((9, 9), seed=1).cost, diagonal="never")
    for options in ({}, {"transpositions": True}, {"weight": 2.0}, {"max_cost": 9.0}):
        found = _searched(small, (0, 0), (6, 7), EXPONENTIAL, options)
        yield f"small {EXPONENTIAL} {said(options)}: {found}"


def _searched(world, start, goal, algorithm, options):
    try:
        search = at.Search(world, start, goal, algorithm=algorithm, trace=True, **options)
    except at.AsterionError as error:
        return str(error)
    search.run()
    trace = search.trace
    events = [np.asarray(each).tolist() for each in (trace.kind, trace.node, trace.parent, trace.g)]
    direct = at.find_path(world, start, goal, algorithm=algorithm, **options)
    return f"{_path(search.path)} events {checksum(said(events, 10**9))} direct {_path(direct)}"


def _path(path):
    stats = path.stats
    counts = {name: getattr(stats, name) for name in dir(stats) if name[0] != "_"}
    del counts["seconds"]
    nodes = checksum(said([*path], 10**9))
    return f"{path.status} {said(path.cost)} {path.optimal} {nodes} {said([*counts.values()])}"


def agents():
    """Every navigator on its way through each world, part of which changes."""
    for name, *_ in worlds():
        if name == "large":
            continue
        for info in at.algorithms("navigator"):
            if not {"graph"} & {*info.worlds} and name == "graph":
                continue
            for options in [{}, *({o: v} for o in info.options for v in VALUES.get(o, ())[:2])]:
                walked = _walked(name, info.name, options)
                yield f"{name} {info.name} {said(options)}: {walked}"


def _walked(name, algorithm, options):
    world, start, goal = next(rest for each, *rest in worlds() if each == name)
    random = Random(5)
    try:
        agent = at.Navigator(world, start, goal, algorithm=algorithm, **options)
    except at.AsterionError as error:
        return str(error)
    trail = []
    for turn in range(200):
        if agent.arrived or not agent.path.found:
            break
        if turn % 5 == 2 and isinstance(world, at.Grid):
            cell = random.randrange(SIDE[0] - 2), random.randrange(SIDE[1] - 2)
            if cell not in (agent.position, goal):
                world[cell] = random.choice([0, 1, 1, 4])
        if not agent.path.found:
            break
        trail.append(agent.step())
    stats = {k: v for k, v in agent.stats._asdict().items() if k not in ("seconds", "memory")}
    return f"{len(trail)} moves {checksum(str(trail))} {said([*stats.values()])}"


def prepared():
    """Maps made of grids, indices and estimates: what is made, and what a query takes."""
    for name, world, start, goal in worlds():
        if name == "large":
            continue
        for kind in (at.Index, at.PortalMap, at.RoomMap, at.VisibilityMap, at.Landmarks,
                     at.ClusterHeuristic):  # fmt: skip
            yield f"{name} {kind.__name__}: {_prepared(kind, world, start, goal)}"


def _prepared(kind, world, start, goal):
    try:
        made = kind(world)
        if kind in (at.Landmarks, at.ClusterHeuristic):
            return _path(at.find_path(world, start, goal, algorithm="astar", heuristic=made))
        path = made.find_path(start, goal)
    except at.AsterionError as error:
        return str(error)
    graph = getattr(made, "graph", None)
    size = f" {len(graph)} nodes" if graph is not None else ""
    return f"{_path(path)}{size}"


def games():
    """Computers of the games: how each plays, from the record of a game."""
    for name in controllers.NAMES:
        if name == "Human":
            continue
        for board in ("C.1", "C.2"):
            match = Match(maps.load(board), [name, "Random"], seed=4, turn_limit=6)
            match.run()
            yield f"tactics {board} {name}: {match.result} {len(match.log)} {match.hash}"
    for world in WORLDS:
        for info in at.algorithms("navigator"):
            setup = [PlayerSetup(info.name)]
            game = Simulation(load_world(world), players=setup, seed=2)
            game.run(400)
            yield f"maze {world} {info.name}: {game.now} {game.hash}"


TOPICS = {"searches": searches, "agents": agents, "prepared": prepared, "games": games}


def file_of(topic):
    return HERE / f"{topic}.txt"


if __name__ == "__main__":
    for each in sys.argv[1:] or TOPICS:
        file_of(each).write_text("\n".join(TOPICS[each]()) + "\n")
