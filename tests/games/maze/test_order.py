"""The order of events, the effects of an obstructed path, and the times of plans."""

import pytest

import asterion as at
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.search import registry
from support.maze_games import FULL, QUIET, game, lively, world

BUSY = Rules(trap_amount=4, trap_interval=3, trap_shortest=9, trap_longest=60, monsters=False)


def dig(play, *cells):
    """Pits from outside; all players replan, as in the game."""
    for cell in cells:
        play.grid[cell] = 0
    for player in play.players:
        player.refresh()


@pytest.mark.req("S000-102")
def test_the_messages_of_the_study_come_in_their_order():
    play = Simulation(world(FULL), rules=BUSY, seed=1, trace=True)
    begin = [(told.what, told.who) for told in play.trace]
    assert begin == [
        ("world parsed", None),
        *[("goals assigned", i) for i in range(3)],
        *[("navigator built", i) for i in range(3)],
        *[(what, i) for i in range(3) for what in ("initial search", "path")],
    ]
    changes, first = 0, len(begin)
    while not any(player.finished for player in play.players):
        play.tick()
        told = [(line.what, line.who) for line in play.trace[first:]]
        first = len(play.trace)
        if ("ground changed", None) in told:
            # Before any player moves, all replan.
            assert told[:7] == [
                ("ground changed", None),
                *[("update pits", i) for i in range(3)],
                *[("path", i) for i in range(3)],
            ]
            changes += 1
        else:
            assert not any(what == "update pits" for what, _ in told)
    assert changes > 50


@pytest.mark.req("S000-102")
def test_a_player_that_reaches_a_tile_asks_for_the_next_and_after_a_goal_for_another_search():
    play = Simulation(world(FULL), rules=QUIET, trace=True)
    play.run()
    told = [(line.what, line.who) for line in play.trace]
    after = {
        ("new tile", "update players"),
        ("new tile", "goal reached"),
        ("update players", "path"),
        ("goal reached", "navigator built"),  # a key: other doors are open, in another world
        ("goal reached", "initial search"),  # a door
        ("navigator built", "initial search"),
        ("initial search", "update players"),
    }
    for who in range(3):
        mine = [what for what, number in told if number == who]
        begin = mine.index("path") + 1
        pairs = {*zip(mine[begin:], mine[begin + 1 :], strict=False)}
        assert {pair for pair in pairs if pair[0] != "path"} == after
        assert {after for before, after in pairs if before == "path"} == {"new tile"}
        assert mine.count("goal reached") == mine.count("initial search") == 6
        assert mine.count("navigator built") == 4  # the first, and one for each key


THREE = [
    ("dstar-lite", "dstar", "astar"),
    ("focused-dstar", "mpaa", "dstar-lite"),
    ("astar", "lpa", "focused-dstar"),
]


@pytest.mark.req("S000-103")
@pytest.mark.parametrize("names", THREE)
def test_no_player_walks_on_a_plan_that_is_out_of_date(names):
    """Each step of three players is the first of a cheapest path in the world as it is then."""
    play = Simulation(world(FULL), players=names, rules=BUSY, seed=2)
    changes, steps = 0, [0, 0, 0]
    while not play.over:
        walked = [player for player in play.players if not player.finished]
        before = {player: player.entering for player in walked}
        version = play.grid.version
        play.tick()
        changes += play.grid.version != version
        for player in walked:
            if player.finished:
                continue
            here = player.entering or player.cell
            fresh = at.find_path(player.world, here, player.goal)
            assert (player.path_state == "free") == bool(fresh)
            if not fresh:
                continue
            assert at.validate(player.world, player.path) == pytest.approx(fresh.cost)
            if player.entering not in (None, before[player]):
                whole = at.find_path(player.world, player.cell, player.goal)
                step = at.Path.from_nodes(player.world, [player.cell, here])
                assert step.cost + fresh.cost == pytest.approx(whole.cost)
                steps[player.number] += 1
    assert changes > 60
    assert min(steps) > 40


@pytest.mark.req("S000-103")
def test_planners_side_by_side_change_nothing():
    names = ["dstar-lite", "lpa", "astar", "focused-dstar", "mpaa", "jps"]
    alone, together = (lively(players=names, threads=threads) for threads in (1, 2))
    for _ in range(60):
        alone.run(10)
        together.run(10)
        assert alone.hash == together.hash
    tables = [[player.table() for player in play.players] for play in (alone, together)]
    assert tables[0] == tables[1]


