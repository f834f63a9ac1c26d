"""Games of the maze and of tactics that 0.1 saved are replayed to the same hash, and go on."""

import csv
import json
from pathlib import Path

import pytest

from asterion.games import maze
from asterion.games.tactics import Match
from compatibility.described import described
from compatibility.files_of_0_1 import DATA, command, files, lab, told

MAZE = told("maze/maze.json")
TACTICS = told("tactics/tactics.json")


def last(name):
    return Path(name).name


def test_every_game_is_told_of():
    logs = {Path(name).parent.name for name in files("maze/logs_*/*")}
    listed = {*MAZE["worlds"], *MAZE["games"], "maze.json", *logs}
    assert listed == {last(name) for name in files("maze/*")}
    listed = {*TACTICS["matches"], *TACTICS["maps"], *TACTICS["logs"], "tactics.json"}
    assert listed == {last(name) for name in files("tactics/*")}


# --- The maze


@pytest.mark.parametrize("name", files("maze/world_*.txt"))
def test_a_world_has_the_players_keys_and_doors_that_it_had(name):
    world = maze.read_world(DATA / name)
    before = MAZE["worlds"][last(name)]
    assert [*world.shape] == before["shape"]
    for part in ("starts", "human", "keys", "doors", "goals", "monsters"):
        assert described(getattr(world, part)) == before[part], part
    assert world.problems() == before["problems"]
    assert world.to_text() == (DATA / name).read_text(encoding="utf-8")


def as_before(table):
    """Without the column that has been added at the end."""
    assert [[*row][-1] for row in table] == ["rekeys"] * len(table)
    return [{name: row[name] for name in row if name != "rekeys"} for row in table]


@pytest.mark.parametrize("name", files("maze/game_*.json"))
def test_a_game_of_the_maze_is_replayed_to_its_hash_and_tables(name):
    saved = told(name)
    game = maze.Simulation.load(saved)
    before = MAZE["games"][last(name)]
    assert game.hash == saved["hash"] == before["hash"]
    assert (game.now, game.over, game.seed) == (before["now"], before["over"], before["seed"])
    assert len(game.events) == before["events"]
    assert [as_before(player.table()) for player in game.players] == before["tables"]
    assert json.loads(json.dumps(game.save())) == saved
    game.run(5)
    assert game.over or game.now == before["now"] + 5


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file, dialect="excel-tab")]


@pytest.mark.parametrize("name", files("maze/logs_tutorial/*"))
def test_a_log_has_the_table_of_the_game_that_it_tells(name):
    rows = rows_of(DATA / name)
    before = MAZE["games"]["logs_tutorial"][last(name)]
    assert rows == [{column: str(value) for column, value in row.items()} for row in before]
    game = maze.Simulation.load(told("maze/game_tutorial_finished.json"))
    number = int(last(name).split("_")[1])
    assert as_before(game.players[number - 1].table()) == before


def test_the_command_logs_the_same_game_in_the_same_files(tmp_path):
    done = command("play", "maze", "--world", "tutorial", "--seed", 9, "--log", tmp_path)
    assert done.exit_code == 0, done.output
    before = files("maze/logs_by_the_command/*")
    assert {path.name for path in tmp_path.iterdir()} == {last(name) for name in before}
    for name in before:
        lines = (tmp_path / last(name)).read_bytes().splitlines(keepends=True)
        assert lines[0].endswith(b"\trekeys\r\n")
        old = [line[: line.rindex(b"\t")] + b"\r\n" for line in lines]
        assert old == (DATA / name).read_bytes().splitlines(keepends=True)


def test_the_command_goes_on_with_a_game_of_the_maze():
    for option in ("--load", "--replay"):
        file = DATA / "maze/game_of_the_lab.json"
        done = command("play", "maze", option, file, "--ticks", 10)
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize("name", ["maze/game_of_the_lab.json", "maze/game_lively.json"])
def test_the_lab_replays_a_game_of_the_maze(name):
    session = lab().maze()
    saved = told(name)
    session.replay(saved)
    for _ in range(saved["tick"]):
        session.tick()
    assert session.game.hash == saved["hash"]


# --- Tactics


def about(match):
    state = match.state
    return {
        "hash": match.hash,
        "result": match.result,
        "turn_limit": match.turn_limit,
        "log": match.log,
        "state": str(state),
        "turn": state.turn,
        "team": state.team,
        "points": [state.mp, state.ap],
        "selected": described(state.selected),
        "states": len(match.states),
        "controllers": {str(team): each.name for team, each in match.controllers.items()},
        "refused": [[each.number, each.team, each.why] for each in match.refused],
    }


@pytest.mark.parametrize("name", files("tactics/match_*.json"))
def test_a_match_is_loaded_saved_and_played_on_as_it_was(name):
    saved = told(name)
    match = Match.load(saved)
    before = TACTICS["matches"][last(name)]
    then = before["then"]
    assert {**about(match), "then": then} == before
    again = json.loads(json.dumps(match.save()))
    assert {**again, "refused": saved["refused"]} == saved  # of these the reasons are compared
    if then is not None:
        match.run()
        assert (match.hash, match.result, len(match.states)) == (
            then["hash"],
            then["result"],
            then["states"],
        )


@pytest.mark.parametrize("name", files("tactics/log_*.txt"))
def test_a_log_has_the_lines_of_its_match(name):
    match = Match.load(told(f"tactics/{TACTICS['logs'][last(name)]}"))
    assert (DATA / name).read_text(encoding="utf-8").splitlines() == match.log


@pytest.mark.parametrize("name", files("tactics/map_*.map"))
def test_a_map_of_tactics_is_loaded_and_saved_as_it_was(name):
    data = (DATA / name).read_bytes()
    session = lab().tactics()
    session.load_file(data, name)
    before = TACTICS["maps"][last(name)]
    state = session.setup.state
    assert (str(state), [state.max_mp, state.max_ap]) == (before["state"], before["points"])
    assert session.file_of(0) == data


def test_the_command_goes_on_with_a_match(tmp_path):
    file = DATA / "tactics/match_given_up.json"
    options = ["--team0", "idle", "--save", tmp_path / "match.json", "--log", tmp_path / "log.txt"]
    done = command("play", "tactics", "--load", file, *options)
    assert done.exit_code == 0, done.output
    match = Match.load(json.loads((tmp_path / "match.json").read_text(encoding="utf-8")))
    assert match.result is not None
    before = TACTICS["matches"][file.name]["log"]
    assert match.log[: len(before)] == before


def test_the_command_plays_on_a_map_that_was_saved():
    file = DATA / "tactics/map_keep.map"
    teams = ["--team0", "idle", "--team1", "idle", "--turns", 2]
    done = command("play", "tactics", "--map", file, *teams)
    assert done.exit_code == 0, done.output
    assert "Game Over, Tie!" in done.output
