"""The story: its order, its texts, and that each claim is true of the run beside it."""

import asyncio
import re
from itertools import pairwise

import numpy as np
import pytest

import asterion as at
from asterion.lab.maps.story import LENGTH, story_address
from asterion.lab.page.header import package_of
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.session import Playground
from asterion.lab.playground.story import STORY_SCENES as SEARCHES
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.terrain.story import STORY_SCENES as WALKS
from asterion.search.trace import KINDS
from support import loops
from support.watchers import Browser

STORY = (*SEARCHES, *WALKS)
CHANNELS = {"playground": PlaygroundChannel, "terrain": TerrainChannel}
EACH = pytest.mark.parametrize("scene", STORY, ids=lambda scene: scene.key)


def numbers(number):
    return dict(STORY[number - 1].measured())


def results(setup):
    playground = Playground(setup)
    playground.solve()
    return playground.results


def nodes(found, kind):
    """The cells of a search that were opened or closed, by flat indices."""
    return {*found.trace.node[found.trace.kind == KINDS.index(kind)].tolist()}


def costs(setup, end, direction):
    return np.asarray(at.distances(setup.grid(), [end], direction=direction))


def away(setup):
    """How many rows and columns each cell is from the goal."""
    return np.abs(np.indices(setup.cells.shape) - np.reshape(setup.goal, (2, 1, 1)))


def octile(setup):
    """The cost from each cell to the goal over open floor."""
    rows, cols = away(setup)
    return np.maximum(rows, cols) + (np.sqrt(2) - 1) * np.minimum(rows, cols)


def walk(number, *, until=10_000):
    """The session of a scene after its walk, with the edits of the scene."""
    scene = STORY[number - 1]
    session = scene.make().session()
    edits = {move: (cells, cost) for move, cells, cost in scene.view.get("edits", ())}
    while session.time < until and session.step():
        if session.time in edits:
            session.edit(*edits[session.time])
    return session


# --- Its order


def test_its_scenes_lead_on_and_back_over_the_pages_that_show_them():
    assert [scene.number for scene in STORY] == [*range(1, LENGTH + 1)]
    told = [scene.told() for scene in STORY]
    for before, after in pairwise(told):
        assert before["after"] == story_address(after["number"])
        assert after["before"] == story_address(before["number"])
    assert told[0]["before"] == told[-1]["after"] == ""
    for scene in STORY:
        page, key = story_address(scene.number).split("#scene=")
        assert key == scene.key
        assert scene in CHANNELS[package_of(page)].story


@EACH
def test_a_scene_has_one_idea_one_task_and_a_question(scene):
    told = scene.told()
    assert told["question"].count("?") == 1
    assert "?" not in told["answer"]
    for part in ("idea", "task", "question", "answer"):
        assert told[part]
        assert "{" not in told[part]
    assert len(told["idea"]) <= 220  # about five lines on a projector
    assert len(told["answer"]) <= 250


@EACH
def test_all_numbers_in_its_texts_are_measured_or_moves_of_its_edits(scene):
    written = re.findall(r"\d+", f"{scene.text} {scene.task} {scene.question} {scene.answer}")
    assert written == [str(move) for move, *_ in scene.view.get("edits", ())]


@pytest.mark.parametrize("scene", SEARCHES, ids=lambda scene: scene.key)
def test_its_numbers_are_those_below_the_boards(scene):
    told = f"{scene.told()['idea']} {scene.told()['answer']}"
    for found in results(scene.make()):
        cost, expanded = re.match(r"cost (\S+) \(optimal\), (\S+) expanded", found.caption).groups()
        assert f" {expanded}" in told
        assert f" {cost}" in told or "{cost}" not in scene.text + scene.answer


# --- Its claims


def test_dijkstra_expands_what_is_cheaper_to_reach_than_the_goal():
    setup = SEARCHES[0].make()
    (found,) = results(setup)
    far = costs(setup, setup.start, "from")
    cost = far[setup.goal]
    assert {*np.flatnonzero(far < cost - 1e-9).tolist()} == nodes(found, "closed") - {
        int(np.ravel_multi_index(setup.goal, far.shape))
    }
    assert numbers(1) == {
        "cost": pytest.approx(cost),
        "expanded": int((far < cost - 1e-9).sum()),
        "free": int((setup.cells > 0).sum()),
    }


def test_what_a_star_left_out_has_an_f_that_is_no_smaller_than_the_cost():
    setup = SEARCHES[1].make()
    dijkstra, astar = results(setup)
    assert astar.path.cost == dijkstra.path.cost
    assert (numbers(2)["dijkstra"], numbers(2)["astar"]) == (
        dijkstra.stats.expanded,
        astar.stats.expanded,
    )
    assert astar.stats.expanded < dijkstra.stats.expanded / 4
    far, exact = costs(setup, setup.start, "from"), costs(setup, setup.goal, "to")
    free = np.isfinite(exact)
    h = octile(setup)
    assert (h <= exact + 1e-9)[free].all()
    closed = np.zeros(free.shape, np.bool_)
    closed.flat[[*nodes(astar, "closed")]] = True
    assert (far + h >= astar.path.cost - 1e-9)[free & ~closed].all()


