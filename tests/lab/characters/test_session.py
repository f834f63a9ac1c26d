"""The Characters page's session: plans that are kept, dropped and explained, and their search."""

import heapq
import random
from itertools import count
from math import inf

import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.characters import searches
from asterion.lab.characters.scenes import SCENES
from asterion.lab.characters.session import CharactersSession
from asterion.lab.characters.setup import ESTIMATES, Aim, CharacterSetup, Deed, Fact
from asterion.lab.maps.links import decoded_link, link_of
from asterion.lab.work import drained

BY_NAME = {scene.name: scene.make() for scene in SCENES}
SOLDIER = BY_NAME["A soldier and his plan"]


def decided(session):
    drained(session.solving())
    return session.decision


def session_of(setup=SOLDIER):
    session = CharactersSession()
    session.restore(setup)
    decided(session)
    return session


def names(decision):
    return [str(action) for action in decision.actions]


# --- Plans


def test_a_plan_is_carried_out_to_its_goal_and_kept_meanwhile():
    session = session_of()
    plan = names(session.decision)
    assert plan[-1] == "shoot from cover"
    for number in range(1, len(plan)):
        session.act()
        assert names(decided(session)) == plan[number:]
        assert session.decision.news.startswith(f"Keeps its plan for 'win': {len(plan) - number} ")
    session.act()
    assert decided(session).news == "Nothing to do: all goals that are wanted are met."
    assert session.setup.state["enemy dead"] is True
    assert [event.cause for event in session.log] == ["", *(f"does {name!r}" for name in plan)]
    assert session.undo()
    assert names(decided(session)) == plan[-1:]


def test_a_cost_that_rises_drops_the_plan_and_one_that_falls_does_not():
    session = session_of(
        SOLDIER.with_action("stab with the dagger", True).with_action("go to enemy", True)
    )
    before = names(session.decision)
    assert before == ["go to enemy", "stab with the dagger"]
    session.adopt(session.setup.with_cost("pick up weapon", 0).with_cost("go to crate", 2))
    kept = decided(session)
    assert names(kept) == before  # the other way costs 6 now, and this one 8
    assert (kept.is_kept, kept.cheaper) == (True, 2)
    session.replan()
    assert decided(session).cheaper == 0
    assert names(session.decision)[-1] == "shoot from cover"
    assert session.log[-1].cause == "you ask for another plan"
    session.adopt(session.setup.with_cost("load", 40))
    again = decided(session)
    assert again.news == "Plans again for 'win': 'load' costs 40 now, and 2 before."
    assert names(again) == before


def test_a_fact_that_changes_names_the_condition_that_fails():
    session = session_of()
    session.act()
    decided(session)
    session.adopt(session.setup.with_fact("clips", 0))
    assert decided(session).news == (
        "No plan for 'win': 'load' needs clips ≥ 1, and no action gives that."
    )
    assert [(each.fact, each.needed_by) for each in session.decision.missing] == [("clips", "load")]
    session.adopt(session.setup.with_fact("clips", 1).with_fact("at", "outside"))
    assert names(decided(session))[-1] == "shoot from cover"
    assert session.log[-1].cause == "'at' is outside, 'clips' is 1"


@pytest.mark.req("S004-18")
def test_a_door_that_closes_on_the_way_makes_another_plan_from_there():
    session = session_of(BY_NAME["A door that closes"])
    assert names(session.decision) == ["go to the door", "go through", "hide by the wall"]
    session.act()
    decided(session)
    session.adopt(session.setup.with_fact("door open", False))
    decision = decided(session)
    assert decision.news == "Plans again for 'hide': 'go through' needs door open."
    assert names(decision) == ["go to the crates", "hide by the crates"]


@pytest.mark.parametrize(
    ("change", "news", "plan"),
    [
        (lambda s: s.with_priority("live", 9), "Drops 'win': 'live' matters more now.", ["flee"]),
        (lambda s: s.with_priority("win", 0), "Drops 'win', which is not wanted any", ["flee"]),
        (lambda s: s.with_fact("clips", 0), "Drops 'win', for which there is no plan", ["flee"]),
        (
            lambda s: s.with_fact("enemy dead", True),
            "'win' is reached. A plan for 'live'",
            ["flee"],
        ),
        (lambda s: s.with_fact("enemy dead", True).with_fact("safe", True), "Nothing to do", []),
    ],
)
def test_the_news_say_why_a_goal_is_left(change, news, plan):
    session = session_of(BY_NAME["What matters more"])
    assert session.decision.goal == "win"
    session.adopt(change(session.setup))
    decision = decided(session)
    assert names(decision) == plan
    assert decision.news.startswith(news)


