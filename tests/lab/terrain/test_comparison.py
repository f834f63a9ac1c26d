"""The sentences about the agents' walks: each claim in them holds, in random worlds."""

import re
from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.lab.maps.moves import grid_of
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.comparison import round_trips
from asterion.lab.terrain.recording import Edited, Moved, Planned, Started, Tick
from asterion.lab.terrain.setup import TerrainSetup
from support.terrain_replay import Moment

NAMES = ["repeated-forward", "dstar-lite", "adaptive", "astar", "mpaa", "dstar"]


def walked(seed):
    """A journey to its end: a maze, or scattered walls; some worlds change on the way."""
    random = Random(seed)
    if random.random() < 0.6:
        cost = at.maps.maze((21, 15), seed=seed, opened=random.choice([0, 10, 40])).cost
    else:
        cost = at.maps.scattered((16, 20), seed=seed, density=0.3).cost
    cells = cost.astype(np.uint8)
    cells[0, 0] = cells[-1, -1] = 1
    setup = TerrainSetup(
        cells=cells,
        start=(0, 0),
        goal=(cells.shape[0] - 1, cells.shape[1] - 1),
        diagonal=random.choice(["never", "never", "clear", "always", "hex"]),
        agents=tuple(Choice(name) for name in random.sample(NAMES, random.choice([1, 2, 2, 2, 3]))),
        mode=random.choice(["unknown", "unknown", "changing"]),
        sight=random.choice([1, 1, 4]),
        budget=random.choice([0, 0, 9]),
    )
    session, edits = setup.session(), random.choice([0, 0, 0.3])
    for _ in range(2000):
        if random.random() < edits:
            cell = random.randrange(1, cells.shape[0] - 1), random.randrange(cells.shape[1])
            session.edit([cell], random.choice([0, 1]))
        if not session.step():
            break
    assert session.is_over
    return session


class Told:
    """A comparison as text, and the journey that it is about."""

    def __init__(self, session):
        self.session = session
        self.records = session.records_since(0)
        of = session.comparison()
        self.of = of
        parts = [part if isinstance(part, str) else part["text"] for part in of["parts"]]
        self.text = f"{of['head']} {''.join(parts)}"
        self.trails, self.indices, self.times = {}, {}, {}
        time = 0
        for i, record in enumerate(self.records):
            if isinstance(record, Started):
                self.started = record
                for agent in range(record.agents):
                    self.trails[agent] = [record.start]
                    self.indices[agent], self.times[agent] = [0], [0]
            elif isinstance(record, Tick):
                time = record.time
            elif isinstance(record, Moved):
                self.trails[record.agent].append(record.cell)
                self.indices[record.agent].append(i)
                self.times[record.agent].append(time)

    def moves(self, agent):
        return len(self.trails[agent]) - 1

    def move_at(self, agent, time):
        """The moves that an agent had made at the end of this time."""
        return sum(each <= time for each in self.times[agent]) - 1

    def before_move(self, agent, move):
        return Moment(self.records[: self.indices[agent][move]])

    def world(self, cost):
        shape = self.started.shape
        return grid_of(np.reshape(cost, shape), *self.session.setup.moves)

    def cell(self, node):
        return divmod(int(node), self.started.shape[1])

    def reachable(self, cost, first, without):
        """The cells to which one can go without one cell."""
        world, cols = self.world(cost), self.started.shape[1]
        seen, waiting = {first}, [first]
        while waiting:
            for (row, col), _ in world.neighbours(self.cell(waiting.pop())):
                node = int(row * cols + col)
                if node != without and node not in seen:
                    seen.add(node)
                    waiting.append(node)
        return seen


JOURNEYS = [Told(walked(seed)) for seed in (*range(60), 110)]


def found(pattern):
    """The journeys whose text matches, with the numbers in it as whole numbers."""
    matches = [(told, re.search(pattern, told.text)) for told in JOURNEYS]
    return [
        (told, [int(group.replace(",", "")) for group in match.groups()])
        for told, match in matches
        if match
    ]


def test_all_that_can_be_said_is_said_of_some_journey():
    words = Counter()
    for told in JOURNEYS:
        for each in ("farther than", "parted at", "a tie", "they knew different", "dead end",
                     "led it back", "turned it round", "never came", "passed by", "there. ",
                     "Neither ever", "Going back and forth", "on the same way",
                     "not on the same way", "no path",
                     "With a map", "Expanded"):  # fmt: skip
            words[each] += each in told.text
    assert {word for word, count in words.items() if count} == set(words)


