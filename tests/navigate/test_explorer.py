"""Explorers: the assignment on fast replanning in unknown terrain, and golden G2."""

import re
from math import inf
from random import Random

import numpy as np
import pytest

import asterion as at
from support import reference
from support.effort import SAMPLED, scaled
from support.memory_figures import figures
from support.sliced_agents import SlicedAgent

NAMES = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]
BESIDE = [(0, 1), (1, 0), (0, -1), (-1, 0)]
# Figure 2 of the assignment: rows A to E, columns 1 to 5, walls B3 C3 D3 E4; E3 to E5.
EXAMPLE = ".....\n..#..\n..#..\n..#..\n...#."
START, TARGET = (4, 2), (4, 4)


def named(cells):
    return " ".join(f"{'ABCDE'[row]}{col + 1}" for row, col in cells)


def example(**rules):
    return at.Grid.from_text(EXAMPLE, diagonal="never", **rules)


def unknown_worlds(count, *, diagonal="never", side=9):
    for seed in range(scaled(count)):
        random = Random(seed)
        walls = random.choice([0.1, 0.25, 0.4, 0.65])
        world = at.maps.scattered(side, density=walls, seed=seed, diagonal=diagonal)
        ends = [(random.randrange(side), random.randrange(side)) for _ in range(2)]
        for end in ends:
            world[end] = 1
        yield world, *ends


@pytest.mark.req("S001-40")
@pytest.mark.req("S001-41")
@pytest.mark.req("S001-10")
@pytest.mark.req("S001-11")
@pytest.mark.req("S001-13")
@pytest.mark.req("S001-19")
@pytest.mark.parametrize(
    ("name", "expanded"),
    [
        ("repeated-forward", [10, 13, 16]),
        ("repeated-backward", [9, 8, 10]),
        ("adaptive", [10, 10, 13]),
    ],
)
def test_the_first_example_of_the_assignment(name, expanded):
    agent = at.Explorer(example(), START, TARGET, algorithm=name, replan="path")
    assert agent.path.cost == 8
    journey = agent.run(3)
    assert named(journey.trajectory.tolist()) == "E3 E2 D2 C2"
    assert len(journey.searches) == 1
    journey = agent.run(1)
    assert len(journey.searches) == 2
    journey = agent.run()
    assert named(journey.trajectory.tolist()).startswith("E3 E2 D2 C2 B2 A2 A3 A4")
    assert journey.moves == 12
    assert journey.message == "I reached the target."
    assert [search.expanded for search in journey.searches] == expanded
    assert sum(expanded) == {"repeated-forward": 39, "repeated-backward": 27, "adaptive": 33}[name]


@pytest.mark.req("S001-41")
def test_the_second_adaptive_search_spares_e1_e2_e3():
    spared = {}
    for name in ("repeated-forward", "adaptive"):
        belief = at.maps.field(5, diagonal="never")
        belief[START[0], START[1] + 1] = 0  # E4 is seen from E3, and D3
        belief[3, 2] = 0
        agent = at.Navigator(belief, START, TARGET, algorithm=name, ties="high-g")
        manhattan = np.abs(np.indices((5, 5)) - np.array(TARGET)[:, None, None]).sum(axis=0)
        assert agent.path.cost == 8
        assert agent.stats.expanded == 10
        if name == "adaptive":
            risen = np.argwhere(agent.h > manhattan).tolist()
            assert named(risen) == "D2 E1 E2 E3"
            assert [agent.h[tuple(cell)] for cell in risen] == [6, 6, 7, 8]
        agent.move_to((2, 1))  # C2, where C3 turns out to be blocked
        belief[2, 2] = 0
        assert agent.path.cost == 7
        spared[name] = {tuple(cell) for cell in np.argwhere(agent.state == 2).tolist()}
        assert agent.stats.expanded == {"repeated-forward": 23, "adaptive": 20}[name]
    gone = spared["repeated-forward"] - spared["adaptive"]
    assert named(sorted(gone)) == "E1 E2 E3"