SAID = {  # by their texts: what a person does in a scene, and then the plan
    "A soldier and his plan": (
        lambda s: (
            s.with_action("go to enemy", True)
            .with_action("stab with the dagger", True)
            .with_cost("go to crate", 20)
        ),
        ["go to enemy", "stab with the dagger"],
    ),
    "An assassin: other actions": (lambda s: s.with_action("stab with the dagger", False), []),
    "No clips, no plan": (
        lambda s: s.with_fact("clips", 1),
        ["go to crate", "pick up weapon", "draw", "load", "shoot from cover"],
    ),
    "Spend and rest": (
        lambda s: s.with_fact("wolves", 3),
        ["rest", "bolt", "bolt", "rest", "bolt"],
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_a_scene_does_what_its_text_says(name):
    change, plan = SAID[name]
    session = session_of(BY_NAME[name])
    session.adopt(change(session.setup))
    assert sorted(names(decided(session))) == sorted(plan)
    if not plan:
        assert [each.fact for each in session.decision.missing] == ["enemy dead"]


def test_another_estimate_is_no_news():
    session = session_of()
    first = session.decision.news
    session.adopt(session.setup.with_estimate("exact"))
    assert decided(session).news == first
    assert len(session.log) == 1


def test_another_character_begins_a_log_of_its_own():
    session = session_of()
    session.act()
    decided(session)
    session.adopt(BY_NAME["Spend and rest"])
    decided(session)
    assert [event.cause for event in session.log] == [""]


def test_a_plan_that_is_dropped_while_it_is_made_is_not_kept(monkeypatch):
    session = session_of()
    known, drops = session._known, [session.begin]

    def interrupted(setup):
        if drops:
            drops.pop()()
        return known(setup)

    monkeypatch.setattr(session, "_known", interrupted)
    session.act()
    assert drained(session.solving()) is False
    decided(session)
    assert session.decision.news == "A plan for 'win': 4 actions, cost 5."
    assert len(session.log) == 1


# --- The search, compared with an exhaustive one


def holds(state, conditions):
    return all(
        wanted.least <= state[fact] <= wanted.most
        if isinstance(wanted, at.goap.Range)
        else state[fact] == wanted
        for fact, wanted in conditions
    )


def after(state, deed):
    state = dict(state)
    for fact, given in deed.gives:
        if not isinstance(given, at.goap.Change):
            state[fact] = given
        elif given.amount > 0:
            state[fact] = max(state[fact], min(state[fact] + given.amount, given.end))
        else:
            state[fact] = min(state[fact], max(state[fact] + given.amount, given.end))
    return state


def true_cost(setup, state, wants):
    """The cost of a cheapest plan, by looking at every state that can be reached."""
    seen, number = set(), count()
    waiting = [(0, next(number), state)]
    while waiting:
        cost, _, now = heapq.heappop(waiting)
        if holds(now, wants):
            return cost
        key = tuple(now.items())
        if key not in seen:
            seen.add(key)
            for deed in setup.deeds:
                if deed.on and holds(now, deed.needs):
                    heapq.heappush(waiting, (cost + deed.cost, next(number), after(now, deed)))
    return inf


def meddled(setup, dice):
    """The character after a few edits of a person."""
    for _ in range(dice.randrange(4)):
        fact = dice.choice(setup.facts)
        values = fact.choices or ([True, False] if type(fact.value) is bool else range(4))
        deed = dice.choice(setup.deeds)
        setup = setup.with_fact(fact.name, dice.choice(values))
        setup = setup.with_cost(deed.name, dice.randrange(8))
        setup = setup.with_action(dice.choice(setup.deeds).name, dice.random() < 0.7)
    return setup


@pytest.mark.req("S004-16")
@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("estimate", ESTIMATES)
def test_plans_searches_and_true_costs_are_those_of_an_exhaustive_search(name, estimate):
    dice = random.Random(name)
    for number in range(25):
        setup = BY_NAME[name] if not number else meddled(BY_NAME[name], dice)
        decision = session_of(setup.with_estimate(estimate)).decision
        if not decision.search:
            assert all(aim.priority <= 0 or holds(setup.state, aim.wants) for aim in setup.aims)
            continue
        (wants,) = (aim.wants for aim in setup.aims if aim.name == decision.goal)
        best = true_cost(setup, setup.state, wants)
        assert (best < inf) == bool(decision.actions)
        if decision.actions:
            state = setup.state
            for action in decision.actions:
                deed = next(each for each in setup.deeds if each.name == str(action))
                assert holds(state, deed.needs)
                state = after(state, deed)
            assert holds(state, wants)
            assert sum(action.cost for action in decision.actions) == best
        for row in decision.comparisons:
            assert row.status == ("found" if best < inf else "unreachable")
            assert row.cost >= best
            assert row.cost == best or not row.optimal
            assert row.cost == best or row.estimate == "unmet"
        shown_is_astar(decision.search, setup, wants, estimate)


def shown_is_astar(search, setup, wants, estimate):
    """Each expansion is of an open state with the smallest f, and h and true costs are right."""
    states = {0: setup.state}
    g, closed = {0: 0}, set()
    deeds = {deed.name: deed for deed in setup.deeds if deed.on}

    def f(node):
        h = search["nodes"][node]["h"]
        return inf if h == "∞" else g[node] + h

    for step in search["steps"]:
        node = step["node"]
        assert node not in closed
        assert f(node) == min(f(each) for each in g if each not in closed)
        assert step["g"] == g[node]
        closed.add(node)
        possible = [name for name, deed in deeds.items() if holds(states[node], deed.needs)]
        assert [name for name, _, _ in step["moves"]] == possible
        for name, to, cost in step["moves"]:
            state = states.setdefault(to, after(states[node], deeds[name]))
            assert state == after(states[node], deeds[name])
            if g[node] + cost < g.get(to, inf):
                g[to] = g[node] + cost
                closed.discard(to)
    for node, state in states.items():
        cost, told = true_cost(setup, state, wants), search["nodes"][node]
        assert told["exact"] == ("∞" if cost == inf else cost)
        unmet = sum(not holds(state, [condition]) for condition in wants)
        assert told["h"] == {"unmet": unmet, "none": 0, "exact": told["exact"]}[estimate]
    if search["path"]:
        assert search["cost"] == g[search["path"][-1]]
        assert holds(states[search["path"][-1]], wants)


def test_orkins_estimate_misses_the_cheapest_plan_and_the_table_says_so():
    decision = session_of(BY_NAME["An estimate that is too high"]).decision
    assert (decision.search["cost"], sum(each.cost for each in decision.actions)) == (3, 2)
    first = decision.search["nodes"][0]
    assert first["h"] == 3 > first["exact"] == 2
    rows = {(row.search, row.estimate): row for row in decision.comparisons}
    assert (rows["shown", "unmet"].cost, rows["shown", "unmet"].optimal) == (3, False)
    assert (rows["shown", "exact"].cost, rows["shown", "exact"].optimal) == (2, True)
    assert not rows["forward", "unmet"].optimal


def test_an_estimate_of_one_condition_is_the_same_in_every_state_but_the_last():
    decision = session_of(BY_NAME["An estimate that says little"]).decision
    search = decision.search
    assert {node["h"] for node in search["nodes"]} == {0, 1}
    assert [number for number, node in enumerate(search["nodes"]) if not node["h"]] == [
        search["path"][-1]
    ]
    expanded = {row.estimate: row.expanded for row in decision.comparisons[:3]}
    assert expanded["exact"] == len(decision.actions) < expanded["unmet"] < expanded["none"]


def test_numbers_without_bounds_end_at_the_limits(monkeypatch):
    monkeypatch.setattr(limits, "PLAN_EXPANSIONS", 300)
    monkeypatch.setattr(limits, "TRUE_COST_EXPANSIONS", 600)
    planned, plan_of = [], searches.plan_of
    monkeypatch.setattr(searches, "plan_of", lambda *a, **k: planned.append(a) or plan_of(*a, **k))
    chop = Deed("chop", 1, (), (("wood", at.goap.add(1)),))
    odd = Aim("odd", (("wood", at.goap.at_least(900)),))
    session = session_of(CharacterSetup((Fact("wood", 0),), (chop,), (odd,)))
    assert session.decision.news == "No plan for 'odd' within 300 expansions."
    assert len(planned) == 4 + 2  # to compare, and for true costs
    assert session.decision.search["status"] == "stopped"
    assert {node["exact"] for node in session.decision.search["nodes"]} == {"?"}


def test_large_searches_are_cut_off_and_say_so(monkeypatch):
    monkeypatch.setattr(limits, "CHARACTER_STATES", 8)
    monkeypatch.setattr(limits, "TRUE_COST_EXPANSIONS", 4)
    search = session_of(SOLDIER.with_estimate("none")).decision.search
    assert (search["status"], search["path"]) == ("stopped", [])
    assert len(search["nodes"]) >= 8
    assert search["nodes"][0]["exact"] == 9  # within the budget
    assert search["nodes"][-1]["exact"] == "?"


# --- Links and refusals


@pytest.mark.parametrize("name", BY_NAME)
def test_a_link_holds_all_of_it(name):
    setup = BY_NAME[name].with_estimate("none")
    assert CharacterSetup.from_link(setup.to_link()) == setup


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: SOLDIER.with_cost("draw", -1), "cost of 'draw' is -1; it must be a whole number"),
        (lambda: SOLDIER.with_cost("dance", 1), "action is 'dance'; choose"),
        (lambda: SOLDIER.with_fact("clips", 10), "clips is 10; it must be a whole number from 0"),
        (lambda: SOLDIER.with_fact("armed", 1), "armed is 1; it must be a bool"),
        (lambda: SOLDIER.with_fact("at", "moon"), "at is 'moon'; choose"),
        (lambda: SOLDIER.with_priority("win", 10), "priority of 'win' is 10"),
        (
            lambda: CharacterSetup((Fact("a", False),), (Deed("b", 1, (("c", True),), ()),), ()),
            "'b' is about 'c', which is no fact",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(change, message):
    with pytest.raises((at.InvalidValue, at.InvalidType)) as refused:
        change()
    assert str(refused.value).startswith(message)


def test_a_damaged_link_is_refused():
    values = decoded_link(SOLDIER.to_link())
    del values["v"]
    for broken in ({"facts": 3}, {"actions": [["a", 1, [["b", ["jump", 1, 2]]], [], True]]}):
        with pytest.raises(at.InvalidValue):
            CharacterSetup.from_link(link_of(values | broken))
