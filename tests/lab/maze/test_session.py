"""The maze arena without a browser: keys, controls, locks, figures."""

import csv
import io
from dataclasses import replace

import pytest

import asterion as at
from asterion.games.maze.rules import STUDY, PlayerSetup, Rules
from asterion.games.maze.statistics import COLUMNS
from asterion.games.maze.worlds import TRAP_AMOUNTS, WORLDS
from asterion.lab import limits
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.payload import LOOKS, stats_payload, tiles, world_payload
from asterion.lab.maze.session import KEYS, MazeSession
from asterion.lab.work import drained
from asterion.search import registry
from asterion.search.registry import algorithms
from support import loops
from support.maze_sessions import QUIET, SMALL, TUNNEL, begun, run, session_in

# --- Keys


def flag(session, key):
    name = KEYS[key]
    return getattr(
        session.switches if hasattr(session.switches, name) else session.game.rules, name
    )


@pytest.mark.req("S000-91")
@pytest.mark.parametrize("key", KEYS)
def test_a_key_toggles_and_twice_is_as_before(key):
    session = begun()
    before = flag(session, key)
    others = {each: flag(session, each) for each in KEYS if each != key}
    session.press(key)
    assert flag(session, key) is not before
    assert {each: flag(session, each) for each in others} == others
    session.press(key)
    assert flag(session, key) is before
    assert {each: flag(session, each) for each in others} == others


@pytest.mark.req("S000-91")
def test_the_keys_match_the_sheet():
    assert [*KEYS] == ["g", "s", "t", "w", "p", "space", "i"]
    with pytest.raises(at.InvalidValue, match="unknown key 'q'; choose one of g, s"):
        MazeSession().press("q")
    with pytest.raises(at.InvalidValue, match="unknown switch 'smell'"):
        MazeSession().switch("smell", on=True)


@pytest.mark.req("S000-91")
def test_space_stops_time_and_p_the_monsters_alone():
    session = begun()
    session.press("space")
    now = session.game.now
    assert session.phase == "paused"
    run(session, 5)
    assert session.game.now == now
    session.press("space")
    session.press("p")
    monster, player = session.game.monsters[0].place, session.game.players[0].place
    run(session, 5)
    assert session.game.monsters[0].place == monster
    assert session.game.players[0].place != player
    session.press("p")
    run(session, 5)
    assert session.game.monsters[0].place != monster


@pytest.mark.req("S000-91")
def test_space_also_starts_a_game_that_is_ready():
    session = session_in()
    assert (session.phase, session.locked) == ("ready", False)
    session.press("space")
    assert (session.phase, session.locked) == ("running", True)


# --- Paths


@pytest.mark.req("S000-92")
def test_the_state_of_a_path_has_a_colour():
    colours = {state: LOOKS[state].colour for state in LOOKS}
    assert colours == {"free": "green", "obstructed": "yellow", "stopped": "red"}
    assert len({LOOKS[state].dash for state in LOOKS}) == 3  # for eyes that see no colours


def obstructed(**rules):
    """A tunnel with a player in it, and a pit right behind the next tiles of his way."""
    session = begun(TUNNEL, rules=replace(QUIET, **rules), ticks=5)
    session.game.grid[1, 5] = 0
    for player in session.game.players:
        player.refresh()
    return session, session.game.players[0]


@pytest.mark.req("S000-92", "S000-93")
def test_with_the_mode_on_a_player_walks_up_to_the_obstacle():
    session, player = obstructed(walk_obstructed=True)
    assert LOOKS[player.path_state].colour == "yellow"
    seen = set()
    for _ in range(60):
        session.tick()
        seen.add(LOOKS[player.path_state].colour)
    assert (player.cell, seen) == ((1, 4), {"yellow", "red"})
    assert LOOKS[player.path_state].colour == "red"
    session.game.grid[1, 5] = 1
    player.refresh()
    assert LOOKS[player.path_state].colour == "green"
    run(session)
    assert session.over