@pytest.mark.req("S000-104")
def test_a_star_plans_at_every_change_of_the_world_and_dstar_does_not():
    play = Simulation(world(FULL), players=["astar", "dstar-lite"], rules=BUSY, seed=4)
    changes = [0, 0]
    while not play.over:
        before = play.grid.cost.copy()
        # On the last step to a goal there is nothing left to plan.
        asked = [player.entering != player.goal for player in play.players]
        play.tick()
        if (before != play.grid.cost).any():
            changes = [n + on for n, on in zip(changes, asked, strict=True)]
    searches = [player.table()[-1]["searches"] for player in play.players]
    assert changes[0] > 50
    assert searches[0] == changes[0] + 6  # and one for each goal
    assert searches[1] < changes[1] / 2


@pytest.mark.req("S000-92")
@pytest.mark.req("S000-93")
def test_an_obstructed_path_is_walked_up_to_the_obstacle():
    text = "AAAAAAAAAAAA\nAp        xA\nAAAAAAAAAAXA\nAAAAAAAAAAAA"
    play = game(text)
    player = play.players[0]
    play.run(5)
    assert player.path_state == "free"
    dig(play, (1, 6))
    assert player.path_state == "obstructed"
    assert player.path == [(1, col) for col in range(2, 11)]  # as it was
    while player.path_state == "obstructed":
        play.tick()
        assert play.now < 100
    assert player.path_state == "stopped"
    assert player.cell == (1, 5)
    assert player.place == (840, 5 * 840)
    play.run(30)
    assert player.cell == (1, 5)
    assert player.stats[0].waits >= 30
    play.grid[1, 6] = 1
    player.refresh()
    assert player.path_state == "free"
    play.run()
    assert play.over


@pytest.mark.req("S000-93")
def test_in_the_other_mode_a_player_stops_at_once_and_waits_for_a_free_path():
    text = "AAAAAAAAAAAA\nAp        xA\nAAAAAAAAAAXA\nAAAAAAAAAAAA"
    play = game(text, rules=Rules(trap_amount=0, walk_obstructed=False))
    player = play.players[0]
    play.run(5)
    dig(play, (1, 6))
    play.run(40)
    assert player.path_state == "stopped"
    assert player.cell == (1, 2)  # the tile that it was moving onto
    play.do("walk_obstructed", True)
    play.run(60)
    assert player.cell == (1, 5)  # the same that it would have reached in the other mode
    play.grid[1, 6] = 1
    player.refresh()
    play.run()
    assert play.over


@pytest.mark.req("S000-92")
def test_a_player_that_has_stopped_continues_when_the_old_path_opens_a_little():
    text = "AAAAAAAAAAAA\nAp        xA\nAAAAAAAAAAXA\nAAAAAAAAAAAA"
    play = game(text)
    player = play.players[0]
    play.run(5)
    dig(play, (1, 4), (1, 8))
    play.run(60)
    assert (player.cell, player.path_state) == ((1, 3), "stopped")
    play.grid[1, 4] = 1
    player.refresh()
    assert player.path_state == "obstructed"
    play.run(80)
    assert (player.cell, player.path_state) == ((1, 7), "stopped")


def test_no_pit_opens_under_a_step_so_no_player_walks_into_one():
    for seed in range(6):
        play = lively(seed, players=["dstar-lite", "astar", "lpa"])
        for _ in range(400):
            play.tick()
            for who in (*play.players, *play.monsters, play.human):
                assert all(play.grid[cell] for cell in who.cells)


class Toy:
    """Breadth-first from the start, whatever moves cost."""

    def __init__(self, world, _start, _goal):
        self.world, self.plans = world, 0

    def plan(self, start, goal, _changed):
        self.plans += 1
        came, line = {start: None}, [start]
        for cell in line:
            for beside, _ in self.world.neighbours(cell):
                if beside not in came:
                    came[beside] = cell
                    line.append(beside)
        if goal not in came:
            return at.Path.not_found("unreachable")
        cells = [goal]
        while cells[-1] != start:
            cells.append(came[cells[-1]])
        return at.Path.from_nodes(self.world, cells[::-1])


@pytest.mark.req("S000-100")
@pytest.mark.req("S000-101")
def test_a_custom_navigator_leads_a_player(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("toy", Toy, kind="navigator")
    assert "toy" in [info.name for info in at.algorithms("navigator")]
    play = Simulation(world(FULL), players=["toy", "dstar-lite"], rules=BUSY, seed=3)
    play.run()
    assert play.over
    toy, other = play.players
    assert toy.algorithm == "toy"
    assert [segment.goal for segment in toy.segments] == [
        segment.goal for segment in other.segments
    ]
    assert sum(segment.plans.searches for segment in toy.segments) > 6
    with pytest.raises(at.InvalidValue, match="'yot'"):
        game("px X", ["yot"])


@pytest.mark.req("S000-101")
def test_every_navigator_of_the_registry_can_be_chosen_by_name():
    for info in at.algorithms("navigator"):
        play = game("AAAAAA\nAp xXA\nAAAAAA", [PlayerSetup(info.name)], QUIET)
        play.run()
        assert play.over