@pytest.mark.parametrize("seed", range(20))
def test_whatever_walls_are_drawn_a_star_expands_no_more_than_dijkstra(seed):
    setup = SEARCHES[1].make()
    dice = np.random.default_rng(seed)
    walls = np.flatnonzero(dice.random(setup.cells.size) < dice.choice([0.02, 0.1, 0.3]))
    dijkstra, astar = results(setup.painted(walls, 0))
    assert astar.status == dijkstra.status
    if astar.path.found:
        assert astar.path.cost == pytest.approx(dijkstra.path.cost)
    assert astar.stats.expanded <= dijkstra.stats.expanded


def test_a_higher_estimate_that_is_not_too_high_expands_less():
    setup = SEARCHES[2].make()
    exact = costs(setup, setup.goal, "to")
    free = np.isfinite(exact)
    rows, cols = away(setup)
    ordered = [np.maximum(rows, cols), np.hypot(rows, cols), octile(setup), exact]
    for lower, higher in pairwise(ordered):
        assert (lower <= higher + 1e-9)[free].all()
    named = ("chebyshev", "euclidean", "octile")
    assert [run.options["heuristic"] for run in setup.runs] == [*named]
    expanded = [found.stats.expanded for found in results(setup)]
    assert expanded == sorted({*expanded}, reverse=True)
    assert [numbers(3)[name] for name in named] == expanded


def test_with_a_perfect_estimate_only_cells_of_cheapest_paths_are_expanded():
    setup = SEARCHES[2].make()
    left, far = costs(setup, setup.goal, "to"), costs(setup, setup.start, "from")
    field = at.distances(setup.grid(), [setup.goal], direction="to")
    search = at.Search(
        setup.grid(), setup.start, setup.goal, algorithm="astar", heuristic=field, trace=True
    )
    search.run()
    trace = search.trace
    closed = trace.node[trace.kind == KINDS.index("closed")]
    assert np.allclose((left + far).ravel()[closed], far[setup.goal])
    assert numbers(3)["perfect"] == search.stats.expanded < numbers(3)["octile"]


def test_ties_never_cost_the_cheapest_path():
    setup = SEARCHES[3].make()
    low, high = results(setup)
    assert low.path.cost == high.path.cost == numbers(4)["cost"]
    assert (numbers(4)["low"], numbers(4)["high"]) == (low.stats.expanded, high.stats.expanded)
    rows, cols = setup.cells.shape
    for node in nodes(low, "closed"):
        row, col = divmod(node, cols)
        g = abs(row - setup.start[0]) + abs(col - setup.start[1])
        h = abs(row - setup.goal[0]) + abs(col - setup.goal[1])
        assert g + h == low.path.cost
    across = (abs(a - b) + 1 for a, b in zip(setup.start, setup.goal, strict=True))
    assert low.stats.expanded >= np.prod([*across]) - 2  # the whole rectangle but for its ends
    for seed in range(10):
        walls = np.flatnonzero(np.random.default_rng(seed).random(rows * cols) < 0.2)
        one, other = results(setup.painted(walls, 0))
        assert one.status == other.status
        assert not one.path.found or one.path.cost == other.path.cost


def test_repeated_a_star_searches_again_only_when_it_has_seen_a_new_wall():
    setup = WALKS[0].make()
    session = setup.session()
    (walker,) = session.walkers
    plans, walls = 1, 0
    while session.step():
        now = int((np.asarray(walker.agent.belief.cost) == 0).sum())
        if len(walker.plans) > plans:
            assert now > walls
            plans, walls = len(walker.plans), now
    known = at.find_path(setup.grid(), setup.start, setup.goal, algorithm="astar")
    assert walker.reached
    assert numbers(5) == {
        "searches": len(walker.plans),
        "expanded": sum(plan.expanded for _, plan in walker.plans),
        "moves": walker.moves,
        "known": len(known) - 1,
        "once": known.stats.expanded,
    }
    assert numbers(5)["searches"] > 10


def test_what_adaptive_a_star_learns_is_never_too_high():
    setup = WALKS[1].make()
    free = at.Grid(np.ones_like(setup.cells), diagonal=setup.diagonal)
    world = setup.grid()
    for wall in np.argwhere(np.asarray(world.cost) == 0)[::3]:  # as it meets walls
        free[tuple(wall)] = 0
        search = at.Search(free, setup.start, setup.goal, algorithm="astar", trace=True)
        search.run()
        exact = np.asarray(at.distances(free, [setup.goal], direction="to"))
        closed = search.trace.node[search.trace.kind == KINDS.index("closed")].tolist()
        for cell in (divmod(node, setup.cells.shape[1]) for node in closed):
            learned = search.path.cost - search.g[cell]
            assert search.h[cell] - 1e-9 <= learned <= exact[cell] + 1e-9


