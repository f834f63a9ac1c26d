"""A frame budget on the playground: the frames are the service's, edits included."""

from dataclasses import replace
from itertools import pairwise
from math import isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.playground.frame_budget import Edit, FrameBudget, placed
from asterion.lab.playground.frame_run import STATUSES, STEPS
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.work import drained
from support.effort import SAMPLED, scaled


def made(random, *, edits=0, most=150):
    """A map with expensive cells, units on it, and cells that are drawn between frames."""
    rows, cols = random.randrange(8, 25), random.randrange(8, 40)
    cells = np.ones((rows, cols), np.uint8)
    for cell in np.ndindex(cells.shape):
        cells[cell] = random.choice([0, 1, 1, 1, random.randrange(2, 10)])
    cells[0, 0] = cells[rows - 1, cols - 1] = 1
    ends = (0, 0), (rows - 1, cols - 1)
    setup = Setup(cells, *ends, random.choice(["never", "clear", "always"])).with_budget(
        random.randrange(1, limits.UNITS + 1),
        expansions=random.randrange(1, most),
        quick=random.randrange(3, 16),
        seed=random.randrange(1000),
    )
    for _ in range(edits):
        nodes = [random.randrange(cells.size) for _ in range(4)]
        setup = setup.painted(nodes, random.choice([0, 0, 1, 5]), random.randrange(1, 60))
    return setup


def frames_of(setup):
    playground = Playground(setup)
    assert playground.solve() == []
    return playground.frames


def place(run, frame, unit):
    cols = run.setup.cells.shape[1]
    state = run.frames[frame][unit]
    return divmod(int(run.routes[state.route].nodes[state.at]), cols)


def ahead(run, frame, unit):
    cols = run.setup.cells.shape[1]
    state = run.frames[frame][unit]
    return [divmod(int(node), cols) for node in run.routes[state.route].nodes[state.at :]]


# --- The contents of frames


@pytest.mark.parametrize("edits", [0, 6])
def test_each_frame_is_what_the_service_has_then(edits):
    for seed in range(scaled(40)):
        setup = made(Random(seed), edits=edits)
        run = frames_of(setup)
        assert run.status == "done"
        grid = setup.grid()
        service = at.PathService(grid, quick=setup.budget.quick)
        units = [service.request(*ends) for ends in setup.units]
        for frame in range(len(run.frames)):
            if frame:
                service.run(expansions=setup.budget.expansions)
                for unit in units:
                    unit.step()
                for edit in setup.budget.edits:
                    if edit.frame == frame:
                        grid[divmod(edit.node, grid.shape[1])] = edit.cost
            for number, (unit, state) in enumerate(zip(units, run.frames[frame], strict=True)):
                assert STATUSES[state.status] == unit.status
                assert place(run, frame, number) == unit.position
                assert ahead(run, frame, number) == ([*unit.path] or [unit.position])
                route = run.routes[state.route]
                quick, moves = max(0, route.quick - state.at), len(route.nodes) - 1 - state.at
                parts = [("quick", quick), (STEPS[route.step], moves - quick)]
                assert [part for part in parts if part[1]] == unit.parts
                needs = (STEPS[state.needs], state.before) if state.needs else None
                assert needs == unit.place
        assert sum(run.expanded) == service.stats.expanded


def test_no_frame_has_more_expansions_than_the_budget_and_all_units_come_to_an_end():
    for seed in range(scaled(40)):
        setup = made(Random(seed), edits=3)
        run = frames_of(setup)
        assert max(run.expanded) <= setup.budget.expansions
        assert run.expanded[0] == 0
        assert all(STATUSES[unit.status] == "waiting" for unit in run.frames[0]) or any(
            start == goal for start, goal in setup.units
        )
        assert {STATUSES[unit.status] for unit in run.frames[-1]} <= {"arrived", "unreachable"}


def test_an_edit_changes_no_frame_before_it_and_sends_back_those_whose_path_it_closes():
    sent_back = 0
    for seed in range(scaled(60)):
        setup = made(Random(seed), most=400)
        before = frames_of(setup)
        frame = min(6, len(before.frames) - 1)
        routes = [ahead(before, frame, unit)[2:-1] for unit in range(len(setup.units))]
        closed = next((route[0] for route in routes if route), None)
        if closed is None or frame == 0:
            continue
        node = closed[0] * setup.cells.shape[1] + closed[1]
        run = frames_of(setup.painted([node], 0, frame))
        assert run.frames[:frame] == before.frames[:frame]
        for unit in range(len(setup.units)):
            assert place(run, frame, unit) == place(before, frame, unit)
            if closed in ahead(before, frame, unit)[1:]:
                sent_back += 1
                assert STATUSES[run.frames[frame][unit].status] == "waiting"
                assert len(ahead(run, frame, unit)) == 1
        assert run.sent_back[frame] >= 1
        assert sum(run.sent_back[:frame]) == 0
    assert sent_back > 10 or SAMPLED


