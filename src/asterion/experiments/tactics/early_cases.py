"""Observations of A. Smith, The path to the right decision, 2020, again: cases one and two."""

from __future__ import annotations

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.games import SIDES, Contestant, row_of
from asterion.experiments.tactics.watching import (
    CASE_MAPS,
    IDLE,
    ONE,
    RANDOM,
    TIMID,
    TWO,
    both_orders,
    counts_of,
    game_on,
    observed,
    own_fire,
    took,
    turn_of,
    turns_of,
    wins_all,
    work_of,
)
from asterion.games.tactics import END, maps

_SEEDS = range(5)


def one_passes(_turns: int) -> list[Row]:
    """Whether case one does anything at all."""
    passed = [name for name in maps.NAMES if turn_of(ONE, maps.load(name)).actions == [END]]
    return [
        observed(
            ONE,
            "all",
            said="ends its turn straight away, on every map",
            measured=f"ends its first turn at once on {len(passed)} of {len(maps.NAMES)} maps",
            holds=len(passed) == len(maps.NAMES),
            why="some action costs less than nothing does",
        )
    ]


def one_and_random(turns: int) -> list[Row]:
    """Case one does nothing, so a game that it wins was lost by Random's own fire."""
    orders = [(ONE, RANDOM), (RANDOM, ONE)]
    games = [
        game
        for name in CASE_MAPS
        for seed in _SEEDS
        for game in both_orders(name, *orders[0], turns=turns, seed=seed)
    ]
    counts = counts_of(ONE, games, orders * (len(games) // 2))
    shot = sum(len(own_fire(game)) for game in games)
    return [
        observed(
            ONE,
            ", ".join(CASE_MAPS),
            against=RANDOM,
            said="still wins, as Random kills its own units",
            measured=f"wins {counts['wins']} and loses {counts['losses']} of {len(games)}; "
            f"Random hit {shot} units of its own",
            holds=counts["wins"] > 0,
            why="Random did not destroy itself",
            numbers=counts,
        )
    ]


def two_default(_turns: int) -> list[Row]:
    """Case two before its multipliers were raised."""
    turn = turn_of(TIMID, maps.load("C.1"))
    return [
        observed(
            TIMID,
            "C.1",
            said="does not move at all",
            measured="ends its turn at once" if turn.actions == [END] else f"{turn.actions}",
            holds=turn.actions == [END],
            why="points left over cost more than a move",
            numbers=work_of(turn),
        )
    ]


def two_raised(turns: int) -> list[Row]:
    """Case two with multipliers of 5."""
    lines = []
    for other in (IDLE, RANDOM):
        orders = [(TWO, other), (other, TWO)]
        games = both_orders("C.1", TWO, other, turns=turns)
        said = f"wins quickly against {other.label} with raised multipliers"
        lines.append(wins_all(TWO, "C.1", games, orders, said=said, against=other))
    return lines


def two_mirror(turns: int) -> list[Row]:
    """Case two against itself: in Smith's figure 2.9 its last unit shoots itself."""
    game = game_on("C.1", TWO, TWO, turns=turns)
    shots = own_fire(game)
    loser = None if not isinstance(game.match.result, int) else 1 - game.match.result
    last = loser is not None and bool(shots) and game.match.state.result is not None
    by_itself = last and game.match.states[-2].team == loser
    winner = row_of(game)["winner"]
    words = f"the {winner} wins" if winner in SIDES else "a tie"
    return [
        observed(
            TWO,
            "C.1",
            against=TWO,
            said="the first wins; the second, down to one unit, kills itself",
            measured=f"{words} after {turns_of(game)} turns; shots at own units: {len(shots)}; "
            f"the last unit killed itself: {'yes' if by_itself else 'no'}",
            holds=by_itself and winner == SIDES[0],
            why="of equally cheap turns another is taken",
            numbers=counts_of(TWO, [game], [(TWO, TWO)]),
        )
    ]


def two_end_multiplier(_turns: int) -> list[Row]:
    """A multiplier on the whole cost at the end of a turn puts ends behind other states."""
    board = maps.load("C.1")
    lines = []
    plain = turn_of(TWO, board).thoughts.processed
    whole = board.count_states()
    for factor in (2, 3, 4, 8):
        player = Contestant(
            f"AStarTwo, end x {factor}", "AStarTwo", {"end_multiplier": float(factor)}
        )
        turn = turn_of(player, board)
        processed = turn.thoughts.processed
        slow, most = ("dramatically slower", True) if factor <= 3 else ("impractical", False)
        lines.append(
            observed(
                player,
                "C.1",
                said=f"{slow}: ends of turns wait until all else is processed",
                measured=f"{processed:,} states, {processed / plain:.0f} times those without; "
                f"the turn has {whole:,}",
                holds=most and processed > 2 * plain,
                why="most states are processed, as suspected, but that takes less than a second",
                numbers=work_of(turn),
            )
        )
    return lines


def two_cross(turns: int) -> list[Row]:
    """Case two on the map with the cross of walls."""
    games = both_orders("C.2", TWO, IDLE, turns=turns)
    orders = [(TWO, IDLE), (IDLE, TWO)]
    counts = counts_of(TWO, games, orders)
    small = counts_of(TWO, both_orders("C.1", TWO, IDLE, turns=turns), orders)
    first = turn_of(TWO, maps.load("C.2"))
    states = first.before.count_states()
    whole = turn_of(TWO._replace(settings={"prune": False}), maps.load("C.2"))
    return [
        observed(
            TWO,
            "C.2",
            against=IDLE,
            said="takes a lot longer to win than on C.1",
            measured=f"wins {counts['wins']} of 2 games in {counts['won_in_turns'] or 0:g} turns; "
            f"on C.1 {small['wins']} in {small['won_in_turns'] or 0:g}",
            holds=(counts["won_in_turns"] or 0) > 2 * (small["won_in_turns"] or 0),
            why="see the games",
            numbers=counts,
        ),
        took(
            TWO,
            "C.2",
            against=IDLE,
            said="almost 10 minutes to win the game",
            minutes=10,
            seconds=counts["game_seconds"],
            numbers=counts,
        ),
        observed(
            TWO,
            "C.2",
            said="has to process the majority of possibilities before the end of the turn",
            measured=f"{first.thoughts.processed:,} of {states:,} states in the first turn, "
            f"{whole.thoughts.processed:,} without pruning",
            holds=first.thoughts.processed > states / 2,
            why="few states cost less than the cheapest end of the turn",
            numbers=work_of(first),
        ),
    ]
