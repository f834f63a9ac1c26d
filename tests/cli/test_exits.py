"""The exit code and last message of every command."""

import os
import subprocess
import sys

import pytest

import asterion as at
from asterion.io import save_map


def test_the_version(run, process):
    assert run("--version").stdout == f"asterion {at.__version__}\n"
    assert process("--version").stdout == f"asterion {at.__version__}\n"


@pytest.mark.parametrize("command", ["", "index", "maps"])
def test_without_a_command_there_is_help(run, command):
    result = run(*command.split())
    assert result.exit_code == 0
    assert result.stdout == run(*command.split(), "--help").stdout.rstrip("\n") + "\n"


def test_what_is_no_command_or_option_is_refused(refused, room):
    assert refused("slove").startswith("No such command 'slove'.")
    assert refused("maps", "draw").startswith("No such command 'draw'.")
    assert refused("algorithms", "--bogus").startswith("No such option: --bogus")
    assert refused("solve") == "Missing argument 'MAP'."
    assert refused("solve", room, "--from", "0,0") == "Missing option '--to'."
    assert refused("maps", "make", "maze", "-") == "Missing option '--size'."
    assert "--weight" in refused("solve", room, "--from", "0,0", "--to", "0,0", "--weight", "much")


@pytest.mark.parametrize(
    "words",
    [
        "bench --problems 0",
        "bench --seed -1",
        "maps make maze - --size 9 --seed -1",
        "experiment weights --runs 0",
        "experiment weights --workers 0",
        "play tictactoe --x random --games 0",
    ],
)
def test_a_number_below_its_bound_is_refused_by_the_name_of_its_option(refused, words):
    assert words.split()[-2] in refused(*words.split())


def test_an_error_in_a_separate_process(process, tmp_path):
    result = process("solve", "no.map", "--from", "0,0", "--to", "0,0", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == "asterion: no.map: No such file or directory\n"


def test_the_exit_status_reaches_the_shell(process, room, split):
    assert process("solve", room, "--from", "0,0", "--to", "0,4").returncode == 0
    assert process("solve", split, "--from", "0,0", "--to", "0,4").returncode == 1


@pytest.mark.parametrize(
    "error",
    [at.InvalidValue, at.InvalidType, MemoryError, PermissionError],
)
def test_a_fault_of_the_input_is_one_line(refused, monkeypatch, error):
    def fail():
        raise error("two\nlines")

    monkeypatch.setattr(at, "algorithms", fail)
    assert refused("algorithms") == "two lines"


@pytest.mark.parametrize(
    "error", [TypeError, ValueError, ImportError, KeyError, ZeroDivisionError, RecursionError]
)
def test_a_fault_of_the_program_is_not_blamed_on_the_input(run, monkeypatch, error):
    def fail():
        raise error("ours")

    monkeypatch.setattr(at, "algorithms", fail)
    result = run("algorithms")
    assert (result.exit_code, result.stdout) == (70, "")
    first, *_, place, _, what, advice = result.stderr.splitlines()
    assert first == "Traceback (most recent call last):"
    assert __file__ in place
    assert what.startswith(error.__name__)
    assert advice == (
        "asterion: this is a fault of asterion, not of your input: please report it with the lines "
        "above"
    )


def test_an_encoding_without_the_characters_of_a_table_is_one_line(process):
    result = process("algorithms", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert result.returncode in (0, 2)
    assert result.stderr.count("\n") == (result.returncode == 2)


@pytest.mark.slow
def test_ctrl_c_is_silent():
    code = (
        "import signal, sys; import asterion as at; from asterion.__main__ import main;"
        "signal.signal(signal.SIGINT, signal.default_int_handler);"  # ignored in background jobs
        "at.algorithms = lambda: signal.raise_signal(signal.SIGINT);"
        "sys.argv = ['asterion', 'algorithms']; sys.exit(main())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "maps show field.map",
        "solve field.map --from 0,0 --to 299,299 --draw",
        "solve field.map --from 0,0 --to 299,299",
        "maps make maze --size 300 -",
        "bench field.map --problems 1 --algorithm bfs",
        "algorithms",
        "solve --help",
    ],
)
def test_a_closed_pipe_is_silent(tmp_path, command):
    save_map(at.maps.field(300), tmp_path / "field.map")
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer) as closed:
        run = subprocess.run(
            [sys.executable, "-m", "asterion", *command.split()],
            stdout=closed,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            check=False,
        )
    assert run.stderr == b""
    assert run.returncode == 141  # as the shell has it; 1 would say that there is no path


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
def test_a_full_disk_is_an_error(process):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        result = process("algorithms", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert result.returncode == 2
    assert result.stderr == "asterion: No space left on device\n"


@pytest.mark.slow
def test_without_a_stderr_the_exit_status_is_the_same(tmp_path):
    command = [sys.executable, "-m", "asterion", "maps", "show", str(tmp_path / "no.map")]
    closed = ["sh", "-c", 'exec "$@" 2>&-', "sh", *command]
    assert subprocess.run(closed, check=False).returncode == 2


@pytest.mark.parametrize("command", ["--help", "algorithms", "maps make field --size 2 -"])
def test_a_terminal_without_columns_counts_as_unmeasured(run, command):
    words = command.split()
    none = run(*words, env={"COLUMNS": "0"})
    assert none.stdout == run(*words).stdout != ""


@pytest.mark.usefixtures("own_registry")
@pytest.mark.parametrize(
    ("line", "code", "fault"),
    [
        (5, "{}['no']", "KeyError: 'no'"),
        (5, "1 / 0", "ZeroDivisionError: division by zero"),
        (5, "assert False", "AssertionError"),
        (5, "None + 1", "TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'"),
        (5, "int('x' * 3)", "ValueError: invalid literal for int() with base 10: 'xxx'"),
        (2, "1 / 0", "ZeroDivisionError: division by zero"),  # in code that the line calls
    ],
)
def test_a_fault_in_a_custom_file_is_one_line_with_its_place(refused, room, line, code, fault):
    file = room.with_name("own.py")
    helper, step = ("pass", code) if line == 5 else (code, "helper()")
    file.write_text(
        "import asterion as at\n"
        f"def helper(): {helper}\n"
        "class Own:\n"
        "    def __init__(self, world, start, goals): pass\n"
        f"    def step(self): {step}\n"
        "at.register('own', Own)\n"
    )
    for command in ("solve --from 0,0 --to 0,4", "bench"):
        words = ["--use", file, *command.split(), room, "--algorithm", "own"]
        assert refused(*words) == f"{file}, line {line}: {fault}"


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_its_packages_it_says_how_to_get_them(missing):
    code = (
        f"import sys; sys.modules[{missing!r}] = None;"
        "from asterion.__main__ import main; sys.exit(main())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr == (
        "the command line needs Typer and Rich: pip install 'typer>=0.26' 'rich>=13.9'\n"
    )
    assert run.stdout == ""
