"""One search for three kinds of decision: a walk, a move in a game, and an errand.

python examples/one_engine/main.py
"""

import asterion as at
from asterion.games.tictactoe import Game, players

YARD = at.Grid.from_text("""
    ........
    .######.
    .#....#.
    ...##...
    ........
""", diagonal="never")  # fmt: skip
LIT = {(4, col) for col in range(2, 7)} | {(3, 2)}  # cells in the light


class Walk:
    """From one corner of the yard to the other. The cost depends on the personality."""

    start = (4, 0)

    def __init__(self, personality):
        self.personality = personality
        self.zero = personality.zero

    def actions(self, cell):
        return [near for near, _ in YARD.neighbours(cell)]

    def apply(self, _cell, near):
        return near

    def cost(self, _cell, _near, result):
        return self.personality.cost(steps=1, light=result in LIT)

    def is_goal(self, cell):
        return cell == (4, 7)


class Errand:
    """Fetch three things: by single steps, or each thing by one macro of many steps."""

    start = ((4, 0), frozenset([(0, 4), (2, 3), (3, 7)]))

    def __init__(self, *, grouped):
        self.grouped = grouped

    def actions(self, state):
        cell, wanted = state
        if not self.grouped:
            return ["take", *(near for near, _ in YARD.neighbours(cell))]
        paths = [at.find_path(YARD, cell, thing) for thing in sorted(wanted)]
        return [at.Macro(f"fetch {path[-1]}", [*[*path][1:], "take"]) for path in paths]

    def apply(self, state, action):
        cell, wanted = state
        if action == "take":
            return (cell, wanted - {cell}) if cell in wanted else None
        return action, wanted

    def cost(self, _state, _action, _result):
        return 1

    def is_goal(self, state):
        return not state[1]


def drawn(cells):
    rows = [[*line] for line in YARD.to_text().splitlines()]
    for row, col in cells:
        rows[row][col] = "o"
    return ["".join(row) for row in rows]


def main():
    carefree = at.Personality(steps=1, light=0)
    thief = carefree.but(light=3)
    plans = {"carefree": at.solve(Walk(carefree)), "thief": at.solve(Walk(thief))}
    for name, plan in plans.items():
        report = plan.explain()
        print(f"{name}: {len(plan)} steps, {report.totals}")
    for lines in zip(*(drawn(plan.states) for plan in plans.values()), strict=True):
        print("    ".join(lines))

    board = Game.replay([(0, 0), (1, 1), (0, 1)]).board
    plan = players.Astar().plan(board)
    print(f"\nx threatens the upper row; o marks {plan.actions[0]}, penalty {plan.cost}")
    print(plan.states[-1])

    print()
    for grouped in (False, True):
        plan = at.solve(Errand(grouped=grouped))
        kind = "macros" if grouped else "steps"
        print(f"errand by {kind}: cost {plan.cost}, {plan.stats.expanded} states expanded")


if __name__ == "__main__":
    main()