@pytest.mark.req("S001-19")
def test_smaller_g_first_is_an_alternative_that_expands_more():
    more = 0
    for world, start, goal in unknown_worlds(30, side=15):
        expanded = {
            ties: sum(
                search.expanded
                for search in at.explore(
                    world, start, goal, algorithm="repeated-forward", ties=ties, replan="path"
                ).searches
            )
            for ties in ("high-g", "low-g")
        }
        assert expanded["high-g"] <= expanded["low-g"]
        more += expanded["high-g"] < expanded["low-g"]
    assert more > 10 or SAMPLED


@pytest.mark.req("S001-02")
@pytest.mark.parametrize("diagonal", ["never", "clear"])
def test_an_explorer_knows_what_it_has_seen_and_nothing_else(diagonal):
    ring = BESIDE if diagonal == "never" else [*BESIDE, (1, 1), (1, -1), (-1, -1), (-1, 1)]
    for world, start, goal in unknown_worlds(20, diagonal=diagonal):
        agent = at.Explorer(world, start, goal, algorithm="dstar-lite")
        seen = set()
        while True:
            row, col = agent.position
            seen |= {(row, col), *((row + r, col + c) for r, c in ring)}
            inside = {cell for cell in seen if 0 <= cell[0] < 9 and 0 <= cell[1] < 9}
            assert {tuple(cell) for cell in np.argwhere(agent.known).tolist()} == inside
            for cell in np.ndindex(9, 9):
                assert agent.belief[cell] == (world[cell] if cell in inside else 1)
            if agent.step() is None:
                break


@pytest.mark.req("S001-07")
@pytest.mark.parametrize("name", NAMES)
def test_a_blocked_cell_is_neither_entered_nor_left_from_when_it_is_seen(name):
    """In the belief no cost leads to it or from it, and no search reaches it or comes from it."""
    blocked = 0
    for world, start, goal in unknown_worlds(12, diagonal="always"):
        agent = at.Explorer(world, start, goal, algorithm=name, replan="path")
        while agent.path and not agent.arrived:
            into = at.distances(agent.belief, agent.position)
            out_of = at.distances(agent.belief, goal, direction="to")
            assert agent.path.cost == pytest.approx(out_of[agent.position])
            search = at.Navigator(agent.belief, agent.position, goal, algorithm=name)
            g, parent = search.g, search.parent
            for cell in zip(*np.nonzero(agent.known & (agent.belief.cost == 0)), strict=True):
                assert (into[cell], out_of[cell]) == (inf, inf)
                assert (g[cell], parent[cell]) == (inf, -1)
                assert not (parent == cell[0] * world.shape[1] + cell[1]).any()
                assert cell not in [*agent.path]
                blocked += 1
            agent.step()
    assert blocked > 100 or SAMPLED


@pytest.mark.req("S001-03")
@pytest.mark.req("S001-34")
@pytest.mark.parametrize("name", NAMES)
def test_an_explorer_always_follows_a_shortest_path_by_its_belief(name):
    for world, start, goal in unknown_worlds(25):
        agent = at.Explorer(world, start, goal, algorithm=name, replan="path")
        while agent.path:
            belief = agent.belief.total.astype(float)
            belief[belief == 0] = inf
            steps = reference.fewest_moves(belief.tolist(), "never", agent.position)
            planned = [*agent.path]
            assert (planned[0], planned[-1]) == (agent.position, goal)
            assert at.validate(agent.belief, planned) == len(planned) - 1 == steps[goal]
            moved = agent.step()
            if moved is None:
                break
            assert moved == planned[1]
        assert agent.arrived == at.find_path(world, start, goal).found


@pytest.mark.req("S001-20")
@pytest.mark.parametrize("name", NAMES)
def test_a_path_is_walked_from_its_start_on_until_a_cost_on_it_rises(name):
    """Between two searches the trajectory is a prefix of the path; it breaks off for a reason."""
    broken_off = 0
    for world, start, goal in unknown_worlds(25):
        agent = at.Explorer(world, start, goal, algorithm=name, replan="path")
        planned, walked = [*agent.path], [start]
        while planned:
            searches = len(agent.searches)
            if (moved := agent.step()) is None:
                break
            walked.append(moved)
            assert walked == planned[: len(walked)]
            rest = planned[len(walked) - 1 :]
            shut = any(agent.belief[cell] == 0 for cell in rest)
            assert ([*agent.path] == rest) is not shut
            if name != "astar":  # which plans at every change of its belief
                assert (len(agent.searches) > searches) is shut
            if shut:
                broken_off += 1
                planned, walked = [*agent.path], [moved]
    assert broken_off > 10 or SAMPLED