def test_the_first_sentence_counts_the_moves():
    journeys = found(
        r"^Agent (\d) walked ([\d,]+) moves? farther than agent (\d).*: ([\d,]+) against ([\d,]+)\."
    )
    assert journeys
    for told, (one, more, other, most, least) in journeys:
        moves = [told.moves(agent) for agent in told.trails]
        assert (most, least) == (max(moves), min(moves)) == (moves[one - 1], moves[other - 1])
        assert more == most - least > 0
    for told, (count,) in found(r"walked ([\d,]+) moves?, (?:not )?on the same way\."):
        trails = list(told.trails.values())
        assert {len(trail) - 1 for trail in trails} == {count}
        assert ("not on" in told.text) == any(trail != trails[0] for trail in trails)


def test_a_stuck_agent_has_no_path_and_the_others_have_arrived():
    stuck = [told for told in JOURNEYS if "no path" in told.text]
    assert stuck
    for told in JOURNEYS:
        for i, walker in enumerate(told.session.walkers, 1):
            says = re.search(
                rf"[Aa]gent {i} (arrived|found that there is no path) after (\d+)", told.text
            )
            assert bool(says) == (told in stuck)
            if says:
                assert (says[1] == "arrived", int(says[2])) == (walker.reached, walker.moves)


def test_a_trail_is_its_direct_way_and_its_round_trips():
    for told in JOURNEYS:
        for trail in told.trails.values():
            trips = round_trips(trail)
            inside = {move for trip in trips for move in range(trip.first + 1, trip.last + 1)}
            direct = [cell for move, cell in enumerate(trail) if move not in inside]
            assert all(trail[trip.first] == trail[trip.last] == trip.cell for trip in trips)
            assert len(set(direct)) == len(direct)  # it never comes back
            assert len(direct) - 1 + sum(trip.moves for trip in trips) == len(trail) - 1


def test_the_sums_of_both_agents_are_their_moves():
    pattern = (
        r"Going back and forth took agent (\d) (\d+) moves? and agent (\d) (\d+); "
        r"the rest of their ways has (\d+) and (\d+) moves?"
    )
    journeys = found(pattern)
    assert journeys
    for told, (one, spent, other, saved, direct, rest) in journeys:
        for agent, back, there in ((one, spent, direct), (other, saved, rest)):
            trail = told.trails[agent - 1]
            assert back + there == len(trail) - 1
            assert back == sum(trip.moves for trip in round_trips(trail))


def test_they_part_where_it_says_and_for_that_reason():
    both = r"^(?=.*parted at move (\d+))"
    journeys = found(both)
    assert journeys
    for told, (time,) in journeys:
        named = re.search(r"Agents (\d) and (\d) parted", told.text)
        one, other = (int(n) - 1 for n in named.groups()) if named else (0, 1)
        a, b = told.trails[one], told.trails[other]
        head = re.match(r"Agent (\d) walked", told.text)
        leader = int(head[1]) - 1 if head else one
        move = told.move_at(leader, time)
        assert a[: move + 1] == b[: move + 1]
        assert a[move + 1] != b[move + 1]
        minds = [told.before_move(agent, move + 1).agents[agent] for agent in sorted((one, other))]
        same = np.array_equal(minds[0].known, minds[1].known) and np.array_equal(
            minds[0].presumed, minds[1].presumed
        )
        costs = [
            at.validate(told.world(mind.presumed), [told.cell(node) for node in mind.path])
            for mind in minds
        ]
        assert ("both knew the same" in told.text) == same
        assert ("a tie" in told.text) == (same and costs[0] == pytest.approx(costs[1]))


TRIP = (
    r"At move (\d+) agent (\d) went (?:into a dead end|on a way that led it back).*?"
    r"it was back at move (\d+), after (\d+) move"
)


def trips():
    journeys = found(TRIP)
    assert journeys
    for told, (begin, agent, end, count) in journeys:
        first, last = told.move_at(agent - 1, begin), told.move_at(agent - 1, end)
        yield told, agent - 1, first, last, count


