"""Characters as in F.E.A.R.: one goal, different actions and plans; and a door that falls shut.

python examples/goap/main.py
"""

import asterion as at
from asterion.goap import Action, Agent, Domain, Places, add, at_least

MAP = """
    ..........
    .S#....C..
    ..#.......
    ..#.######
    ..........
    ..#.######
    W.#......E
"""
PLACES = {"start": (1, 1), "weapon": (6, 0), "crate": (1, 7), "enemy": (6, 9)}
DOOR = (4, 2)

ACTIONS = [
    Action("pick up weapon", cost=1, needs={"at": "weapon"}, gives={"weapon": True}),
    Action("draw", cost=1, needs={"weapon": True}, gives={"armed": True}),
    Action(
        "load",
        cost=2,
        needs={"armed": True, "clips": at_least(1)},
        gives={"loaded": True, "clips": add(-1)},
    ),
    Action(
        "shoot from cover",
        cost=1,
        needs={"in cover": True, "loaded": True},
        gives={"enemy dead": True, "loaded": False},
    ),
    Action("stab", cost=1, needs={"at": "enemy"}, gives={"enemy dead": True}),
]
CHARACTERS = {
    "soldier": ["pick up weapon", "draw", "load", "shoot from cover"],
    "assassin": ["stab"],
    "rat": [],
}
KILL = {"enemy dead": True}
START = {"at": "start", "clips": 2}


def described(plan):
    return f"{', '.join(plan)} (cost {plan.cost:g})"


def main():
    grid = at.Grid.from_text(MAP.translate(str.maketrans("SCWE", "....")), diagonal="never")
    places = Places(grid, PLACES, marks={"in cover": ["crate"]})
    everything = Domain(ACTIONS)
    for name, names in CHARACTERS.items():
        plan = at.goap.plan([*everything.only(names), *places.actions()], START, KILL)
        print(f"{name}: {described(plan) if plan else plan.explain()}")

    print("\nthe soldier acts, and the door falls shut:")
    soldier = Agent([places, *everything.only(CHARACTERS["soldier"])], KILL)
    state, plan = START, None
    while (action := soldier.decide(state)) is not None:
        if soldier.plan is not plan:
            plan = soldier.plan
            print(f"  plans {len(plan)} actions, cost {plan.cost:g}")
        print(f"  {action}")
        state = action.apply(state)
        if action == "draw":
            grid[DOOR] = 0
            print(f"  -- {DOOR} is a wall now")
    print(f"{soldier.plans_made} plans; the enemy is dead, and {state['clips']} clip is left")


if __name__ == "__main__":
    main()
