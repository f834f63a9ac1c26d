"""Orders under fog: agents that are sent around, share what they see, and have twins who forget."""

from dataclasses import replace
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.terrain.agent import Choice, Order
from asterion.lab.terrain.recording import Moved, Ordered, Planned
from asterion.lab.terrain.setup import TerrainSetup
from asterion.search.trace import KINDS
from support import reference
from support.effort import scaled
from support.terrain_replay import Moment

NAMES = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]
RULES = ["never", "clear", "always"]
POCKET = at.Grid.from_text("""
    .........
    .######..
    .#.......
    .######..
    .........
""").cost.astype(np.uint8)
INSIDE, EAST, WEST = (2, 2), (2, 8), (2, 0)


def setup_of(cells, starts, *orders, agents=None, **options):
    agents = agents or ["dstar-lite"] * len(starts)
    choices = tuple(map(Choice, agents))
    options = {"diagonal": "never", **options}
    return TerrainSetup(
        cells, starts[0], starts[0], agents=choices, mode="orders",
        starts=tuple(starts), orders=orders, **options,
    )  # fmt: skip


def walked(session):
    while session.step():
        pass
    return session


def cells_near(world, walker_cells, sight=1):
    """What could be seen from these cells."""
    seen = np.zeros(world.shape, bool)
    for cell in walker_cells:
        seen |= at.visible(world, cell, radius=sight)
    return seen


@pytest.mark.req("S001-50")
@pytest.mark.parametrize("name", NAMES)
def test_the_first_search_after_an_order_knows_all_that_was_seen_and_the_twins_nothing(name):
    setup = setup_of(POCKET, [INSIDE], Order(0, EAST), Order(0, WEST), agents=[name])
    session = walked(setup.session())
    records = session.records_since(0)
    orders = [i for i, each in enumerate(records) if isinstance(each, Ordered)]
    second = [i for i in orders if records[i].number == 2]
    assert [records[i].agent for i in second] == [0, 1]  # the agent, and its twin
    for index, remembers in zip(second, [True, False], strict=True):
        number = records[index].agent
        plan = next(i for i in range(index, len(records))
                    if isinstance(records[i], Planned) and records[i].agent == number)  # fmt: skip
        before, then = Moment(records[:index]), Moment(records[:plan])
        seen = before.agents[0].known
        assert seen[2, 1]  # the end of the dead end
        agent = (*then.agents, *then.twins)[number]
        assert (agent.known[seen]).all() == remembers
        if remembers:
            assert (agent.presumed[seen] == POCKET[seen]).all()
        else:
            assert (agent.known == at.visible(session.world, EAST, radius=1)).all()
    _, back = session.legs
    assert (back.moves, back.without) == (12, at.explore(
        at.Grid(POCKET, diagonal="never"), EAST, WEST, algorithm=name, replan="path").moves
    )  # fmt: skip
    assert back.moves < back.without
    assert f"saved {back.without - 12} moves" in session.comparison()["head"]


@pytest.mark.req("S001-51")
@pytest.mark.parametrize("name", NAMES)
def test_a_wall_that_one_has_seen_is_avoided_by_another_without_being_seen(name):
    """The second is sent when the first, who was in the dead end, has arrived."""
    setup = setup_of(
        POCKET, [INSIDE, EAST], Order(0, (0, 8)), Order(1, WEST), agents=["dstar-lite", name]
    )
    session = walked(setup.session())
    records = session.records_since(0)
    moves = [each.cell for each in records if isinstance(each, Moved) and each.agent == 1]
    trail = [EAST, *(divmod(cell, 9) for cell in moves)]
    assert trail[-1] == WEST
    own = cells_near(session.world, trail[:-1])
    assert not own[2, 1]  # on its way it was never near the end of the dead end
    assert session.walkers[1].agent.known[2, 1]
    assert not {*trail} & {(2, col) for col in range(2, 7)}
    leg = session.legs[1]
    assert leg.moves == 12 < leg.without
    twin = leg.twin.agent
    assert twin.known[2, 1]  # who had to see for itself


def some_setup(random, names, agents=None):
    side = random.randint(5, 10)
    cells = np.array([[random.choice([0, 0, 1, 1, 1, 1, 3]) for _ in range(side + 1)]
                      for _ in range(side)], np.uint8)  # fmt: skip
    agents = agents or random.randint(1, 3)
    starts = [(random.randrange(side), random.randrange(side + 1)) for _ in range(agents)]
    for start in starts:
        cells[start] = 1
    return setup_of(
        cells, starts, agents=random.choices(names, k=agents),
        diagonal=random.choice(RULES), sight=random.choice([1, 1, 3]),
    )  # fmt: skip


def some_cell(random, shape):
    return tuple(random.randrange(size) for size in shape)


