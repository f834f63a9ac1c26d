"""The rules of the tactics game again: slow, obvious, and independent of the core.

Everything is (x, y) here, as in A. Smith, The path to the right decision, 2020.
"""

from dataclasses import dataclass, field, replace

from asterion.games.tactics import END, Action, Unit
from asterion.games.tactics.drawings import of_things
from asterion.games.tactics.units import number_of

#        MP of a step, AP of an attack, range
TABLE = {"melee": (1, 1, 1), "blaster": (2, 1, 3), "sniper": (2, 2, 10), "laser": (3, 3, 25)}


@dataclass(frozen=True)
class Position:
    width: int
    height: int
    things: dict = field(hash=False)  # (x, y) to "wall" or (kind, team)
    team: int
    turn: int
    mp: int
    ap: int
    max_mp: int
    max_ap: int
    selected: tuple | None


def position_of(state):
    things = {(col, row): "wall" for row, col in state.walls}
    things |= {(unit.cell[1], unit.cell[0]): (unit.kind, unit.team) for unit in state.units()}
    selected = state.selected and state.selected[::-1]
    points = (state.mp, state.ap, state.max_mp, state.max_ap)
    return Position(state.width, state.height, things, state.team, state.turn, *points, selected)


def low(x0, y0, x1, y1):
    dx, dy, step = x1 - x0, abs(y1 - y0), 1 if y1 > y0 else -1
    d, y, cells = 2 * dy - dx, y0, []
    for x in range(x0, x1 + 1):
        cells.append((x, y))
        if d > 0:
            y += step
            d += 2 * (dy - dx)
        else:
            d += 2 * dy
    return cells


def between(a, b):
    """The cells of Bresenham's line, as the textbook draws it, without its ends."""
    (x0, y0), (x1, y1) = a, b
    if abs(y1 - y0) < abs(x1 - x0):
        cells = low(x1, y1, x0, y0) if x0 > x1 else low(x0, y0, x1, y1)
    else:
        flat = low(y1, x1, y0, x0) if y0 > y1 else low(y0, x0, y1, x1)
        cells = [(x, y) for y, x in flat]
    return [cell for cell in cells if cell not in (a, b)]


def sees(position, a, b):
    return not any(cell in position.things for cell in between(a, b))


def teams_alive(position):
    return sorted({thing[1] for thing in position.things.values() if thing != "wall"})


def result(position):
    alive = teams_alive(position)
    return "tie" if not alive else alive[0] if len(alive) == 1 else None


def own(position, cell):
    thing = position.things.get(cell)
    return thing not in (None, "wall") and thing[1] == position.team


def legal(position, kind, cell=None):
    """Whether the rules allow an action; the cell is (x, y) and may be anywhere."""
    if result(position) is not None:
        return False
    if kind in ("end", "cancel"):
        return kind == "end" or position.selected is not None
    if not (0 <= cell[0] < position.width and 0 <= cell[1] < position.height):
        return False
    if kind == "select":
        return own(position, cell) and cell != position.selected
    return position.selected is not None and (can_move if kind == "move" else can_attack)(
        position, cell
    )


def can_move(position, cell):
    cost = TABLE[position.things[position.selected][0]][0]
    (x, y), (x0, y0) = cell, position.selected
    return abs(x - x0) + abs(y - y0) == 1 and cell not in position.things and cost <= position.mp


def can_attack(position, cell):
    _, cost, reach = TABLE[position.things[position.selected][0]]
    (x, y), (x0, y0) = cell, position.selected
    near = abs(x - x0) <= reach and abs(y - y0) <= reach
    return cost <= position.ap and near and sees(position, position.selected, cell)


def play(position, kind, cell=None):
    """The position after a legal action."""
    if kind == "select":
        return replace(position, selected=cell)
    if kind == "cancel":
        return replace(position, selected=None)
    if kind == "end":
        alive = teams_alive(position)
        later = [team for team in alive if team > position.team]
        return replace(
            position,
            team=min(later or alive),
            turn=position.turn + (not later),
            mp=position.max_mp,
            ap=position.max_ap,
            selected=None,
        )
    things = dict(position.things)
    mp, ap, _ = TABLE[things[position.selected][0]]
    if kind == "move":
        things[cell] = things.pop(position.selected)
        return replace(position, things=things, mp=position.mp - mp, selected=cell)
    things.pop(cell, None)
    selected = None if cell == position.selected else position.selected
    return replace(position, things=things, ap=position.ap - ap, selected=selected)


def cells_of(position):
    return [(x, y) for y in range(position.height) for x in range(position.width)]


def offered(position):
    """In the documented order, as actions with (row, column)."""
    actions = [
        Action(kind, cell[::-1])
        for kind in ("select", "move", "attack")
        for cell in cells_of(position)
        if legal(position, kind, cell) and (kind != "attack" or cell in position.things)
    ]
    return [*actions, END] if result(position) is None else []


def random_state(dice, longest=9, teams=4):
    """A board with walls and units of two teams or more, in the middle of a game."""
    height, width = 2 + dice.below(longest - 1), 2 + dice.below(longest - 1)
    sides = 2 + dice.below(teams - 1)
    walls, units = dice.below(4), 1 + dice.below(4)  # tenths of the tiles
    things = []
    for _ in range(height * width):
        roll = dice.below(10)
        unit = number_of(list(TABLE)[dice.below(4)], dice.below(sides))
        things.append(1 if roll < walls else unit if roll < walls + units else 0)
    points = dice.below(9), dice.below(6)
    left = dice.below(points[0] + 1), dice.below(points[1] + 1)
    team, turn = dice.below(sides), dice.below(50)
    state = of_things(
        (height, width), things, mp=points[0], ap=points[1], team=team, turn=turn, left=left
    )
    mine = state.units(team)
    if mine and state.result is None and dice.below(3):
        return state.apply(Action("select", mine[dice.below(len(mine))].cell))
    return state


def same(state, position):
    """Whether the states of the core and the oracle are equal, unit by unit."""
    units = sorted(state.units(), key=lambda unit: unit.cell)
    theirs = [Unit(*thing, (y, x)) for (x, y), thing in position.things.items() if thing != "wall"]
    return position_of(state) == position and units == sorted(theirs, key=lambda unit: unit.cell)
