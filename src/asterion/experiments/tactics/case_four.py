"""Observations of A. Smith, The path to the right decision, 2020, again: case four."""

from __future__ import annotations

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.games import Contestant
from asterion.experiments.tactics.watching import (
    FOUR,
    THREE,
    both_orders,
    counts_of,
    ended_early,
    game_on,
    is_near,
    last_spared,
    observed,
    shots_at_units,
    times_said,
    took,
    turn_of,
    turns_of,
    walls_down,
    winner_of,
    work_of,
)
from asterion.games.tactics import controllers, maps


def four_quick(_turns: int) -> list[Row]:
    """The heuristic saves most of the search."""
    board = maps.load("C.3")
    four, three = turn_of(FOUR, board), turn_of(THREE, board)
    looked = four.thoughts.processed, three.thoughts.processed
    return [
        observed(
            FOUR,
            "C.3",
            said="decides much faster than case three",
            measured=f"{looked[0]:,} states in the first turn; case three: {looked[1]:,}",
            holds=looked[0] < looked[1] / 2,
            why="its predictions leave as much to look at",
            numbers=work_of(four),
        )
    ]


def four_and_three(turns: int) -> list[Row]:
    """The winner depends on the map, and on which of them begins."""
    lines = []
    for name, expected in (("C.1", (THREE, THREE)), ("C.3", (FOUR, THREE))):
        orders = [(FOUR, THREE), (THREE, FOUR)]
        games = both_orders(name, FOUR, THREE, turns=turns)
        for (first, second), game, wanted in zip(orders, games, expected, strict=True):
            winner = winner_of(game, first, second)
            lines.append(
                observed(
                    first,
                    name,
                    against=second,
                    said=f"{wanted.label} wins when {first.label} begins",
                    measured=f"{winner} wins after {turns_of(game)} turns",
                    holds=winner == wanted.label,
                    why="single numbers decide it: with a prediction of 10 for hidden enemies, "
                    "not 2, case four wins both games on C.3",
                    numbers=counts_of(first, [game], [(first, second)]),
                )
            )
    return lines


def four_cross(turns: int) -> list[Row]:
    """Against itself on C.2."""
    game = game_on("C.2", FOUR, FOUR, turns=turns)
    first = game.timed[0].decisions[0]
    counts = counts_of(FOUR, [game], [(FOUR, FOUR)])
    board = maps.load("C.2")
    centre = (board.height // 2, board.width // 2)
    fallen = walls_down(game)
    hits = shots_at_units(game)
    diagonal = any(abs(hit.by[0] - hit.at[0]) == abs(hit.by[1] - hit.at[1]) for hit in hits)
    return [
        observed(
            FOUR,
            "C.2",
            against=FOUR,
            said="approximately 1500 nodes processed for a turn",
            measured=f"{first.processed:,} processed in the first turn, {first.open:,} left open",
            holds=is_near(first.processed, 1500),
            why=f"{times_said(first.processed, 1500)}, as its predictions have other sizes",
            numbers=counts,
        ),
        took(
            FOUR,
            "C.2",
            against=FOUR,
            said="a couple of minutes for it",
            minutes=2,
            seconds=counts["longest_seconds"],
            numbers=counts,
        ),
        observed(
            FOUR,
            "C.2",
            against=FOUR,
            said="destroys the centre block and attacks diagonally; no other wall falls",
            measured=f"walls destroyed: {', '.join(map(str, fallen)) or 'none'}; "
            f"diagonal shots at units: {'yes' if diagonal else 'no'}",
            holds=fallen == [centre] and diagonal,
            why="a turn that only opens the centre is no goal: nobody falls and nobody is nearer; "
            "to shoot the wall in front of a unit and to step on is one",
            numbers=counts,
        ),
    ]


def four_spares(turns: int) -> list[Row]:
    """Against itself on C.3: turns that end although the last enemy could be killed."""
    lines = []
    constants = {**controllers.settings(FOUR.controller)["constants"], "mp": 0, "ap": 0}
    free = Contestant("AStarFour, spending free", "AStarFour", {"constants": constants})
    for player, spares in ((FOUR, True), (free, False)):
        game = game_on("C.3", player, player, turns=turns)
        spared, early = last_spared(game), ended_early(game)
        lines.append(
            observed(
                player,
                "C.3",
                against=player,
                said="towards the end spares the last enemy, and ends its turn early"
                if spares
                else "with spending at no cost such judgements stopped occurring",
                measured=f"turns that spared the last enemy: {spared}; that ended though points "
                f"for a kill were left: {early} of {sum(len(e.decisions) for e in game.timed)}",
                holds=bool(spared and early) if spares else not (spared or early),
                why="no last enemy is spared, but a turn still ends with points for a kill left"
                if early and not spared
                else "see the games",
                numbers=counts_of(player, [game], [(player, player)]),
            )
        )
    return lines


def four_stronger(turns: int) -> list[Row]:
    """Whether a single number makes case four stronger: against case three, C.1 and C.3."""
    known = controllers.settings(FOUR.controller)
    won: dict[str, int] = {}
    for table in ("constants", "predictions"):
        for key, value in known[table].items():
            for factor in (0, 2, 5):
                settings = {table: {**known[table], key: factor * value}}
                player = FOUR._replace(settings=settings)
                games = [
                    winner_of(game, *order) == FOUR.label
                    for name in ("C.1", "C.3")
                    for game, order in zip(
                        both_orders(name, player, THREE, turns=turns),
                        ((FOUR, THREE), (THREE, FOUR)),
                        strict=True,
                    )
                ]
                won[f"{table}.{key} = {factor * value:g}"] = sum(games)
    best = max(won, key=lambda name: won[name])
    better = sum(count > 0 for count in won.values())
    return [
        observed(
            FOUR,
            "C.1, C.3",
            against=THREE,
            said="penalties were changed, but no combination made it stronger",
            measured=f"of {len(won)} single changes {better} win some of 4 games; most: {best} "
            f"wins {won[best]}",
            holds=won[best] == 0,
            why="some do, and turns are quick enough now to try many",
        )
    ]