@pytest.mark.req("S001-04")
@pytest.mark.parametrize("name", ["repeated-forward", "repeated-backward", "adaptive", "jps"])
def test_an_explorer_plans_only_when_a_blocked_cell_lies_on_its_path(name):
    for world, start, goal in unknown_worlds(60):
        agent = at.Explorer(world, start, goal, algorithm=name, replan="path")
        path = [*agent.path]
        events = 0
        while agent.step() is not None:
            ahead = path[path.index(agent.position) :]
            if any(agent.belief[cell] == 0 for cell in ahead):
                events += 1
                path = [*agent.path]
                if not path:
                    break
        assert len(agent.searches) == events + 1 - (start == goal)


@pytest.mark.req("S001-05")
@pytest.mark.req("S001-06")
@pytest.mark.parametrize("diagonal", ["never", "clear", "one-clear", "always"])
@pytest.mark.parametrize("name", ["auto", *NAMES])
def test_an_explorer_reaches_the_target_if_and_only_if_there_is_a_path(name, diagonal):
    messages = set()
    for world, start, goal in unknown_worlds(25, diagonal=diagonal):
        journey = at.explore(world, start, goal, algorithm=name)
        assert journey.reached == at.find_path(world, start, goal).found
        words = "I reached the target." if journey.reached else "I cannot reach the target."
        assert journey.message == words
        messages.add(journey.message)
        cells = [tuple(cell) for cell in journey.trajectory.tolist()]
        assert at.validate(world, cells) >= 0
        assert cells[0] == start
        assert (cells[-1] == goal) == journey.reached
    assert len(messages) == 2


@pytest.mark.req("S001-05")
def test_an_explorer_on_its_way_has_no_message_yet():
    for world, start, goal in unknown_worlds(25):
        agent = at.Explorer(world, start, goal)
        separated = not at.find_path(world, start, goal).found
        messages = [agent.journey.message]
        while agent.step() is not None:
            messages.append(agent.run(0).message)
        assert not any(messages[:-1])
        assert agent.journey.message == (
            "I cannot reach the target." if separated else "I reached the target."
        )
    world = at.Grid.from_text("..#.", diagonal="never")
    agent = at.Explorer(world, (0, 0), (0, 3))
    assert agent.run().message == "I cannot reach the target."
    world[0, 2] = 1
    agent.look()
    assert agent.run(1).message == ""  # it continues
    assert agent.run().message == "I reached the target."


@pytest.mark.req("S001-01")
def test_an_explorer_makes_four_moves_of_cost_one():
    journey = at.explore(at.maps.field(6, diagonal="never"), (0, 0), (5, 5))
    steps = np.abs(np.diff(journey.trajectory, axis=0)).sum(axis=1)
    assert (steps == 1).all()
    assert journey.moves == 10


@pytest.mark.req("S001-31")
def test_manhattan_distance_is_the_default_on_four_moves():
    for world, start, goal in unknown_worlds(10):
        default = at.explore(world, start, goal, algorithm="repeated-forward", replan="path")
        told = at.explore(
            world, start, goal, algorithm="repeated-forward", heuristic="manhattan", replan="path"
        )
        assert [s.expanded for s in default.searches] == [s.expanded for s in told.searches]


@pytest.mark.req("S001-10")
@pytest.mark.req("S001-32")
@pytest.mark.parametrize("name", ["astar", *NAMES])
def test_no_plan_makes_a_pass_over_the_world(name):
    world = at.maps.field(300, diagonal="never")
    agent = at.Navigator(world, (5, 5), (5, 25), algorithm=name)
    assert agent.path
    looked = world._core_view.upkeep
    for col in range(6, 16):
        world[5, col] = 0
        assert agent.path
        agent.step()
    assert world._core_view.upkeep - looked <= 10 * (9 + 300)  # around each cell, and its row
    assert agent.stats.expanded < 300 * 300 / 2


