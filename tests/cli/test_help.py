"""Help, completion and pipes of all commands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

import asterion as at
from asterion.cli.app import app
from asterion.index.index import Index


def commands(command, words=()):
    """The words of every command, the one without words first."""
    yield words
    for name, each in getattr(command, "commands", {}).items():
        yield from commands(each, (*words, name))


EVERY = [*commands(get_command(app))]


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_command_has_help_with_an_example_in_80_columns(run, words):
    short, long = (run(*words, flag) for flag in ("-h", "--help"))
    assert (short.exit_code, short.stderr) == (0, "")
    assert short.stdout == long.stdout
    assert "Example: asterion " in short.stdout
    assert max(map(len, short.stdout.splitlines())) <= 80


@pytest.mark.slow
@pytest.mark.parametrize("words", [each for each in EVERY if each != ("lab",)], ids=" ".join)
def test_an_example_runs_as_it_is_printed_in_an_empty_folder(run, words, tmp_path):
    """Players that are persons find no input, so that their games end without a result."""
    example = run(*words, "-h").stdout.split("Example: ")[1].strip()
    places = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ended = subprocess.run(
        ["/bin/sh", "-c", example],
        cwd=tmp_path,
        env={**os.environ, "PATH": places},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == ("human" in example), ended.stderr
    assert ended.stdout or "human" in example


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("asterion so", ["solve"]),
        ("asterion solve --algorithm b", ["bfs", "bidirectional", "best-first"]),
        ("asterion bench --algorithm au", ["auto"]),
        ("asterion maps make r", ["rooms"]),
        ("asterion experiment d", ["dstar-study", "dstar-choices", "decay"]),
        ("asterion solve --max", ["--max-expansions", "--max-cost"]),
    ],
)
def test_the_shell_completes(process, words, offered):
    place = str(len(words.split()) - 1)
    asked = {"_ASTERION_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": place}
    result = process(env=asked)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.split() == offered


def test_completion_can_be_shown_for_a_shell(process):
    result = process("--show-completion", "bash")
    assert result.returncode == 0
    assert "complete -o default -F _asterion_completion asterion" in result.stdout


def test_use_after_the_command_is_answered_with_its_place(refused):
    assert "It stands before the command: asterion --use FILE COMMAND." in (
        refused("bench", "--use", "mine.py")
    )


def test_maps_go_through_pipes(process):
    made = process("maps", "make", "rooms", "--size", "12x20", "--seed", "3", "-").stdout
    assert process("maps", "show", "-", input=made).stdout.startswith(made)
    result = process("bench", "-", "--problems", "2", "--algorithm", "astar", input=made)
    assert result.stdout.startswith("stdin, 12 x 20: 2 problems between random free cells\n")


def test_a_drawing_that_is_saved_as_a_text_map_is_told_to_have_no_walls(run, tmp_path):
    """In a .txt file # is floor, as in the maze game; stdin has # for walls."""
    file = tmp_path / "drawn.txt"
    file.write_text(".#.\n.#.\n")
    result = run("solve", str(file), "--from", "0,0", "--to", "0,2")
    assert result.exit_code == 0
    assert result.stderr == (
        "asterion: drawn.txt is all floor: walls of .txt files are letters, A to T; "
        "to read # as a wall, give - for the map, and < drawn.txt\n"
    )
    assert run("solve", "-", "--from", "0,0", "--to", "0,2", stdin=".#.\n.#.\n").exit_code == 1
    file.write_text(".A.\n.#.\n")  # a world of the maze game, where # is drawn
    assert run("solve", str(file), "--from", "0,0", "--to", "0,2").stderr == ""


def test_an_index_goes_through_pipes(process, room, tmp_path):
    made = process("index", "build", room, "-", text=False)
    assert made.returncode == 0
    file = tmp_path / "room.index"
    file.write_bytes(made.stdout)
    assert Index.load(file, at.load_map(room)).cost((0, 0), (0, 1)) == 1
    ends = ("--from", "0,0", "--to", "0,2")
    asked = process("index", "ask", room, "-", *ends, input=made.stdout, text=False)
    assert asked.returncode == 1
    assert asked.stdout.startswith(b"unreachable: no path: goal (0, 2) is a wall\n")
    both = process("index", "ask", "-", "-", *ends, input=room.read_text())
    assert both.stderr == "asterion: MAP and INDEX are both -; only one of them can be on stdin\n"


def test_a_picture_goes_through_a_pipe_but_not_to_a_terminal(process, terminal, room):
    pytest.importorskip("matplotlib")
    made = process("maps", "traffic", room, "-", "--paths", "5", text=False)
    assert (made.returncode, made.stderr) == (0, b"")
    assert made.stdout.startswith(b"\x89PNG")
    said = terminal("maps", "traffic", room, "-", "--paths", "5")
    assert said == "asterion: OUT is -, but a .png file is not for a terminal; redirect it\n"