def obeyed(session, random):
    """Orders at random moments, also to walls, and before the last one is carried out."""
    for _ in range(60):
        if random.random() < 0.15:
            agent = random.randrange(len(session.walkers))
            session.order(agent, some_cell(random, session.world.shape))
        session.step()
    return walked(session)


@pytest.mark.req("S001-50")
@pytest.mark.req("S001-51")
@pytest.mark.parametrize("agents", [2, 3])
def test_a_run_is_that_of_explorers_who_share_a_belief_walked_by_hand(agents):
    """Tick by tick; and their paths are cheapest in a model of what all have seen."""
    for seed in range(scaled(8)):
        random = Random(f"{agents}/{seed}")
        setup = some_setup(random, NAMES, agents)
        session = setup.session()
        world = setup.grid()
        own, belief = [], None
        for post, chosen in zip(setup.posts, setup.agents, strict=True):
            own.append(at.Explorer(world, post, post, algorithm=chosen.algorithm, replan="path",
                                   sight=setup.sight, belief=belief))  # fmt: skip
            belief = own[0].belief
        seen = cells_near(world, setup.posts, setup.sight)
        for _ in range(50):
            if random.random() < 0.15:
                agent, cell = random.randrange(agents), some_cell(random, world.shape)
                session.order(agent, cell)
                own[agent].goal = cell
                own[agent].plan()
            session.step()
            for each in own:
                each.step()
                seen |= at.visible(world, each.position, radius=setup.sight)
            for each in own:
                each.plan()
            presumed = np.where(seen, world.cost, 1.0)
            for walker, each in zip(session.walkers, own, strict=True):
                assert walker.agent.position == each.position
                assert walker.agent.stats.searches == each.stats.searches
                assert (walker.agent.known == seen).all()
                assert (walker.agent.belief.cost == presumed).all()
                rules = np.where(presumed == 0, inf, presumed).tolist(), world.diagonal
                ways = reference.dijkstra(*rules, world.diagonal_cost, each.position)
                assert isclose(walker.agent.path.cost, ways.get(each.goal, inf), rel_tol=1e-9)


@pytest.mark.req("S001-50")
def test_a_twin_walks_as_if_each_order_were_the_first():
    done = dropped = 0
    for seed in range(scaled(25)):
        random = Random(seed)
        setup = some_setup(random, NAMES)
        session = setup.session()
        obeyed(session, random)
        for leg in session.legs:
            chosen = setup.agents[leg.agent].algorithm
            alone = at.explore(session.world, leg.start, leg.goal, algorithm=chosen,
                               replan="path", sight=setup.sight)  # fmt: skip
            assert leg.is_compared == leg.is_done == (leg.without is not None)
            if leg.is_done:
                assert (leg.without, leg.twin.reached, leg.reached) == (
                    alone.moves, alone.reached, alone.reached,
                )  # fmt: skip
                done += 1
            dropped += not leg.is_compared
        moves = [sum(leg.moves for leg in session.legs if leg.agent == i)
                 for i in range(len(setup.agents))]  # fmt: skip
        assert moves == [walker.moves for walker in session.walkers]
    assert done > 40
    assert dropped > 20


MESSAGES = {True: "I reached the target.", False: "I cannot reach the target.", None: None}


def check_same(then, walker, cols):
    """Compare an agent or a twin in the journal with the one that walks."""
    agent = walker.agent
    assert divmod(then.position, cols) == agent.position
    assert (then.known == agent.known).all()
    assert (then.presumed == agent.belief.cost).all()
    assert (then.planning is not None) == walker.planning
    if then.goal is None:
        assert (then.message, walker.moves) == (None, 0)  # it has no order yet
        return
    assert divmod(then.goal, cols) == agent.goal
    if walker.planning:
        return
    assert then.message == MESSAGES[walker.reached]
    if len(then.path) > 1:
        assert then.path == [row * cols + col for row, col in agent.path]


def test_the_journal_alone_tells_every_moment():
    for seed in range(scaled(20)):
        random = Random(seed)
        setup = replace(some_setup(random, NAMES), budget=random.choice([0, 0, 4]))
        session, moment, records = setup.session(), Moment(), 0
        for _ in range(60):
            for record in session.records_since(records):
                moment.take(record)
                records += 1
            assert moment.time == session.time
            assert (moment.world == session.world.cost).all()
            twins = [leg and leg.twin for leg in session._twins]
            pairs = zip((*moment.agents, *moment.twins), (*session.walkers, *twins), strict=True)
            for then, walker in pairs:
                if walker is None:
                    assert then.goal is None
                else:
                    check_same(then, walker, session.world.shape[1])
            what = random.random()
            if what < 0.1:
                agent = random.randrange(len(session.walkers))
                session.order(agent, some_cell(random, session.world.shape))
            elif what < 0.2:
                cells = [some_cell(random, session.world.shape)]
                session.edit(cells, random.choice([0, 1, 5]))
            else:
                session.step()


