"""asterion play maze."""

import csv
import json
from dataclasses import asdict, fields

import pytest

from asterion.cli.rule_options import flag_of
from asterion.games.maze.rules import Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.worlds import TRAP_AMOUNTS
from asterion.lab.maze.setup import MazeSetup

HALL = "AAAAAAAA\nAo x  XA\nAAAAAAAA\n"


TOY = '''\
import asterion as at


class Toy:
    """Plans again whenever anything has changed."""

    def __init__(self, world, _start, _goal):
        self.world = world

    def plan(self, start, goal, changed):
        return at.find_path(self.world, start, goal, algorithm="dijkstra")


at.register("toy", Toy, kind="navigator")
'''


@pytest.fixture
def hall(tmp_path):
    path = tmp_path / "hall.txt"
    path.write_text(HALL)
    return path


def test_players_are_watched_to_the_end(run):
    result = run("play", "maze", "--seed", "1", "--player", "dstar-lite", "--player", "jps")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("# wall, . floor")
    assert lines[2] == "#" * 24
    told = [line for line in lines if line.startswith("tick ") and " at " in line]
    assert len(told) == 4
    assert {line.split(": ")[1] for line in told} == {
        f"player {number} ({name}) at {goal}"
        for number, name in ((1, "dstar-lite"), (2, "jps"))
        for goal in "xX"
    }
    assert lines[-1].startswith("hash ")
    again = run("play", "maze", "--seed", "1", "--player", "dstar-lite", "--player", "jps")
    assert again.stdout == result.stdout
    other = run("play", "maze", "--seed", "2", "--player", "dstar-lite", "--player", "jps")
    assert other.stdout.splitlines()[-1] != lines[-1]


def test_the_board_is_drawn_every_n_ticks_for_as_long_as_asked(run):
    result = run("play", "maze", "--world", "world2", "--ticks", "40", "--every", "20")
    assert result.exit_code == 0
    boards = result.stdout.split("tick ")
    assert [board.split("\n")[0] for board in boards[1:]] == ["20", "40", "40"]
    assert boards[1].split("\n")[1] == "#" * 61
    assert boards[1].split("\n")[3].count("p") + boards[1].split("\n")[2].count("p") == 1


# The text of a rule, and its value: flags have no value, other numbers are doubled.
WRITTEN = {
    "mud_amount": ("2.5", 2.5),
    "rain_radius": ("3", 3),
    "aggressiveness": ("7", 7),
    "budget": ("500", 500),
    "diagonal_cost": ("1", 1.0),
    "monster_types": ("a: speed 9, vision 3", {"a": {"speed": 9, "vision": 3}}),
}


@pytest.mark.req("S000-94")
@pytest.mark.parametrize("rule", [rule.name for rule in fields(Rules)])
def test_every_rule_of_the_set_up_has_an_option_that_sets_it_and_no_other(run, tmp_path, rule):
    usual = asdict(Rules(trap_amount=TRAP_AMOUNTS["tutorial"]))
    flag, on = flag_of(rule), usual[rule] is True
    text, value = WRITTEN.get(rule) or (str(2 * usual[rule]), False if on else 2 * usual[rule])
    words = [flag] if on else [flag, text]
    file = tmp_path / "game.json"
    result = run("play", "maze", *words, "--ticks", "1", "--save", file)
    assert result.exit_code == 0, result.stderr
    assert json.loads(file.read_text())["rules"] == {**usual, rule: value}
    loaded = run("play", "maze", "--load", file, "--ticks", "0", *words)
    assert loaded.exit_code == 2
    assert f"{flag} cannot be given: a saved game has its own" in loaded.stderr


def test_what_the_lab_sets_up_can_be_asked_for(run, tmp_path):
    """World, players with their modes, seed and rules: the saved game is that of the lab."""
    setup = MazeSetup("", "").in_shipped("gallery").with_seed(5)
    for number, mode in enumerate(("bold", "hide", "flee")):
        setup = setup.with_player(number, mode=mode)
    for name, value in (("mud_amount", 4.0), ("rain_radius", 2), ("monsters_move", False)):
        setup = setup.with_rule(name, value)
    of_the_page = {"before", "after", "draft"}  # its levels, and the world in its editor
    asked_for = {"name", "text", "players", "seed", "rules"}
    assert {field.name for field in fields(setup)} == asked_for | of_the_page
    words = ["--world", "gallery", "--seed", 5, "--mud-amount", 4, "--rain-radius", 2]
    words += ["--no-monsters-move"]
    for player in setup.players:
        words += ["--player", f"{player.algorithm}, {player.mode}"]
    file, game = tmp_path / "game.json", setup.simulation()
    game.run(30)
    result = run("play", "maze", *words, "--ticks", 30, "--save", file)
    assert result.exit_code == 0, result.stderr
    assert json.loads(file.read_text()) == json.loads(json.dumps(game.save()))


