"""A turn of squads: the goals they get, and the search of each for a plan to its goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import NamedTuple

from asterion.games.tactics import goals, macro_actions
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.controllers.base import Decision
from asterion.games.tactics.controllers.squads import DANGEROUS
from asterion.games.tactics.goals import Goal
from asterion.games.tactics.limits import Limit
from asterion.games.tactics.recipe import Recipe
from asterion.games.tactics.state import State
from asterion.games.tactics.turn_search import TurnSearch
from asterion.games.tactics.units import KINDS, Kind, Unit, apart
from asterion.world.grid import Cell

# The result of an order.
_EACH = 4600  # expansions for one goal, at most: it is out of reach if no plan is known by then
DONE, BY_OTHERS, TOO_LATE = "done", "done by another squad", "out of reach by now"


@dataclass
class Squad:
    """Units that stand together."""

    number: int
    cells: list[Cell]  # where they stand now
    title: str
    struck: bool = False  # this turn
    ahead: set[Cell] = field(default_factory=set)  # cells of units that came nearer this turn


class Order(NamedTuple):
    """A goal for some units of a squad: the reason, and a plan for the board of that time."""

    squad: Squad
    goal: Goal
    units: tuple[Cell, ...]
    why: str
    plan: list[Action]


def near_each_other(state: State, near: int) -> list[list[Cell]]:
    """The units of the team to play in squads: each is near another one of its own squad.

    >>> from asterion.games.tactics import from_text
    >>> from asterion.games.tactics.controllers.orders import near_each_other
    >>> near_each_other(from_text("M . B . . S s"), near=2)
    [[(0, 0), (0, 2)], [(0, 5)]]
    """
    squads: list[list[Cell]] = []
    for unit in state.units(state.team):
        close = [squad for squad in squads if any(apart(unit.cell, it) <= near for it in squad)]
        joint = sorted([*(cell for squad in close for cell in squad), unit.cell])
        squads = sorted([*(squad for squad in squads if squad not in close), joint])
    return squads


class TurnOfSquads:
    """A turn in progress: the actions so far, and the orders behind them."""

    def __init__(self, state: State, recipe: Recipe, *, near: int, bold: bool) -> None:
        self.state = state
        self._left = Limit.of(recipe.max_expansions, state)  # of all searches
        self.actions: list[Action] = []
        self.orders: list[tuple[Order, str]] = []  # with the result of each
        self.processed = 0  # states, by all searches
        self._recipe, self._bold, self._me = recipe, bold, state.team
        self.squads = [
            Squad(number, cells, _title(state, number, cells))
            for number, cells in enumerate(near_each_other(state, near), start=1)
        ]

    def play_round(self) -> bool:
        """Hand a goal to each squad and let it act; False if none had anything to do."""
        orders = self._handed_out(self.squads, frozenset())
        acted = False
        for place, order in enumerate(orders):
            plan = order.plan if place == 0 else self._plan(order.goal, order.units)
            if plan:
                self._follow(order._replace(plan=plan))
                acted = True
            else:  # second thoughts
                self.orders.append((order, TOO_LATE if plan is None else BY_OTHERS))
                again = self._handed_out([order.squad], frozenset(each.goal for each in orders))
                for second in again:
                    self._follow(second)
                acted = acted or bool(again)
            if self.state.result is not None:
                break
        return acted

    def _follow(self, order: Order) -> None:
        """Play a squad's part of the turn, and keep track of its units."""
        squad = order.squad
        for action in order.plan:
            before, self.state = self.state, self.state.apply(action)
            if action.kind == "move" and before.selected is not None and action.cell is not None:
                squad.cells[squad.cells.index(before.selected)] = action.cell
            squad.struck = squad.struck or action.kind == "attack"
        self.actions += order.plan
        if order.goal.aim in ("within-reach", "occupy"):
            squad.ahead |= {*squad.cells} - {*order.units}
        self.orders.append((order, DONE))

    # --- Handing out goals

    def _handed_out(self, free: list[Squad], taken: frozenset[Goal]) -> list[Order]:
        """A goal for each squad that it can reach on the board as it is, if there is one."""
        orders: list[Order] = []
        left = self.state.ap
        for price, enemy, squad in self._targets(free):
            goal = goals.kill(enemy.cell)
            handed = taken | {order.goal for order in orders}
            busy = {order.squad.number for order in orders}
            if price > left or squad.number in busy or goal in handed:
                continue
            units = tuple(cell for cell in squad.cells if self._traits(cell).ap <= price)
            plan = self._plan(goal, units) if self._near_enough(units, enemy.cell) else None
            if plan:
                left -= price
                danger = goals.danger(self.state, enemy)
                why = f"it can hit {danger} of ours; {price} AP" if danger else f"{price} AP"
                orders.append(Order(squad, goal, units, why, plan))
        for squad in free:
            if squad.number not in {order.squad.number for order in orders}:
                handed = taken | {order.goal for order in orders}
                bold = self._bold or not (orders or self.actions)
                quiet = (it for it in self._quieter(squad, bold=bold) if it.goal not in handed)
                orders += [order for order in [next(quiet, None)] if order is not None]
        return orders

    def _targets(self, free: list[Squad]) -> list[tuple[int, Unit, Squad]]:
        """Every enemy for every squad and price in AP: cheap, dangerous and near ones first."""
        enemies = macro_actions.enemies(self.state)
        danger = {enemy.cell: goals.danger(self.state, enemy) for enemy in enemies}
        found = [
            (price, enemy, squad)
            for squad in free
            for price in sorted({self._traits(cell).ap for cell in squad.cells})
            for enemy in enemies
        ]

        def urgency(each: tuple[int, Unit, Squad]) -> tuple[object, ...]:
            price, enemy, squad = each
            steps = min(apart(cell, enemy.cell) for cell in squad.cells)
            kind = DANGEROUS.index(enemy.kind)
            return price, -danger[enemy.cell], kind, enemy.cell, steps, squad.number

        return sorted(found, key=urgency)

    def _quieter(self, squad: Squad, *, bold: bool) -> Iterator[Order]:
        """The options of a squad that has nothing to strike: hide, or come nearer."""
        exposed = self.state.exposed(self._me)
        outnumbered = len(self.state.units(self._me)) < len(macro_actions.enemies(self.state))
        for cell in squad.cells:
            if cell in exposed and (squad.struck or outnumbered):
                goal = goals.hide(self._kind(cell))
                plan = self._plan(goal, (cell,))
                if plan and len(self._after(plan).exposed(self._me)) < len(exposed):
                    yield Order(squad, goal, (cell,), "an enemy can hit it", plan)
        for goal, units, why in self._nearer(squad):
            plan = self._plan(goal, units)
            if plan and (bold or len(self._after(plan).exposed(self._me)) <= len(exposed)):
                yield Order(squad, goal, units, why, plan)

    def _nearer(self, squad: Squad) -> Iterator[tuple[Goal, tuple[Cell, ...], str]]:
        """Goals that bring a squad nearer to the enemy: in reach, or part of the way."""
        cells = tuple(cell for cell in squad.cells if cell not in squad.ahead)
        if not cells:
            return
        enemies = macro_actions.enemies(self.state)
        teams = {enemy.team for enemy in enemies}
        reached = {it for team in teams for it in self.state.exposed(team, by=self._me)}
        for enemy in sorted(enemies, key=lambda it: min(apart(it.cell, cell) for cell in cells)):
            if enemy.cell not in reached and self._near_enough(cells, enemy.cell):
                yield goals.within_reach(enemy.cell), cells, "to strike it next"
        for cell in cells:
            path = macro_actions.path_to_enemy(self.state, cell)
            steps = self.state.mp // self._traits(cell).mp
            for stop in reversed(path[1:-1][:steps]):
                yield goals.occupy(stop), (cell,), "on the way to an enemy"

    # --- Planning for a goal

    def _plan(self, goal: Goal, units: tuple[Cell, ...]) -> list[Action] | None:
        """Actions of units that reach a goal, without the end of the turn; None if they cannot."""
        limit = self._left._replace(expansions=min(_EACH, self._left.expansions))
        search = TurnSearch(self.state, replace(self._recipe, goal=goal), units=units, limit=limit)
        search.advance()
        self.processed += search.processed
        expansions, moves = self._left
        self._left = Limit(expansions - search.processed, max(0, moves - search.moves))
        plan = [action for action in search.turn if action != END]
        hits_its_own = len(self._after(plan).units(self._me)) < len(self.state.units(self._me))
        return plan if search.best_so_far.found and not hits_its_own else None

    def _after(self, plan: list[Action]) -> State:
        return reduce(State.apply, plan, self.state)

    def _near_enough(self, cells: tuple[Cell, ...], target: Cell) -> bool:
        """Whether a unit could be in range, ignoring walls: any farther one needs no search."""
        units = [(cell, self._traits(cell)) for cell in cells]
        return any(apart(cell, target) <= it.range + self.state.mp // it.mp for cell, it in units)

    def _kind(self, cell: Cell) -> str:
        return next(unit.kind for unit in self.state.units(self._me) if unit.cell == cell)

    def _traits(self, cell: Cell) -> Kind:
        return KINDS[self._kind(cell)]

    def decision(self) -> Decision:
        """Return the squads and their orders, for people to read."""
        idle = {squad.number for squad in self.squads} - {it.squad.number for it, _ in self.orders}
        lines = [
            *(squad.title for squad in self.squads),
            *(
                f"squad {order.squad.number}: {order.goal} ({order.why}), {end}"
                for order, end in self.orders
            ),
            *(f"squad {number} stands by" for number in sorted(idle)),
        ]
        orders = [
            {
                "squad": order.squad.number,
                "goal": str(order.goal),
                "why": order.why,
                "outcome": end,
                "actions": [str(action) for action in order.plan] if end == DONE else [],
            }
            for order, end in self.orders
        ]
        return Decision(
            processed=self.processed,
            explanation="; ".join(lines),
            details={"squads": [squad.title for squad in self.squads], "orders": orders},
        )


def _title(state: State, number: int, cells: list[Cell]) -> str:
    units = [unit for unit in state.units(state.team) if unit.cell in cells]
    names = [f"{unit.traits.name} at {unit.cell}" for unit in units]
    return f"squad {number} is {', '.join(names)}"
