"""The Characters page's session: plans that are kept, dropped and explained, and their search."""

import pytest

import asterion as at
from asterion.lab.characters.payload import payload_of
from asterion.lab.characters.scenes import SCENES
from asterion.lab.characters.session import CharactersSession
from asterion.lab.characters.setup import CharacterSetup, Deed, Fact
from asterion.lab.maps.links import decoded_link, link_of

BY_NAME = {scene.name: scene.make() for scene in SCENES}
SOLDIER = BY_NAME["A soldier and his plan"]


def decided(session):
    for _ in session.solving():
        pass
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
        assert session.decision.news == f"Keeps its plan for 'win': {len(plan) - number} to do."
    session.act()
    assert decided(session).news == "Nothing to do: all goals that are wanted are met."
    assert session.setup.state["enemy dead"] is True
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
    assert kept.cheaper == 2
    session.replan()
    assert decided(session).cheaper == 0
    assert names(session.decision)[-1] == "shoot from cover"
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
        "No plan for 'win': clips ≥ 1 for 'load', and no action gives that."
    )
    session.adopt(session.setup.with_fact("clips", 1).with_fact("at", "outside"))
    assert names(decided(session))[-1] == "shoot from cover"


def test_a_goal_that_matters_more_interrupts():
    session = session_of(BY_NAME["What matters more"])
    assert session.decision.goal == "win"
    session.adopt(session.setup.with_priority("live", 9))
    decision = decided(session)
    assert (decision.goal, names(decision)) == ("live", ["flee"])
    assert decision.news == "Drops 'win': 'live' matters more now."


# --- The search


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("estimate", ["unmet", "none"])
def test_the_search_shown_is_a_star_with_that_estimate(name, estimate):
    session = session_of(BY_NAME[name].with_estimate(estimate))
    decision = session.decision
    if not decision.search:
        assert name == "No clips, no plan"
        return
    search = decision.search
    best = min(each.cost for each in decision.comparisons)
    nodes, g = search["nodes"], {0: 0}
    assert nodes[0]["exact"] == best
    for step in search["steps"]:
        opened = {node: g[node] + nodes[node]["h"] for node in g}
        assert opened[step["node"]] == step["g"] + nodes[step["node"]]["h"]
        for _, node, cost in step["moves"]:
            g[node] = min(g.get(node, cost + step["g"]), cost + step["g"])
    assert search["cost"] == g[search["path"][-1]]
    over = any(node["exact"] is not None and node["h"] > node["exact"] for node in nodes)
    assert search["cost"] == best or over
    assert estimate == "unmet" or (search["cost"] == best and not over)


def test_orkins_estimate_misses_the_cheapest_plan_and_the_table_says_so():
    decision = session_of(BY_NAME["Orkin's estimate is too high"]).decision
    assert (decision.search["cost"], sum(each.cost for each in decision.actions)) == (3, 2)
    assert decision.search["nodes"][0]["h"] == 3 > decision.search["nodes"][0]["exact"] == 2
    rows = payload_of(decision)["rows"]
    assert rows[0][1:] == ["landmarks", 2, rows[0][3], True]
    assert rows[1] == ["forward", "Orkin's", 3, 3, False]


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