def test_units_walk_where_the_world_lets_them_at_that_time():
    for seed in range(scaled(30)):
        setup = made(Random(seed), edits=8)
        run, grid = frames_of(setup), setup.grid()
        for frame in range(1, len(run.frames)):
            for unit in range(len(setup.units)):
                here, there = place(run, frame - 1, unit), place(run, frame, unit)
                assert here == there or there in dict(grid.neighbours(here))
            for edit in setup.budget.edits:
                if edit.frame == frame:
                    grid[divmod(edit.node, grid.shape[1])] = edit.cost


def test_the_table_has_when_each_unit_got_its_paths_and_what_its_way_has_cost():
    for seed in range(scaled(20)):
        setup = made(Random(seed))
        run = frames_of(setup)
        for number, row in enumerate(run.rows):
            trail = run.trail(number)
            assert row["unit"] == number + 1
            assert row["moves"] == len(trail) - 1
            start, goal = setup.units[number]
            best = at.find_path(setup.grid(), start, goal).cost
            if row["result"] == "unreachable":
                assert best == np.inf
                continue
            assert row["first path"] <= row["whole path"] <= row["arrived"]
            cost = at.validate(setup.grid(), trail) if len(trail) > 1 else 0.0
            assert isclose(row["cost"], cost, abs_tol=1e-3)
            assert cost >= best - 1e-9
            assert ("notes" in row) == (cost > best * (1 + 1e-9))
    assert "cost" not in frames_of(setup.painted([3], 1, 2)).rows[0]


def test_a_unit_that_is_soon_there_has_a_whole_path_when_it_arrives_at_the_latest():
    near = tuple(((2, 2), (2, 2 + cells)) for cells in range(6))
    budget = FrameBudget(expansions=1000, others=near)
    rows = frames_of(Setup(np.ones((5, 30), np.uint8), (2, 0), (2, 29), budget=budget)).rows
    assert [row["moves"] for row in rows] == [29, *range(6)]
    for row in rows:
        assert row["first path"] <= row["whole path"] <= row["arrived"]


def test_more_expansions_a_frame_never_delay_the_first_path_of_the_first_unit():
    setup = made(Random(3))
    waits = [
        frames_of(setup.with_budget(expansions=budget)).rows[0]["first path"]
        for budget in (2, 10, 50, 500)
    ]
    assert waits == sorted(waits, reverse=True)
    assert waits[0] > waits[-1]


# --- Set-up


def test_units_are_placed_by_the_seed_where_the_first_can_go():
    for seed in range(scaled(20)):
        setup = made(Random(seed))
        cols = setup.cells.shape[1]
        region = at.reachable(setup.grid(), setup.start)
        if region.sum() > 1:
            assert all(region[end] for ends in setup.budget.others for end in ends)
        again = placed(setup.grid(), setup.units[0], len(setup.units) - 1, setup.budget.seed)
        assert setup.budget.others == again
        more = setup.with_budget(limits.UNITS)
        assert more.units[: len(setup.units)] == setup.units
        assert more.with_budget(1).budget.others == ()
        assert cols == setup.cells.shape[1]


def test_a_set_up_comes_back_from_its_link():
    for seed in range(scaled(20)):
        setup = made(Random(seed), edits=5)
        again = Setup.from_link(setup.to_link())
        assert again.budget == setup.budget
        assert again.units == setup.units
        assert again.to_link() == setup.to_link()


def test_ends_of_units_stay_free_at_first_but_a_unit_may_be_walled_in_later():
    setup = Setup().with_budget(12)
    every = [*range(setup.cells.size)]
    walled = setup.painted(every, 0)
    assert {(r, c) for r, c in np.argwhere(walled.cells > 0).tolist()} == {
        end for ends in setup.units for end in ends if setup.cells[end]
    }
    run = frames_of(setup.painted(every, 0, frame=3))
    assert all(STATUSES[unit.status] in ("arrived", "unreachable") for unit in run.frames[-1])


