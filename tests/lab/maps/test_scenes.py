"""Scenes: every page has some, each shows what its sentence says, and the docs link to them."""

import asyncio
import re
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from asterion.lab.app import TacticsChannel
from asterion.lab.characters.channel import CharactersChannel
from asterion.lab.crowds.channel import CrowdsChannel
from asterion.lab.crowds.session import CrowdSession
from asterion.lab.graphs.channel import GraphsChannel
from asterion.lab.graphs.session import GraphSession
from asterion.lab.maps.scenes import Scene, drawn, scene_of, scenes_html
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.open_ground.channel import OpenGroundChannel
from asterion.lab.open_ground.session import GroundSession
from asterion.lab.open_ground.setup import OUTLINE
from asterion.lab.page.header import PAGES, package_of
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.session import Playground
from asterion.lab.server.channel import Watcher
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.tictactoe.channel import TicTacToeChannel
from asterion.lab.work import drained
from support import loops
from support.watchers import Browser, Socket

NAMES = [package_of(address) for address in PAGES]
SCENES = {name: import_module(f"asterion.lab.{name}.scenes").SCENES for name in NAMES}
CHANNELS = {
    "characters": CharactersChannel,
    "playground": PlaygroundChannel,
    "terrain": TerrainChannel,
    "crowds": CrowdsChannel,
    "open_ground": OpenGroundChannel,
    "graphs": GraphsChannel,
    "maze": MazeChannel,
    "tactics": TacticsChannel,
    "tictactoe": TicTacToeChannel,
}
STORY = {name: make.story for name, make in CHANNELS.items()}
EACH = [(name, scene) for name in NAMES for scene in (*SCENES[name], *STORY[name])]
DOCS = Path(__file__).parents[3] / "docs"


def results(key):
    playground = Playground(scene_of(SCENES["playground"], key).make())
    return playground.solve()


def journey(key):
    """The total moves and expansions of the agents of a scene."""
    scene = scene_of(SCENES["terrain"], key)
    session = scene.make().session()
    edits = {move: (cells, cost) for move, cells, cost in scene.view.get("edits", ())}
    while session.step():
        if session.time in edits:
            session.edit(*edits[session.time])
    totals = [each["totals"] for each in session.table()]
    return session, [(total["moves"], total["expanded"]) for total in totals]


@pytest.mark.parametrize("name", NAMES)
def test_every_page_has_at_least_five_scenes(name):
    scenes = SCENES[name]
    assert len(scenes) >= 5
    assert len({scene.key for scene in scenes}) == len(scenes)
    assert CHANNELS[name].scenes == scenes


def test_the_best_known_lessons_are_among_the_scenes():
    names = {scene.name for scenes in SCENES.values() for scene in scenes}
    assert names >= {
        "Greedy in a trap",
        "Why weights pay",
        "Overestimating loses the optimum",
        "D* Lite when a door shuts",
        "Adaptive A* learns",
        "The fork beats A*",
    }


@pytest.mark.parametrize(("name", "scene"), EACH, ids=lambda value: getattr(value, "key", value))
def test_a_scene_is_set_up_and_told(name, scene):
    async def main():
        channel, browser = CHANNELS[name](), Browser()
        browser.forget = lambda _topics: None
        browser.send = lambda topic, message, **_: browser.all.append((topic, message))
        channel.watchers.add(browser)
        if name in ("tactics", "tictactoe"):
            channel.session.playing = False  # else computers move on
        await channel.on_message(browser, {"type": "scene", "name": scene.key})
        if channel._work is not None:
            await asyncio.wait_for(channel._work, 60)
        told = dict(browser.all)
        assert "error" not in told
        assert scene.text.partition("{")[0] in told["view"]
        setup = channel.setup if hasattr(channel, "setup") else channel.session.setup
        assert setup.to_link() == scene.make().to_link()
        channel.close()

    loops.run(main())


def test_a_scene_can_be_undone():
    async def main():
        channel, browser = PlaygroundChannel(), Browser()
        browser.forget = lambda _topics: None
        browser.send = lambda *_, **__: None
        channel.watchers.add(browser)
        before = channel.setup
        await channel.on_message(browser, {"type": "scene", "name": "greedy-in-a-trap"})
        await channel._work
        assert channel.undo()
        assert channel.setup is before
        channel.close()

    loops.run(main())


