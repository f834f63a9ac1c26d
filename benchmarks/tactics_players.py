"""The A* controllers of the tactics game: turns, games and branching, every plan checked.

    python benchmarks/tactics_players.py
    python benchmarks/tactics_players.py --repeats 1 --maps C.1 C.2

A first turn is checked three ways: its actions are legal and end the turn, its cost is the sum of
the costs of its steps, and no plan of a search without pruning costs less. AStarFour has a
heuristic that is not admissible, so its plan is shown with the optimum. AStarMacro, over groups of
actions, is compared with a search over single ones. "thesis" has the states processed and open, or
the time, that A. Smith, The path to the right decision, 2020, reports.
"""

import argparse
import sys
import time
from dataclasses import replace
from itertools import product

import common
from asterion.games.tactics import State, controllers, maps
from asterion.games.tactics.controllers.astar import GROUPED, NAMES
from asterion.games.tactics.match import Match
from asterion.games.tactics.turn_problem import ended
from asterion.games.tactics.turn_search import TurnSearch, branching

PLACES = ("C.1", "C.2", "C.3", "C.4")
BARS = {"C.1": 5.0, "C.2": 5.0, "C.3": 5.0, "C.4": 20.0}  # seconds for a first turn
GAME_BAR = 600.0
THESIS = {
    ("AStarTwo", "C.2"): "10 min a game",
    ("AStarThree", "C.3"): "1500, 2000, 2 min",
    ("AStarThree", "C.4"): "-, 5000 (turn 2)",
    ("AStarFour", "C.2"): "1500 a game, min",
}


def searched(
    name: str, state: State, *, actions: str | None = None, **settings: object
) -> TurnSearch:
    recipe = controllers.make(name, **settings).recipe
    search = TurnSearch(state, replace(recipe, actions=actions or recipe.actions))
    search.advance()
    return search


