"""asterion play tactics."""

import json

import pytest

from asterion.games.tactics import Match, controllers, map_file, maps

PLAY = ("play", "tactics")


def lines(result):
    return result.stdout.splitlines()


@pytest.mark.req("S004-56")
def test_computers_play_a_match_and_a_seed_makes_it_again(run):
    words = (*PLAY, "--map", "C.3", "--team0", "random", "--team1", "Random", "--seed", "5")
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    match = Match(maps.load("C.3"), ["Random", "Random"], seed=5)
    match.run()
    assert lines(result)[: len(match.log) - 1] == match.log[:-1]
    assert lines(result)[-2:] == [match.log[-1], f"hash {match.hash}"]
    assert run(*words).stdout == result.stdout


@pytest.mark.req("S004-50")
def test_a_series_has_scores_and_depends_on_its_seed_alone(run):
    words = (*PLAY, "--team0", "random", "--team1", "idle", "--games", "20")
    result = run(*words, "--seed", "3")
    assert result.exit_code == 0
    scores, record = lines(result)
    assert scores.startswith("team 0 (Random) won ")
    numbers = [int(word.rstrip(",")) for word in scores.split() if word.rstrip(",").isdigit()]
    assert numbers[1] + numbers[3] + numbers[4] == 20
    assert min(numbers[1], numbers[3]) > 0  # chance wins now and then, and often shoots itself
    assert run(*words, "--seed", "3").stdout == result.stdout
    assert lines(run(*words, "--seed", "4"))[1] != record


COMMANDS = """\
help
dance
move 2,1
select 3,1
move 0,4
move 3,3
move 9,9

attack 1,3
undo
undo
cancel
select 4,1
attack 1,4
units
end
"""


@pytest.mark.req("S004-50", "S004-51")
def test_commands_may_come_from_a_pipe(run):
    result = run(*PLAY, "--team1", "idle", stdin=COMMANDS + "quit\n")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "'dance' is not a command; help lists them",
        "move (2, 1): no unit is selected",
        "move (0, 4): there is a Laser at (0, 4); a unit moves to an empty tile",
        "cell (9, 9) is outside the board of 5 rows and 5 columns",
        "attack (1, 3): (1, 3) is 2 tiles away; a Melee reaches 1",
        "given up: the commands ended before the match",
    ]
    logged = [line for line in lines(result) if line.startswith("Team")]
    assert logged == [
        "Team 0 (Human): Selected unit: Melee at (1, 3).",
        "Team 0 (Human): Moved Melee unit from (1, 3) to (2, 3).",
        "Team 0 (Human): Moved Melee unit from (2, 3) to (3, 3).",
        "Team 0 (Human): Cancelled selection.",
        "Team 0 (Human): Selected unit: Blaster at (1, 4).",
        "Team 0 (Human): Attacked (4, 1) using Blaster unit.",
        "Team 0 (Human): End of turn 0.",
        "Team 1 (Idle): End of turn 0.",
    ]
    assert lines(result).count("undone") == 2  # a walk is undone step by step
    assert "team 0, turn 1: 5 MP, 3 AP, no unit selected" in lines(result)
    assert "team 0 Laser    at 4,0: a step 3 MP, an attack 3 AP, range 25" in lines(result)
    assert "undo         undo your last action, and all that came after it" in lines(result)


@pytest.mark.req("S004-55")
def test_undo_goes_back_over_the_computers_turn(run):
    commands = "undo\nselect 3,1\nend\nundo\nundo\nselect 4,0\n"
    result = run(*PLAY, "--team1", "random", "--seed", "3", stdin=commands)
    assert result.stderr.splitlines()[0] == "there is nothing to undo"
    assert lines(result).count("undone") == 2
    last = max(i for i, line in enumerate(lines(result)) if line.startswith("Team"))
    assert lines(result)[last] == "Team 0 (Human): Selected unit: Laser at (0, 4)."
    assert lines(result)[last + 8] == "team 0, turn 0: 5 MP, 3 AP, 4,0 selected"


def test_two_humans_undo_one_action_at_a_time(run):
    result = run(*PLAY, "--team1", "human", stdin="end\nselect 1,3\nundo\nundo\n")
    assert lines(result)[-2] == "team 0, turn 0: 5 MP, 3 AP, no unit selected"


def test_a_match_is_saved_and_continues_elsewhere(run, tmp_path):
    path, log = tmp_path / "match.json", tmp_path / "match.log"
    words = (*PLAY, "--map", "keep", "--team1", "random", "--seed", "2", "--turns", "9")
    result = run(*words, "--save", path, "--log", log, stdin="select 5,1\nmove 3,1\nend\n")
    assert result.exit_code == 1
    match = Match.load(json.loads(path.read_text()))
    assert log.read_text() == "\n".join(match.log) + "\n"
    assert (match.state.team, match.turn_limit) == (0, 9)
    on = run(*PLAY, "--load", path, "--team0", "random", "--seed", "4")
    assert on.exit_code == 0
    match.controllers[0] = controllers.make("random", 8 * 4)
    match.run()
    assert lines(on)[-1] == f"hash {match.hash}"


def test_a_map_may_come_from_a_file(run, tmp_path):
    path = tmp_path / "three.txt"
    state = maps.blank(4, 3, 4, 2).edited((0, 0), "melee").edited((2, 3), "laser", 1)
    map_file.write(path, state.edited((0, 3), "sniper", 2).edited((1, 1), "wall"))
    words = (*PLAY, "--map", path, "--team0", "idle", "--team1", "idle", "--turns", "1")
    result = run(*words, "--team2", "idle")
    assert lines(result)[-9:-1] == [
        "Team 2 (Idle): End of turn 1.",
        "",
        "    0  1  2  3",
        " 0  M  .  . s2",
        " 1  .  #  .  .",
        " 2  .  .  .  l",
        "",
        "Game Over, Tie!",
    ]


def test_a_damaged_match_is_refused(refused, tmp_path):
    path = tmp_path / "match.json"
    for wrong in (b"[", b"\xff", b"[" * 100_000, b"9" * 5_000):
        path.write_bytes(wrong)
        assert refused(*PLAY, "--load", path).startswith("match.json is not a match: ")