@pytest.mark.req("S000-98")
def test_pits_and_speed_are_those_that_are_asked_for(run, tmp_path):
    """The flags of the D* study, whose navigators are written the same way."""
    words = ("play", "maze", "--navigator", "astar, fifo", "--player", "dstar,change")
    flags = ("--pits", 5, "--interval", 7, "--speed", 150)
    result = run(*words, *flags, "--ticks", 5, "--save", tmp_path / "game.json")
    assert result.exit_code == 0, result.stderr
    saved = json.loads((tmp_path / "game.json").read_text())
    rules = saved["rules"]
    assert (rules["trap_amount"], rules["trap_interval"], rules["speed"]) == (5.0, 7, 150)
    first, second = saved["players"]
    assert (first["algorithm"], first["ties"]) == ("astar", "fifo")
    assert (second["algorithm"], second["replan"]) == ("dstar", "change")
    again = run("play", "maze", "--load", tmp_path / "game.json", "--ticks", 0)
    assert again.stdout.splitlines()[-1] == next(
        line for line in result.stdout.splitlines() if line.startswith("hash ")
    )


def test_logs_have_the_numbers_of_the_table(run, tmp_path):
    """A file for each player, tab-delimited, written when it has finished."""
    words = ("play", "maze", "--player", "focused-dstar", "--player", "astar")
    result = run(*words, "--log", tmp_path / "logs")
    files = sorted((tmp_path / "logs").iterdir())
    assert [path.name for path in files] == ["player_1_focused-dstar.txt", "player_2_astar.txt"]
    printed = [line.split() for line in result.stdout.splitlines() if line.startswith(" player ")]
    rows = []
    for path in files:
        with path.open(newline="") as file:
            rows += csv.DictReader(file, dialect="excel-tab")
    assert len(rows) == 2 * 3
    for row, line in zip(rows, printed[-6:], strict=True):
        for name, at_ in (("goal", 3), ("inserts", 4), ("removes", 5), ("moves", 12)):
            assert row[name] == line[at_]
    assert f"written: {files[0]}" in result.stdout
    # Nobody has finished, so nothing is written.
    run(*words, "--ticks", "3", "--log", tmp_path / "none")
    assert list((tmp_path / "none").iterdir()) == []


@pytest.mark.req("S000-65", "S000-71")
def test_a_human_fetches_the_key_and_leaves_by_the_door(run, hall):
    lines = "fly\nspeed fast\nleft many\nleft 5 7\ninvulnerable 1\ntrap_amount few\n"
    lines += "w\nright\nwait 5\nspeed 200\nd 4\nd 90\nleft 9\n"
    result = run("play", "maze", "--world", hall, "--human", stdin=lines)
    assert result.exit_code == 0, result.stderr
    assert "the command is 'fly'; it must be one of up, upright, right" in result.stderr
    assert "the command is 'left 5 7'; it must be one of up" in result.stderr
    assert "'fast' is not a whole number" in result.stderr
    assert "'many' is not a whole number" in result.stderr
    assert "invulnerable is '1'; choose one of 'on', 'off'" in result.stderr
    assert "trap_amount is 'few'; it must be a number" in result.stderr
    assert "direction and ticks (such as" not in result.stdout
    floor = [line for line in result.stdout.splitlines() if line.startswith("#") and "X" in line]
    assert floor[1:] == [
        "#o.x..X#",
        "#o.x..X#",  # up: a wall
        "#.ox..X#",
        "#.ox..X#",  # it waits
        "#.ox..X#",  # another speed
        "#..o..X#",  # half the ticks
        "#..x..X#",  # through the door: the rest of the 90 ticks is not played
        "#..x..X#",
    ]
    assert "tick 35\n" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("hash ")


def test_rules_change_while_the_game_runs(run, hall, tmp_path):
    lines = "trap_amount 2.5\ninvulnerable off\nbudget 9\nright 2\nwalk_obstructed off\nwait 1\n"
    file = tmp_path / "game.json"
    run("play", "maze", "--world", hall, "--human", "--save", file, stdin=lines)
    told = [event for event in json.loads(file.read_text())["events"] if event[1] != "human"]
    assert told == [
        [0, "trap_amount", 2.5],
        [0, "invulnerable", False],
        [0, "budget", 9],
        [2, "walk_obstructed", False],
    ]


