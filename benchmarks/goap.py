"""GOAP plans, compared with plain Python and a package from PyPI, every plan checked.

    python benchmarks/goap.py            a campfire, and n things to pick up in n places
    python benchmarks/goap.py --repeats 1

The campfire has 9 facts and 10 actions, its plan 9 steps; "pick n" has one hand, 3 n + 1 facts and
2 n actions, its plan 2 n steps. Times are CPU time of a whole call, the best of several series of
calls; ours is a compiled domain, the others keep their actions in their own best form. The
yardstick is a straightforward A* in Python: heapq, bit masks, the number of unmet goals as
estimate. goapauto needs Python 3.12; if it is not installed, it is left out.

A second table has our two estimates: landmarks, and the number of unmet conditions, for which a
plan may cost more than the cheapest. "in eighths" is the same with all costs divided by eight; "by
cart" has half the costs, and a cart that brings all things home at once.
"""

import argparse
import sys
import time
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple

import asterion as at
import common
from asterion.goap import Action

try:
    from goapauto.models.goap_planner import Planner
except ImportError:
    Planner = None

BARS = {"pick 5": 0.1e-3, "pick 10": 5e-3}  # seconds that ours may take


class Task(NamedTuple):
    name: str
    actions: list[Action]
    state: dict[str, bool]
    goal: dict[str, bool]
    cost: float


def campfire() -> Task:
    rows = [
        ("take axe", 1, {}, {"axe": True}),
        ("chop", 2, {"axe": True}, {"wood": True}),
        ("gather sticks", 5, {}, {"wood": True}),
        ("gather stones", 2, {}, {"stones": True}),
        ("build ring", 1, {"stones": True}, {"ring": True, "stones": False}),
        ("gather tinder", 1, {}, {"tinder": True}),
        (
            "lay fire",
            1,
            {"wood": True, "tinder": True, "ring": True},
            {"laid": True, "wood": False, "tinder": False},
        ),
        ("light", 1, {"laid": True}, {"lit": True, "laid": False}),
        ("fish", 3, {}, {"fish": True}),
        ("cook", 1, {"lit": True, "fish": True}, {"fed": True, "fish": False}),
    ]
    actions = [
        Action(name, cost=cost, needs=needs, gives=gives) for name, cost, needs, gives in rows
    ]
    facts = ["axe", "wood", "stones", "ring", "tinder", "laid", "lit", "fish", "fed"]
    return Task("campfire", actions, dict.fromkeys(facts, False), {"fed": True}, 13)


def picking(n: int) -> Task:
    actions = []
    state = {"hand free": True}
    for i in range(n):
        state |= {f"there {i}": True, f"held {i}": False, f"home {i}": False}
        needs = {f"there {i}": True, "hand free": True}
        taken = {f"there {i}": False, "hand free": False, f"held {i}": True}
        brought = {f"held {i}": False, "hand free": True, f"home {i}": True}
        actions.append(Action(f"pick {i}", cost=1, needs=needs, gives=taken))
        actions.append(Action(f"put {i}", cost=1, needs={f"held {i}": True}, gives=brought))
    return Task(f"pick {n}", actions, state, {f"home {i}": True for i in range(n)}, 2 * n)


def costing(task: Task, factor: float, name: str) -> Task:
    actions = [action.costing(action.cost * factor) for action in task.actions]
    return task._replace(name=name, actions=actions, cost=task.cost * factor)


def by_cart(n: int) -> Task:
    task = costing(picking(n), 0.5, f"pick {n}, by cart")
    fetch = Action("fetch cart", cost=2, needs={}, gives={"cart": True})
    bring = Action("bring all", cost=3, needs={"cart": True}, gives=task.goal)
    return task._replace(
        actions=[*task.actions, fetch, bring], state=task.state | {"cart": False}, cost=5
    )


Plans = Callable[[], list[str]]


def ours(task: Task, direction: str, heuristic: str = "landmarks") -> Plans:
    domain = at.goap.Domain(task.actions)
    options = {"direction": direction, "heuristic": heuristic}
    return lambda: domain.plan(task.state, task.goal, **options).actions


