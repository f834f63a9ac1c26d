"""Wins of one controller of the tactics game over others, from random starts.

    python benchmarks/tactics_strength.py
    python benchmarks/tactics_strength.py --games 24 --opponents AStarFour --maps C.4 keep
    python benchmarks/tactics_strength.py --player Reply:plies=2 --opponents Reply:plies=1
    python benchmarks/tactics_strength.py --spread 1
    python benchmarks/tactics_strength.py --levels --games 60
    python benchmarks/tactics_strength.py --first-turns 50

From each start both players have the first turn once. Shares are of games won, ties not counted,
with 95 % confidence intervals; "first" and "second" are the shares of games with and without the
first turn. CPU time is that of one turn of the player.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise

import common
from asterion.games.tactics import controllers, maps
from asterion.games.tactics.arena import ControllerSetup, Score, play, starts
from asterion.games.tactics.controllers.reply import LEVELS

OPPONENTS = ("AStarOne", "AStarTwo", "AStarThree", "AStarFour")


def player_of(text):
    """A controller by name, with a setting that is a whole number: ``Reply:plies=1``."""
    name, _, setting = text.partition(":")
    key, _, value = setting.partition("=")
    return ControllerSetup(name, {key: int(value)} if setting else {})


def share(score):
    low, high = score.interval
    return f"{score.rate:.1%} ({low:.0%} to {high:.0%})"


def summed(scores):
    total = Score()
    for score in scores:
        total = total.plus(score)
    return total


def row(name, map_name, played):
    total = summed(score for _, score in played)
    halves = [summed(s for start, s in played if start.first is first) for first in (True, False)]
    return [
        name,
        map_name,
        *map(str, total),
        share(total),
        *(f"{half.rate:.0%}" for half in halves),
    ]


def strength(pool, player, given):
    rows = [["against", "map", "won", "lost", "tied", "won of all", "first", "second"]]
    for name in given.opponents:
        begins = starts(given.games, given.maps, spread=given.spread)
        scores = pool.map(partial(play, player, player_of(name)), begins, chunksize=4)
        played = [*zip(begins, scores, strict=True)]
        rows += [
            row(name, map_name, [it for it in played if it[0].map == map_name])
            for map_name in given.maps
        ]
        rows.append(row(name, "all", played))
    common.table(rows)


def levels(pool, map_names, games):
    """Each level against each other level; neighbours with ties and intervals."""
    names = [*LEVELS]
    begins = starts(games, map_names)
    against = {}
    for one in names:
        for other in names:
            if one > other:
                players = [ControllerSetup("Reply", {"level": level}) for level in (one, other)]
                scores = pool.map(partial(play, *players), begins, chunksize=4)
                against[one, other] = score = summed(scores)
                against[other, one] = Score(score.losses, score.wins, score.ties)
    rows = [["level", *(f"against {other}" for other in names), "all games"]]
    for one in names:
        cells = [f"{against[one, o].rate:.0%}" if o != one else "" for o in names]
        rows.append([str(one), *cells, share(summed(against[one, o] for o in names if o != one))])
    common.table(rows)
    rows = [["level", "against", "won", "lost", "tied", "won of all"]]
    for below, above in pairwise(names):
        result = against[above, below]
        rows.append([str(above), str(below), *map(str, result), share(result)])
    common.table(rows)


def first_turns(map_names, games, spread):
    """The units that the first team can destroy before the second moves, from random starts."""
    rows = [["map", *(f"{units} of 4" for units in range(5))]]
    for name in map_names:
        most = []
        for seed in range(games):
            state = maps.randomised(maps.load(name), seed, spread=spread)
            states = state.native.turn_states(10**9)
            # # Pieces from 8 to 11 are units of team 1.
            left = min(
                sum(8 <= thing < 12 for thing in states.state(i).things) for i in range(len(states))
            )
            most.append(4 - left)
        rows.append([name, *(str(most.count(units)) for units in range(5))])
    common.table(rows)


def seconds_a_turn(player, map_names, games):
    """The mean and the worst CPU time of a decision in games against AStarThree."""
    spent = []
    for start in starts(games, map_names):
        state = maps.randomised(maps.load(start.map), start.seed)
        pair = [controllers.make(player.name, **(player.settings or {}))]
        pair.append(controllers.make("AStarThree"))
        while state.result is None and state.turn < 20:
            mine = (state.team == 0) is start.first
            begin = time.process_time()
            actions = pair[0 if mine else 1].decide(state)
            if mine:
                spent.append(time.process_time() - begin)
            for action in actions:
                state = state.apply(action)
    return sum(spent) / len(spent), max(spent)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="against each opponent")
    parser.add_argument("--player", default="Reply")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS)
    parser.add_argument("--maps", nargs="+", default=maps.NAMES)
    parser.add_argument("--spread", type=int, help="of a squad around its start, in tiles")
    parser.add_argument("--levels", action="store_true", help="each level of Reply against each")
    parser.add_argument("--first-turns", type=int, help="starts: what the first team can destroy")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.first_turns:
        first_turns(given.maps, given.first_turns, given.spread)
        return
    player = player_of(given.player)
    with ProcessPoolExecutor(given.workers) as pool:
        if given.levels:
            levels(pool, given.maps, given.games)
            return
        strength(pool, player, given)
    mean, worst = seconds_a_turn(player, given.maps, min(given.games, 24))
    print(f"a turn of {player.name}: {mean * 1000:.0f} ms of CPU, {worst * 1000:.0f} ms at most")


if __name__ == "__main__":
    main()