@pytest.mark.req("S000-93")
def test_with_the_mode_off_a_player_stops_at_once():
    session, player = obstructed(walk_obstructed=False)
    run(session, 60)
    assert player.cell == (1, 2)  # where he was going when it happened
    assert LOOKS[player.path_state].colour == "red"
    session.rule("walk_obstructed", True)
    run(session, 60)
    assert player.cell == (1, 4)


# --- Controls


@pytest.mark.req("S000-94")
@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", 400), ("trap_amount", 10.0), ("trap_interval", 7), ("walk_obstructed", False)],
)
@pytest.mark.parametrize("started", [False, True])
def test_a_control_changes_the_rule_of_its_name(name, value, started):
    session = session_in()
    if started:
        session.start()
        session.tick()
    before = session.game.rules
    session.rule(name, value)
    assert session.game.rules == replace(before, **{name: value})
    session.reset()
    assert getattr(session.game.rules, name) == value  # from the first tick on


@pytest.mark.req("S000-94")
def test_the_speed_is_that_of_all_and_pits_are_percent_of_the_map():
    slow, fast = begun(rules=QUIET, ticks=8), session_in(rules=QUIET)
    fast.rule("speed", 200)
    fast.start()
    run(fast, 4)
    assert [p.place for p in fast.game.players] == [p.place for p in slow.game.players]
    session = begun(rules=replace(QUIET, trap_interval=1))
    assert not session.game.traps.open
    session.rule("trap_amount", 20.0)
    session.tick()
    share = len(session.game.traps.open) / session.game.traps.places
    assert share == pytest.approx(0.2, abs=0.05)


@pytest.mark.req("S000-94")
def test_after_the_end_a_rule_that_must_be_there_from_the_start_begins_another_game():
    session = begun(rules=QUIET, ticks=10**6)
    assert session.over
    session.rule("speed", 300)  # one that may change at any time waits for the next game
    assert session.over
    session.rule("monsters", True)
    assert (session.phase, len(session.game.monsters)) == ("ready", 1)
    assert session.game.rules.speed == 300


@pytest.mark.req("S000-94", "S000-101")
def test_every_navigator_can_play():
    for info in algorithms("navigator"):
        session = session_in(rules=QUIET)
        session.change(lambda setup, name=info.name: setup.with_player(1, algorithm=name))
        session.start()
        run(session)
        assert session.over, info.name
        assert session.game.players[1].algorithm == info.name


@pytest.mark.req("S000-94")
def test_what_cannot_be_chosen_is_said():
    session = session_in()
    bad = [
        (lambda setup: setup.with_player(0, algorithm="magic"), "magic"),
        (lambda setup: setup.with_player(0, mode="sulk"), "mode is 'sulk'"),
        (lambda setup: setup.with_player(3), "player is 3; it must be 0 to 2"),
        (lambda setup: setup.with_seed(-1), "seed"),
        (lambda setup: setup.with_seed(10**6), "seed is 1000000; it must be 0 to 999999"),
        (lambda setup: setup.with_rule("gravity", 1), "no rule is called 'gravity'"),
        (lambda setup: setup.with_rule("speed", 0), "speed is 0; it must be at least 1"),
        (lambda setup: setup.in_shipped("nowhere"), "'nowhere'; choose one of"),
        (lambda setup: replace(setup, players=()).checked(), "0 players; a set-up has 3"),
    ]
    game = session.game
    for make, message in bad:
        with pytest.raises(at.AsterionError, match=message):
            session.change(make)
    assert session.game is game


