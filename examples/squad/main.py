"""A squad without a leader: every unit plans for itself, and still no two take the same cover.

python examples/squad/main.py [PICTURE.png]
"""

import sys

import numpy as np

import asterion as at
from asterion.games.tactics import END, attack, maps, move, select

SQUAD = ("blaster", "sniper", "melee")
ENEMIES = {(2, 5): "sniper", (2, 6): "laser"}  # one in the gate of the keep, one behind it
THREAT = 3.0  # added cost of a tile in sight of an enemy
CLAIM = 50.0  # added cost of a tile that another unit is heading for


def board():
    """The map "keep" with a squad of three, and two enemies."""
    state = maps.load("keep")
    for unit in state.units():
        if unit.team == 1 or unit.kind not in SQUAD:
            state = state.edited(unit.cell, None)
    for cell, kind in ENEMIES.items():
        state = state.edited(cell, kind, team=1)
    return state


def in_sight(state, but=None):
    """The tiles that an enemy sees, as an array; walls block the view, units do not."""
    enemies = [unit.cell for unit in state.units(1) if unit.cell != but]
    for unit in state.units():
        state = state.edited(unit.cell, None)
    seen = np.zeros(state.shape, bool)
    for cell in np.ndindex(*state.shape):
        seen[cell] = any(state.sees(enemy, cell) for enemy in enemies)
    return seen


def ground(state):
    """The board as a grid: walls, and layers for threat and for claims."""
    cost = np.ones(state.shape)
    for wall in state.walls:
        cost[wall] = 0
    grid = at.Grid(cost, diagonal="never")
    grid.layers["threat"] = in_sight(state) * THREAT
    grid.layers["claims"] = np.zeros(state.shape)
    return grid


def two_routes(state):
    """Paths of two characters between the same cells: only one avoids being seen."""
    grid = ground(state)
    for name, weight in (("bold", 0.0), ("careful", 1.0)):
        path = at.find_path(grid.view(layers={"threat": weight}), (6, 2), (0, 4))
        seen = sum(bool(grid.layers["threat"][tuple(cell)]) for cell in path.cells[1:])
        yield name, path, seen


def own_cover(state, grid, unit, heeds_claims):
    """One unit's plan: the path to the cover it prefers, by its own view of the grid."""
    mates = np.zeros(state.shape, bool)
    for mate in state.units(unit.team):
        mates[mate.cell] = heeds_claims and mate.cell != unit.cell
    view = grid.view(layers={"threat": 1.0, "claims": float(heeds_claims)}, blocked=mates)
    far = at.distances(view, unit.cell)
    rows, cols = np.indices(state.shape)
    steps = [abs(rows - row) + abs(cols - col) for row, col in ENEMIES]
    liking = far + 2.0 * np.min(steps, axis=0)  # close to the enemy, and soon there
    liking[in_sight(state) | ~np.isfinite(far)] = np.inf
    cover = divmod(int(liking.argmin()), state.width)
    return cover, [tuple(map(int, cell)) for cell in at.find_path(view, unit.cell, cover).cells]


def take_cover(state, *, heeds_claims=True, turns=12):
    """Turns in which each unit follows its own plan; the wanted tiles, and the state."""
    units = {kind: next(u for u in state.units(0) if u.kind == kind) for kind in SQUAD}
    wanted = {}
    for _ in range(turns):
        grid = ground(state)
        for kind, unit in units.items():
            wanted[kind], path = own_cover(state, grid, unit, heeds_claims)
            claims = grid.layers["claims"]
            claims[wanted[kind]] = CLAIM
            if state.selected != unit.cell:
                state = state.apply(select(unit.cell))
            for cell in path[1:]:
                if unit.traits.mp > state.mp or state.at(cell) is not None:
                    break
                state = state.apply(move(cell))
                units[kind] = unit._replace(cell=cell)
        state = state.apply(END).apply(END)  # and the enemies wait
    return wanted, state


