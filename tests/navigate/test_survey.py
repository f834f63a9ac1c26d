"""A survey sees all that can be reached, always walking to the nearest frontier."""

import re
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SAMPLED, scaled
from support.worlds import DIAGONALS, random_worlds


def cells_of(record):
    return [(row, col) for row, col in record.trajectory.tolist()]


def looks(world, cells, sight):
    """The cells seen after each of the cells, by the rule of sight alone."""
    seen = np.zeros(world.shape, bool)
    for row, col in cells:
        seen = seen | at.visible(world, (row, col), radius=sight)
        yield seen


def frontiers(world, seen):
    """The cells seen to be free from which a move may lead to an unseen one: cell by cell."""
    free = world.total > 0
    hopeful = at.Grid(np.where(seen, free, True), diagonal=world.diagonal)
    return {
        (row, col)
        for row, col in np.argwhere(free & seen).tolist()
        if any(not seen[beside] for beside, _ in hopeful.neighbours((row, col)))
    }


@pytest.mark.req("S000-122")
@pytest.mark.parametrize("sight", [1, 2, 5])
def test_everything_that_can_be_reached_is_seen(sight):
    random = Random(f"survey {sight}")
    rules = dict.fromkeys(DIAGONALS, 0)
    for world, free in random_worlds(random, 1000, largest=12):
        start = random.choice(free)
        record = at.survey(world.world, start, sight=sight)
        within_reach = at.reachable(world.world, start)
        assert record.complete
        assert record.seen[within_reach].all()
        assert record.shares[-1] == 1
        cells = cells_of(record)
        assert cells[0] == start
        assert at.validate(world.world, cells) >= 0
        assert len(record.shares) == len(cells) == record.moves + 1
        rules[world.grid.diagonal] += len(cells) > 4
    assert min(rules.values()) > 50 or SAMPLED


@pytest.mark.req("S000-122")
@pytest.mark.parametrize("rule", DIAGONALS)
@pytest.mark.parametrize("make", [at.maps.maze, at.maps.rooms, at.maps.caves, at.maps.scattered])
def test_mazes_rooms_and_caves_are_covered(make, rule):
    world = make((25, 31), seed=5, diagonal=rule)
    start = tuple(np.argwhere(world.cost > 0)[0].tolist())
    for sight in (1, 4):
        record = at.survey(world, start, sight=sight)
        assert record.complete
        assert (record.seen | ~at.reachable(world, start)).all()


@pytest.mark.req("S000-122")
def test_what_is_recorded_is_what_could_be_seen():
    random = Random("record")
    for world, free in random_worlds(random, 300, largest=10):
        start, sight = random.choice(free), random.choice([1, 1, 3])
        record = at.survey(world.world, start, sight=sight)
        within_reach = at.reachable(world.world, start)
        seen = [*looks(world.world, cells_of(record), sight)]
        assert (seen[-1] == record.seen).all()
        shares = [(mask & within_reach).sum() / within_reach.sum() for mask in seen]
        assert np.allclose(shares, record.shares)
        assert (np.diff(record.shares) >= 0).all()


@pytest.mark.req("S000-122")
def test_it_goes_to_the_nearest_frontier_and_stops_when_there_is_none():
    """Each leg is a cheapest path, by its knowledge, to a frontier none of which is nearer."""
    random = Random("nearest")
    legs = 0
    for world, free in random_worlds(random, 300, largest=9):
        start, sight = random.choice(free), random.choice([1, 1, 2])
        total = np.array(world.total)
        cells = cells_of(at.survey(world.world, start, sight=sight))
        target = None
        for i, seen in enumerate(looks(world.world, cells, sight)):
            beyond = frontiers(world.world, seen)
            chart = at.Grid(
                np.where(seen & (total < inf), total, 0),
                diagonal=world.grid.diagonal,
                diagonal_cost=world.grid.diagonal_cost,
            )
            away = at.distances(chart, cells[i])
            nearest = min((away[cell] for cell in beyond), default=inf)
            if i + 1 == len(cells):
                assert nearest == inf  # none can be reached
                break
            if target is None or not target & beyond:  # a leg ends where nothing is left to see
                target = {cell for cell in beyond if isclose(away[cell], nearest, rel_tol=1e-9)}
                legs += 1
            cost = dict(chart.neighbours(cells[i]))[cells[i + 1]]
            onward = at.distances(chart, cells[i + 1])
            target = {
                cell
                for cell in target
                if isclose(cost + onward[cell], away[cell], rel_tol=1e-9, abs_tol=1e-9)
            }
            assert target
    assert legs > 500 or SAMPLED


def test_at_most_the_moves_asked_for():
    world = at.maps.rooms(21, seed=4)
    whole = at.survey(world, (0, 0))
    for moves in (0, 1, 7, whole.moves - 1, whole.moves, whole.moves + 5):
        part = at.survey(world, (0, 0), moves=moves)
        assert (part.trajectory == whole.trajectory[: moves + 1]).all()
        assert part.complete == (moves >= whole.moves)
        assert np.allclose(part.shares, whole.shares[: moves + 1])


def test_an_agent_that_sees_further_walks_less():
    walked = {1: 0, 6: 0}
    for seed in range(scaled(20)):
        world = at.maps.rooms((24, 24), seed=seed)
        for sight in walked:
            walked[sight] += at.survey(world, (0, 0), sight=sight).moves
    assert walked[6] < walked[1] / 2


def test_an_enclosed_agent_has_seen_all_at_once():
    record = at.survey(at.Grid.from_text(".#.\n##.\n..."), (0, 0))
    assert (record.moves, record.complete, record.shares.tolist()) == (0, True, [1.0])
    assert at.survey(at.Grid([[1]]), (0, 0)).seen.tolist() == [[True]]


def test_the_cells_that_a_view_closes_are_walls():
    grid = at.maps.field((1, 5))
    view = grid.view(blocked=[[False, False, True, False, False]])
    record = at.survey(view, (0, 0))
    assert record.seen.tolist() == [[True, True, True, False, False]]
    with pytest.raises(ValueError, match=re.escape("start (0, 2) is closed to this view")):
        at.survey(view, (0, 2))