def test_a_unit_is_moved_and_another_one_is_not():
    playground = Playground(Setup().with_budget(4))
    before = playground.setup.units
    cols = playground.setup.cells.shape[1]
    playground.move("goal", 3 * cols + 3, 2)
    after = playground.setup.units
    assert after[2] == (before[2][0], (3, 3))
    assert (after[:2], after[3:]) == (before[:2], before[3:])
    playground.move("start", 1, 0)
    assert playground.setup.start == (0, 1)
    with pytest.raises(at.InvalidValue, match="unit is 4; there are 4, from 0"):
        playground.move("start", 1, 4)


def test_another_map_places_units_again_and_drops_edits():
    setup = made(Random(2), edits=5).with_budget(6)
    other = setup.with_map(np.ones((4, 5), np.uint8))
    assert len(other.units) == 6
    assert other.budget.edits == ()
    assert frames_of(other).status == "done"
    assert setup.cleared().budget.edits == ()
    assert setup.searching().budget is None


def test_edits_are_undone_and_redone():
    playground = Playground(Setup().with_budget(3))
    for frame in (4, 2):
        playground.begin_stroke()
        playground.paint([5], 0, frame)
        playground.paint([6], 0, frame)
        playground.end_stroke()
    assert playground.setup.budget.edits == (
        Edit(2, 5, 0), Edit(2, 6, 0), Edit(4, 5, 0), Edit(4, 6, 0),
    )  # fmt: skip
    playground.undo()
    assert {edit.frame for edit in playground.setup.budget.edits} == {4}
    playground.undo()
    assert playground.setup.budget.edits == ()
    playground.redo()
    assert len(playground.setup.budget.edits) == 2


def test_the_last_stroke_over_a_cell_counts():
    budget = FrameBudget().edited(3, [1, 2], 0).edited(3, [2], 7).edited(1, [2], 5)
    assert budget.edits == (Edit(1, 2, 5), Edit(3, 1, 0), Edit(3, 2, 7))


# --- Limits


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [
        ("FRAMES", 5, "the lab plays 5 frames"),
        ("FRAME_WORK", 100, "more than 100 expansions, or cells of paths, were looked at"),
        ("FRAME_CELLS", 20, "the paths have more than 20 cells"),
    ],
)
def test_a_run_that_is_too_long_ends_and_says_why(monkeypatch, limit, most, said):
    setup = made(Random(1))
    monkeypatch.setattr(limits, limit, most)
    run = frames_of(setup)
    assert run.status == "stopped"
    assert said in run.caption
    assert run.caption.startswith(f"{len(run.frames) - 1} frames: ")  # the first is before them
    assert 1 < len(run.frames) < 60


@pytest.mark.slow
def test_the_largest_maze_is_stopped_and_not_waited_for():
    cells = at.maps.maze((1535, 1535), seed=1).cost.astype(np.uint8)
    setup = Setup(cells, (0, 0), (1534, 1534), "never").with_budget(12, expansions=1000)
    run = frames_of(setup)
    assert run.status in ("done", "stopped")
    assert sum(len(route.nodes) for route in run.routes) < 2 * limits.FRAME_CELLS


def test_a_start_in_a_wall_is_an_error_that_is_shown():
    cells = np.ones((4, 4), np.uint8)
    cells[0, 0] = 0
    run = frames_of(Setup(cells, (0, 0), (3, 3)).with_budget(1))
    assert (run.status, run.caption) == ("error", "start (0, 0) is a wall")
    assert run.rows == []


def test_a_run_ends_when_its_set_up_changes():
    playground = Playground(made(Random(5)))
    work = playground.solving()
    for _ in range(3):
        next(work)
    playground.paint([0], 1)
    assert drained(work) is None
    assert playground.frames is None


def test_searches_come_back_when_the_budget_goes():
    playground = Playground(Setup().with_budget(3))
    playground.solve()
    assert playground.results == []
    playground.adopt(playground.setup.searching())
    assert len(playground.solve()) == 2
    assert playground.frames is None
    playground.undo()
    playground.solve()
    assert playground.frames is not None


def test_first_paths_come_in_the_order_of_the_line():
    setup = replace(made(Random(8)), diagonal="clear").with_budget(6, expansions=8)
    firsts = [row.get("first path", 0) for row in frames_of(setup).rows]
    assert all(a <= b for a, b in pairwise(firsts))
