"""The session of unknown and changing terrain: its actions, and its journal."""

import re
from itertools import pairwise
from random import Random
from threading import Thread

import numpy as np
import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.maps.moves import Link
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.recording import (
    Edited,
    Ended,
    GoalMoved,
    Planned,
    Planning,
    Started,
    Tick,
)
from asterion.lab.terrain.setup import TerrainSetup
from asterion.search import registry
from asterion.search.trace import KINDS
from support.effort import scaled
from support.terrain_replay import Moment

NAMES = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]
PLAIN = ["astar", "repeated-forward", "repeated-backward", "jps"]
MODES = ["unknown", "changing"]
SQUARE_RULES = ["never", "clear", "one-clear", "always"]
DIAGONALS = [*SQUARE_RULES, "hex", "hex-columns", "triangle"]
TIES = ["auto", "high-g", "low-g", "fifo", "lifo", "random", "straight"]
# The example of the assignment: E3 to E5 around the walls B3 C3 D3 E4.
EXAMPLE = at.Grid.from_text(".....\n..#..\n..#..\n..#..\n...#.").cost
START, TARGET = (4, 2), (4, 4)


def world(random, *, side=9, terrain=0.3):
    """Costs with walls and, if asked for, terrain; and two free cells."""
    cost = np.ones((side, side + 2), np.uint8)
    for cell in np.ndindex(cost.shape):
        if random.random() < terrain:
            cost[cell] = random.randrange(2, 10)
        if random.random() < 0.3:
            cost[cell] = 0
    ends = [(random.randrange(side), random.randrange(side)) for _ in range(2)]
    for end in ends:
        cost[end] = 1
    return cost, *ends


def session_of(cost, start, goal, *, agents, diagonal="clear", **options):
    agents = tuple(Choice(each) if isinstance(each, str) else each for each in agents)
    cells = np.asarray(cost).astype(np.uint8)
    return TerrainSetup(cells, start, goal, diagonal, agents=agents, **options).session()


def flat(cell, session):
    return cell[0] * session.world.shape[1] + cell[1]


def check(moment, session):
    """Compare the journal's moment with the session."""
    assert moment.time == session.time
    assert (moment.world == session.world.cost).all()
    assert moment.goal == flat(session.goal, session)
    for then, walker in zip(moment.agents, session.walkers, strict=True):
        agent = walker.agent
        assert then.position == flat(agent.position, session)
        assert then.path == [flat(cell, session) for cell in agent.path]
        if session.setup.mode == "unknown":
            assert (then.known == agent.known).all()
            assert (then.presumed == agent.belief.cost).all()
        else:
            assert then.known.all()
            assert (then.presumed == agent.world.cost).all()
        expected = {True: "I reached the target.", False: "I cannot reach the target.", None: None}
        assert then.message == expected[walker.reached]
        assert agent.arrived == (walker.reached is True)
        assert bool(agent.path) == (walker.reached is not False)


def happens(random, session):
    """Something between two moves, as often as not near an agent or his path."""
    what = random.random()
    if what < 0.5:
        return
    rows, cols = session.world.shape
    if what < 0.9:
        cells = [(random.randrange(rows), random.randrange(cols)) for _ in range(3)]
        path = [*random.choice(session.walkers).agent.path]
        if path and random.random() < 0.7:
            cells.append(random.choice(path[:4]))  # the agent's own cell, too
        session.edit(cells, random.choice([0, 0, 1, 1, 1, 5]))
    elif session.setup.mode == "changing":
        session.move_goal((random.randrange(rows), random.randrange(cols)))