def test_adaptive_a_star_makes_the_same_moves_for_fewer_expansions():
    session = walk(6)
    repeated, adaptive = (each["totals"] for each in session.table())
    assert numbers(6) == {
        "moves": repeated["moves"],
        "repeated": repeated["expanded"],
        "adaptive": adaptive["expanded"],
    }
    assert repeated["moves"] == adaptive["moves"]
    assert adaptive["expanded"] < 0.6 * repeated["expanded"]


def test_repairs_take_a_fraction_of_searching_again():
    session = walk(7)
    repeated, lite = session.table()
    first, *repairs = (plan["expanded"] for plan in lite["plans"])
    assert numbers(7) == {
        "repeated": repeated["totals"]["expanded"],
        "all": lite["totals"]["expanded"],
        "first": first,
        "repairs": len(repairs),
        "rest": sum(repairs),
    }
    assert sum(repairs) < repeated["totals"]["expanded"] / 4


def test_a_wall_before_the_goal_changes_nearly_all_costs_and_one_before_the_agents_few():
    setup = WALKS[3].make()
    (_, [near], _), (_, [far], _) = WALKS[3].view["edits"]
    shares = []
    for wall in (near, far):
        before = costs(setup, setup.goal, "to")
        setup = setup.painted([int(np.ravel_multi_index(wall, before.shape))], 0)
        after = costs(setup, setup.goal, "to")
        free = np.isfinite(after)
        shares.append(np.mean(np.abs(after[free] - before[free]) > 1e-9))
    assert shares[0] < 0.01
    assert shares[1] > 0.95
    counts = numbers(8)
    assert counts["lite_near"] < counts["near"] / 20
    assert counts["lite_far"] > 1.5 * counts["far"]
    moves = [move for move, *_ in WALKS[3].view["edits"]]
    session = walk(8)
    for walker in session.walkers:
        assert walker.reached
        assert [move for move, _ in walker.plans] == [0, *moves]
    before_goal = walk(8, until=moves[0]).walkers[0]
    assert max(abs(a - b) for a, b in zip(before_goal.agent.position, near, strict=True)) <= 2
    assert max(abs(a - b) for a, b in zip(setup.goal, far, strict=True)) <= 3


# --- On the server


class Listener(Browser):
    """A browser that keeps texts, and no data of boards."""

    def send(self, topic, message, **_):
        if isinstance(message, str):
            super().send(topic, message)


def shown(make, *messages, link=None):
    """A channel after these messages, and its browser."""

    async def talk():
        channel, browser = make(), Listener()
        channel.watchers.add(browser)
        for message in ({"type": "hello", "link": link}, *messages):
            await channel.on_message(browser, message)
            if channel._work is not None:
                await asyncio.wait_for(channel._work, 60)
        channel.close()
        return channel, browser

    return loops.run(talk())


TO_SCENE = [(PlaygroundChannel, SEARCHES[1]), (TerrainChannel, WALKS[1])]


@pytest.mark.parametrize(("make", "scene"), TO_SCENE)
def test_undo_ends_at_the_scene(make, scene):
    opened = {"type": "scene", "name": scene.key}
    drawn = {"type": "paint", "cells": [5, 6], "cost": 0}
    channel, browser = shown(make, opened, drawn)
    assert channel.setup.to_link() != scene.make().to_link()
    channel, browser = shown(make, opened, drawn, *[{"type": "undo"}] * 3)
    assert channel.setup.to_link() == scene.make().to_link()
    assert "left" not in browser.messages
    assert browser.messages["view"]["story"]["number"] == scene.number


@pytest.mark.parametrize(("make", "scene"), TO_SCENE)
def test_who_leaves_the_story_has_the_former_set_up_again(make, scene):
    own = make.scenes[1].make().to_link()
    opened = {"type": "scene", "name": scene.key}
    channel, _ = shown(make, opened, {"type": "leave", "link": own}, link=own)
    assert channel.setup.to_link() == own
    channel, _ = shown(make, opened, {"type": "leave", "link": None}, link=own)
    assert channel.setup.to_link() == scene.make().to_link()


def test_a_map_that_a_person_makes_ends_the_story():
    channel, browser = PlaygroundChannel(), Listener()

    async def replaced():
        channel.watchers.add(browser)
        await channel.on_message(browser, {"type": "scene", "name": "story-1"})
        channel.replace(channel.setup.with_map(np.ones((9, 9), np.uint8)))
        channel.close()

    loops.run(replaced())
    assert "left" in browser.messages