@pytest.mark.req("S001-12")
@pytest.mark.parametrize("name", ["repeated-forward", "adaptive"])
def test_the_values_of_every_state_can_be_read_after_each_search(name):
    """g, h, f and the tree of this search, without values of an earlier one."""
    gone = 0
    for world, start, goal in unknown_worlds(25):
        agent = at.Explorer(world, start, goal, algorithm=name, replan="path")
        searches, reached_before = 0, np.zeros(world.shape, bool)
        while agent.path:
            if len(agent.searches) > searches:
                searches = len(agent.searches)
                check_values(agent, least=name == "adaptive")
                gone += np.count_nonzero(reached_before & (agent.state == 0))
                reached_before |= agent.state > 0
            if agent.step() is None:
                break
    assert gone > 100 or SAMPLED


def check_values(agent, *, least):
    """The arrays of a search from where the agent stands; h is the distance, or at least that."""
    g, h, f, parent, state = agent.g, agent.h, agent.f, agent.parent, agent.state
    belief = agent.belief.total.astype(float)
    belief[belief == 0] = inf
    exact = reference.fewest_moves(belief.tolist(), "never", agent.position)
    for cell in np.ndindex(*g.shape):
        if state[cell] == 0:
            assert (g[cell], parent[cell]) == (inf, -1)
            continue
        manhattan = abs(cell[0] - agent.goal[0]) + abs(cell[1] - agent.goal[1])
        assert h[cell] >= manhattan
        assert least or h[cell] == manhattan
        assert f[cell] == g[cell] + h[cell]
        assert g[cell] == exact[cell] or (state[cell] == 1 and g[cell] > exact[cell])
        if cell == agent.position:
            assert (g[cell], parent[cell]) == (0, -1)
        else:
            assert g[cell] == g[divmod(int(parent[cell]), g.shape[1])] + 1


@pytest.mark.slow
@pytest.mark.req("S001-33")
@pytest.mark.parametrize("name", ["repeated-forward", "adaptive", "dstar-lite"])
def test_large_worlds_are_explored_from_corner_to_corner(name):
    """A thousand times a thousand cells, thousands of searches, in the bytes of the docs."""
    side = 1001
    world = at.maps.maze(side, seed=1, opened=20_000, diagonal="never")
    agent = at.Explorer(world, (0, 0), (side - 1, side - 1), algorithm=name, replan="path")
    journey = agent.run()
    assert journey.message == "I reached the target."
    assert len(journey.searches) > 3000
    navigator = figures("navigator")
    cell, _, on_open = navigator[name]
    watched = 32 * side**2 // 100  # no path is as long as a hundredth of the cells
    a_search = 16 * len(journey.searches)  # for those that learn
    most = cell * side**2 + watched + 2 * on_open * agent.stats.peak_open + a_search
    assert cell * side**2 <= agent.stats.memory <= most


def test_sight_reaches_as_far_as_no_wall_hides():
    world = at.Grid.from_text(".......\n.......\n...#...\n.......\n.......", diagonal="clear")
    agent = at.Explorer(world, (2, 1), (2, 6), sight=4)
    assert agent.known[2, :4].all()
    assert not agent.known[2, 4:].any()  # behind the wall
    assert agent.known[0, 5]
    near = at.Explorer(world, (2, 1), (2, 6), sight=1)
    assert near.known.sum() == 9
    moves = {sight: at.explore(world, (2, 1), (2, 6), sight=sight).moves for sight in (1, 4)}
    assert moves[4] <= moves[1]
    cross = at.Explorer(at.maps.field(7, diagonal="never"), (3, 3), (0, 0), sight=2)
    assert cross.known.sum() == 13  # two moves away, of four