@pytest.mark.req("S000-95")
def test_world_algorithms_and_seed_are_locked_from_start_to_end():
    session = session_in(rules=QUIET)
    changes = [
        lambda setup: setup.with_player(0, algorithm="astar"),
        lambda setup: setup.in_shipped("world2"),
        lambda setup: setup.in_file("other.txt", TUNNEL.encode()),
        lambda setup: setup.with_seed(3),
    ]
    session.start()
    for ticks in (1, 5):
        run(session, ticks)
        game = session.game
        for change in changes:
            with pytest.raises(at.InvalidValue, match="locked until all players have finished"):
                session.change(change)
        with pytest.raises(at.InvalidValue, match="'monsters' cannot be changed while the game"):
            session.rule("monsters", True)
        with pytest.raises(at.InvalidValue, match="a game is under way"):
            drained(session.replay_checked(session.save()))
        session.press("space")
        with pytest.raises(at.InvalidValue, match="locked"):  # a pause unlocks nothing
            session.change(changes[0])
        session.press("space")
        assert session.game is game
        assert session.setup.players == STUDY
    run(session)
    assert session.over
    session.change(changes[0])
    assert session.setup.players[0].algorithm == "astar"
    session.start()
    session.reset()
    session.change(changes[3])
    assert session.setup.seed == 3


@pytest.mark.req("S000-71")
def test_the_human_player_is_led_by_held_keys():
    session = begun(rules=QUIET)
    human = session.game.human
    row, col = human.place
    session.walk((0, 1))
    run(session, 6)
    assert human.place[0] == row
    assert human.place[1] > col
    session.walk((0, 0))
    before = human.place
    run(session, 5)
    assert human.place == before
    session.walk((-1, 0))  # a wall
    run(session, 30)
    assert human.cell == (1, human.cell[1])
    with pytest.raises(at.InvalidValue, match="direction"):
        session.walk((3, 0))
    session.reset()
    session.walk((0, 1))  # before the start nobody walks
    assert session.game.human.direction == (0, 0)


def test_a_human_may_be_alone_in_the_maze():
    session = begun("AAAAAAA\nAo x XA\nAAAAAAA\n", rules=QUIET)
    assert world_payload(session)["players"] == stats_payload(session)["players"] == []
    session.walk((0, 1))
    run(session, 200)
    assert (session.over, session.phase) == (True, "over")
    with pytest.raises(at.InvalidValue, match="no player has finished"):
        session.logs()


# --- Custom navigators


class Toy:
    """Plans again on every request, and shows nothing of it."""

    def __init__(self, world, _start, _goal, **_):
        self.world = world

    def plan(self, start, goal, _changed):
        return at.find_path(self.world, start, goal)


class Broken(Toy):
    """Fails when the world has changed."""

    def plan(self, start, goal, changed):
        if len(changed):
            raise OSError("no more ideas")
        return super().plan(start, goal, changed)