@pytest.mark.parametrize("key", ["nowhere", "", None, 3, ["a"]])
def test_a_scene_that_does_not_exist_is_refused(key):
    with pytest.raises(at.InvalidValue, match=r"there is no scene .*greedy-in-a-trap"):
        scene_of(SCENES["playground"], key)


def test_links_have_the_name_on_them_and_the_sentence_in_a_tip():
    html = scenes_html([Scene("A* & co", 'Say "yes" <b>', dict)])
    assert (
        '<a href="#scene=a-star-co" title="Say &quot;yes&quot; &lt;b&gt;">A* &amp; co</a>' in html
    )


def test_a_drawn_map_has_walls_costs_and_ends():
    cells, start, goal = drawn("""
        S.#
        29G
    """)
    assert cells.tolist() == [[1, 1, 0], [2, 9, 1]]
    assert (start, goal) == ((0, 0), (1, 2))


@pytest.mark.parametrize("file", sorted(DOCS.rglob("*.md")), ids=lambda file: file.name)
def test_scenes_that_the_docs_link_to_exist(file):
    for name, key in re.findall(r"/([\w-]+)#scene=([\w-]*)", file.read_text()):
        scene_of((*SCENES[package_of(name)], *STORY[package_of(name)]), key)


# --- The sentences


def test_a_star_expands_a_fraction_of_what_dijkstra_does():
    dijkstra, astar = results("dijkstra-and-a-star")
    assert dijkstra.path.cost == astar.path.cost
    assert astar.stats.expanded < 0.7 * dijkstra.stats.expanded


def test_greedy_makes_a_detour():
    greedy, astar = results("greedy-in-a-trap")
    assert greedy.path.cost > astar.path.cost


def test_weights_pay_three_to_sixteen_percent():
    plain, *weighted = results("why-weights-pay")
    expanded = [found.stats.expanded for found in (plain, *weighted)]
    assert expanded == sorted(expanded, reverse=True)
    overs = [found.path.cost / plain.path.cost - 1 for found in weighted]
    assert [round(100 * over) for over in (min(overs), max(overs))] == [3, 16]


def test_overestimating_costs_more():
    plain, weighted = results("overestimating-loses-the-optimum")
    assert weighted.path.cost > plain.path.cost


def test_breadth_first_wades_through_the_swamp():
    bfs, astar = results("ground-that-costs")
    cells = scene_of(SCENES["playground"], "ground-that-costs").make().cells
    assert max(cells[cell] for cell in bfs.path) == 9
    assert max(cells[cell] for cell in astar.path) < 9


def test_jump_points_are_few():
    astar, jps = results("jumping-over-open-ground")
    assert astar.path.cost == pytest.approx(jps.path.cost)
    assert jps.stats.expanded < astar.stats.expanded / 10


def test_on_hexagons_a_star_counts_tiles_and_dijkstra_none():
    setup = scene_of(SCENES["playground"], "hexes").make()
    assert (setup.diagonal, setup.cells.max()) == ("hex", 9)
    dijkstra, astar = results("hexes")
    assert dijkstra.path.cost == astar.path.cost
    assert astar.stats.expanded < dijkstra.stats.expanded / 2


def test_the_only_ways_between_the_halls_are_links():
    setup = scene_of(SCENES["playground"], "teleporters").make()
    for found in results("teleporters"):
        assert found.path.cost == 42
        taken = [(a, b) for a, b in pairwise(found.path) if abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1]
        assert len(taken) == 2
        assert {*taken} <= {(link.a, link.b) for link in setup.links}
    without = at.Grid(setup.cells, diagonal=setup.diagonal)
    assert not at.find_path(without, setup.start, setup.goal).found


def test_labels_say_no_without_an_expansion():
    first, second = results("nowhere-to-go")
    assert first.stats.expanded > 100
    assert second.stats.expanded == 0
    assert second.message.startswith("unreachable: component labels answer; nearest reachable (")


def test_both_ends_meet():
    one, both = results("from-both-ends")
    assert one.path.cost == pytest.approx(both.path.cost)
    assert both.stats.expanded < one.stats.expanded


@pytest.mark.parametrize("key", ["a-maze-never-seen", "d-star-lite-when-a-door-shuts"])
def test_d_star_lite_expands_far_less(key):
    session, [(_, again), (_, repaired)] = journey(key)
    assert all(walker.reached for walker in session.walkers)
    assert repaired < again / 2