def test_weights_are_seen_and_unseen_cells_have_a_price():
    random = Random(3)
    for world, start, goal in unknown_worlds(40, diagonal="clear"):
        weights = np.array([random.randint(1, 9) for _ in range(81)]).reshape(9, 9)
        weighted = at.Grid(np.where(world.cost > 0, weights, 0))
        for name in NAMES:
            agent = at.Explorer(
                weighted, start, goal, algorithm=name, unseen=random.choice([1, 4.5]), replan="path"
            )
            while agent.path:
                best = at.find_path(agent.belief, agent.position, goal, algorithm="dijkstra")
                assert agent.path.cost == pytest.approx(best.cost)
                if agent.step() is None:
                    break
            assert agent.arrived == at.find_path(weighted, start, goal).found


def test_the_true_world_may_change_meanwhile():
    world = at.maps.field((5, 12), diagonal="never")
    agent = at.Explorer(world, (2, 0), (2, 11), algorithm="dstar-lite")
    agent.run(4)
    world[1:4, 6] = 0
    assert agent.run(1).moves == 5
    assert agent.belief[2, 6] == 0
    world[2, 6] = 1  # and open again while the agent is beside it
    journey = agent.run()
    assert journey.reached
    assert journey.moves == 11


@pytest.mark.req("S001-45")
def test_trajectories_may_differ_by_ties_alone():
    apart = 0
    for world, start, goal in unknown_worlds(40, side=12):
        journeys = [at.explore(world, start, goal, algorithm=name) for name in NAMES]
        assert len({journey.reached for journey in journeys}) == 1
        apart += len({journey.trajectory.tobytes() for journey in journeys}) > 1
    assert apart > 5 or SAMPLED


@pytest.mark.req("S001-47")
def test_many_agents_share_a_world_each_with_a_budget_for_a_search():
    """Walls come up while all walk: every search, the first and each next, is cut into slices.

    A slice is a number of expansions, which does not depend on the machine; ``seconds`` cuts it by
    time.
    """
    world, random, most = at.maps.caves(80, seed=4), Random(1), 50
    free = [tuple(cell) for cell in np.argwhere(world.cost > 0).tolist()]
    agents = [SlicedAgent(world, *random.sample(free, 2)) for _ in range(60)]
    for frame in range(2000):
        if all(agent.done for agent in agents):
            break
        if frame % 10 == 0:
            taken = {cell for agent in agents for cell in (agent.position, agent.goal)}
            if (wall := random.choice(free)) not in taken:
                world[wall] = 0
        for agent in agents:
            agent.frame(most, seconds=10)
    assert all(agent.done for agent in agents)
    assert max(agent.largest_slice for agent in agents) == most
    assert sum(agent.slices for agent in agents) > 5 * len(agents)
    assert sum(agent.searches for agent in agents) > 2 * len(agents)
    for agent in agents:
        assert agent.arrived == at.find_path(world, agent.position, agent.goal).found


@pytest.mark.parametrize("name", NAMES)
def test_an_explorer_shows_the_search_over_its_belief(name):
    """The arrays equal a navigator's that makes the same moves on the same belief."""
    for world, start, goal in unknown_worlds(10, diagonal="clear"):
        ties = {} if name in {"jps", "index"} else {"ties": "high-g"}
        agent = at.Explorer(world, start, goal, algorithm=name, replan="path")
        shadow = at.Navigator(agent.belief, start, goal, algorithm=name, **ties)
        while True:
            for array in ("state", "g", "rhs", "h", "parent"):
                seen = getattr(agent, array)
                assert seen.shape == world.shape
                assert np.array_equal(seen, getattr(shadow, array), equal_nan=array != "parent")
            assert len(agent.searches) == shadow.stats.searches  # looking may plan, and is counted
            moved = agent.step()
            if moved is None:
                break
            shadow.move_to(moved)  # its own step would plan with new sights only there


def test_an_explorer_sees_what_changes_beside_it_when_it_looks():
    world = at.maps.field((1, 4))
    agent = at.Explorer(world, (0, 0), (0, 3), algorithm="dstar-lite")
    assert agent.path.found
    world[0, 1] = 0
    assert agent.path.found
    agent.look()
    assert agent.belief[0, 1] == 0
    assert not agent.path