def test_the_orders_given_repeat_the_run_move_by_move_also_from_a_link():
    for seed in range(scaled(15)):
        random = Random(seed)
        setup = some_setup(random, NAMES)
        session = setup.session()
        obeyed(session, random)
        again = TerrainSetup.from_link(replace(setup, orders=session.given).to_link())
        twin = walked(again.session())
        assert twin.given == session.given
        assert twin.time == session.time
        assert [leg.time for leg in twin.legs] == [leg.time for leg in session.legs]
        trails = [[(type(each).__name__, each) for each in run.records_since(0)
                   if type(each).__name__ in ("Tick", "Moved", "Ordered", "Ended")]
                  for run in (session, twin)]  # fmt: skip
        assert trails[0] == trails[1]


@pytest.mark.parametrize("name", ["repeated-forward", "repeated-backward", "jps"])
def test_the_steps_of_a_search_are_those_in_what_all_had_seen_by_then(name):
    traced = 0
    for seed in range(scaled(12)):
        random = Random(seed)
        session = obeyed(some_setup(random, [name], agents=2).session(), random)
        for record in session.records_since(0):
            if not isinstance(record, Planned) or record.agent >= 2:
                continue
            trace = session.search_steps(record.agent, record.number)
            states = record.state.reshape(session.world.shape)
            assert (trace.kind == KINDS.index("closed")).sum() == record.expanded
            assert (trace.replay() == states).all() if record.expanded else not len(trace)
            traced += record.expanded > 0
    assert traced > 50


def test_an_order_may_come_at_any_time_and_ends_the_one_before_it_and_those_to_come():
    setup = setup_of(POCKET, [INSIDE], Order(0, EAST), Order(0, WEST), Order(0, (0, 0)))
    session = setup.session()
    for _ in range(3):
        session.step()
    session.order(0, (4, 8))
    assert session.given == (Order(0, EAST), Order(0, (4, 8), 3))
    walked(session)
    first, second = session.legs
    assert (first.is_compared, first.reached, first.without) == (False, None, None)
    assert (second.start, second.reached) == ((2, 5), True)
    session.order(0, (1, 3))  # a wall, which it has seen
    walked(session)
    assert (session.legs[-1].reached, session.legs[-1].moves) == (False, 0)
    assert session.legs[-1].without > 0  # its twin had to go and see
    session.order(0, session.walkers[0].agent.position)
    assert (session.legs[-1].moves, session.legs[-1].without) == (0, 0)


def test_who_is_at_rest_sees_what_is_drawn_beside_it_and_who_had_no_way_walks_on():
    setup = setup_of(np.ones((1, 6), np.uint8), [(0, 0), (0, 5)], Order(1, (0, 4)))
    session = walked(setup.session())
    session.edit([(0, 1)], 0)
    assert session.walkers[1].agent.known[0, 1]
    session.order(1, (0, 0))
    walked(session)
    assert session.legs[-1].reached is False
    session.edit([(0, 1)], 1)  # the first sees it, the second walks
    assert not session.is_over
    walked(session)
    assert session.legs[-1].reached is True


def test_what_cannot_be_ordered_is_refused_by_name(monkeypatch):
    session = setup_of(POCKET, [INSIDE]).session()
    with pytest.raises(at.InvalidValue, match=r"agent is 1; there are 1, from 0"):
        session.order(1, EAST)
    with pytest.raises(at.InvalidValue, match=r"the order is to \(9, 0\), beside the map of 5 x 9"):
        session.order(0, (9, 0))
    monkeypatch.setattr(limits, "ORDERS", 1)
    session.order(0, EAST)
    with pytest.raises(at.InvalidValue, match="1 orders have been given; begin again"):
        session.order(0, WEST)
    assert len(session.legs) == 1


def test_walls_on_the_ends_of_a_map_are_opened_when_orders_are_over():
    setup = setup_of(POCKET, [EAST]).with_mode("unknown").with_mode("orders")
    setup = replace(setup, start=(0, 0), goal=(4, 4)).painted([0, 40, 26], 0)
    assert [int(setup.cells[cell]) for cell in ((0, 0), (4, 4), EAST)] == [0, 0, 1]  # who is there
    setup = setup.with_mode("unknown")
    assert [int(setup.cells[cell]) for cell in ((0, 0), (4, 4))] == [1, 1]
    setup.session()
    moved = setup.with_mode("orders").with_post(0, 11)
    assert (moved.posts, int(moved.cells[1, 2])) == (((1, 2),), 1)
