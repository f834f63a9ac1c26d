"""asterion play."""

import pytest

from asterion.games.tictactoe import Game, play_series
from asterion.games.tictactoe.players import Random


def test_computers_play_a_game_move_by_move(run):
    result = run("play", "tictactoe", "--x", "astar", "--o", "perfect")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "x marks 0,0"
    assert lines[1] == "x . ."
    assert lines[-2] == "a draw"
    assert lines[-1].startswith("hash ")
    assert run("play", "tictactoe", "--x", "astar", "--o", "perfect").stdout == result.stdout


def test_a_series_has_scores_and_depends_on_its_seed_alone(run):
    words = ("play", "tictactoe", "--x", "random", "--o", "perfect", "--games", "20")
    result = run(*words, "--seed", "3")
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first.startswith("x (random) won 0, o (perfect) won ")
    assert second.startswith("hash ")
    assert run(*words, "--seed", "3").stdout == result.stdout
    assert run(*words, "--seed", "4").stdout.splitlines()[1] != second


def test_both_computers_have_dice_of_their_own(run):
    words = ("play", "tictactoe", "--x", "random", "--o", "random", "--seed", "3")
    game = Game()
    game.run(Random(6), Random(7))
    assert run(*words).stdout.splitlines()[-1] == f"hash {game.hash}"
    scores = play_series(Random(6), Random(7), 20)
    assert run(*words, "--games", "20").stdout.splitlines() == [
        f"x (random) won {scores.x}, o (random) won {scores.o}, {scores.draws} drawn",
        f"hash {scores.hash}",
    ]


@pytest.mark.req("S004-60")
def test_moves_may_come_from_a_pipe(process):
    answers = "1,1\nmiddle\n1,1\nu\n1,1\n0,0\n0,1\n0,2\n1,0\n1,2\n2,0\n2,1\n2,2\n" + "2,1\n" * 9
    result = process("play", "tictactoe", "--o", "perfect", input=answers)
    assert result.returncode == 0
    assert "your move is 'middle'; a cell is written ROW,COLUMN, as in 3,14" in result.stderr
    assert "cell (1, 1) is taken" in result.stderr
    assert "undone" in result.stdout
    assert "your move (row,column)" not in result.stdout
    assert result.stdout.splitlines()[-2] in ("a draw", "o wins")


@pytest.mark.parametrize(
    ("words", "prompt"),
    [
        (["tictactoe"], "x, your move (row,column): "),
        (["tactics"], "team 0: "),
        (["maze", "--human"], "direction and ticks (such as: right 20): "),
    ],
)
def test_a_person_at_a_terminal_is_asked_and_answers_on_the_same_line(terminal, words, prompt):
    end_of_input = b"\4"
    shown = terminal("play", *words, typed=end_of_input, rows=60, cols=200)
    assert f"\n{prompt}" in shown
    assert f"{prompt}\n" not in shown


def test_a_move_that_does_not_exist_cannot_be_undone(run):
    result = run("play", "tictactoe", stdin="u\n")
    assert result.stderr.splitlines()[0] == "there is no move to undo"


def test_a_game_whose_input_ends_is_given_up(run):
    result = run("play", "tictactoe", stdin="1,1\n")
    assert result.exit_code == 1
    assert result.stderr == "given up: the input ended before the game\n"
    assert result.stdout.startswith("x marks 1,1\n")


def test_two_humans_undo_one_move(run):
    result = run("play", "tictactoe", "--o", "human", stdin="1,1\nu\n0,0\n")
    assert result.stdout.splitlines()[-5:-1] == ["x marks 0,0", "x . .", ". . .", ". . ."]