def test_an_explorer_does_not_start_in_a_wall():
    world = at.maps.field(4)
    world[0, 0] = 0
    with pytest.raises(ValueError, match=re.escape("start (0, 0) is a wall")):
        at.Explorer(world, (0, 0), (3, 3))
    assert repr(at.Explorer(world, (1, 0), (3, 3))) == "<Explorer 'auto' at (1, 0), goal (3, 3)>"


@pytest.mark.parametrize("name", ["mpaa", "generalised-adaptive"])
def test_a_path_that_still_leads_to_the_goal_ends_a_search(name):
    """The use of Multipath Adaptive A*: without it, it expands as many cells as adaptive A*."""

    def expanded(algorithm):
        worlds = [at.maps.maze((31, 31), opened=35, seed=seed) for seed in range(6)]
        journeys = [
            at.explore(world, (0, 0), (30, 30), algorithm=algorithm, replan="path")
            for world in worlds
        ]
        return sum(search.expanded for journey in journeys for search in journey.searches)

    assert expanded(name) < 0.6 * expanded("adaptive")


@pytest.mark.req("S001-47")
@pytest.mark.parametrize("name", NAMES)
def test_an_explorer_plans_in_slices_and_walks_as_if_it_did_not(name):
    for seed in range(4):
        world = at.maps.maze(31, seed=seed, opened=20)
        at_once, sliced = (at.Explorer(world, (0, 0), (30, 30), algorithm=name) for _ in range(2))
        slices = 0
        for _ in range(2000):
            while sliced.plan(expansions=7) == "running":
                assert not sliced.ready
                slices += 1
            assert sliced.ready
            planned = len(sliced.searches)
            moves = at_once.step(), sliced.step()
            assert moves[0] == moves[1]
            assert len(sliced.searches) == planned  # the step had nothing to plan
            if moves[0] is None:
                break
        assert sliced.arrived
        assert slices > 0
        assert [s.expanded for s in sliced.searches] == [s.expanded for s in at_once.searches]
        assert (sliced.journey.trajectory == at_once.journey.trajectory).all()


def test_a_plan_looks_first_and_does_not_move():
    world = at.Grid.from_text(".....\n.....\n..##.\n.....", diagonal="never")
    agent = at.Explorer(world, (3, 2), (0, 2), algorithm="repeated-forward")
    assert agent.plan(expansions=0) == "running"
    assert agent.position == (3, 2)
    assert agent.belief[2, 2] == 0
    world[3, 3] = 0
    assert agent.plan() == "ready"
    assert agent.belief[3, 3] == 0
    assert agent.path[1] == (3, 1)
    assert agent.position == (3, 2)


@pytest.mark.req("S001-47")
@pytest.mark.parametrize("name", ["auto", "dstar-lite", "adaptive"])
def test_many_explorers_plan_within_a_budget_for_all(name):
    """Share a number of expansions per frame among all of them, while walls come up."""
    world, random, most = at.maps.caves(60, seed=4), Random(2), 60
    free = [tuple(cell) for cell in np.argwhere(world.cost > 0).tolist()]
    agents = [at.Explorer(world, *random.sample(free, 2), algorithm=name) for _ in range(25)]
    frames, turn = 0, 0
    while not all(agent.arrived or agent.journey.message for agent in agents):
        frames += 1
        assert frames < 20_000
        before = sum(agent.stats.expanded for agent in agents)
        for _ in agents:
            agent = agents[turn % len(agents)]
            if agent.plan(expansions=most) == "running":
                break  # it continues in the next frame
            turn += 1
            agent.step()
            if sum(agent.stats.expanded for agent in agents) - before >= most:
                break
        if frames % 50 == 0 and (wall := random.choice(free)) not in [a.goal for a in agents]:
            world[wall] = 0
    for agent in agents:
        assert agent.arrived == at.find_path(world, agent.position, agent.goal).found or (
            world[agent.position] == 0
        )


def test_pha_chooses_in_one_go():
    agent = at.Explorer(at.maps.maze(15, seed=1), (0, 0), (14, 14), algorithm="pha")
    while not agent.arrived:
        assert agent.plan(expansions=1) == "ready"
        assert agent.ready
        assert agent.step() is not None
