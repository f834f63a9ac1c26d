"""The moving pictures of the start page, each recorded from a real run of a scene.

A film is plain data for the browser: the still parts, and frames. A frame has any of ``paint``
(cells or nodes, and their state: 1 open, 2 closed, 3 seen), ``path`` (cells or nodes), ``tokens``
(row, column and team of all that move), ``marks`` (cells, and x or o), ``interval`` (its left end,
right end and root on open ground) and ``line`` (a path there). Nodes of a ``tree`` have a column, a
line and a name.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.lab.characters.session import CharactersSession
from asterion.lab.crowds.session import CrowdSession
from asterion.lab.open_ground.session import GroundSession
from asterion.lab.open_ground.setup import WIDTH
from asterion.lab.playground.session import Playground
from asterion.lab.work import drained
from asterion.navigate.explorer import Explorer
from asterion.search.find import Search
from asterion.search.trace import KINDS

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.lab.characters.setup import CharacterSetup
    from asterion.lab.crowds.setup import CrowdSetup
    from asterion.lab.graphs.setup import GraphSetup
    from asterion.lab.maps.map_setup import MapSetup
    from asterion.lab.maze.setup import MazeSetup
    from asterion.lab.open_ground.setup import GroundSetup
    from asterion.lab.playground.setup import Setup
    from asterion.lab.tactics.setup import TacticsSetup
    from asterion.lab.terrain.setup import TerrainSetup
    from asterion.lab.tictactoe.setup import TicTacToeSetup
    from asterion.search.trace import Trace

Film = dict[str, Any]
_FRAMES = 90  # of a film, about; it loops
_PAUSE = 12  # frames between a search and the next
_CLOSED = KINDS.index("closed")
_TICKS = 6  # of the maze game, per frame
_UNITS = 840  # of the maze game, per tile
_MOST_TICKS = 6000


def search_film(setup: Setup, searches: int = 1) -> Film:
    """Film the first searches of a playground, one after the other and equally fast."""
    playground = Playground(setup)
    playground.solve()
    frames: list[Film] = []
    runs = [(found.trace, found.path) for found in playground.results[:searches]]
    events = sum(len(trace) for trace, _ in runs if trace is not None)
    cols = setup.cells.shape[1]
    for trace, path in runs:
        if trace is None or path is None:
            raise ValueError("the search has no trace or no path")
        if frames:  # what the last one has reached, again unseen
            reached = {node for frame in frames for node, _ in frame.get("paint", ())}
            frames.append({"paint": [[node, 0] for node in reached], "path": []})
        ends = {"path": [row * cols + col for row, col in path]}
        frames += [*_painted(trace, events), *[ends] * (1 if searches == 1 else _PAUSE)]
    return {**_map_parts(setup), "frames": frames}


def walk_film(setup: TerrainSetup) -> Film:
    """Film agents on their way."""
    session = setup.session()
    seen = np.zeros(setup.cells.shape, np.bool_)
    frames = []
    alive = True
    while alive:
        agents = [walker.agent for walker in session.walkers]
        frame: Film = {"tokens": [[*agent.position, i] for i, agent in enumerate(agents)]}
        if isinstance(agents[-1], Explorer):
            known = agents[-1].known
            frame["paint"] = [[node, 3] for node in np.flatnonzero(known & ~seen).tolist()]
            seen |= known
        frames.append(frame)
        alive = session.step()
    hidden = setup.mode == "unknown"
    return {**_map_parts(setup), "frames": frames, "hidden": hidden, "trails": True}


def crowd_film(setup: CrowdSetup) -> Film:
    """Film a crowd until all are at their goals."""
    session = CrowdSession(setup)
    (walk, *_) = session.walks
    teams = (session.teams_of(walk.ids) - 1).astype(int)
    moments = [session.as_cells(walk.cells)]
    while session.step():
        moments.append(session.as_cells(walk.cells))
    frames = [
        {"tokens": np.column_stack([cells, teams]).tolist()}
        for cells in moments[:: -(-len(moments) // _FRAMES)]
    ]
    rows, cols = setup.cells.shape
    return {"rows": rows, "cols": cols, "cells": setup.cells, "frames": frames}


def race_film(setup: MazeSetup) -> Film:
    """Film players in the maze, to the end."""
    game = setup.simulation()
    cells = (game.world.grid().cost > 0).astype(np.uint8)
    frames = []
    while not game.over and game.now < _MOST_TICKS:
        tokens = [
            [*(round(unit / _UNITS, 2) for unit in player.place), i]
            for i, player in enumerate(game.players)
        ]
        frames.append({"tokens": tokens})
        game.run(_TICKS)
    rows, cols = cells.shape
    shape = {"rows": rows, "cols": cols}
    return {**shape, "cells": cells, "frames": frames, "trails": True}


def battle_film(setup: TacticsSetup) -> Film:
    """Film a battle of computers, action by action."""
    match = setup.match
    match.run()
    first = match.states[0]
    cells = np.ones((first.height, first.width), np.uint8)
    for wall in first.walls:
        cells[wall] = 0
    frames = [
        {"tokens": [[*unit.cell, unit.team] for unit in state.units()]} for state in match.states
    ]
    different = [frames[0], *(b for a, b in pairwise(frames) if a != b)]
    shape = {"rows": first.height, "cols": first.width}
    return {**shape, "cells": cells, "frames": different}


def graph_film(setup: GraphSetup) -> Film:
    """Film a search on a graph, node by node."""
    options: dict[str, Any] = {"algorithm": setup.run.algorithm, **setup.run.options}
    if setup.estimates is not None:
        options["heuristic"] = setup.estimates
    search = Search(setup.graph(), setup.start, setup.goal, trace=True, **options)
    search.run()
    names = setup.names
    return {
        "nodes": [[spot.x, spot.y, spot.name] for spot in setup.nodes],
        "arcs": [[names.index(arc.source), names.index(arc.target)] for arc in setup.connections],
        "frames": [*_painted(search.trace), {"path": [names.index(n) for n in search.path]}],
    }


def ground_film(setup: GroundSetup, top: float, height: float) -> Film:
    """Film a search on open ground, interval by interval; of the ground a band is shown."""
    session = GroundSession()
    session.adopt(setup)
    drained(session.solving())
    answer = session.answer
    if answer is None or not len(answer.line.points):
        raise ValueError("the ground has no path")

    def shown(points: npt.ArrayLike) -> list[float]:
        places: list[float] = (np.asarray(points) - [0, top]).ravel().round(3).tolist()
        return places

    frames: list[Film] = [{"interval": shown(each)} for each in answer.intervals]
    return {
        "size": [WIDTH, height],
        "shapes": [shown(shape) for shape in setup.obstacles],
        "ends": shown([setup.start, setup.goal]),
        "frames": [*frames, {"line": shown(answer.line.points)}],
    }


def plan_film(setup: CharacterSetup) -> Film:
    """Film a search for a plan, state by state: the plan is the top line of a tree."""
    session = CharactersSession()
    session.adopt(setup)
    drained(session.solving())
    search = session.decision.search
    path, names = search["path"], {0: "now"}
    below: dict[int, list[int]] = {}
    frames: list[Film] = [{"paint": [[0, 1]]}]
    for step in search["steps"]:
        new = {to: name for name, to, _ in step["moves"] if to not in names}
        names |= new
        below[step["node"]] = sorted(new, key=lambda node: node not in path)
        frames.append({"paint": [[step["node"], 2], *([to, 1] for to in new)]})
    tree: dict[int, list[Any]] = {}
    lines = 0

    def place(node: int, column: int) -> None:
        nonlocal lines
        tree[node] = [column, lines, names[node]]
        for number, each in enumerate(below.get(node, ())):
            lines += number > 0
            place(each, column + 1)

    place(0, 0)
    arcs = [[node, each] for node, nodes in below.items() for each in nodes]
    return {
        "tree": [tree[node] for node in sorted(tree)],
        "arcs": arcs,
        "frames": [*frames, {"path": path}],
    }


def marks_film(setup: TicTacToeSetup) -> Film:
    """Film a game of tic-tac-toe between computers."""
    while not setup.board.over:
        setup = setup.moved()
    frames = [{"marks": [[move.cell, "xo"[i % 2]]]} for i, move in enumerate(setup.moves)]
    return {"rows": 3, "cols": 3, "cells": np.ones(9, np.uint8), "frames": frames}


def _map_parts(setup: MapSetup) -> Film:
    rows, cols = setup.cells.shape
    start, goal = (row * cols + col for row, col in (setup.start, setup.goal))
    shape = {"rows": rows, "cols": cols}
    return {**shape, "cells": setup.cells, "start": start, "goal": goal}


def _painted(trace: Trace, events: int = 0) -> list[Film]:
    """The events of a search in as many frames as a film of that many events has, or fewer."""
    states = np.where(trace.kind == _CLOSED, 2, 1).tolist()
    pairs = [list(pair) for pair in zip(trace.node.tolist(), states, strict=True)]
    step = -(-max(events, len(pairs)) // _FRAMES)
    return [{"paint": pairs[i : i + step]} for i in range(0, len(pairs), step)]
