"""How the observations of the thesis are made again: turns, games, and lines that compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import process_time
from typing import Any, NamedTuple

from asterion.experiments.engine.experiment import Row
from asterion.experiments.tactics.games import SIDES, Game, Player, played, row_of, turned
from asterion.experiments.tactics.tables import counted
from asterion.games.tactics import END, Action, State, Unit, controllers, goals, maps
from asterion.games.tactics.controllers import Decision
from asterion.games.tactics.controllers.astar import AStar
from asterion.world.grid import Cell

CASE_MAPS = ("C.1", "C.2", "C.3", "C.4")  # of the thesis
AS_SAID = "as in the thesis"
# The second controller at first, before its multipliers were raised.
TIMID = Player(
    "AStarTwo, multipliers 1",
    "AStarTwo",
    {"multipliers": dict.fromkeys(("wasted_mp", "wasted_ap"), 1.0)},
)
ONE, TWO, THREE, FOUR, IDLE, RANDOM = (
    Player(name, name)
    for name in ("AStarOne", "AStarTwo", "AStarThree", "AStarFour", "Idle", "Random")
)


class Shot(NamedTuple):
    """An attack, and what it hit."""

    team: int
    by: Cell
    at: Cell
    hit: Unit | str | None


class Turn(NamedTuple):
    """A decision, the state it leads to, and what it took."""

    actions: list[Action]
    before: State
    after: State  # before the turn is ended
    thoughts: Decision
    seconds: float

    @property
    def kills(self) -> int:
        """Enemies that fell."""
        return enemies(self.before, self.before.team) - enemies(self.after, self.before.team)


def enemies(state: State, team: int) -> int:
    """Units that are not of a team."""
    return len(state.units()) - len(state.units(team))


def turn_of(player: Player, state: State) -> Turn:
    """What a player decides in a state."""
    controller = controllers.make(player.controller, **player.settings)
    begin = process_time()
    actions = controller.decide(state) or []
    seconds = process_time() - begin
    after = state
    for action in actions:
        if action != END:
            after = after.apply(action)
    thoughts = getattr(controller, "thoughts", None)
    known = thoughts if isinstance(thoughts, Decision) else Decision()
    return Turn(actions, state, after, known, seconds)


def cost_of(player: Player, name: str, *actions: Action) -> float:
    """What a whole turn from the start of a map costs an A* player."""
    controller = controllers.make(player.controller, **player.settings)
    if not isinstance(controller, AStar):
        raise TypeError(f"{player.label} weighs no actions")
    start = state = maps.load(name)
    total = 0.0
    for action in actions:
        cost = controller.recipe.step_cost(start, state, action)
        total += cost if isinstance(cost, float) else cost.total
        state = state.apply(action)
    return total


def game_on(name: str, first: Player, second: Player, *, turns: int, seed: int = 0) -> Game:
    """A game from a map's own start."""
    return played(maps.load(name), first, second, seed=seed, turns=turns)


def both_orders(name: str, a: Player, b: Player, *, turns: int, seed: int = 0) -> list[Game]:
    """Two games: a begins, b begins."""
    return [
        game_on(name, a, b, turns=turns, seed=seed),
        game_on(name, b, a, turns=turns, seed=seed),
    ]


def counts_of(player: Player, games: list[Game], labels: list[tuple[Player, Player]]) -> Row:
    """Results and work of a player in games; in a mirror, of whoever began."""
    seen = []
    for game, (first, second) in zip(games, labels, strict=True):
        row = {"map": None, "first": first.label, "second": second.label, **row_of(game)}
        seen.append(next(each for each in turned(row) if each["a"] == player.label))
    return counted(seen)


def work_of(turn: Turn) -> Row:
    """What one decision took, for a line."""
    processed = turn.thoughts.processed
    return {"states": processed, "most_states": processed, "turn_seconds": turn.seconds}


def shots(game: Game) -> Iterator[Shot]:
    """All that was shot in a game, in order."""
    match = game.match
    for before, action in zip(match.states, match.actions[1:], strict=False):
        if action is not None and action.kind == "attack":
            if action.cell is None or before.selected is None:
                raise AssertionError("a unit attacks a cell")
            yield Shot(before.team, before.selected, action.cell, before.at(action.cell))


def own_fire(game: Game) -> list[int]:
    """The teams that shot units of their own, one entry a shot."""
    return [s.team for s in shots(game) if isinstance(s.hit, Unit) and s.hit.team == s.team]


def walls_down(game: Game) -> list[Cell]:
    """The walls that were destroyed, in order."""
    return [shot.at for shot in shots(game) if shot.hit == "wall"]


def shots_at_units(game: Game) -> list[Shot]:
    """Those that hit an enemy."""
    return [s for s in shots(game) if isinstance(s.hit, Unit) and s.hit.team != s.team]


def ended_early(game: Game) -> int:
    """Turns that were ended though there were points left for a kill."""
    match = game.match
    steps = zip(match.states, match.actions[1:], strict=False)
    return sum(can_kill(before) for before, action in steps if action == END)


def last_spared(game: Game) -> int:
    """Turns that could have won the game by one kill, and did not."""
    begin, spared = game.match.states[0], 0
    for state in game.match.states:
        if (state.team, state.turn) != (begin.team, begin.turn):
            spared += enemies(begin, begin.team) == 1 and can_kill(begin)
            begin = state
    return spared


def can_kill(state: State) -> bool:
    """Whether the team to play can kill somebody with the points it has."""
    return any(goals.validate(state, goals.kill(cell)) for cell in enemy_cells(state))


def enemy_cells(state: State) -> list[Cell]:
    """Where the enemies of the team to play stand."""
    return [unit.cell for unit in state.units() if unit.team != state.team]


def turns_of(game: Game) -> int:
    """How many turns a game had, the last one too."""
    return int(row_of(game)["turns"])


def winner_of(game: Game, first: Player, second: Player) -> str:
    """By label; nobody in a tie."""
    winner = row_of(game)["winner"]
    return (first, second)[SIDES.index(winner)].label if winner in SIDES else "nobody"


def units_used(turn: Turn) -> str:
    """The kinds of units that a turn has selected, in order."""
    names, state = [], turn.before
    for action in turn.actions:
        thing = state.at(action.cell) if action.cell is not None else None
        if action.kind == "select" and isinstance(thing, Unit):
            names.append(thing.traits.name)
        state = state.apply(action)
    return " and ".join(dict.fromkeys(names)) or "nobody"


def observed(
    player: Player | str,
    where: str,
    *,
    said: str,
    measured: str,
    holds: bool,
    why: str = "",
    against: Player | None = None,
    numbers: Mapping[str, Any] | None = None,
) -> Row:
    """A line: what the thesis says, what was measured, and whether that is the same."""
    return {
        "a": player.label if isinstance(player, Player) else player,
        "b": against and against.label,
        "map": where,
        **(numbers or {}),
        "said": said,
        "measured": measured,
        "verdict": AS_SAID if holds else f"differs: {why}",
    }