def follow(session, moment, n):
    """The picture after all events since record n, and the present number of records."""
    news = session.records_since(n)
    for record in news:
        moment.take(record)
    check(moment, session)
    return n + len(news)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_the_journal_alone_tells_every_moment_while_the_world_is_edited(name, mode):
    for seed in range(scaled(12)):
        random = Random(f"{name}/{mode}/{seed}")
        cost, start, goal = world(random, terrain=random.choice([0, 0.3]))
        session = session_of(
            cost,
            start,
            goal,
            agents=[name, random.choice(NAMES)],
            mode=mode,
            diagonal=random.choice(DIAGONALS),
            sight=random.choice([1, 1, 3]),
        )
        moment = Moment()
        n = follow(session, moment, 0)
        for _ in range(40):
            happens(random, session)
            n = follow(session, moment, n)
            walking = [walker.reached is None for walker in session.walkers]
            assert session.step() == any(walking)
            n = follow(session, moment, n)


@pytest.mark.parametrize("mode", MODES)
def test_paths_are_cheapest_for_the_world_as_each_knows_it(mode):
    for seed in range(scaled(20)):
        random = Random(seed)
        cost, start, goal = world(random)
        session = session_of(cost, start, goal, agents=["dstar-lite", "astar"], mode=mode)
        for _ in range(15):
            session.edit([(random.randrange(9), random.randrange(9))], random.choice([0, 1, 7]))
            session.step()
            for then in Moment(session.records_since(0)).agents:
                cells = [divmod(node, 11) for node in then.path]
                presumed = at.Grid(then.presumed)
                if len(cells) > 1 and presumed[cells[0]]:
                    best = at.find_path(presumed, cells[0], session.goal).cost
                    assert at.validate(presumed, cells) == pytest.approx(best)


@pytest.mark.req("S001-08")
@pytest.mark.parametrize("name", ["repeated-forward", "adaptive", "dstar-lite"])
def test_a_time_step_has_its_three_panes_and_the_path_marked_when_new(name):
    """As the browser gets them: equal to a plain explorer's, walked beside it."""
    session = session_of(EXAMPLE, START, TARGET, agents=[name], diagonal="never")
    while session.step():
        pass
    twin = at.Explorer(
        at.Grid(EXAMPLE, diagonal="never"), START, TARGET, algorithm=name, replan="path"
    )
    times, searches = 0, 0
    records = session.records_since(0)
    begin = [i for i, record in enumerate(records) if isinstance(record, Tick)]
    ends = [*begin[1:], len(records)]
    for time, end in enumerate(ends):
        moment = Moment(records[:end])
        agent = moment.agents[0]
        assert moment.time == time
        path = [flat(cell, session) for cell in twin.path]
        assert (moment.world == EXAMPLE).all()
        assert (agent.known == twin.known).all()
        assert (agent.presumed == twin.belief.cost).all()
        assert (agent.presumed[~agent.known] == 1).all()
        assert agent.path == path
        assert agent.fresh == (len(twin.searches) > searches)
        searches = len(twin.searches)
        times += 1
        assert (twin.step() is None) == (end == len(records))
    assert times == 13
    assert searches == 3
    assert [plan["expanded"] for plan in session.table()[0]["plans"]] == [
        search.expanded for search in twin.searches
    ]


def test_a_plan_tells_what_it_cost_and_the_states_of_the_search():
    session = session_of(EXAMPLE, START, TARGET, agents=["dstar-lite"], mode="changing")
    plan = next(r for r in session.records_since(0) if isinstance(r, Planned))
    twin = at.Navigator(at.Grid(EXAMPLE), START, TARGET, algorithm="dstar-lite")
    assert plan.path.tolist() == [row * 5 + col for row, col in twin.path]
    assert plan.cost == twin.path.cost
    stats = twin.stats
    counts = (stats.expanded, stats.generated, stats.pushes, stats.pops)
    assert (plan.expanded, plan.generated, plan.pushes, plan.pops) == counts
    assert plan.seconds > 0
    assert (plan.state == twin.state.ravel()).all()


def test_large_worlds_keep_no_states():
    side = 129
    assert side * side > limits.STATE_CELLS
    session = session_of(np.ones((side, side)), (0, 0), (5, 5), agents=["astar"])
    assert next(r for r in session.records_since(0) if isinstance(r, Planned)).state is None