def test_a_game_whose_input_ends_is_given_up_but_saved(run, hall, tmp_path):
    saved = tmp_path / "game.json"
    result = run("play", "maze", "--world", hall, "--human", "--save", saved, stdin="right 16\n")
    assert result.exit_code == 1
    assert result.stderr == "given up: the input ended before the game\n"
    assert Simulation.load(json.loads(saved.read_text())).now == 16
    # The game continues where it was.
    result = run("play", "maze", "--load", saved, "--human", stdin="right 40\n")
    assert result.exit_code == 0, result.stderr


def test_a_saved_game_continues_and_is_shown_again(run, tmp_path):
    saved, whole = tmp_path / "half.json", tmp_path / "whole.json"
    words = ("play", "maze", "--seed", "4", "--player", "dstar")
    assert run(*words, "--ticks", "200", "--save", saved).exit_code == 0
    straight = run(*words, "--save", whole)
    resumed = run("play", "maze", "--load", saved)
    assert resumed.stdout.splitlines()[-1] == straight.stdout.splitlines()[-2]  # before "saved in"
    shown = run("play", "maze", "--replay", whole, "--every", "100")
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[-1] == resumed.stdout.splitlines()[-1]
    assert "tick 100\n" in shown.stdout
    assert "tick 300\n" in shown.stdout


def test_a_game_that_was_changed_by_hand_is_refused(run, refused, tmp_path):
    saved = tmp_path / "game.json"
    run("play", "maze", "--ticks", "30", "--save", saved)
    data = json.loads(saved.read_text())
    saved.write_text(json.dumps({**data, "seed": 9}))
    for way in ("--load", "--replay"):
        assert "the hash is" in refused("play", "maze", way, saved)
    for wrong in (b"{", b"\xff", b"[" * 100_000, b"9" * 5_000):
        saved.write_bytes(wrong)
        assert "game.json is not a saved game" in refused("play", "maze", "--load", saved)
    saved.write_text("[]")
    assert "[] is not a saved game" in refused("play", "maze", "--load", saved)


@pytest.mark.req("S000-61")
def test_a_world_that_cannot_be_finished_is_warned_of(run, tmp_path):
    path = tmp_path / "cut.txt"
    path.write_text("pxAX\n")
    result = run("play", "maze", "--world", path, "--player", "astar", "--ticks", "50")
    assert result.exit_code == 0
    assert result.stderr == (
        "warning: from (0, 0) no player gets to door X at (0, 3): no path from (0, 1) with x\n"
    )


def test_a_game_without_an_end_is_given_up(run, tmp_path, monkeypatch):
    monkeypatch.setattr("asterion.cli.play_maze._MOST_TICKS", 60)
    path = tmp_path / "cut.txt"
    path.write_text("pxAX\n")
    result = run("play", "maze", "--world", path)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "not over after 60 ticks"


def test_a_human_needs_a_place(run):
    result = run("play", "maze", "--world", "world2", "--human")
    assert result.exit_code == 2
    assert "--human needs a world with an o" in result.stderr


@pytest.mark.req("S000-100", "S000-101")
@pytest.mark.usefixtures("own_registry")
def test_a_custom_navigator_plays_and_is_offered(run, refused, tmp_path):
    """Registered in fewer than 30 lines, by a file that the command line uses."""
    toy = tmp_path / "toy.py"
    toy.write_text(TOY)
    assert len(TOY.splitlines()) < 30
    assert "'toy'" in refused("play", "maze", "--player", "toy")
    result = run("--use", toy, "play", "maze", "--player", "toy", "--seed", "3")
    assert result.exit_code == 0, result.stderr
    assert "player 1 (toy) at X" in result.stdout
    assert "toy" in run("--use", toy, "algorithms").stdout


def test_players_keep_to_a_budget(run, refused, tmp_path):
    file = tmp_path / "game.json"
    whole = run("play", "maze", "--seed", "1", "--player", "dstar-lite")
    held = run("play", "maze", "--seed", "1", "--player", "dstar-lite", "--budget", "5",
               "--save", file)  # fmt: skip
    assert held.exit_code == 0
    ends = [int(result.stdout.rpartition("\ntick ")[2].split("\n")[0]) for result in (whole, held)]
    assert ends[0] < ends[1]
    saved = json.loads(file.read_text())
    assert saved["rules"]["budget"] == 5
    loaded = run("play", "maze", "--load", file)
    assert loaded.stdout.splitlines()[-1] == held.stdout.splitlines()[-2]  # the hash
    message = refused("play", "maze", "--load", file, "--budget", "5")
    assert message == "--budget cannot be given: a saved game has its own"
