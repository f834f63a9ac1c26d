"""Use every extension of an installed asterion, and check the answers.

It runs in an environment that has nothing but the wheel and NumPy, so it imports nothing else.
"""

import pickle
import sys
import tempfile
import threading
from math import isclose
from pathlib import Path

import asterion as at
from asterion.games.tactics import controllers, maps


def main() -> int:
    """Return the exit status; faults are raised."""
    checks = [searches, graphs, changes, errors, index, threads, tactics_game, files]
    for check in checks:
        check()
    place = Path(at.__file__)
    if "site-packages" not in place.parts:
        print(f"{place} is not an installed package")
        return 1
    print(f"{len(checks)} parts work")
    return 0


def expect(is_right: bool, what: object = "") -> None:
    """An assert that -O does not remove."""
    if not is_right:
        raise AssertionError(what)


def searches() -> None:
    """Every search finds the same cost, on costs of each kind."""
    for grid in (at.maps.rooms(40, seed=2), at.maps.terrain(40, seed=2)):
        free = [(int(r), int(c)) for r, c in zip(*grid.cost.nonzero(), strict=True)]
        best = at.find_path(grid, free[0], free[-1], algorithm="dijkstra")
        for info in at.algorithms("search"):
            if not info.optimal or info.name == "ida":
                continue
            path = at.find_path(grid, free[0], free[-1], algorithm=info)
            expect(isclose(at.validate(grid, path), best.cost), info.name)
            expect(pickle.loads(pickle.dumps(path)).cost == path.cost, info.name)  # noqa: S301


def graphs() -> None:
    """A path over connections."""
    graph = at.Graph([("a", "b", 2), ("b", "c", 2), ("a", "c", 5)])
    expect(at.find_path(graph, "a", "c").nodes == ["a", "b", "c"])


def changes() -> None:
    """A navigator follows an edit."""
    grid = at.maps.field(20)
    agent = at.Navigator(grid, (0, 0), (19, 19))
    before = agent.path.cost
    grid[10, 1:] = 0
    expect(agent.path.cost > before)


def errors() -> None:
    """Exceptions of C++ arrive as Python's, across the two extensions."""
    for call in (
        lambda: at.find_path(at.Grid([[0, 1]]), (0, 0), (0, 1)),
        lambda: at.find_path(at.Grid([[1, 1]]), (0, 9), (0, 1)),
        lambda: at.Grid([[-1.0]]),
    ):
        try:
            call()
        except at.AsterionError:
            continue
        raise AssertionError("bad input was taken")


def index() -> None:
    """An index answers as a search does, and comes back from a file."""
    grid = at.maps.caves(60, seed=5)
    free = [(int(r), int(c)) for r, c in zip(*grid.cost.nonzero(), strict=True)]
    made = at.Index(grid)
    with tempfile.TemporaryDirectory() as folder:
        made.save(Path(folder) / "caves.index")
        again = at.Index.load(Path(folder) / "caves.index", grid)
    for goal in free[::200]:
        expect(isclose(again.cost(free[0], goal), at.find_path(grid, free[0], goal).cost))


def threads() -> None:
    """Queries of several threads on one world."""
    grid = at.maps.maze(61, seed=1)
    costs: list[float] = []

    def ask() -> None:
        paths = at.find_paths(grid, [(0, 0)] * 50, [(60, 60)] * 50, threads=2)
        costs.extend(path.cost for path in paths)

    running = [threading.Thread(target=ask) for _ in range(4)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    expect(len(costs) == 200, len(costs))
    expect(len(set(costs)) == 1, set(costs))


def tactics_game() -> None:
    """The second extension: a turn of a computer player."""
    state = maps.load("C.1")
    actions = controllers.make("AStarTwo").decide(state) or []
    for action in actions:
        state = state.apply(action)
    expect(len(state.units(1)) < len(state.units(0)), actions)


def files() -> None:
    """A map is written and read."""
    with tempfile.TemporaryDirectory() as folder:
        at.save_map(at.maps.maze(9, seed=1), Path(folder) / "maze.map")
        expect(at.load_map(Path(folder) / "maze.map").shape == (9, 9))


if __name__ == "__main__":
    sys.exit(main())