def walked(name, mode, seed):
    """A session that went on for a while: one who repairs, and one of these with some options."""
    random = Random(f"{name}/{mode}/{seed}")
    terrain, moves = random.choice([0, 0.3]), random.choice(DIAGONALS)
    is_square = moves in SQUARE_RULES
    ways = {"links": [Link((0, 1), (8, 7), 2.0)]} if random.random() < 0.2 else {}
    options = {}
    if name != "jps" and random.random() < 0.8:
        options["ties"] = random.choice([ties for ties in TIES if is_square or ties != "straight"])
        if options["ties"] == "random":
            options["seed"] = random.randrange(5)
        named = ["octile"] if is_square else []
        options["heuristic"] = random.choice(["auto", "zero", *named, lopsided])
    session = session_of(
        *world(random, terrain=terrain),
        agents=["dstar-lite", Choice(name, options)],
        mode=mode,
        diagonal=moves,
        **ways,
    )
    for _ in range(20):
        if random.random() < 0.3:
            cell = random.randrange(9), random.randrange(9)
            session.edit([cell], random.choice([0, 0, 1, 1 + bool(terrain)]))
        session.step()
    return session


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", PLAIN)
def test_the_steps_of_a_search_match_the_plan(name, mode):
    """As many expansions, the same cells open and closed, and the same path."""
    traced = 0
    for session in (walked(name, mode, seed) for seed in range(50)):
        for record in [r for r in session.records_since(0) if isinstance(r, Planned)]:
            trace = session.search_steps(record.agent, record.number)
            if record.agent == 0:
                assert trace is None
            elif trace is not None:  # else he planned his way out of a wall
                traced += 1
                assert (trace.kind == KINDS.index("closed")).sum() == record.expanded
                states = record.state.reshape(session.world.shape)
                # A goal that is a wall has no search; the states are the previous ones.
                assert (trace.replay() == states).all() if record.expanded else not len(trace)
                assert tells(trace, record, session.setup.agents[1])
    assert traced > 50


def lopsided(a, b):
    """A user's own estimate, asymmetric and never too large."""
    return max(abs(a[0] - b[0]), b[1] - a[1], 0) * 0.5


def tells(trace, plan, choice):
    """Whether the last parents in the trace are the path's; jumps and bends are not."""
    if choice.algorithm == "jps" or choice.options.get("ties") == "straight":
        return True
    opened = trace.kind != KINDS.index("closed")
    parents = dict(zip(trace.node[opened].tolist(), trace.parent[opened].tolist(), strict=True))
    nodes = plan.path.tolist()
    if choice.algorithm != "repeated-backward":
        nodes.reverse()
    return all(parents[node] == parent for node, parent in pairwise(nodes))


def test_out_of_a_wall_there_is_no_plain_search():
    session = session_of(EXAMPLE, START, TARGET, agents=["astar"], mode="changing")
    session.edit([START], 0)
    assert session.search_steps(0, 1) is not None
    assert session.search_steps(0, 2) is None
    while session.step():
        pass
    assert session.walkers[0].reached


def test_an_edit_may_shut_an_agent_in_and_let_him_out():
    session = session_of(np.ones((1, 6)), (0, 0), (0, 5), agents=["dstar"], mode="changing")
    assert session.step()
    session.edit([(0, 3)], 0)
    assert session.records_since(0)[-1] == Ended(0, reached=False)
    assert session.records_since(0)[-1].message == "I cannot reach the target."
    assert not session.step()
    session.edit([(0, 3)], 2)
    while session.step():
        pass
    assert session.records_since(0)[-1] == Ended(0, reached=True)
    assert session.time == 5


def test_an_edit_that_changes_nothing_is_not_told():
    session = session_of(EXAMPLE, START, TARGET, agents=["dstar-lite"])
    before = len(session.records_since(0))
    session.edit([(0, 0), (0, 1)], 1)
    session.edit([], 0)
    assert len(session.records_since(0)) == before
    session.edit(np.array([(0, 0), (1, 2), (0, 0)]), 0)  # of which one is a wall already
    edit = session.records_since(before)[0]
    assert isinstance(edit, Edited)
    assert edit.cells.tolist() == [0]
    assert edit.costs.tolist() == [0]