@pytest.mark.parametrize(
    "scene", [*SCENES["terrain"], *STORY["terrain"]], ids=lambda scene: scene.key
)
def test_agents_plan_again_soon_after_a_scene_begins(scene):
    async def main():
        channel = TerrainChannel()
        watcher = Watcher(Socket())
        channel.watchers.add(watcher)
        channel.show_scene(scene)
        await channel._work
        assert channel.session.time == scene.view["from"] > 0
        before = [len(walker.plans) for walker in channel.session.walkers]
        for _ in range(2):
            channel.step()
            await channel._work
        assert any(
            len(walker.plans) > count
            for walker, count in zip(channel.session.walkers, before, strict=True)
        )
        channel.close()

    loops.run(main())


def test_memory_saves_the_dead_end_the_second_time():
    session, _ = journey("orders-and-memory")
    first, back, again = session.legs
    assert first.moves == first.without == again.without  # forgotten, it is entered again
    assert again.moves == back.moves < first.moves / 2
    fewest = at.find_path(session.world, again.start, again.goal, algorithm="bfs")
    assert again.moves == len(fewest) - 1


def test_the_others_take_half_the_moves_of_those_who_are_told_nothing():
    session, _ = journey("a-scout-for-all")
    scout, *others = session.legs
    assert [leg.agent for leg in others] == [1, 2]
    assert all(leg.moves < leg.without / 2 for leg in others)
    assert scout.moves == scout.without


def test_five_doors_shut_on_the_way():
    scene = scene_of(SCENES["terrain"], "d-star-lite-when-a-door-shuts")
    session, _ = journey(scene.key)
    assert len(scene.view["edits"]) == 5
    assert all(session.walkers[0].moves > move for move, _, _ in scene.view["edits"])


def test_adaptive_a_star_learns():
    _, [(moves, again), (same, learned)] = journey("adaptive-a-star-learns")
    assert moves == same
    assert learned < 0.6 * again


def test_far_sight_spares_the_bay():
    _, [(near, _), _] = journey("adaptive-a-star-learns")
    _, [(far, _), _] = journey("farther-sight")
    assert far < near


def test_agents_find_out_that_there_is_no_way():
    session, _ = journey("nowhere-to-go")
    assert [walker.reached for walker in session.walkers] == [False, False]


def test_the_estimate_of_the_graph_is_too_high_until_it_is_set():
    setup = scene_of(SCENES["graphs"], "an-estimate-that-is-too-high").make()
    assert cost_of(setup) == 6
    assert cost_of(setup.with_estimate("B", 2)) == 4


def test_a_closed_node_opens_again():
    setup = scene_of(SCENES["graphs"], "a-closed-node-opens-again").make()
    exact = at.distances(setup.graph(), ["G"], direction="to")
    for spot, left in zip(setup.nodes, exact, strict=True):
        assert spot.estimate <= left  # none is too high
    options = {"heuristic": setup.estimates, "ties": "fifo", "reopen": "passive"}
    search = at.Search(setup.graph(), "S", "G", **options)
    search.run()
    assert search.stats.reopened == 1
    assert search.path.cost == 9


def cost_of(setup):
    session = GraphSession()
    session.adopt(setup)
    drained(session.solving())
    path = session.written.path
    names = [setup.names[node] for node in path]
    costs = {(arc.source, arc.target): arc.cost for arc in setup.connections}
    return sum(costs[pair] for pair in pairwise(names))


def ground(key, **changes):
    """The answer to a scene of open ground, with changes."""
    session = GroundSession()
    session.adopt(replace(scene_of(SCENES["open_ground"], key).make(), **changes))
    assert drained(session.solving())
    return session.answer


@pytest.mark.parametrize(("radius", "gap"), [(0.3, (4, 4.8)), (0.8, (11, 12.8)), (1.5, (18, 21.2))])
def test_a_disc_takes_the_first_gap_in_which_it_has_room(radius, gap):
    line = ground("gaps-for-discs", radius=radius).line
    room = radius - 1e-5  # as exact as the arcs
    assert gap[0] + room <= np.interp(12, *line.points.T) <= gap[1] - room
    assert not ground("gaps-for-discs", radius=1.7).line.points.size


def test_an_obstacle_that_is_erased_leaves_those_over_it():
    answer = ground("overlapping-obstacles")
    session = GroundSession()
    session.adopt(answer.setup.without(4))
    drained(session.solving())
    assert session.answer.line.length < answer.line.length
    mesh = at.Mesh.from_polygons(OUTLINE, answer.setup.obstacles[:4] + answer.setup.obstacles[5:])
    again = at.find_path(mesh, answer.setup.start, answer.setup.goal)
    assert session.answer.line.length == pytest.approx(again.cost, rel=1e-9)


