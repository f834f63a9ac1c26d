"""Random domains, and the oracle of planners: the rules again, searched by the textbook."""

from types import SimpleNamespace

import asterion as at
from asterion.goap import Action, Change, Range
from asterion.textbook.dijkstra import steps


def met(state, conditions):
    """Whether a state meets conditions, by the documented rules alone."""
    for fact, wanted in conditions.items():
        value = state.get(fact, False)
        if isinstance(wanted, Range):
            if not wanted.least <= value <= wanted.most:
                return False
        elif value != wanted:
            return False
    return True


def can(state, action):
    """Whether an action can be done."""
    return met(state, action.needs) and (action.when is None or action.when(state))


def after(state, action):
    """The state after an action."""
    new = dict(state)
    for fact, given in action.gives.items():
        if isinstance(given, Change):
            value = state.get(fact, 0)
            beyond = value > given.end if given.amount > 0 else value < given.end
            stop = min if given.amount > 0 else max
            new[fact] = value if beyond else stop(value + given.amount, given.end)
        else:
            new[fact] = given
    return new


def key(state):
    """A state as a dict key; unnamed facts are False."""
    return frozenset((fact, value) for fact, value in state.items() if value != False)  # noqa: E712


def dijkstra(actions, state, goal, most=20_000):
    """The cost of the cheapest plan, by the textbook; None if that takes too many states."""

    def neighbours(facts):
        here = dict(facts)
        if met(here, goal):
            return [("done", 0)]
        return [(key(after(here, action)), action.cost) for action in actions if can(here, action)]

    search = steps(SimpleNamespace(neighbours=neighbours), key(state), "done")
    for _ in range(most):
        try:
            next(search)
        except StopIteration as end:
            return end.value[1]
    return None


def execute(plan, state, goal, *, optimal=True):
    """Execute a plan step by step, and check its attributes."""
    assert plan.found
    assert plan.optimal or not optimal
    assert plan.status == "found"
    states, cost = [dict(state)], 0
    for action in plan:
        assert can(states[-1], action), action
        states.append(after(states[-1], action))
        cost += action.cost
    assert plan.states == states
    assert plan.cost == cost
    assert met(states[-1], goal)
    return cost


class Maker:
    """Draws domains: facts with two and with several values, and numbers with bounds."""

    VALUES = ("a", "b", ("c", 1), None)

    def __init__(self, dice):
        self.dice = dice
        self.flags = [f"flag{i}" for i in range(dice.randint(1, 6))]
        self.words = [f"word{i}" for i in range(dice.randint(0, 2))]
        self.numbers = [f"number{i}" for i in range(dice.randint(0, 2))]
        self.facts = self.flags + self.words + self.numbers

    def condition(self, fact):
        if fact in self.flags:
            return self.dice.random() < 0.7
        if fact in self.words:
            return self.dice.choice(self.VALUES)
        number = self.dice.randint(0, 4)
        wide = at.goap.between(number, number + self.dice.randint(0, 2))
        return self.dice.choice([number, at.goap.at_most(number), at.goap.at_least(number), wide])

    def effect(self, fact):
        if fact not in self.numbers:
            return self.condition(fact)
        if self.dice.random() < 0.2:
            return self.dice.randint(0, 5)
        amount = self.dice.choice([-3, -2, -1, 1, 2, 3])
        if amount < 0:
            return at.goap.add(amount, least=self.dice.randint(-2, 2))
        return at.goap.add(amount, most=self.dice.randint(2, 6))

    def some(self, kind, most):
        drawn = self.dice.sample(self.facts, min(len(self.facts), self.dice.randint(0, most)))
        return {fact: kind(fact) for fact in drawn}

    def when(self):
        wanted = self.some(self.condition, 1)
        return lambda state: met(state, wanted)

    def action(self, name, *, when):
        return Action(
            name,
            cost=self.dice.choice([0, 1, 1, 2, 3, 5]),
            needs=self.some(self.condition, 2),
            gives=self.some(self.effect, 3) or {self.flags[0]: True},
            when=self.when() if when else None,
        )

    def state(self):
        dice = self.dice
        state = {fact: dice.random() < 0.3 for fact in self.flags if dice.random() < 0.8}
        state |= {fact: dice.choice([*self.VALUES, "elsewhere"]) for fact in self.words}
        return state | {fact: dice.randint(-2, 4) for fact in self.numbers}


def random_domain(dice, *, whens=0.0):
    """Actions, a state and a goal; ``whens`` is how many of the actions have a callable."""
    maker = Maker(dice)
    actions = [
        maker.action(f"act{i}", when=dice.random() < whens) for i in range(dice.randint(1, 9))
    ]
    goal = maker.some(maker.condition, 3)
    if dice.random() < 0.1:  # no action changes it: true from the start, or never
        goal |= dict.fromkeys(maker.words, "elsewhere") or {"unheard of": dice.random() < 0.5}
    return actions, maker.state(), goal
