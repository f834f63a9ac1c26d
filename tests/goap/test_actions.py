"""Actions and domains: what they hold, and what they refuse."""

import copy
import pickle
import re

import numpy as np
import pytest

import asterion as at
from asterion import _core
from asterion.goap import Action, Domain, Goal, Places, add, at_least, between


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


def function(_):
    return True


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (
            lambda: Action(3, cost=1, needs={}, gives={}),
            TypeError,
            "name is 3; it must be a string",
        ),
        (
            lambda: Action("a", cost=-1, needs={}, gives={}),
            ValueError,
            "cost of 'a' is -1.0; it must be finite and at least 0",
        ),
        (lambda: Action("a", cost=nan, needs={}, gives={}), ValueError, "cost of 'a' is nan"),
        (lambda: Action("a", cost="x", needs={}, gives={}), TypeError, "cost of 'a' is 'x'"),
        (lambda: Action("a", cost=10**400, needs={}, gives={}), TypeError, "cost of 'a' is 1000"),
        (
            lambda: Action("a", cost=1, needs=["x"], gives={}),
            TypeError,
            "needs of 'a' is ['x']; it must be a dict of facts and values",
        ),
        (
            lambda: Action("a", cost=1, needs={"x": add(1)}, gives={}),
            TypeError,
            "needs['x'] of 'a' is add(1); add belongs in gives",
        ),
        (
            lambda: Action("a", cost=1, needs={}, gives={"x": at_least(1)}),
            TypeError,
            "gives['x'] of 'a' is at_least(1); bounds belong in needs",
        ),
        (
            lambda: Action("a", cost=1, needs={"x": function}, gives={}),
            TypeError,
            "it must be data, and `when` takes callables",
        ),
        (
            lambda: Action("a", cost=1, needs={"x": []}, gives={}),
            TypeError,
            "needs['x'] of 'a' is []; it must be hashable",
        ),
        (
            lambda: Action("a", cost=1, needs={"x": nan}, gives={}),
            ValueError,
            "needs['x'] of 'a' is nan, which is not equal to itself",
        ),
        (
            lambda: Action("a", cost=1, needs={}, gives={}, when=3),
            TypeError,
            "when of 'a' is 3; it must be a callable",
        ),
        (lambda: add(0), ValueError, "amount is 0; it must not be 0"),
        (lambda: add(-1, most=3), ValueError, "most=3 is not a valid bound for add(-1)"),
        (lambda: add(1, least=3), ValueError, "least=3 is not a valid bound for add(1)"),
        (lambda: add(0.5), TypeError, "amount is 0.5; it must be a whole number"),
        (lambda: add(10**30), ValueError, "it must be between -1000000000 and 1000000000"),
        (lambda: at_least(None), TypeError, "at_least is None; it must be a whole number"),
        (lambda: between(3, 2), ValueError, "no number is between(3, 2)"),
        (lambda: Domain(3), TypeError, "actions is 3; it must be a list of actions"),
        (lambda: Domain(["a"]), TypeError, "actions[0] is 'a'; it must be an Action"),
        (lambda: Domain([ACT, ACT]), ValueError, "two actions are called 'act'; names must differ"),
        (
            lambda: Domain([ACT, Action("b", cost=1, needs={"n": "x"}, gives={"n": add(1)})]),
            TypeError,
            "needs['n'] of 'b' is 'x', but 'n' is a number: action 'act' adds to it or bounds it",
        ),
        (lambda: Domain([ACT]).only("act"), TypeError, "names is 'act'; it must be a list"),
        (
            lambda: Domain([ACT]).only(["b"]),
            ValueError,
            "there is no action 'b'; there are 'act'",
        ),
        (lambda: at.goap.plan([ACT], 3, {}), TypeError, "state is 3; it must be a dict"),
        (lambda: at.goap.plan([ACT], {}, 3), TypeError, "goal is 3; it must be a dict"),
        (
            lambda: at.goap.plan([ACT], {}, {"n": add(1)}),
            TypeError,
            "goal['n'] is add(1); a goal has conditions, not effects",
        ),
        (
            lambda: at.goap.plan([ACT], {"n": "many"}, {"a": True}),
            TypeError,
            "state['n'] is 'many'; it must be a whole number",
        ),
        (
            lambda: at.goap.plan([ACT], {"a": []}, {"a": True}),
            TypeError,
            "state['a'] is []; it must be hashable",
        ),
        (
            lambda: at.goap.plan([ACT], {"a": nan}, {"a": True}),
            ValueError,
            "state['a'] is nan, which is not equal to itself",
        ),
        (
            lambda: at.goap.plan([ACT], {}, {}, direction="up"),
            ValueError,
            "direction is 'up'; choose one of 'auto', 'forward', 'backward'",
        ),
        (
            lambda: at.goap.plan([ACT], {}, {}, max_expansions=-1),
            ValueError,
            "max_expansions is -1; it must be at least 0",
        ),
        (
            lambda: at.goap.plan([ASKS], {}, {}, direction="backward"),
            ValueError,
            "direction='backward' cannot evaluate when of action 'asks'",
        ),
        (
            lambda: Goal("g", {}, priority="high"),
            TypeError,
            "priority of 'g' is 'high'; it must be a number",
        ),
        (lambda: Goal("g", {}, priority=nan), ValueError, "priority of 'g' is nan"),
        (lambda: at.goap.choose([3], [ACT], {}), TypeError, "goals[0] is 3; it must be a Goal"),
        (
            lambda: at.goap.Agent([3], {}),
            TypeError,
            "actions[0] is 3; it must be an Action or have actions(state)",
        ),
        (
            lambda: Places(GRID, {"a": (9, 9)}),
            IndexError,
            "places['a'] (9, 9) is outside the grid of 1 rows and 2 columns",
        ),
        (
            lambda: Places(GRID, {"a": (0, 0)}, marks={"cover": ["b"]}),
            ValueError,
            "marks['cover'] names 'b', which is not a place",
        ),
        (
            lambda: at.goap.priced([GAIN], {"n": 2}, baseline=1),
            ValueError,
            "baseline is 1.0, with which 'gain' costs -4.0; it must be at least 5.0",
        ),
        (
            lambda: at.goap.with_opportunity_costs([ACT], {"b": 1}),
            ValueError,
            "there is no action 'b'; there are 'act'",
        ),
    ],
)
def test_an_error_names_the_value_and_the_rule(make, kind, words):
    with pytest.raises(kind, match=re.escape(words)) as raised:
        make()
    assert isinstance(raised.value, at.AsterionError)


GRID = at.Grid([[1, 1]])
ACT = Action("act", cost=1, needs={"a": False}, gives={"a": True, "n": add(1)})
ASKS = Action("asks", cost=1, needs={}, gives={"a": True}, when=function)
GAIN = Action("gain", cost=1, needs={}, gives={"n": add(3)})


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
            actions.plan(facts, [], [], [], False, None, None)