def test_the_path_in_the_spiral_goes_from_root_to_root():
    answer = ground("a-spiral")
    roots = {tuple(root) for root in answer.intervals[:, 2].round(6).tolist()}
    *corners, _ = [tuple(point) for point in answer.line.points[:-1].round(6).tolist()]
    assert len(corners) > 40
    assert {*corners} <= roots


def test_any_angle_finds_the_path_of_the_polygons_in_the_cave():
    answer = ground("a-cave-of-square-cells")
    lengths = {line.title: line.length for line in answer.grid_lines}
    assert lengths["any angle"] == pytest.approx(answer.line.length)
    assert lengths["8 moves"] > answer.line.length * 1.05


def test_the_worst_angle_costs_8_percent():
    answer = ground("the-worst-angle-for-8-moves")
    assert [answer.overrun(line) for line in answer.grid_lines] == ["+0.0 %", "+0.0 %", "+8.2 %"]


def test_the_fork_beats_a_star():
    setup = scene_of(SCENES["tictactoe"], "the-fork-beats-a-star").make()
    setup = setup.marked(6).moved()  # the bottom left
    wins = [cell for cell in range(9) if _wins(setup, cell)]
    assert len(wins) == 1  # it could block one of the two


def _wins(setup, cell):
    try:
        return setup.marked(cell).board.winner == "x"
    except at.InvalidValue:
        return False


def test_two_perfect_players_draw():
    setup = scene_of(SCENES["tictactoe"], "two-perfect-players").make()
    while not setup.board.over:
        setup = setup.moved()
    assert setup.board.winner is None


def crowd(key, most=1500):
    """The session of a scene of crowds at its end, and the cells of each unit tick by tick."""
    session = CrowdSession(scene_of(SCENES["crowds"], key).make())
    seen = [[{*walk.cells.tolist()} for walk in session.walks]]
    while session.step() and session.tick < most:
        seen.append([{*walk.cells.tolist()} for walk in session.walks])
    return session, seen


def test_no_more_than_two_get_through_the_door_in_a_tick():
    session, seen = crowd("a-bottleneck")
    (walk,) = session.walks
    assert walk.counts.there == 192
    assert session.tick >= 96
    behind = [sum(cell % 50 > 25 for cell in cells) for (cells,) in seen]  # beyond the door
    assert max(b - a for a, b in pairwise(behind)) <= 2
    door = np.flatnonzero(session.world.cost[:, 25])
    assert len(door) == 2


def test_with_both_engines_all_of_both_armies_arrive():
    session, _ = crowd("two-armies-through-one-gate")
    assert [walk.engine for walk in session.walks] == ["pibt", "lacam"]
    assert [walk.counts.there for walk in session.walks] == [448, 448]


def test_all_leave_by_the_exits_that_are_left():
    setup = scene_of(SCENES["crowds"], "evacuation-with-many-exits").make()
    session, seen = crowd("evacuation-with-many-exits")
    shut = {*np.flatnonzero(setup.targets[0]).tolist()}
    assert (session.walks[0].counts.units, session.walks[0].counts.arrivals) == (0, 700)
    assert shut == {cell for event in session.events for cell in event.cells}
    assert [event.tick for event in session.events] == [20]
    assert all(not shut & cells for (cells,) in seen[21:])


def test_they_pass_in_the_corridor_though_the_bay_has_room_for_one():
    session, _ = crowd("passing-in-a-corridor-with-a-bay")
    assert [walk.counts.there for walk in session.walks] == [6, 6]
    hatched = {*session.hints.tolist()}
    assert {3 * 21 + col for col in range(4, 17)} | {2 * 21 + 10} <= hatched


def test_the_warehouse_never_sleeps():
    session, _ = crowd("a-warehouse-that-never-sleeps", most=200)
    (walk,) = session.walks
    assert walk.counts.units == 180
    assert walk.counts.arrivals > 200
    assert not session.is_over


def test_guided_units_get_more_done():
    session, _ = crowd("aisles-become-one-way-streets", most=300)
    plain, guided = (walk.counts for walk in session.walks)
    assert plain.units == guided.units == 240
    assert guided.arrivals > 1.2 * plain.arrivals


@pytest.mark.slow
def test_five_thousand_walk_off_on_the_other_side():
    session, seen = crowd("five-thousand-at-once")
    assert len(seen[0][0]) == session.walks[0].counts.arrivals == 5000
