"""Navigators that ask an index of the world: exact after every edit, and shared by all of them."""

import copy
import pickle
from collections import Counter
from math import inf, isclose
from random import Random

import pytest

import asterion as at
from support.episodes import Life, check_path

ENDS = (0, 0), (62, 62)


def rooms(**options):
    return at.maps.rooms(63, size=7, seed=4, **options)


def navigator(world, start=ENDS[0], goal=ENDS[1]):
    return at.Navigator(world, start, goal, algorithm="index")


def test_the_first_plan_makes_the_index_and_the_others_ask_it():
    land = rooms()
    agent = navigator(land)
    assert not agent.ready
    assert agent.path.how == "index"
    assert agent.path.cost == at.find_path(land, *ENDS).cost
    again = navigator(land, (62, 0), (0, 62))
    assert again.plan(expansions=100) == "ready"  # far too few to make another
    assert again.path.how == "index"


def test_the_index_is_made_in_slices_and_another_agent_continues_it():
    land = rooms()
    first, second = navigator(land), navigator(land, (62, 0))
    slices = 0
    while first.plan(expansions=50) == "running" and slices < 40:
        slices += 1
    assert slices == 40
    left = 1
    while second.plan(expansions=50) == "running":
        left += 1
    alone = navigator(rooms())
    together = 1
    while alone.plan(expansions=50) == "running":
        together += 1
    assert left + slices == pytest.approx(together, abs=2)
    assert first.plan(expansions=50) == "ready"


def test_an_edit_is_certified_or_searched():
    land = rooms()
    agent = navigator(land, (0, 0), (0, 5))
    assert agent.path.how == "index"
    land[60, 60] = 0
    agent.goal = (1, 6)
    assert agent.path.how == "certified"
    land[agent.path[2]] = 0
    assert agent.path.how == "searched"
    assert agent.path.cost == at.find_path(land, (0, 0), (1, 6)).cost


def test_searches_pay_for_the_next_index():
    land = rooms()
    agent, random = navigator(land), Random(4)
    assert agent.path.how == "index"
    land[30, :] = 1  # a wall falls
    how = []
    while "index" not in how and len(how) < 5000:
        for end in ("goal", "position"):
            cell = random.randrange(63), random.randrange(63)
            if land[cell] and end == "goal":
                agent.goal = cell
            elif land[cell]:
                agent.move_to(cell)
        how.append(agent.path.how)
        assert agent.path.cost == at.find_path(land, agent.position, agent.goal).cost
    assert 10 < how.index("index") < 5000
    assert "searched" in how


class SeldomEdited(Life):
    """A life with few edits: the index answers all it knows."""

    def edit_a_cell(self):
        if self.random.random() < 0.08:
            super().edit_a_cell()
        else:
            self.random.choice([self.walk, self.aim])()


@pytest.mark.parametrize("sliced", [False, True])
def test_paths_are_exact_however_they_were_found(sliced):
    found = Counter()
    for seed in range(250):
        life = SeldomEdited(f"seldom/{seed}", ["index"], 12, sliced=sliced)
        for _ in range(40):
            life.happens()
            life.check()
            agent = life.agents["index"]
            found[agent.path.how] += agent.path.found
    assert min(found[how] for how in ("index", "certified", "searched")) > 300, found


def test_graphs_are_exact_after_changes_of_costs():
    found = Counter()
    for seed in range(60):
        random = Random(f"graph/{seed}")
        count = random.randrange(5, 40)
        ends = [(random.randrange(count), random.randrange(count)) for _ in range(3 * count)]
        graph = at.Graph([(a, b, random.randrange(1, 9)) for a, b in ends], nodes=count)
        agent = at.Navigator(graph, 0, count - 1, algorithm="index")
        for _ in range(30):
            if random.random() < 0.2:
                graph.set_cost(random.randrange(len(ends)), random.choice([1, 2, 9, inf]))
            agent.move_to(random.randrange(count))
            agent.goal = random.randrange(count)
            path = agent.path
            best = at.find_path(graph, agent.position, agent.goal, algorithm="dijkstra").cost
            assert isclose(path.cost, best, rel_tol=1e-9)
            found[path.how] += path.found
    assert min(found[how] for how in ("index", "certified", "searched")) > 50, found


@pytest.mark.parametrize(
    "world",
    [
        at.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]], tiles="hex"),
        at.Grid([[1 + (row + col) % 2 for col in range(300)] for row in range(300)]),
    ],
    ids=["hex", "too many cells whose costs differ"],
)
def test_where_no_index_can_be_made_plans_are_searched(world):
    agent = navigator(world, (0, 0), (2, 2))
    assert agent.path.how == "searched"
    assert agent.path.cost == at.find_path(world, (0, 0), (2, 2)).cost
    with pytest.raises(ValueError, match="an index"):
        at.Index(world)


def test_links_that_come_and_go():
    land = rooms()
    agent = navigator(land)
    long = agent.path.cost
    link = land.links.add((0, 1), (62, 61), cost=1.0)
    assert agent.path.how == "searched"
    assert agent.path.cost == 3
    land.links.remove(link)
    assert agent.path.cost == long


def test_an_agent_may_leave_a_cell_that_became_a_wall():
    land = rooms()
    agent = navigator(land)
    assert agent.path.how == "index"
    land[0, 0] = 0
    costs = at.distances(land, ENDS[1], direction="to")
    check_path(land, agent.path, ENDS[0], ENDS[1], costs)
    land[62, 62] = 0
    assert not agent.path.found


def test_what_it_looked_at_can_be_seen():
    land = rooms()
    agent = navigator(land)
    assert agent.state[ENDS[0]] == agent.state[ENDS[1]] == 2
    seen = {(int(row), int(col)) for row, col in zip(*(agent.state == 2).nonzero(), strict=True)}
    assert seen == {*at.Index(land).looked_at(*ENDS), *ENDS}
    assert isclose(agent.g[ENDS[1]], agent.path.cost)
    assert divmod(int(agent.parent[ENDS[1]]), 63) == agent.path[-2]


@pytest.mark.parametrize("last", [1.0, 2.0])  # all connections cost the same, or they do not
def test_costs_match_the_plan_though_what_lies_behind_the_agent_has_changed(last):
    street = at.Graph([("a", "b", 1.0), ("b", "c", 1.0), ("c", "d", last)])
    agent = navigator(street, "a", "d")
    assert [*agent.path] == ["a", "b", "c", "d"]
    agent.step()
    street.set_cost(0, inf)
    assert agent.g.tolist() == [0, 1, 2, 2 + last]


def test_copies_are_refused_as_of_every_navigator():
    agent = navigator(rooms())
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(agent)
    land = rooms()
    assert navigator(land).path.found
    assert pickle.loads(pickle.dumps(land)).version == land.version