def test_a_goal_moves_for_those_who_know_the_world_and_begins_a_journey_for_those_who_do_not():
    session = session_of(EXAMPLE, START, TARGET, agents=["dstar-lite"], mode="changing")
    while session.step():
        pass
    n = len(session.records_since(0))
    session.move_goal(TARGET)
    assert session.records_since(n) == []
    session.move_goal((0, 0))
    assert session.records_since(n)[0] == GoalMoved(0)
    assert session.walkers[0].agent.position == TARGET
    while session.step():
        pass
    assert session.walkers[0].agent.position == (0, 0)

    session = session_of(EXAMPLE, START, TARGET, agents=["dstar-lite"])
    session.step()
    n = len(session.records_since(0))
    session.move_goal((0, 0))
    assert isinstance(session.records_since(n)[0], Started)
    assert session.time == 0
    assert session.walkers[0].agent.position == START
    session.edit([START], 0)
    with pytest.raises(ValueError, match=re.escape("start (4, 2) is a wall")):
        session.move_goal((1, 1))
    assert session.goal == (0, 0)
    check(Moment(session.records_since(0)), session)


def test_who_starts_at_the_goal_has_arrived():
    for mode in MODES:
        session = session_of(EXAMPLE, START, START, agents=["astar"], mode=mode)
        check(Moment(session.records_since(0)), session)
        assert session.records_since(0)[-1] == Ended(0, reached=True)
        assert not session.step()
        assert session.table()[0]["plans"] == []


@pytest.mark.parametrize("mode", MODES)
def test_a_navigator_of_ones_own_walks_beside_the_others(mode, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))

    class Own:
        def __init__(self, world, *_, gain=1):
            self.world = world
            self.state = np.full(world.shape, gain)

        def plan(self, start, goal, changed):  # noqa: ARG002
            return at.find_path(self.world, start, goal)

    class Shy(Own):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.state = None

    at.register("own", Own, kind="navigator", options=("gain",))
    at.register("shy", Shy, kind="navigator")
    agents = [Choice("own", {"gain": 2}), "shy", "dstar-lite", "auto"]
    session = session_of(EXAMPLE, START, TARGET, agents=agents, mode=mode)
    moment, n = Moment(), 0
    while session.step():
        session.edit([(0, session.time % 5)], 3)
        n = follow(session, moment, n)
    assert all(agent.message == "I reached the target." for agent in moment.agents)
    plans = [r for r in session.records_since(0) if isinstance(r, Planned)]
    assert all((plan.state == 2).all() for plan in plans if plan.agent == 0)
    assert all(plan.state is None for plan in plans if plan.agent == 1)
    assert session.search_steps(0, 1) is None


