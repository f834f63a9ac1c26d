"""The session of the crowds page: walks, drawings while they walk, and replays."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asterion as at
from asterion.io.movingai import Problem
from asterion.lab import limits
from asterion.lab.crowds.floors import halls
from asterion.lab.crowds.session import JAM, CrowdSession
from asterion.lab.crowds.setup import CrowdSetup, Event

FLOOR = np.ones((6, 9), np.uint8)
CELLS = st.lists(st.integers(0, FLOOR.size - 1), min_size=1, max_size=6, unique=True)
CHANGES = st.tuples(st.sampled_from(["costs", "targets", "units"]), st.integers(0, 2), CELLS)
ORDERS = st.tuples(st.just("order"), st.integers(0, FLOOR.size - 1), CELLS)


def crowd_on(cells, units=(), targets=(), **parts):
    """A set-up with units and goals of team 1 in these flat cells."""
    setup = CrowdSetup.on(cells, **parts)
    return setup.drawn("units", list(units), 1).drawn("targets", list(targets), 1)


def walked(session, changes=(), ticks=20):
    """Where the units are and go, tick by tick, while these changes are made at their ticks."""
    seen = []
    for tick in range(ticks):
        for layer, value, cells in (change for at_tick, change in changes if at_tick == tick):
            ids = [unit for unit in cells if unit < len(session.origins)]
            if layer == "order":
                session.order(ids, value)
            elif layer == "units" and value == 0:
                session.dismiss(ids)
            else:
                session.change(layer, cells, value)
        session.step()
        for walk in session.walks:
            assert len({*walk.cells.tolist()}) == len(walk.ids)
            assert np.array_equal(walk.crowd.ids, walk.ids)
            assert np.array_equal(session.as_numbers(np.asarray(walk.crowd.goals)), walk.goals)
        seen.append([[*map(np.ndarray.tolist, (w.ids, w.cells, w.goals))] for w in session.walks])
    return seen


def to_the_end(session, most=2000):
    while session.step():
        assert session.tick < most
    return session


# --- Replays


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 12), CHANGES | ORDERS), max_size=8),
    st.sampled_from(["again", "stay", "leave"]),
    st.integers(0, 3),
)
def test_a_run_is_repeated_exactly_with_all_that_was_drawn(changes, then, seed):
    setup = crowd_on(FLOOR, range(0, 54, 4), [5, 31], then=then, engines=("pibt", "lacam"))
    session = CrowdSession(replace(setup, seed=seed))
    seen = walked(session, changes)
    again = CrowdSession(CrowdSetup.from_link(session.record().to_link()))
    assert walked(again) == seen
    assert np.array_equal(again.world.cost, session.world.cost)
    assert np.array_equal(again.targets, session.targets)


def test_another_seed_is_another_run():
    runs = [
        walked(CrowdSession(crowd_on(FLOOR, range(0, 54, 4), engines=("pibt",), seed=seed)))
        for seed in (1, 2)
    ]
    assert runs[0] != runs[1]


def test_both_engines_get_the_same_goals_in_the_same_order():
    setup = crowd_on(FLOOR, range(0, 54, 6), engines=("pibt", "lacam"))
    session = CrowdSession(setup)
    had = [{unit: [] for unit in range(9)} for _ in session.walks]
    for _ in range(150):
        for walk, goals in zip(session.walks, had, strict=True):
            for unit, goal in zip(walk.ids.tolist(), walk.goals.tolist(), strict=True):
                if goals[unit][-1:] != [goal]:
                    goals[unit].append(goal)
        session.step()
    for unit in range(9):
        first, second = (goals[unit] for goals in had)
        both = min(len(first), len(second))
        assert both > 3
        assert first[:both] == second[:both]


# --- What units do when they are there


def test_those_who_stay_keep_their_formation_and_the_walk_ends():
    cells = halls(12, 8, 2)
    setup = crowd_on(cells, [18, 19, 36, 37], [34, 35, 52, 53], then="stay")
    (walk,) = to_the_end(CrowdSession(setup)).walks
    assert walk.cells.tolist() == walk.goals.tolist() == [34, 35, 52, 53]
    assert walk.counts.there == walk.counts.units == 4


def test_shared_goals_gather_a_team_around_them():
    setup = crowd_on(np.ones((15, 15), np.uint8), range(9), [112], then="stay")
    session = CrowdSession(setup)
    for _ in range(60):
        session.step()
    (walk,) = session.walks
    away = np.abs(session.as_cells(walk.cells) - 7).max(axis=1)
    assert away.max() <= 2
    assert session.is_over  # although the goal has room for one


def test_those_who_leave_take_the_nearest_exit_and_turn_when_it_is_shut():
    cells = np.ones((3, 21), np.uint8)
    session = CrowdSession(crowd_on(cells, [25], [21, 41], then="leave"))
    (walk,) = session.walks
    assert walk.goals.tolist() == [21]
    session.step()
    session.change("costs", [1, 22, 43], 0)  # a wall before the near exit
    assert walk.goals.tolist() == [41]
    to_the_end(session)
    assert (walk.counts.units, walk.counts.arrivals) == (0, 1)


def test_who_stands_in_an_exit_that_is_shut_takes_another():
    cells = np.ones((1, 9), np.uint8)
    session = CrowdSession(crowd_on(cells, [1], [0, 1, 8], then="leave"))
    (walk,) = session.walks
    session.change("costs", [0, 1], 0)
    assert walk.goals.tolist() == [8]


def test_those_who_go_on_take_only_goals_of_their_team():
    setup = crowd_on(FLOOR, [0, 1], [10, 20, 30]).drawn("units", [8], 2).drawn("targets", [53], 2)
    session = CrowdSession(setup)
    (walk,) = session.walks
    for _ in range(60):
        assert {*walk.goals[:2].tolist()} <= {10, 20, 30}
        assert walk.goals[2] == 53
        session.step()
    assert walk.counts.arrivals > 10


def test_units_without_goals_of_their_team_go_to_free_cells_that_they_reach():
    cells = FLOOR.copy()
    cells[:, 6] = 0
    session = CrowdSession(crowd_on(cells, [0, 1, 2]))
    (walk,) = session.walks
    for _ in range(40):
        assert (walk.goals % 9 < 6).all()
        session.step()


@pytest.mark.parametrize("then", ["again", "stay", "leave"])
def test_a_group_gathers_where_it_is_sent_and_stays_until_it_is_sent_on(then):
    setup = crowd_on(np.ones((9, 30), np.uint8), range(4), [269], then=then, engines=("pibt",))
    session = CrowdSession(setup.drawn("units", [29], 2))
    session.order([0, 1, 2, 3], 4 * 30 + 20)
    for _ in range(60):
        session.step()
    (walk,) = session.walks
    group = session.as_cells(walk.cells[walk.ids < 4])
    assert len(group) == 4
    assert np.abs(group - (4, 20)).max() <= 1
    assert np.array_equal(walk.cells[:4], walk.goals[:4])
    session.change("targets", [0], 1)
    assert {*walk.goals[:4].tolist()} <= {0, 269}


# --- Drawings


def test_goals_that_are_drawn_send_the_team_and_no_other():
    setup = crowd_on(FLOOR, [0, 1], then="stay").drawn("units", [8], 2)
    session = CrowdSession(setup)
    (walk,) = session.walks
    other = walk.goals[2]
    session.change("targets", [40, 41], 1)
    assert walk.goals.tolist() == [40, 41, other]
    session.change("targets", [40, 41], 0)
    assert not {*walk.goals[:2].tolist()} & {40, 41} or session.targets.any()


def test_a_goal_that_becomes_a_wall_is_replaced_by_the_next():
    session = CrowdSession(crowd_on(FLOOR, [0], [22, 50]))
    (walk,) = session.walks
    for _ in range(50):
        goal = int(walk.goals[0])
        session.change("costs", [goal], 0)
        assert walk.goals[0] != goal
        session.change("costs", [goal], 1)
        session.step()


def test_units_are_added_where_all_boards_have_room_and_taken_from_all():
    setup = crowd_on(FLOOR, [0, 26], [20], then="stay", engines=("pibt", "lacam"))
    session = CrowdSession(setup)
    session.change("costs", [53], 0)
    session.change("units", [0, 26, 52, 53], 2)  # two units and a wall are there
    for walk in session.walks:
        assert walk.ids.tolist() == [0, 1, 2]
        assert walk.cells[2] == 52
        assert session.teams_of(walk.ids).tolist() == [1, 1, 2]
    session.dismiss([1])
    assert [walk.ids.tolist() for walk in session.walks] == [[0, 2], [0, 2]]


@given(CHANGES, CHANGES)
def test_an_undo_while_they_walk_restores_the_map(one, other):
    before = crowd_on(FLOOR, [0, 8], [20])
    session = CrowdSession(before)
    session.step()
    after = before
    for layer, value, cells in (one, other):
        after = after.drawn(layer, cells, value)
    assert after.differs_in_layers_alone(before)
    session.follow(before, after)
    assert np.array_equal(session.world.cost, after.cells)
    assert np.array_equal(session.targets, after.targets)
    session.follow(after, before)
    assert np.array_equal(session.world.cost, before.cells)
    assert np.array_equal(session.targets, before.targets)


def test_a_jam_is_counted_from_ten_ticks_on():
    cells = np.ones((1, 8), np.uint8)
    session = CrowdSession(crowd_on(cells, [0, 1], [7], then="stay", engines=("pibt",)))
    session.change("costs", [3], 0)
    (walk,) = session.walks
    for _ in range(JAM + 4):
        session.step()
    waited = [unit for unit in walk.waits.tolist() if unit >= JAM]
    assert walk.counts.jammed == len(waited) > 0
    assert walk.counts.longest == max(walk.waits)


# --- Set-ups


def test_units_are_placed_at_random_by_the_seed_and_teams_are_kept():
    setup = crowd_on(FLOOR, [0, 1]).drawn("units", [5], 2)
    first, same, other = (setup.with_units(20, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.units, same.units)
    assert not np.array_equal(first.units, other.units)
    assert first.number == other.number == 20
    assert [int((first.units == team).sum()) for team in (1, 2)] == [10, 10]


def test_on_another_map_there_are_as_many_units_as_have_room():
    setup = crowd_on(FLOOR, range(20), [30])
    small = setup.with_map(np.ones((3, 6), np.uint8))
    assert (small.number, int(small.targets.sum())) == (9, 0)
    cells = np.zeros((20, 20), np.uint8)
    cells[3:9, 4:12] = 1
    placed = setup.with_map(cells)
    assert placed.number == 20
    assert not (placed.units[cells == 0]).any()


def test_a_scenario_sends_each_unit_to_a_goal_of_its_own():
    shape = FLOOR.shape
    problems = [Problem(0, "m.map", shape, (0, i), (5, 8 - i), 9.0) for i in range(5)]
    setup = CrowdSetup.on(FLOOR, diagonal="clear").with_problems(problems, 4)
    assert (setup.number, setup.then, setup.diagonal) == (4, "stay", "never")
    (walk,) = to_the_end(CrowdSession(setup)).walks
    assert session_ends(walk) == {(i, 5 * 9 + 8 - i) for i in range(4)}
    again = CrowdSetup.from_link(setup.to_link())
    assert session_ends(to_the_end(CrowdSession(again)).walks[0]) == session_ends(walk)


def session_ends(walk):
    return {*zip(walk.ids.tolist(), walk.cells.tolist(), strict=True)}


def test_the_number_of_units_is_limited_by_the_map(monkeypatch):
    monkeypatch.setattr(limits, "CROWD_DISTANCES", 54 * 3)
    setup = crowd_on(FLOOR, [0, 1, 2])
    with pytest.raises(at.InvalidValue, match="there are 4 units; a map of 6 x 9 has up to 3"):
        setup.drawn("units", [3], 1)
    with pytest.raises(at.InvalidValue, match="there are 5 units; a map of 6 x 9 has up to 3"):
        CrowdSession(setup).change("units", [3, 4], 1)


def test_the_number_of_changes_of_a_run_is_limited(monkeypatch):
    monkeypatch.setattr(limits, "CROWD_CHANGES", 5)
    session = CrowdSession(crowd_on(FLOOR, [0]))
    session.change("costs", range(20, 25), 0)
    with pytest.raises(at.InvalidValue, match="the run has 6 changes; it can have 5: begin again"):
        session.change("costs", [30], 0)
    CrowdSetup.from_link(session.record().to_link())


def test_changes_of_a_link_are_made_at_their_ticks():
    script = (Event(2, "costs", 0, (4, 13)), Event(3, "gone", 0, (0,)))
    session = CrowdSession(crowd_on(FLOOR, [0, 8], script=script))
    walls = []
    for _ in range(4):
        session.step()
        walls.append((int((session.world.cost == 0).sum()), len(session.walks[0].ids)))
    assert walls == [(0, 2), (0, 2), (2, 2), (2, 1)]