def other_of(told):
    return int(re.search(r"farther than agent (\d)", told.text)[1]) - 1


def dead_end_of(told, agent, first, last):
    """The cells that a round trip can reach without its first cell, in the world at its end."""
    then = told.before_move(agent, last)
    trail = told.trails[agent]
    return told.reachable(then.world, trail[first + 1], trail[first]), then.goal


def test_an_agent_was_back_when_it_says():
    for told, agent, first, last, count in trips():
        trail = told.trails[agent]
        assert trail[first] == trail[last]
        assert count == last - first > 0
        assert told.of["trip"] == {"agent": agent, "first": first, "last": last}


def test_from_a_dead_end_the_goal_is_reached_only_by_going_back():
    for told, agent, first, last, _ in trips():
        cells, goal = dead_end_of(told, agent, first, last)
        assert ("dead end" in told.text) == (goal not in cells)


def test_the_wall_that_turned_an_agent_round_was_on_its_path_and_it_then_planned_back():
    turned = 0
    for told, agent, first, last, _ in trips():
        says = re.search(r"The wall at \((\d+), (\d+)\) turned it round at move (\d+)", told.text)
        if not says:
            continue
        turned += 1
        wall = int(says[1]) * told.started.shape[1] + int(says[2])
        move = told.move_at(agent, int(says[3]))
        assert first < move < last
        trail, indices = told.trails[agent], told.indices[agent]
        plans = [
            i for i in range(indices[move], indices[last])
            if isinstance(told.records[i], Planned) and told.records[i].agent == agent
        ]  # fmt: skip
        here = [i for i in plans if i < indices[move + 1]]
        told_by = [i for i in here if wall in Moment(told.records[:i]).agents[agent].path]
        assert told_by  # it was on the path when this was planned
        then = Moment(told.records[: told_by[-1]]).agents[agent]
        assert then.presumed.flat[wall] == 0
        later = [told.records[i].path for i in plans if i >= told_by[-1]]
        assert all(trail[first] in path for path in later)
    assert turned


def test_what_the_other_agent_did_is_so():
    kinds = Counter()
    for told, agent, first, last, _ in trips():
        other = other_of(told)
        trail, walk = told.trails[agent], told.trails[other]
        cells = {*trail[first + 1 : last]} - {trail[first]}
        if "dead end" in told.text:
            cells, _ = dead_end_of(told, agent, first, last)
        at_them = sum(a in cells or b in cells for a, b in pairwise(walk))
        name = f"Agent {other + 1}"
        if says := re.search(rf"{name} spent (\d+) moves? there", told.text):
            assert int(says[1]) == at_them > 0
            kinds["in"] += 1
        elif f"{name} never came to this place" in told.text:
            assert trail[first] not in walk
            assert at_them == 0
            kinds["apart"] += 1
        else:
            assert f"{name} passed by" in told.text
            assert trail[first] in walk
            assert at_them == 0
            kinds["passed"] += 1
    assert len(kinds) == 3


def test_with_a_map_as_many_moves_are_enough_and_fewer_are_not():
    journeys = found(r"With a map, (\d+) moves? would have been enough")
    assert journeys
    for told, (count,) in journeys:
        assert not any(isinstance(record, Edited) for record in told.records)
        near, goal, moves = {told.started.start}, told.started.goal, 0
        world, cols = told.session.setup.grid(), told.started.shape[1]
        while goal not in near:
            moves += 1
            near |= {
                r * cols + c for node in near for (r, c), _ in world.neighbours(told.cell(node))
            }
        assert count == moves


def test_the_agents_expansions_are_those_of_the_table():
    journeys = [told for told in JOURNEYS if "Expanded" in told.text]
    assert journeys
    for told in journeys:
        for i, row in enumerate(told.session.table(), 1):
            count = row["totals"]["expanded"]
            assert f"agent {i} {count:,} cell" in told.text


def test_moments_are_links_to_the_timeline():
    for told in JOURNEYS:
        for part in told.of["parts"]:
            if not isinstance(part, str):
                assert part == {"move": part["move"], "text": f"move {part['move']:,}"}
                assert 0 <= part["move"] <= told.session.time


def test_nothing_is_compared_while_an_agent_walks():
    session = TerrainSetup().session()
    assert session.comparison() is None
    session.step()
    assert session.comparison() is None
