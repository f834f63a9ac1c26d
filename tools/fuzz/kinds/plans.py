"""Actions of odd facts and values, plans made with them, and the plans carried out."""

from __future__ import annotations

from typing import Any

import asterion as at
from asterion import goap
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import cell, some_world

FACTS = ["a", "b", "c", "n", "m"]
NUMBERS = ["n", "m"]


def plans(f: Fuzz) -> None:
    """A domain, mostly sound, plans in both directions, and an agent that acts on them."""
    made = [action(f, f"act{i}") for i in range(f.randint(1, 6))]
    actions: Any = [each for each in made if each is not None]
    if f.often(0.2):
        actions += f.call(goap.go_actions, *places(f)) or []
    domain = f.call(goap.Domain, f.mostly(actions, odd=0.05))
    if domain is None:
        return
    state, goal = facts(f, start), facts(f, condition)
    limit = f.mostly(50, 2000, odd=0.05)
    options = {
        "direction": f.mostly("auto", "forward", "backward", odd=0.05),
        "max_expansions": limit,
    }
    plan = f.call(domain.plan, state, goal, **options)
    if plan:
        carry_out(f, plan, state)
    if plan is not None:
        f.call(lambda: str(plan.explain()))
    agent = f.call(goap.Agent, f.mostly(domain, actions, odd=0.05), goal, max_expansions=limit)
    for _ in range(3 if agent is not None else 0):
        f.call(agent.decide, facts(f, start))


def carry_out(f: Fuzz, plan: Any, state: Any) -> None:
    """Carry out a plan, step by step."""
    for deed, expected in zip(plan, plan.states[1:], strict=True):
        if f.call(deed.possible, state) is False:
            raise Finding("a plan that cannot be carried out")
        state = f.call(deed.apply, state)
        if state is not None and [*state] != [*expected]:
            raise Finding("a plan whose states do not follow from its actions")


def action(f: Fuzz, name: str) -> Any:
    """An action, or None if it was rejected."""
    answer = f.value()
    return f.call(
        goap.Action,
        f.mostly(name, odd=0.02),
        cost=f.mostly(0, 1, 2.5, odd=0.05),
        needs=facts(f, condition),
        gives=facts(f, effect),
        when=f.choice([None] * 9 + [lambda _: answer, lambda _: True, lambda _: f.blame()]),
    )


def facts(f: Fuzz, kind: Any) -> Any:
    """Some facts, each with a value of this kind; now and then something else."""
    few = {fact: kind(f, fact) for fact in f.sample(FACTS, f.randint(0, 3))}
    return f.mostly(few, odd=0.02)


def start(f: Fuzz, fact: str) -> Any:
    """A value to begin with."""
    if fact in NUMBERS:
        return f.mostly(0, 1, 5, -3, 10**9, odd=0.04)
    return f.mostly(True, False, "x", (0, 1), odd=0.06)


def condition(f: Fuzz, fact: str) -> Any:
    """A value, or bounds of a number."""
    if fact not in NUMBERS:
        return start(f, fact)
    bounds = f.choice([goap.at_least, goap.at_most, lambda n: goap.between(n, n)])
    return f.call(bounds, f.mostly(0, 2, 6, -1, 10**9, odd=0.04)) or start(f, fact)


def effect(f: Fuzz, fact: str) -> Any:
    """A value, or an amount of a number."""
    if fact not in NUMBERS:
        return start(f, fact)
    amount = f.mostly(1, 3, -1, -2, 10**9, odd=0.04)
    end = {} if f.often(0.3) else {f.choice(["least", "most"]): f.mostly(0, 4, odd=0.04)}
    return f.call(goap.add, amount, **end) or start(f, fact)


def places(f: Fuzz) -> tuple[Any, Any]:
    """A world and named cells in it."""
    world = some_world(f)
    named = {name: cell(f, world) for name in ("here", "there")[: f.randint(0, 2)]}
    return f.mostly(world, at.Graph([(0, 1, 2.0)]), odd=0.03), named