@pytest.mark.parametrize("mode", MODES)
def test_after_an_error_of_ones_own_navigator_the_session_continues(mode, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    plans = []

    class Flaky:
        def __init__(self, world, *_):
            self.world = world

        def plan(self, start, goal, changed):  # noqa: ARG002
            plans.append(start)
            if len(plans) in (2, 3):
                raise RuntimeError("not today")
            return at.find_path(self.world, start, goal)

    at.register("flaky", Flaky, kind="navigator")
    agents = ["flaky", "repeated-forward"]
    session = session_of(np.ones((3, 6)), (1, 0), (1, 5), agents=agents, mode=mode)
    with pytest.raises(RuntimeError, match="not today"):
        session.edit([(1, 1)], 0)
    with pytest.raises(RuntimeError, match="not today"):
        session.step()
    while session.step():
        check(Moment(session.records_since(0)), session)
    assert [walker.reached for walker in session.walkers] == [True, True]
    trace = session.search_steps(1, 2)  # the plan after the edit, from the start all the same
    assert trace[0].cell == (1, 0)


def test_a_worker_thread_may_walk():
    session = session_of(EXAMPLE, START, TARGET, agents=NAMES[:4])
    worker = Thread(target=lambda: [session.step() for _ in range(30)])
    worker.start()
    worker.join()
    assert [walker.reached for walker in session.walkers] == [True] * 4
    session.edit([(0, 0)], 0)
    check(Moment(session.records_since(0)), session)


# --- A budget of expansions per step


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_with_a_budget_a_plan_takes_as_many_steps_as_it_needs_and_no_more_work(name, mode):
    waited = 0
    for seed in range(scaled(8)):
        random = Random(f"{name}/{mode}/{seed}")
        cost, start, goal = world(random, side=14)
        options = {"agents": [name], "mode": mode, "sight": random.choice([1, 3])}
        budget = random.choice([1, 5, 20])
        held = session_of(cost, start, goal, budget=budget, **options)
        assert not any(isinstance(record, Planned) for record in held.records_since(0))
        moment, n, spent = Moment(), 0, 0
        for _ in range(3000):
            if not held.step():
                break
            spent += budget
            for record in held.records_since(n):
                moment.take(record)
                n += 1
            [walker], [then] = held.walkers, moment.agents
            assert then.position == flat(walker.agent.position, held)
            assert (then.planning is not None) == walker.planning
            assert sum(plan.expanded for _, plan in walker.plans) <= spent
            waited += walker.planning
            if not walker.planning and not walker.agent.arrived:
                assert then.path == [flat(cell, held) for cell in walker.agent.path]
        free = session_of(cost, start, goal, **options)
        while free.step():
            pass
        assert held.walkers[0].reached == free.walkers[0].reached
        # With plans as good, the journeys are the same; only the waiting differs.
        assert held.walkers[0].moves == free.walkers[0].moves
        assert [p.path.tolist() for _, p in held.walkers[0].plans] == [
            p.path.tolist() for _, p in free.walkers[0].plans
        ]
    assert waited > 5


def test_an_agent_that_waits_for_its_plan_stands_still_and_says_how_far_it_is():
    session = session_of(
        np.ones((20, 20), np.uint8), (0, 0), (19, 12), agents=["dstar-lite"],
        mode="changing", budget=30,
    )  # fmt: skip
    [walker] = session.walkers
    told = []
    while session.step() and walker.moves == 0:
        told += [r.expanded for r in session.records_since(0) if isinstance(r, Planning)][-1:]
    assert told == [*range(30, 30 * len(told) + 1, 30)]
    assert len(told) > 2
    session.edit([walker.agent.path[3]], 0)
    assert walker.planning  # it plans in the next step
    assert walker.reached is None
    moves = walker.moves
    session.step()
    while session.step():
        pass
    assert walker.reached
    assert walker.moves > moves


@pytest.mark.parametrize("mode", MODES)
def test_edits_while_agents_plan_within_a_budget(mode):
    for seed in range(scaled(15)):
        random = Random(seed)
        cost, start, goal = world(random)
        names = ["dstar-lite", "astar", "mpaa", "dstar"]
        session = session_of(cost, start, goal, agents=names, mode=mode, budget=12)
        for _ in range(60):
            if random.random() < 0.3:
                cell = random.randrange(9), random.randrange(11)
                session.edit([cell], random.choice([0, 1, 1, 5]))
            session.step()
        for _ in range(500):
            if not session.step():
                break
        for walker in session.walkers:
            assert walker.reached is not None
            if mode == "changing" and walker.reached is False:
                region = at.distances(session.world, session.goal, direction="to")
                ways = session.world.neighbours(walker.agent.position)
                assert not any(np.isfinite(region[cell]) for cell, _ in ways)


@pytest.mark.parametrize("moves", ["never", "clear", "hex", "hex-columns", "triangle"])
def test_a_recording_begins_with_the_tiles_of_its_world(moves):
    session = TerrainSetup(np.ones((4, 5), np.uint8), (0, 0), (3, 4), moves).session()
    assert session.records_since(0)[0].tiling == session.world.tiles
