"""The 8-puzzle: slide tiles into the gap until all are in order.

python examples/puzzle/main.py
"""

import asterion as at

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
START = (7, 4, 8, 5, 3, 2, 1, 6, 0)


class Puzzle:
    """A state is the tiles row by row, 0 for the gap; an action is the tile that moves."""

    start = START

    def actions(self, state):
        row, col = divmod(state.index(0), 3)
        beside = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
        return [state[3 * r + c] for r, c in beside if 0 <= r < 3 and 0 <= c < 3]

    def apply(self, state, tile):
        swap = {0: tile, tile: 0}
        return tuple(swap.get(each, each) for each in state)

    def cost(self, _state, _tile, _result):
        return 1

    def is_goal(self, state):
        return state == GOAL

    def heuristic(self, state):
        """The sum of Manhattan distances: a move brings one tile closer by at most one."""
        places = ((divmod(i, 3), divmod(tile - 1, 3)) for i, tile in enumerate(state) if tile)
        return sum(abs(row - home_row) + abs(col - home_col)
                   for (row, col), (home_row, home_col) in places)  # fmt: skip


def drawn(state):
    tiles = [str(tile or "_") for tile in state]
    return [" ".join(tiles[row : row + 3]) for row in (0, 3, 6)]


def main():
    plan = at.solve(Puzzle())
    print(f"{plan.cost} moves: {' '.join(map(str, plan.actions))}")
    some = [drawn(state) for state in plan.states[:: len(plan) // 4]]
    for lines in zip(*some, strict=True):
        print("    ".join(lines))
    print("algorithm  moves  states expanded")
    for algorithm in ("dijkstra", "astar", "ida", "greedy", "beam"):
        plan = at.solve(Puzzle(), algorithm=algorithm)
        print(f"{algorithm:9}  {plan.cost:5}  {plan.stats.expanded:15}")
    search = at.StateSearch(Puzzle())
    frames = 1
    while search.step(100) == "running":  # in a game: search.run(seconds=0.002)
        frames += 1
    print(f"in slices of 100 expansions: {search.plan.cost} moves after {frames} frames")


if __name__ == "__main__":
    main()
