"""Actions and domains: their attributes, and their errors."""

import copy
import pickle

import numpy as np
import pytest

import asterion as at
from asterion import _core
from asterion.goap import Action, add, at_least


def test_an_action_is_its_name():
    act = Action("wave", cost=1, needs={}, gives={"seen": True})
    assert act == "wave"
    assert {"wave": "hello.anim"}[act] == "hello.anim"
    assert f"{act} {act.name}" == "wave wave"
    assert act.costing(3).cost == 3
    with pytest.raises(AttributeError, match="an action is immutable; cost of 'wave' cannot"):
        act.cost = 2
    with pytest.raises(TypeError):
        act.needs["x"] = 1


def test_an_action_is_a_copy_of_what_it_was_made_of_and_survives_copying():
    needs = {"gold": at_least(2)}
    act = Action("pay", cost=2.5, needs=needs, gives={"gold": add(-2), "paid": True})
    needs["gold"] = at_least(9)
    for twin in (act, pickle.loads(pickle.dumps(act)), copy.deepcopy(act), copy.copy(act)):
        assert twin == act
        assert (twin.cost, dict(twin.needs)) == (2.5, {"gold": at_least(2)})
        assert twin.apply({"gold": 2}) == {"gold": 0, "paid": True}


nan = float("nan")


ACT = Action("act", cost=1, needs={"a": False}, gives={"a": True, "n": add(1)})


class Evil:
    """A value that raises on every operation."""

    def __eq__(self, other):
        raise RuntimeError("no")

    def __hash__(self):
        return 1


def test_hostile_values_are_refused_and_do_no_harm():
    with pytest.raises(at.InvalidType, match="must be hashable"):
        at.goap.plan([ACT], {"a": Evil()}, {"a": True})
    with pytest.raises(at.InvalidType, match="must be hashable"):
        Action("a", cost=1, needs={"x": Evil()}, gives={})
    # Facts that no action mentions are not checked.
    plan = at.goap.plan([ACT], {"b": Evil(), "c": np.zeros(3)}, {"a": True})
    assert plan.actions == ["act"]


def test_numpy_values_are_what_they_are_equal_to():
    state = {"a": np.bool_(False), "n": np.int64(3)}
    plan = at.goap.plan([ACT], state, {"a": np.True_, "n": at_least(np.int8(4))})
    assert plan.actions == ["act"]
    assert plan.states[-1]["n"] == 4


def test_numbers_at_the_end_of_their_range_stay_there():
    top = 10**9
    up = Action("up", cost=1, needs={}, gives={"n": add(top)})
    for direction in ("forward", "backward"):
        plan = at.goap.plan([up], {"n": 5}, {"n": top}, direction=direction)
        assert plan.states[-1] == {"n": top}
        plan = at.goap.plan([up], {"n": -top}, {"n": at_least(1)}, direction=direction)
        assert [state["n"] for state in plan.states] == [-top, 0, top]
        down = Action("down", cost=1, needs={}, gives={"n": add(-top)})
        plan = at.goap.plan([down], {"n": 5}, {"n": -top}, direction=direction)
        assert [state["n"] for state in plan.states] == [5, 5 - top, -top]


def test_the_core_checks_the_numbers_it_is_given():
    deed = (1.0, [(0, 0)], [], [(0, 1)], [], False)
    actions = _core.ActionSet([2], 0, [deed])
    for bad in [([7], 0, [(1.0, [(3, 0)], [], [], [], False)]), ([1], 0, [deed])]:
        with pytest.raises(at.InvalidValue, match="there is no such"):
            _core.ActionSet(*bad)
    for facts in ([], [0, 0]):
        with pytest.raises(at.InvalidValue, match="a state has a value for each fact"):
            actions.plan(facts, [], [], [], False, False, None, None)
