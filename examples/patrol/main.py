"""Guards on patrol, a crate on their route, and the hand-over to a navigator.

python examples/patrol/main.py [PICTURE.png]
"""

import sys

import asterion as at

YARD = """
    ..............
    ..............
    ....######....
    ....######....
    ....######....
    ..............
    ..............
"""
ROUTE = [(1, 2), (1, 11), (5, 11), (5, 2)]
CRATE = (1, 7)
ALARM = (6, 0)


def patrol(when_stuck):
    """Forty steps of a guard; after the third a crate stands on its route."""
    grid = at.Grid.from_text(YARD)
    guard = at.Patrol(grid, ROUTE, when_stuck=when_stuck)
    walk = [guard.position]
    for step in range(40):
        if step == 3:
            grid[CRATE] = 0
        if guard.step() is not None:
            walk.append(guard.position)
    return grid, guard, walk


def drawn(grid, walk):
    """The yard, the cells that a guard has visited, and its position."""
    rows = [[*line] for line in grid.to_text().splitlines()]
    for row, col in walk:
        rows[row][col] = "o"
    row, col = walk[-1]
    rows[row][col] = "A"
    return ["".join(row) for row in rows]


def painted(walks, file):
    """The same as a picture, which needs Matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - the example runs without it

    figure = Figure(figsize=(8, 2.4), layout="constrained")
    for axes, (name, (grid, _, walk)) in zip(figure.subplots(1, 2), walks.items(), strict=True):
        axes.imshow(grid.cost == 0, cmap="Greys", vmax=2)
        rows, cols = zip(*walk, strict=True)
        axes.plot(cols, rows, color="#0072b2", linewidth=2)
        axes.plot(CRATE[1], CRATE[0], "s", color="#d55e00", markersize=14)
        axes.plot(cols[-1], rows[-1], "o", color="#0072b2", markersize=10)
        axes.set_title(f'when_stuck="{name}": {len(walk) - 1} moves', fontsize=10)
        axes.set_axis_off()
    figure.savefig(file, dpi=110)


def main():
    walks = {name: patrol(name) for name in ("wait", "search")}
    for name, (_, guard, walk) in walks.items():
        print(f'when_stuck="{name}": {len(walk) - 1} moves{", stuck" if guard.stuck else ""}')
    for lines in zip(*(drawn(grid, walk) for grid, _, walk in walks.values()), strict=True):
        print("    ".join(lines))
    _, guard, _ = walks["wait"]
    guard.go_to(ALARM)
    moves = 0
    while guard.goal is not None:
        guard.step()
        moves += 1
    print(f"sent to the alarm at {ALARM}: there after {moves} moves")
    behind = guard.route[guard.route.index(CRATE) + 1]
    while guard.position != behind:
        guard.step()
    print(f"and led back to its route at {behind}, behind the crate")
    if sys.argv[1:]:
        painted(walks, sys.argv[1])


if __name__ == "__main__":
    main()
