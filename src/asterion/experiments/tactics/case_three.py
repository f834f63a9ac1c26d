"""Observations of A. Smith, The path to the right decision, 2020, again: case three, all cases."""

from __future__ import annotations

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.watching import (
    CASE_MAPS,
    FOUR,
    IDLE,
    ONE,
    RANDOM,
    THREE,
    TWO,
    cost_of,
    counts_of,
    game_on,
    is_near,
    observed,
    times_said,
    took,
    turn_of,
    turns_of,
    units_used,
    winner_of,
    wins_all,
    work_of,
)
from asterion.games.tactics import END, attack, maps, move, select

# The first turns of case three in Smith's thesis: on C.1 from figure 2.10, on C.3 from the text.
_FIGURE = (
    "C.1",
    select((4, 1)),
    move((4, 2)),
    attack((1, 3)),
    attack((1, 4)),
    move((3, 2)),
    attack((0, 3)),
    select((3, 1)),
    move((4, 1)),
    END,
)
_TEXT = (
    "C.3",
    select((6, 1)),
    move((6, 2)),
    select((6, 0)),
    move((6, 1)),
    attack((1, 5)),
    END,
)
_TURNS_ON_BLOCK = 98  # 2 x 7 x 7, the limit of the game itself


def three_small(turns: int) -> list[Row]:
    """Case three on the maps of 5 x 5."""
    lines = []
    for name in ("C.1", "C.2"):
        orders = [(THREE, IDLE), (IDLE, THREE), (THREE, RANDOM), (RANDOM, THREE)]
        games = [game_on(name, first, second, turns=turns) for first, second in orders]
        said = "wins swiftly against Idle and Random"
        lines.append(wins_all(THREE, name, games, orders, said=said))
    return lines


def three_first_turn(_turns: int) -> list[Row]:
    """Its first turn on C.1, as in figure 2.10."""
    turn = turn_of(THREE, maps.load("C.1"))
    return [
        observed(
            THREE,
            "C.1",
            said="kills three of the four enemies in the first turn",
            measured=f"kills {turn.kills}, with {units_used(turn)}, at a cost of "
            f"{turn.thoughts.cost:g}; the turn of figure 2.10 costs {cost_of(THREE, *_FIGURE):g}",
            holds=turn.kills == 3,
            why="see the turn",
            numbers=work_of(turn),
        )
    ]


def three_wide(turns: int) -> list[Row]:
    """Its first turn on C.3, and those that follow."""
    turn = turn_of(THREE, maps.load("C.3"))
    processed, left = turn.thoughts.processed, turn.thoughts.open
    game = game_on("C.3", THREE, IDLE, turns=turns)
    later = [each.processed for each in game.timed[0].decisions[1:]]
    return [
        observed(
            THREE,
            "C.3",
            said="over 1500 states processed in the first turn",
            measured=f"{processed:,} processed",
            holds=is_near(processed, 1500),
            why=f"{times_said(processed, 1500)}, as its penalties have other sizes",
            numbers=work_of(turn),
        ),
        observed(
            THREE,
            "C.3",
            said="2000 states unexplored after it",
            measured=f"{left:,} open",
            holds=is_near(left, 2000),
            why=f"{times_said(left, 2000)}, as its penalties have other sizes",
            numbers=work_of(turn),
        ),
        took(
            THREE,
            "C.3",
            said="two minutes for the first turn",
            minutes=2,
            seconds=turn.seconds,
            numbers=work_of(turn),
        ),
        observed(
            THREE,
            "C.3",
            said="the Blaster makes way, the Laser kills: all points are spent",
            measured=f"moves and shots of {units_used(turn)}; {turn.kills} killed; "
            f"{turn.after.mp} MP and {turn.after.ap} AP left; cost {turn.thoughts.cost:g}, "
            f"of the turn told there {cost_of(THREE, *_TEXT):g}",
            holds=units_used(turn) == "Blaster and Laser",
            why="another unit makes way, and fewer allies are exposed in the end",
            numbers=work_of(turn),
        ),
        observed(
            THREE,
            "C.3",
            against=IDLE,
            said="later turns are almost instantaneous, once enemies have fallen",
            measured=f"later turns: {len(later)}, with at most {max(later, default=0):,} states",
            holds=max(later, default=0) < processed,
            why="later turns have more room",
        ),
    ]


def three_block(turns: int) -> list[Row]:
    """Its second turn on C.4."""
    game = game_on("C.4", THREE, IDLE, turns=turns)
    second = game.timed[0].decisions[1]
    return [
        observed(
            THREE,
            "C.4",
            against=IDLE,
            said="over 5000 states open in the second turn",
            measured=f"{second.processed:,} processed, {second.open:,} open; most open in a turn: "
            f"{max(each.open for each in game.timed[0].decisions):,}",
            holds=is_near(second.open, 5000),
            why=f"{times_said(second.open, 5000)}, as its penalties have other sizes",
            numbers=counts_of(THREE, [game], [(THREE, IDLE)]),
        )
    ]


def block(_turns: int) -> list[Row]:
    """All cases on C.4, where Smith found turns to take too long."""
    lines = []
    for player in (ONE, TWO, THREE, FOUR):
        orders = [(player, IDLE), (player, player)]
        games = [game_on("C.4", *order, turns=_TURNS_ON_BLOCK) for order in orders]
        counts = counts_of(player, games, orders)
        results = [winner_of(game, *order) for game, order in zip(games, orders, strict=True)]
        lines.append(
            observed(
                player,
                "C.4",
                said="nobody can play on this map without a large amount of time",
                measured=f"both games end: {results[0]} wins against Idle after "
                f"{turns_of(games[0])} turns, {results[1]} against itself after "
                f"{turns_of(games[1])}; at most {counts['most_states']:,} states a turn",
                holds=counts["longest_seconds"] >= 1,
                why="the longest of their turns takes less than a second",
                numbers=counts,
            )
        )
    return lines


def branching(_turns: int) -> list[Row]:
    """How many actions there are in a state."""
    means, most = {}, {}
    for name in CASE_MAPS:
        board = maps.load(name)
        turn = board.native.turn_states(2**64 - 1)
        means[name] = turn.applied / len(turn) + 1  # and the end of the turn
        chosen = [board.apply(select(unit.cell)) for unit in board.units(board.team)]
        most[name] = max(len(state.actions()) for state in chosen)
    words = ", ".join(f"{name} {means[name]:.1f} (begins with {most[name]})" for name in means)
    return [
        observed(
            "all",
            "all",
            said="roughly 10-20 edges a node, where pathfinding has 4",
            measured=f"actions a state, mean of the first turn: {words}",
            holds=all(10 <= value <= 20 for value in means.values()),
            why="most states of a turn have few points left, and little that can be done with them",
        )
    ]