def hit_and_hide(state):
    """The cheapest path of a unit to where it hits an enemy, and on to where no other sees it."""
    best = None
    for unit in state.units(0):
        chosen = state if state.selected == unit.cell else state.apply(select(unit.cell))
        for enemy in state.units(1):
            seen = in_sight(state, but=enemy.cell)
            stands = at.distances(_walkable(chosen), unit.cell)
            for stand in zip(*np.nonzero(np.isfinite(stands)), strict=True):
                there = (int(stand[0]), int(stand[1]))
                left = chosen.mp - int(stands[there]) * unit.traits.mp
                moved = _walked(chosen, unit.cell, there) if left >= 0 else None
                if moved is None or moved.why_not(attack(enemy.cell)) is not None:
                    continue
                struck = moved.apply(attack(enemy.cell))
                back = at.distances(_walkable(struck), there) * unit.traits.mp
                back[seen | (back > left)] = np.inf
                if np.isfinite(back.min()):
                    cover = divmod(int(back.argmin()), state.width)
                    cost = chosen.mp - left + int(back.min())
                    if best is None or cost < best[0]:
                        best = cost, unit, there, enemy, cover, _walked(struck, there, cover)
    return best


def _walkable(state):
    """The tiles that the selected unit can enter now."""
    cost = np.ones(state.shape)
    for cell in (*state.walls, *(unit.cell for unit in state.units())):
        cost[cell] = cell == state.selected
    return at.Grid(cost, diagonal="never")


def _walked(state, start, end):
    """The state after the selected unit has gone from one tile to another."""
    for cell in at.find_path(_walkable(state), start, end).cells[1:]:
        state = state.apply(move(tuple(map(int, cell))))
    return state


def drawn(state):
    """The board; tiles that enemies see are commas."""
    seen = in_sight(state)
    rows = str(state).split("\n")
    return [
        " ".join("," if tile == "." and seen[r, c] else tile for c, tile in enumerate(row.split()))
        for r, row in enumerate(rows)
    ]


def painted(state, after, file):
    """Draws both outcomes, which needs Matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - the example runs without it

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    for axes, title, (_, end) in zip(figure.subplots(1, 2), after, after.values(), strict=True):
        axes.imshow(in_sight(end) * 0.5, cmap="OrRd", vmin=0, vmax=2)
        for row, col in state.walls:
            axes.add_patch(_square(row, col, "#555555"))
        for unit in end.units():
            colour = "#0072b2" if unit.team == 0 else "#d55e00"
            axes.text(unit.cell[1], unit.cell[0], unit.traits.letter, color=colour,
                      ha="center", va="center", fontsize=13, fontweight="bold")  # fmt: skip
        axes.set_title(title, fontsize=10)
        axes.set_axis_off()
    figure.savefig(file, dpi=110)


def _square(row, col, colour):
    from matplotlib.patches import Rectangle  # noqa: PLC0415 - as above

    return Rectangle((col - 0.5, row - 0.5), 1, 1, color=colour)


def main():
    state = board()
    for name, path, seen in two_routes(state):
        print(f"{name}: {len(path.cells) - 1} steps, {seen} of them in sight")
    after = {}
    for heeds in (True, False):
        title = "each heeds what mates have claimed" if heeds else "each for itself alone"
        wanted, end = after[title] = take_cover(state, heeds_claims=heeds)
        there = sum(unit.cell == wanted[unit.kind] for unit in end.units(0))
        seen = sum(bool(in_sight(end)[unit.cell]) for unit in end.units(0))
        print(f"\n{title}: {there} of {len(wanted)} in the cover they want, {seen} in sight")
        print("\n".join(drawn(end)))
    _, end = next(iter(after.values()))
    cost, unit, stand, enemy, cover, last = hit_and_hide(end)
    print(f"\nhit and hide: the {unit.kind} goes to {stand}, hits the {enemy.kind} at {enemy.cell}")
    print(f"and is out of sight at {cover}, for {cost} MP")
    print("\n".join(drawn(last)))
    if sys.argv[1:]:
        painted(state, after, sys.argv[1])


if __name__ == "__main__":
    main()
