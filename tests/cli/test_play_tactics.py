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


@pytest.mark.req("S004-107")
def test_one_kind_of_player_plays_itself_with_different_settings(run):
    """Each team acts by its own settings, in the words of a settings file."""
    weak, strong = {"level": 1}, {"level": 5, "values": {"melee": 2000}}
    words = {
        "weak": ["level=1"],
        "strong": ["level=5", "values.melee=2000"],
    }
    for sides in (("weak", "strong"), ("strong", "weak")):
        changes = [
            word
            for team, side in enumerate(sides)
            for each in words[side]
            for word in ("--set", f"team{team}.{each}")
        ]
        result = run(*PLAY, "--team0", "reply", "--team1", "Reply", *changes, "--seed", "3")
        assert (result.exit_code, result.stderr) == (0, "")
        each = [{"weak": weak, "strong": strong}[side] for side in sides]
        players = [controllers.make("Reply", 8 * 3 + i, **it) for i, it in enumerate(each)]
        match = Match(maps.load("C.1"), players)
        assert match.run() == sides.index("strong")
        assert lines(result)[-2:] == [match.log[-1], f"hash {match.hash}"]


@pytest.mark.req("S004-107")
def test_settings_hold_in_series_and_in_continued_matches(run, tmp_path):
    """With these multipliers case two does nothing; its twin with its own ones wins."""
    idle = [f"multipliers.wasted_{each}=1" for each in ("mp", "ap")]
    sides = ("--team0", "AStarTwo", "--team1", "AStarTwo")
    for team in (0, 1):
        words = [word for each in idle for word in ("--set", f"team{team}.{each}")]
        played = run(*PLAY, *sides, *words, "--games", "2")
        won = [0, 0]
        won[1 - team] = 2
        assert lines(played)[0] == (
            f"team 0 (AStarTwo) won {won[0]}, team 1 (AStarTwo) won {won[1]}, 0 tied"
        )
        path = tmp_path / "match.json"
        run(*PLAY, "--team1", "idle", "--save", path, stdin="end\n")
        assert lines(run(*PLAY, "--load", path, *sides, *words))[-2] == (
            f"Game Over, Team {1 - team} Wins!"
        )


@pytest.mark.req("S004-107")
def test_a_goal_is_a_setting_too(run):
    words = ("--team0", "AStarFour", "--team1", "idle", "--turns", "0")
    aimed = run(*PLAY, *words, "--set", "team0.goal=occupy (2, 2)")
    assert "to (2, 2)." in aimed.stdout
    assert "to (2, 2)." not in run(*PLAY, *words, "--set", "team0.goal=turn-ended").stdout


@pytest.mark.req("S004-107")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("level=3", "--set 'level=3': write teamN.SETTING=VALUE, as in --set team1.level=3"),
        ("team1.level", "--set 'team1.level': write teamN.SETTING=VALUE"),
        ("team2.level=3", "--set team2.level=3: --team2 does not say who plays"),
        ("team1.depth=3", "Reply has no setting 'depth'; it has level, plies, candidates"),
        ("team1.level=9", "level is 9; it must be from 1 to 5"),
        ("team1.level=high", "level is 'high'; it must be a whole number"),
        ("team1.values.wall=3", "it must be a table by melee, blaster, sniper, laser"),
        ("team0.constants.fear=1", "there is no constant 'fear'; there are select, unused_mp"),
        ("team0.heuristic=best", "heuristic is 'best'; choose one of 'zero', 'least'"),
    ],
)
def test_a_wrong_setting_is_refused_with_the_choices(refused, change, message):
    words = (*PLAY, "--team0", "AStarThree", "--team1", "Reply", "--set", change)
    assert message in refused(*words)
