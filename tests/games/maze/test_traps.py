"""Pit traps: where, when, how many, never under an agent, and everything as it was afterwards."""

from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.traps import FOREVER, TrapRules, Traps

RULES = TrapRules(most=9, shortest=3, longest=11)


def rough_field():
    grid = at.maps.scattered(15, density=0.25, seed=3)
    grid[grid.cost > 0] = np.arange(1, 1 + (grid.cost > 0).sum()) % 7 + 0.5
    return grid


@pytest.mark.slow
@pytest.mark.req("S000-53")
def test_ten_thousand_ticks_keep_the_rules():
    grid, random = rough_field(), Random(1)
    original = grid.cost.copy()
    free = [(r, c) for r, c in np.argwhere(original > 0).tolist()]
    traps = Traps(grid, RULES, seed=7)
    people = random.sample(free, 6)
    born, lives, places, left_out = {}, set(), set(), 0
    for now in range(10_000):
        changes = traps.tick(people)
        for cell in changes.closed:
            lives.add(now - born.pop(cell))
        for cell in changes.opened:
            assert cell not in people  # never under an agent
            assert original[cell] > 0  # only where it was free
            born[cell] = now
            places.add(cell)
        assert born.keys() == traps.open.keys()
        # The tile is impassable while open, and no other tile has changed.
        expected = original.copy()
        for cell in born:
            expected[cell] = 0
        assert (grid.cost == expected).all()
        # Each that ends is replaced at once, or skipped where an agent stands.
        assert len(born) <= RULES.most
        left_out += len(born) < RULES.most
        people = [random.choice([n for n, _ in grid.neighbours(cell)] or [cell]) for cell in people]
    assert lives == {*range(3, 12)}  # within bounds, and each of them happens
    assert places == {*free}
    assert 0 < left_out < 5000
    traps.clear()
    assert not traps.open
    assert (grid.cost == original).all()


@pytest.mark.req("S000-53")
def test_the_same_seed_gives_the_same_run():
    def run(seed):
        traps = Traps(rough_field(), RULES, seed=seed)
        return [traps.tick() for _ in range(300)]

    assert run(4) == run(4)
    assert run(4) != run(5)


@pytest.mark.req("S000-53")
def test_pits_come_and_go_only_at_their_interval_and_live_no_shorter_for_it():
    grid = rough_field()
    traps = Traps(grid, RULES._replace(interval=4), seed=2)
    born, lives = {}, set()
    for now in range(1, 1500):
        opened, closed = traps.tick()
        assert now % 4 == 0 or not (opened or closed)
        lives |= {now - born.pop(cell) for cell in closed}
        born |= dict.fromkeys(opened, now)
    assert lives == {4, 8, 12}  # 3 to 11, and up to 3 more until the next interval


@pytest.mark.req("S000-53")
def test_cells_are_spared_and_rules_may_change():
    grid = rough_field()
    free = [(r, c) for r, c in np.argwhere(grid.cost > 0).tolist()]
    traps = Traps(grid, RULES, seed=2, spared=free[:100])
    assert traps.places == len(free) - 100
    seen = set()
    for _ in range(500):
        seen |= {*traps.tick().opened}
    assert seen == {*free[100:]}
    traps.rules = RULES._replace(most=2)
    for _ in range(12):
        traps.tick()
    assert len(traps.open) == 2
    traps.rules = RULES._replace(most=20)
    traps.tick()
    assert len(traps.open) == 20
    with pytest.raises(at.InvalidValue, match="most is 999; the grid has"):
        traps.rules = RULES._replace(most=999)


def test_without_agents_the_number_is_always_full():
    traps = Traps(rough_field(), RULES, seed=2)
    for _ in range(200):
        traps.tick()
        assert len(traps.open) == RULES.most


def test_an_agent_changes_only_the_pits_under_itself():
    usual, other = (Traps(rough_field(), RULES, seed=9) for _ in range(2))
    free = [(r, c) for r, c in np.argwhere(usual.grid.cost > 0).tolist()]
    random, missing = Random(2), 0
    for _ in range(2000):
        held = random.sample(free, 20)
        opened, left = usual.tick().opened, other.tick(held).opened
        assert left == [cell for cell in opened if cell not in held]
        missing += len(opened) - len(left)
    assert missing > 50


def test_navigators_follow_the_journal():
    grid = at.maps.field(12)
    traps = Traps(grid, TrapRules(most=30, shortest=2, longest=6), seed=1)
    agent = at.Navigator(grid, (0, 0), (11, 11), algorithm="dstar-lite")
    for _ in range(100):
        traps.tick([agent.position, agent.goal])
        assert agent.path.cost == pytest.approx(
            at.find_path(grid, agent.position, agent.goal, algorithm="dijkstra").cost
        )


def test_what_others_did_to_a_cell_is_left_alone():
    grid = at.Grid([[1, 1]])
    traps = Traps(grid, TrapRules(most=2, shortest=2, longest=2), seed=0)
    traps.tick()
    grid[0, 0] = 5  # filled in
    traps.tick()
    assert traps.tick().closed
    grid[0, :] = [5, 1]
    traps.clear()
    assert grid.cost.tolist() == [[5, 1]]
    grid[0, 1] = 0  # walled up: no pit opens there, and nothing is opened after it
    for _ in range(9):
        traps.tick()
        assert (0, 1) not in traps.open
    traps.clear()
    assert grid.cost.tolist() == [[5, 0]]


@pytest.mark.req("S000-53")
def test_pits_by_hand_leave_the_timetable_and_the_ground_as_they_were():
    grid, plain = rough_field(), Traps(rough_field(), RULES, seed=7)
    original, random = grid.cost.copy(), Random(2)
    traps = Traps(grid, RULES, seed=7)
    free = [(r, c) for r, c in np.argwhere(original > 0).tolist()]
    dug = set()
    for _ in range(2000):
        there, _ = traps.tick(), plain.tick()
        assert dug <= {*there.opened, *there.closed}  # told with the next tick
        dug = {random.choice(free)} if random.random() < 0.3 else set()
        was_open = traps.open
        for cell in dug:
            traps.put(cell)
            assert (cell in traps.open) != (cell in was_open)
        by_hand = {cell for cell, end in traps.open.items() if end == FOREVER}
        others = {cell: end for cell, end in traps.open.items() if cell not in by_hand}
        assert others.items() <= plain.open.items()
        assert (grid.cost == np.where(mask(traps.open, grid.shape), 0, original)).all()
    traps.clear()
    assert (grid.cost == original).all()


def mask(cells, shape):
    made = np.zeros(shape, bool)
    for cell in cells:
        made[cell] = True
    return made


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (0, 3)])
def test_no_pit_is_put_on_a_wall_a_spared_tile_or_under_somebody(cell):
    grid = at.Grid.from_text("#...")
    traps = Traps(grid, TrapRules(most=0), seed=1, spared=[(0, 1)])
    with pytest.raises(at.InvalidValue, match="there can be no pit at"):
        traps.put(cell, occupied=[(0, 3)])
    traps.put((0, 2))
    assert grid[0, 2] == 0