def yardstick(task: Task) -> Plans:
    """A straightforward A* in Python: states are bit masks."""
    bit = {fact: 1 << i for i, fact in enumerate(task.state)}

    def masks(facts: Any) -> tuple[int, int]:
        care = sum(bit[fact] for fact in facts)
        return care, sum(bit[fact] for fact, value in facts.items() if value)

    compiled = [(a.name, a.cost, *masks(a.needs), *masks(a.gives)) for a in task.actions]
    start = masks(task.state)[1]
    care, value = masks(task.goal)

    def plan() -> list[str]:
        best = {start: 0.0}
        came: dict[int, tuple[int, str]] = {}
        heap = [(0.0, 0, start)]
        pushed = 0
        done = set()
        while heap:
            _, _, state = heappop(heap)
            if state in done:
                continue
            done.add(state)
            if state & care == value:
                names = []
                while state != start:
                    state, name = came[state]
                    names.append(name)
                return names[::-1]
            g = best[state]
            for name, cost, need_care, need, give_care, give in compiled:
                if state & need_care == need:
                    after = state & ~give_care | give
                    if g + cost < best.get(after, float("inf")):
                        best[after] = g + cost
                        came[after] = (state, name)
                        pushed += 1
                        unmet = ((after ^ value) & care).bit_count()
                        heappush(heap, (g + cost + unmet, pushed, after))
        return []

    return plan


def goapauto(task: Task) -> Plans:
    rows = [(a.name, dict(a.needs), dict(a.gives), float(a.cost)) for a in task.actions]
    planner = Planner(actions_list=rows, max_iterations=10**6, verbose=False)
    return lambda: list(planner.generate_plan(dict(task.state), dict(task.goal)).plan)


def is_right(task: Task, names: list[str]) -> bool:
    """Whether a plan is legal, reaches the goal and has the optimal cost."""
    by_name = {action.name: action for action in task.actions}
    state, cost = task.state, 0.0
    for name in names:
        if not by_name[name].possible(state):
            return False
        state = by_name[name].apply(state)
        cost += by_name[name].cost
    return cost == task.cost and all(state[fact] == value for fact, value in task.goal.items())


def mean_time(call: Plans, repeats: int) -> float:
    """CPU seconds per call, the best mean of several series of calls."""
    best = float("inf")
    for _ in range(repeats):
        calls, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < 0.02:
            call()
            calls += 1
        best = min(best, spent / calls)
    return best


def print_estimates(repeats: int) -> int:
    """Print what the two estimates cost and find; return the number of faults."""
    rows = [["plan", "direction", "expanded", "time", "unmet", "time", "above the cheapest"]]
    faults = 0
    eighths = costing(picking(8), 1 / 8, "pick 8, in eighths")
    for task in (campfire(), picking(5), picking(8), eighths, by_cart(8)):
        domain = at.goap.Domain(task.actions)
        for direction in ("forward", "backward"):
            cells = []
            for heuristic in ("landmarks", "unmet"):
                plan = domain.plan(task.state, task.goal, direction=direction, heuristic=heuristic)
                took = mean_time(ours(task, direction, heuristic), repeats)
                above = plan.cost / task.cost - 1
                faults += above < -1e-9 or (plan.optimal and above > 1e-9)
                cells += [str(plan.stats.expanded), common.duration(took)]
            rows.append(
                [task.name, direction, *cells, f"{above:.0%}{'' if plan.optimal else ' *'}"]
            )
    common.table(rows)
    print("* not promised to be the cheapest")
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    rows = [["plan", "forward", "backward", "yardstick", "ratio", "goapauto", "ratio", "wrong"]]
    failed = 0
    for task in (campfire(), *map(picking, (5, 6, 8, 10, 13))):
        calls: dict[str, Any] = {
            "forward": ours(task, "forward"),
            "backward": ours(task, "backward"),
            "yardstick": yardstick(task),
        }
        if Planner is not None and task.name != "pick 13":  # takes minutes
            calls["goapauto"] = goapauto(task)
        wrong = sum(not is_right(task, call()) for call in calls.values())
        times = {name: mean_time(call, asked.repeats) for name, call in calls.items()}
        slow = times["forward"] > BARS.get(task.name, float("inf"))
        failed += wrong + slow
        cells = [common.duration(times[name]) for name in ("forward", "backward")]
        for name in ("yardstick", "goapauto"):
            known = name in times
            cells += [common.duration(times[name]) if known else "-"]
            cells += [f"{times[name] / times['forward']:.0f}x" if known else "-"]
        rows.append([task.name, *cells, f"{wrong}{' slow' * slow}"])
    common.table(rows)
    print()
    failed += print_estimates(asked.repeats)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