def timed(name: str, state: State, repeats: int, **settings: object) -> tuple[TurnSearch, float]:
    """The search, and its CPU time, best of several."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        search = searched(name, state, **settings)
        _ = search.turn
        best = min(best, time.process_time() - begin)
    return search, best


def total(search: TurnSearch) -> float:
    cost = search.best_so_far.cost
    return float(getattr(cost, "total", cost))


def is_right(name: str, search: TurnSearch) -> bool:
    """Whether a plan is legal, ends the turn, has the stated cost, and is optimal if promised."""
    state, recipe, added = search.state, search.recipe, 0.0
    for action in search.turn:
        step = recipe.weigh(search.state, state, action)
        added += float(getattr(step, "total", step))
        state = state.apply(action)
    least = total(searched(name, search.state, prune=False, heuristic="zero", actions="single"))
    fits = added >= least if recipe.heuristic == "predictions" else added == least
    return ended(search.state, state) and added == total(search) and fits


def first_turns(places: list[str], repeats: int) -> int:
    rows, wrong = [], 0
    for place, name in product(places, (*NAMES, GROUPED)):
        state = maps.load(place)
        search, seconds = timed(name, state, repeats)
        right = is_right(name, search) and seconds <= BARS[place]
        wrong += not right
        least = searched(name, state, heuristic="zero")
        after = state
        for action in search.turn:
            after = after.apply(action)
        rows.append(
            [
                place,
                name,
                str(search.processed),
                str(search.open),
                f"{seconds * 1e3:.1f} ms",
                f"{total(search):g}",
                f"{total(least):g}",
                str(len(state.units(1)) - len(after.units(1))),
                "" if right else "WRONG",
                THESIS.get((name, place), ""),
            ]
        )
    heads = [
        "map",
        "first turn",
        "processed",
        "open",
        "CPU",
        "cost",
        "least",
        "kills",
        "",
        "thesis",
    ]
    common.table([heads, *rows])
    return wrong


def games(place: str) -> int:
    rows, wrong = [], 0
    for pair in product(NAMES, NAMES):
        match = Match(maps.load(place), pair)
        looked_at, slowest, begin = 0, 0.0, time.process_time()
        while match.result is None:
            player, then = match.controllers[match.state.team], time.process_time()
            match.play_turn()
            slowest = max(slowest, time.process_time() - then)
            looked_at += player.thoughts.processed
        seconds = time.process_time() - begin
        right = not match.refused and seconds <= GAME_BAR
        wrong += not right
        units = " - ".join(str(len(match.state.units(team))) for team in (0, 1))
        winner = match.result if match.result == "tie" else pair[match.result]
        rows.append(
            [
                *pair,
                str(winner),
                units,
                str(match.state.turn + 1),
                str(looked_at),
                f"{seconds:.2f} s",
                f"{slowest:.2f} s",
                "" if right else "WRONG",
            ]
        )
    heads = ["first", "second", "winner", "units", "rounds", "processed", "CPU", "slowest turn", ""]
    print(f"\nwhole games on {place}")
    common.table([heads, *rows])
    return wrong


def groups(places: list[str], starts: int, repeats: int) -> int:
    """Single actions and groups, without a heuristic and with an admissible one; same costs."""
    ways = [*product(("zero", "least"), ("single", "grouped"))]
    heads = [f"{heuristic}, {actions}" for heuristic, actions in ways]
    counts = [["map", "weighing of", *heads, "open", "open, grouped", "other cost"]]
    times = [["map", "weighing of", *heads]]
    wrong = 0
    for place, name in product(places, NAMES[1:]):
        boards = [maps.load(place)]
        boards += [maps.randomised(boards[0], seed) for seed in range(1, starts)]
        found = [
            [timed(name, board, repeats, heuristic=h, actions=a) for board in boards]
            for h, a in ways
        ]
        processed = [sum(search.processed for search, _ in each) / starts for each in found]
        opened = [sum(search.open for search, _ in found[i]) / starts for i in (0, -1)]
        costs = [[total(search) for search, _ in each] for each in found]
        other = sum(len({*each}) > 1 for each in zip(*costs, strict=True))
        wrong += other
        counts.append(
            [place, name, *(f"{n:.0f}" for n in (*processed, *opened)), f"{other} of {starts}"]
        )
        seconds = [sum(spent for _, spent in each) / starts for each in found]
        times.append([place, name, *(f"{each * 1e3:.2f} ms" for each in seconds)])
    print(f"\nfirst turns, mean of {starts} starts: states processed by heuristic and actions")
    common.table(counts)
    print("\nCPU time of these")
    common.table(times)
    return wrong


def branchings(places: list[str]) -> None:
    rows = [["map", "states", "actions a state", "pruned states", "actions a state"]]
    for place in places:
        whole, pruned = branching(maps.load(place), prune=False), branching(maps.load(place))
        rows.append(
            [
                place,
                str(whole.states),
                f"{whole.mean:.2f}",
                str(pruned.states),
                f"{pruned.mean:.2f}",
            ]
        )
    print("\nall of a first turn")
    common.table(rows)


def multipliers() -> None:
    rows = [["end multiplier", "processed", "open"]]
    for factor in (1, 2, 3, 4, 8):
        search = searched("AStarTwo", maps.load("C.1"), end_multiplier=factor)
        rows.append([str(factor), str(search.processed), str(search.open)])
    print("\nAStarTwo on C.1 (Smith: impractical above 3)")
    common.table(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--maps", nargs="+", default=PLACES, choices=PLACES)
    parser.add_argument("--starts", type=int, default=20, help="of each map, over groups")
    parser.add_argument("--games", nargs="*", default=["C.4"], choices=PLACES)
    options = parser.parse_args()
    wrong = first_turns(options.maps, options.repeats)
    wrong += groups([*maps.NAMES], options.starts, options.repeats)
    branchings(options.maps)
    multipliers()
    for place in options.games:
        wrong += games(place)
    if wrong:
        sys.exit(f"{wrong} wrong or too slow")


if __name__ == "__main__":
    main()