@pytest.fixture
def own(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("toy", Toy, kind="navigator")
    at.register("broken", Broken, kind="navigator")


@pytest.mark.req("S000-100", "S000-101")
@pytest.mark.usefixtures("own")
def test_a_navigator_of_ones_own_is_in_the_list_and_plays():
    assert "toy" in [info.name for info in algorithms("navigator")]
    channel = MazeChannel()
    channel.session.change(
        lambda setup: setup.in_world("small", SMALL).with_player(0, algorithm="toy")
    )
    channel.session.press("s")  # it has no states to show
    channel.session.finish()
    while drained(channel._advance()):
        pass
    assert channel.session.over
    assert channel._picture.fields[0] == b""
    assert channel._picture.fields[1]


@pytest.mark.usefixtures("own")
def test_a_navigator_that_raises_pauses_the_game_and_says_so():
    async def main():
        channel = MazeChannel()
        told = []
        channel.send = lambda topic, **message: told.append((topic, message))
        rules = Rules(trap_amount=20, trap_interval=1)
        channel.session.change(
            lambda setup: replace(setup.in_world("small", SMALL), rules=rules).with_player(
                0, algorithm="broken"
            )
        )
        channel.session.start()
        while channel.is_moving:
            await channel.move_on()
        assert ("error", {"text": "no more ideas"}) in told
        assert channel.session.phase == "paused"

    loops.run(main())


# --- Worlds


@pytest.mark.slow
def test_all_worlds_that_come_with_the_package_can_be_played():
    for name in WORLDS:
        session = MazeSession()
        session.change(lambda setup, name=name: setup.in_shipped(name))
        assert session.setup.name == name
        assert session.setup.rules.trap_amount == TRAP_AMOUNTS[name]
        assert session.problems == []
        session.start()
        run(session, 3)
        told = world_payload(session)
        assert len(told["tiles"]) == told["rows"] * told["cols"]
        assert len(told["players"]) == len(session.game.world.starts)


def test_a_file_with_faults_is_refused_by_line_and_column():
    session = session_in()
    for data, message in [
        (b"AAAA\nApxX\nA x\n", r"bad.txt, line 3: 'x' at character 3"),
        (b"p x", "has no key with its door"),
        (b"px\xffX", "bad.txt, line 1: byte 0xff"),
        (b"", "empty"),
    ]:
        with pytest.raises(at.InvalidValue, match=message):
            session.change(lambda setup, data=data: setup.in_file("bad.txt", data))
    wide = "p xX" + " " * limits.WORLD_CELLS
    with pytest.raises(at.InvalidValue, match=f"the lab takes {limits.WORLD_CELLS} at most"):
        session.change(lambda setup: setup.in_world("wide", wide))
    assert session.setup.name == "small"


def test_what_keeps_players_from_their_goals_is_told():
    session = session_in("p xAX")
    assert len(session.problems) == 1
    assert "no player gets to door X" in session.problems[0].text


def test_tiles_are_walls_and_ground_alone():
    world = session_in().game.world
    assert tiles(world)[:12] == "A" * 12
    assert set(tiles(world)) == set("AB9 ")


# --- Figures


@pytest.mark.req("S000-97")
def test_the_last_row_is_the_sum_of_the_columns():
    session = begun(ticks=10**6, rules=replace(QUIET, trap_amount=5))
    told = stats_payload(session)
    names = [name for name, _ in told["columns"]]
    assert [*COLUMNS[1:]] == [name.replace(" ", "_") for name in names]
    assert len(told["players"]) == 2
    for player in told["players"]:
        assert [row["goal"] for row in player["rows"]] == ["x", "X"]
        sums = [
            sum(column) for column in zip(*(row["figures"] for row in player["rows"]), strict=True)
        ]
        for name, value, total in zip(names, player["sum"], sums, strict=True):
            if name not in ("mean size", "height"):  # a mean has no sum
                assert value == pytest.approx(total), name
    assert {row["state"] for player in told["players"] for row in player["rows"]} == {"reached"}


@pytest.mark.req("S000-97")
def test_there_are_figures_while_the_game_runs():
    session = begun(rules=QUIET, ticks=3)
    rows = stats_payload(session)["players"][0]["rows"]
    assert [row["state"] for row in rows] == ["now", "later"]
    assert rows[0]["figures"][-3] == 3  # ticks
    assert set(rows[1]["figures"]) == {""}


@pytest.mark.req("S000-98")
def test_logs_are_tab_delimited_and_say_what_the_panel_says():
    session = begun(rules=QUIET)
    with pytest.raises(at.InvalidValue, match="no player has finished"):
        session.logs()
    run(session)
    logs = session.logs()
    assert len(logs) == 2
    told = stats_payload(session)["players"]
    for text, player in zip(logs.values(), told, strict=True):
        head, *rows = csv.reader(io.StringIO(text), "excel-tab")
        assert head == [*COLUMNS]
        figures = [[float(each) for each in row[1:]] for row in rows]
        assert figures == [*(row["figures"] for row in player["rows"]), player["sum"]]


def test_a_player_of_a_mode_is_titled_so():
    session = session_in()
    session.change(lambda setup: setup.with_player(0, algorithm="dstar-lite", mode="flee"))
    assert world_payload(session)["players"][0]["name"] == "1. D* Lite, flees"
    assert session.setup.players[1] == PlayerSetup("dstar")
