"""Coordinator: squads of units that stand together, and a goal for each, handed to it from above.

J. Orkin, Three states and a plan: the A.I. of F.E.A.R., 2006, has a squad coordinator that puts
characters near each other into squads, and gives these their goals. Smith's thesis asks where goals
come from, and names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from asterion.games.tactics import goals, macro_actions
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.controllers.astar import GROUPED, complete
from asterion.games.tactics.controllers.base import Decision
from asterion.games.tactics.controllers.registry import settings
from asterion.games.tactics.controllers.squads import DANGEROUS
from asterion.games.tactics.coordinates import TileText, joined
from asterion.games.tactics.goals import Goal
from asterion.games.tactics.recipe import Recipe
from asterion.games.tactics.state import State
from asterion.games.tactics.turn_search import TurnSearch
from asterion.games.tactics.units import Unit
from asterion.world.arguments import count, flag
from asterion.world.grid import Cell

# A squad pays for mistakes alone: points that it leaves over are for the others.
_FREE = {"unused_mp": 0, "unused_ap": 0, "enemy_alive": 0}


class Coordinator:
    """Divides its team into squads and hands each a goal; a squad plans its part of the turn.

    Goals in order: to kill an enemy in reach, for the fewest AP and the most dangerous one first,
    by the nearest squad that can; to hide after a strike; to bring an enemy into reach or to come
    nearer, if that exposes no unit more, or if nothing else can be done. No two squads have the
    same enemy. A squad whose goal has become impossible, by what squads before it did or spent, gets
    another one; one that has reached its goal too. ``thoughts`` list the orders.

    >>> from asterion.games.tactics import controllers, maps
    >>> player = controllers.make("Coordinator")
    >>> [str(action) for action in player.decide(maps.load("C.1"))][:2]
    ['select (4, 1)', 'attack (1, 3)']
    >>> player.thoughts.details["orders"][0]
    """

    name = "Coordinator"

    def __init__(self, _seed: int, given: dict[str, Any]) -> None:
        self.settings = given
        self.near = count("near", given["near"])
        self.bold = flag("bold", given["bold"])
        base = settings(GROUPED)
        constants = {**base["constants"], **_FREE}
        changed = {"constants": constants, "limit": count("limit", given["limit"])}
        self.recipe = Recipe.of(complete(GROUPED, {**base, **changed}))
        self.thoughts: Decision | None = None

    def decide(self, state: State) -> list[Action]:
        """Round after round of orders, until no squad has anything to do."""
        turn = _Turn(self, state)
        while turn.state.result is None and turn.play_round():
            pass
        self.thoughts = turn.thoughts()
        return [*turn.actions, *([END] if turn.state.result is None else [])]


@dataclass
class Squad:
    """Units that stand together."""

    number: int
    cells: list[Cell]  # where they stand now
    title: TileText
    struck: bool = False
    moved: set[Cell] = field(default_factory=set)  # of units that have come nearer this turn


class Order(NamedTuple):
    """A goal for a squad: for which of its units, why, and how."""

    squad: Squad
    goal: Goal
    units: tuple[Cell, ...]
    why: str
    plan: list[Action]


def squads(state: State, near: int) -> list[list[Cell]]:
    """The units of the team to play, in groups: each is near another one of its own group.

    >>> from asterion.games.tactics import from_text
    >>> from asterion.games.tactics.controllers.coordinator import squads
    >>> squads(from_text("M . B . . S s"), near=2)
    [[(0, 0), (0, 2)], [(0, 5)]]
    """
    groups: list[list[Cell]] = []
    for unit in state.units(state.team):
        close = [group for group in groups if any(_far(unit.cell, it) <= near for it in group)]
        merged = sorted([*(cell for group in close for cell in group), unit.cell])
        groups = sorted([*(group for group in groups if group not in close), merged])
    return groups


class _Turn:
    """A turn in the making: what was done, and the orders so far."""

    def __init__(self, coordinator: Coordinator, state: State) -> None:
        self.recipe, self.bold = coordinator.recipe, coordinator.bold
        self.state, self.me = state, state.team
        self.actions: list[Action] = []
        self.squads = [
            Squad(number, cells, _title(state, number, cells))
            for number, cells in enumerate(squads(state, coordinator.near), start=1)
        ]
        self.orders: list[tuple[Order, str]] = []  # and what came of it
        self.processed = 0

    def play_round(self) -> bool:
        """Hands a goal to each squad, and lets it act; False if none had anything to do."""
        orders = self._handed_out(self.squads)
        acted = False
        for place, order in enumerate(orders):
            others = {each.goal for each in orders if each.squad is not order.squad}
            plan = order.plan if place == 0 else self._plan(order.goal, order.units)
            if not plan:
                self.orders.append((order, "out of reach by now"))
                again = self._handed_out([order.squad], taken=others | {order.goal})
                if not again:
                    continue
                order, plan = again[0], again[0].plan
            self._follow(order, plan)
            acted = True
            if self.state.result is not None:
                break
        return acted

    def _follow(self, order: Order, plan: list[Action]) -> None:
        """Plays a squad's part of the turn, and keeps track of its units."""
        squad = order.squad
        for action in plan:
            before, self.state = self.state, self.state.apply(action)
            if action.kind == "move" and before.selected is not None and action.cell is not None:
                at = squad.cells.index(before.selected)
                squad.cells[at] = action.cell
            squad.struck |= action.kind == "attack"
        self.actions += plan
        for each in self.squads:  # a unit may have fallen
            own = {unit.cell for unit in self.state.units(self.me)}
            each.cells = [cell for cell in each.cells if cell in own]
        if order.goal.aim in ("within-reach", "occupy"):
            squad.moved |= {*squad.cells}
        self.orders.append((order, "done"))

    def _handed_out(self, free: list[Squad], taken: set[Goal] | None = None) -> list[Order]:
        """A goal for each squad that has one which it can reach on the board as it is."""
        taken = set() if taken is None else taken
        orders: list[Order] = []
        left = self.state.ap
        for price, enemy, squad in self._targets(free):
            goal = goals.kill(enemy.cell)
            busy = {order.squad.number for order in orders}
            if price > left or squad.number in busy or goal in taken:
                continue
            units = self._units(squad, price)
            plan = self._plan(goal, units) if self._might_reach(units, enemy.cell) else []
            if plan:
                taken = taken | {goal}
                left -= price
                threat = goals.danger(self.state, enemy)
                why = f"it can hit {threat} of ours; {price} AP" if threat else f"{price} AP"
                orders.append(Order(squad, goal, units, why, plan))
        for squad in free:
            if squad.number not in {order.squad.number for order in orders}:
                order = next(self._quieter(squad, taken, alone=not orders), None)
                if order is not None:
                    taken = taken | {order.goal}
                    orders.append(order)
        return orders

    def _targets(self, free: list[Squad]) -> list[tuple[int, Unit, Squad]]:
        """Every enemy for every squad and price in AP: cheap, dangerous and near ones first."""
        enemies = macro_actions.enemies(self.state)
        danger = {enemy.cell: goals.danger(self.state, enemy) for enemy in enemies}
        found = [
            (price, enemy, squad)
            for squad in free
            for price in sorted({self._unit(cell).traits.ap for cell in squad.cells})
            if price <= self.state.ap
            for enemy in enemies
        ]
        return sorted(
            found,
            key=lambda it: (
                it[0],
                -danger[it[1].cell],
                DANGEROUS.index(it[1].kind),
                it[1].cell,
                min(_far(cell, it[1].cell) for cell in it[2].cells),
                it[2].number,
            ),
        )

    def _quieter(self, squad: Squad, taken: set[Goal], *, alone: bool) -> Iterator[Order]:
        """What a squad may do that has nothing to strike: hide, or come nearer."""
        exposed = {*self.state.exposed(self.me)}
        enemies = macro_actions.enemies(self.state)
        own = self.state.units(self.me)
        if squad.struck or len(own) < len(enemies):
            for cell in squad.cells:
                goal = goals.hide(self._unit(cell).kind)
                if cell in exposed and goal not in taken:
                    plan = self._plan(goal, (cell,))
                    if plan and len(self._after(plan).exposed(self.me)) < len(exposed):
                        yield Order(squad, goal, (cell,), "an enemy can hit it", plan)
        bold = self.bold or (alone and not self.actions)
        for goal, units, why in self._advances(squad):
            if goal in taken:
                continue
            plan = self._plan(goal, units)
            if plan and (bold or len(self._after(plan).exposed(self.me)) <= len(exposed)):
                yield Order(squad, goal, units, why, plan)

    def _advances(self, squad: Squad) -> Iterator[tuple[Goal, tuple[Cell, ...], str]]:
        """Goals that bring a squad nearer to the enemy."""
        cells = [cell for cell in squad.cells if cell not in squad.moved]
        enemies = macro_actions.enemies(self.state)
        others = {enemy.team for enemy in enemies}
        mine = {cell for team in others for cell in self.state.exposed(team, by=self.me)}
        for enemy in sorted(enemies, key=lambda it: min(_far(it.cell, c) for c in squad.cells)):
            if enemy.cell not in mine and self._might_reach(tuple(cells), enemy.cell):
                yield goals.within_reach(enemy.cell), tuple(cells), "no enemy is in reach"
        for cell in cells:
            path = macro_actions.path_to_enemy(self.state, cell)
            most = self.state.mp // self._unit(cell).traits.mp
            for stop in reversed(path[1:-1][:most]):
                yield goals.occupy(stop), (cell,), "it is on the way to an enemy"

    def _plan(self, goal: Goal, units: tuple[Cell, ...]) -> list[Action]:
        """What some units do to reach a goal, without the end of the turn; empty if they cannot."""
        search = TurnSearch(self.state, replace(self.recipe, goal=goal), units=units)
        status = search.advance()
        self.processed += search.processed
        return [it for it in search.turn if it != END] if status == "found" else []

    def _units(self, squad: Squad, price: int) -> tuple[Cell, ...]:
        return tuple(cell for cell in squad.cells if self._unit(cell).traits.ap <= price)

    def _might_reach(self, cells: tuple[Cell, ...], target: Cell) -> bool:
        """Whether a unit is near enough, walls aside: a search need not try what is too far."""
        kinds = [(cell, self._unit(cell).traits) for cell in cells]
        return any(_far(cell, target) <= it.range + self.state.mp // it.mp for cell, it in kinds)

    def _after(self, plan: list[Action]) -> State:
        state = self.state
        for action in plan:
            state = state.apply(action)
        return state

    def _unit(self, cell: Cell) -> Unit:
        unit = self.state.at(cell)
        assert isinstance(unit, Unit)
        return unit

    def thoughts(self) -> Decision:
        """The squads and their orders, for people to read."""
        lines = [
            TileText(order.squad.title, ": ", order.goal.text, f" ({order.why}), {outcome}")
            for order, outcome in self.orders
        ]
        orders = [
            {
                "squad": order.squad.number,
                "goal": str(order.goal),
                "why": order.why,
                "outcome": outcome,
                "actions": [str(action) for action in order.plan],
            }
            for order, outcome in self.orders
        ]
        idle = [squad.title for squad in self.squads if all(o.squad is not squad for o, _ in self.orders)]
        lines += [TileText(title, ": stands by") for title in idle]
        return Decision(
            processed=self.processed,
            explanation=joined("; ", lines),
            details={"squads": [str(squad.title) for squad in self.squads], "orders": orders},
        )


def _title(state: State, number: int, cells: list[Cell]) -> TileText:
    names = []
    for cell in cells:
        unit = state.at(cell)
        if isinstance(unit, Unit):
            names.append(TileText(f"{unit.traits.name} at ", cell))
    return TileText(f"squad {number}, ", joined(" and ", names))


def _far(a: Cell, b: Cell) -> int:
    """Tiles apart, diagonal ones too, as ranges are."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
