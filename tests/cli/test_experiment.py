"""asterion experiment."""

import json
import multiprocessing
import re
import shutil
import sys
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine import workers
from asterion.experiments.engine.run import Run
from asterion.games.maze.statistics import SUM
from asterion.io import used_files
from support import toy_experiment
from support.run_files import TESTS, USE_TOY, WITH_TESTS
from support.small_study import in_small_worlds, small_world


@pytest.fixture
def _toy(monkeypatch):
    monkeypatch.setitem(EXPERIMENTS, "toy", toy_experiment.EXPERIMENT)


@pytest.mark.parametrize("words", [[], ["--list"], ["replanning", "--list"]])
def test_experiments_are_listed(run, words):
    result = run("experiment", *words)
    assert result.exit_code == 0
    names = [line.split(": ")[0] for line in result.stdout.splitlines()]
    assert names == [*EXPERIMENTS]
    assert "replanning" in names


@pytest.mark.usefixtures("_toy")
def test_files_and_table(run, tmp_path):
    out = tmp_path / "new" / "folder"
    result = run("experiment", "toy", "--out", out, "--runs", 3, "--seed", 5, "--workers", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == f"{out}: table.tsv, table.json, picture.png"
    assert result.stdout.split()[:3] == ["coins", "share", "note"]
    whole = json.loads((out / "table.json").read_text())
    assert (whole["config"]["runs"], whole["config"]["seed"]) == (3, 5)
    coins, share, note = result.stdout.splitlines()[3].split()
    assert (coins, note) == ("60", "-")
    assert float(share) == pytest.approx(whole["table"][0]["share"], abs=1e-4)
    assert (out / "picture.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("_toy")
def test_the_same_again_says_the_same_without_a_trial(run, tmp_path, monkeypatch):
    words = ("experiment", "toy", "--out", tmp_path, "--runs", 3, "--workers", 1)
    first = run(*words).stdout
    bad = replace(toy_experiment.EXPERIMENT, run=None)
    monkeypatch.setitem(EXPERIMENTS, "toy", bad)
    assert run(*words).stdout == first


@pytest.mark.usefixtures("_toy")
def test_the_folder_has_the_name_of_the_experiment_unless_said(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("experiment", "toy", "--workers", 1).exit_code == 0
    assert (tmp_path / "experiments" / "toy" / "table.tsv").exists()


@pytest.mark.req("S001-44")
def test_replanning_from_the_command_line(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)  # drawn in another test
    result = run("experiment", "replanning", "--out", tmp_path, "--runs", 1, "--workers", 1)
    assert result.exit_code == 0
    for words in ("forward or backward", "large or small g", "forward or adaptive", "p ranks"):
        assert words in result.stdout
    head, *lines = [row.split("\t") for row in (tmp_path / "table.tsv").read_text().splitlines()]
    table = [dict(zip(head, line, strict=True)) for line in lines]
    for measure in ("expanded", "seconds"):
        pairs = [(line["a"], line["b"]) for line in table if line["measure"] == measure]
        assert [b for _, b in pairs] == [
            "repeated-backward, high-g", "repeated-forward, low-g", "adaptive, high-g",
        ]  # fmt: skip
        assert {a for a, _ in pairs} == {"repeated-forward, high-g"}
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"table.tsv", "table.json", "trials.jsonl", "worlds.npz"}


@pytest.mark.usefixtures("_toy")
def test_bad_input_is_refused(refused, run, tmp_path):
    (tmp_path / "file").write_text("")
    file = tmp_path / "file"
    assert str(file) in refused("experiment", "toy", "--out", file)
    out = tmp_path / "out"
    run("experiment", "toy", "--out", out, "--seed", 1, "--workers", 1)
    message = refused("experiment", "toy", "--out", out, "--seed", 2, "--workers", 1)
    assert message.startswith(f"{out} holds results of 'toy' (seed=1, ")
    assert "requested are results of 'toy' (seed=2, " in message


@pytest.mark.usefixtures("_toy")
def test_a_package_that_is_not_there_is_named_before_anything_is_run(
    refused, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = "a cluster needs Dask: pip install 'distributed>=2025.1'"
    assert refused("experiment", "toy", "--cluster", "local") == message
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    message = refused("experiment", "toy", "--format", "parquet")
    assert message.startswith("Parquet needs pyarrow: pip install ")
    assert not [*tmp_path.iterdir()]


@pytest.mark.usefixtures("_toy")
def test_shards_are_merged_and_runs_are_added(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    words = ("experiment", "toy", "--runs", 5, "--workers", 1)
    for shard in ("1/2", "2/2"):
        assert run(*words, "--shard", shard).exit_code == 0
    parts = [f"experiments/toy-{number}-of-2" for number in (1, 2)]
    assert run(*words, "--shard", "2/2").stdout == f"{parts[1]}: shard 2/2, 2 trials\n"
    result = run("experiment", "merge", *parts, "--out", "all", "--format", "csv")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "all: table.tsv, table.json, table.csv, rows.csv"
    assert run(*words, "--out", "one").exit_code == 0
    more = ("experiment", "toy", "--runs", 8, "--workers", 1, "--format", "csv")
    for folder in ("all", "one"):
        assert run(*more, "--out", folder).exit_code == 0
    for name in ("table.tsv", "table.csv"):
        assert Path("all", name).read_bytes() == Path("one", name).read_bytes()
    assert Path("one/table.csv").read_text().splitlines()[1].startswith("160,")
    rows = [line.split(",")[:2] for line in Path("all/rows.csv").read_text().splitlines()]
    assert rows == [line.split(",")[:2] for line in Path("one/rows.csv").read_text().splitlines()]


@pytest.mark.usefixtures("_toy")
def test_a_folder_in_use_is_refused(refused, run, tmp_path):
    words = ("experiment", "toy", "--out", tmp_path, "--workers", 1)
    with closing(Run(toy_experiment.EXPERIMENT, toy_experiment.Toy(), tmp_path)):
        assert refused(*words).startswith(f"{tmp_path} is in use: another run writes its results")
    assert run(*words).exit_code == 0


@pytest.mark.usefixtures("_toy")
def test_without_matplotlib_there_are_tables_and_a_word_how_to_get_it(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run("experiment", "toy", "--out", tmp_path, "--workers", 1)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == f"{tmp_path}: table.tsv, table.json"
    assert result.stderr == (
        "asterion: a picture needs Matplotlib: pip install 'matplotlib>=3.10.8', "
        "then the same command again draws it\n"
    )
    assert (tmp_path / "table.tsv").exists()
    assert not (tmp_path / "picture.png").exists()


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"bad": 2},
            r"trial 2 failed: ValueError: .* edge; .* keeps 2 of 6 trials, and .* continues .*",
        ),
        ({"wrong": 3}, r"3 answers are wrong; see table.json"),
    ],
)
def test_no_result_or_a_wrong_one_shows_in_the_exit_status(
    run, tmp_path, monkeypatch, config, message
):
    def configured(**given):
        return toy_experiment.Toy(**config, **given)

    changed = replace(toy_experiment.EXPERIMENT, config=configured)
    monkeypatch.setitem(EXPERIMENTS, "toy", changed)
    result = run("experiment", "toy", "--out", tmp_path, "--workers", 1)
    assert result.exit_code == 1
    assert re.fullmatch(f"asterion: {message}\n", result.stderr)


def test_the_study_takes_worlds_navigators_pits_and_speed(run, refused, tmp_path):
    world = tmp_path / "small.txt"
    world.write_text(small_world("world2").to_text())
    words = ("experiment", "dstar-study", "--world", world, "--out", tmp_path / "out")
    flags = ("--navigator", "dstar", "--player", "astar,fifo", "--pits", 4, "--interval", 7)
    result = run(*words, *flags, "--speed", 200, "--runs", 2, "--workers", 1)
    assert result.exit_code == 0, result.stderr
    whole = json.loads((tmp_path / "out" / "table.json").read_text())
    config = whole["config"]
    assert (config["worlds"], config["navigators"]) == ([str(world)], ["dstar", "astar, fifo"])
    assert (config["pits"], config["interval"], config["speed"]) == (4.0, 7, 200)
    assert "rekeys" in result.stdout
    assert "runs: 2, means" in " ".join(result.stdout.split())  # lines end where a path is long
    assert refused("experiment", "replanning", "--pits", 3) == "replanning takes no --pits"
    assert refused("experiment", "merge", "a", "--speed", 3) == (
        "--speed cannot be combined with merge: the shards set it"
    )
    assert "--interval" in refused(*words, "--interval", 0)
    assert "'wings'" in refused(*words, "--navigator", "wings")
    assert refused("experiment", "dstar-study", "--world", "world9").startswith(
        "world is 'world9'; choose one of "
    )


@pytest.mark.slow
def test_the_study_says_which_orderings_held(run, tmp_path, monkeypatch):
    """On the screen, in lines of at most 100 columns, and in the table."""
    in_small_worlds(monkeypatch)
    result = run("experiment", "dstar-study", "--runs", 1, "--workers", 1, "--out", tmp_path)
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    told = [line for line in lines if line.endswith((" held", " not held"))]
    assert len(told) == 12
    assert max(map(len, lines[:-1])) <= 100
    table = [line.split("\t") for line in (tmp_path / "table.tsv").read_text().splitlines()]
    results = [line[table[0].index("result")] for line in table if line[0] == "ordering"]
    assert [line.endswith(" not held") for line in told] == [each == "not held" for each in results]


@pytest.mark.slow
@pytest.mark.req("S000-113")
def test_the_command_of_the_study_gives_the_same_tables_again_from_a_seed(
    run, tmp_path, monkeypatch
):
    """Three agents and more, on both maps, some runs of each; a table of means over runs."""
    in_small_worlds(monkeypatch)

    def tables(folder, *words):
        result = run(
            "experiment", "dstar-study", "--workers", 1, "--out", tmp_path / folder, *words
        )
        assert result.exit_code == 0
        whole = json.loads((tmp_path / folder / "table.json").read_text())
        for row in [*whole["table"], *whole["rows"]]:
            for name in [name for name in row if "seconds" in name]:
                del row[name]
        return whole

    first, again, other = (
        tables(folder, "--runs", 2, "--seed", seed)
        for folder, seed in (("first", 4), ("again", 4), ("other", 5))
    )
    assert first["table"] == again["table"]
    assert first["rows"] == again["rows"]
    assert first["table"] != other["table"]
    for world, name in product(("world2", "world3"), ("focused-dstar", "dstar", "astar, fifo")):
        (line,) = (it for it in first["table"] if (it["world"], it["navigator"]) == (world, name))
        totals = [
            row["total"]
            for row in first["rows"]
            if (row["world"], row["navigator"], row["segment"]) == (world, name, SUM)
        ]
        assert line["runs"] == len(totals) == 2
        assert line["total"] == pytest.approx(sum(totals) / 2)
    assert EXPERIMENTS["dstar-study"].config().runs == 30  # without a word, as in the study


def test_a_progress_bar_is_for_terminals(terminal, process, tmp_path):
    own = tmp_path / "own.py"
    own.write_text(USE_TOY)
    words = ("--use", own, "experiment", "toy", "--workers", 1, "--out")
    assert "100%" in terminal(*words, tmp_path / "a", **WITH_TESTS)
    result = process(*words, tmp_path / "b", env=WITH_TESTS)
    assert result.returncode == 0
    assert "%" not in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr.startswith("asterion: a picture needs Matplotlib")


@pytest.mark.slow
@pytest.mark.usefixtures("own_registry")
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_an_experiment_of_a_file_runs_in_several_processes(run, tmp_path, monkeypatch, method):
    """Its functions, classes and algorithms are known there; the file is not where they look."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    monkeypatch.setattr(workers, "get_context", lambda _: multiprocessing.get_context(method))
    monkeypatch.setitem(EXPERIMENTS, "mine", None)  # forgotten after the test
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    file = tmp_path / "own file.py"
    shutil.copy(TESTS / "support" / "own_experiment.py", file)
    (tmp_path / "empty.py").write_text("")
    use = ("--use", tmp_path / "empty.py", "--use", file)
    for count in (1, 2):
        out = tmp_path / str(count)
        result = run(*use, "experiment", "mine", "--workers", count, "--out", out)
        assert (result.exit_code, result.stderr.count("\n")) == (0, 1), result.stderr
        assert (out / "table.tsv").read_text() == "cost\tplan\n6\t4\n"
    assert not used_files.used()
    assert {path.name for path in tmp_path.iterdir()} == {"1", "2", "empty.py", file.name}


@pytest.mark.usefixtures("own_registry")
def test_a_file_that_has_changed_since_is_told(run, refused, tmp_path, monkeypatch):
    """Trials before and after the change are in one table: whether that is right, users decide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(EXPERIMENTS, "mine", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    file = Path("own.py")
    shutil.copy(TESTS / "support" / "own_experiment.py", file)
    mine = ("--use", file, "experiment", "mine", "--workers", 1)
    assert run(*mine, "--shard", "1/2").exit_code == 0
    assert "changed" not in run(*mine, "--shard", "1/2").stderr
    file.write_text(file.read_text() + "# another version\n")
    parts = [f"experiments/mine-{number}-of-2" for number in (1, 2)]
    assert run(*mine, "--shard", "1/2").stderr == (
        f"asterion: own.py has changed since {parts[0]} was begun; "
        "trials in it are kept as they are\n"
    )
    assert run(*mine, "--shard", "2/2").exit_code == 0
    assert refused("--use", file, "experiment", "merge", *parts, "--out", "all") == (
        f"{parts[1]} and {parts[0]} were made with different versions of own.py; "
        "run one of them again"
    )
    shutil.rmtree(parts[0])
    assert run(*mine, "--shard", "1/2").exit_code == 0
    assert run("--use", file, "experiment", "merge", *parts, "--out", "all").exit_code == 0
    assert Path("all/table.tsv").read_text() == "cost\tplan\n6\t4\n"


@pytest.mark.usefixtures("own_registry")
def test_a_fault_in_the_second_of_two_files_has_its_place(refused, tmp_path, monkeypatch):
    monkeypatch.setitem(EXPERIMENTS, "mine", None)
    first, file = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("")
    text = (TESTS / "support" / "own_experiment.py").read_text()
    file.write_text(text.replace("    return [Trial(", "    return 1 // 0, [Trial("))
    line = text[: text.index("    return [Trial(")].count("\n") + 1
    message = refused("--use", first, "--use", file, "experiment", "mine", "--out", tmp_path / "a")
    fault = "integer division or modulo by zero"
    assert message == f"{file}, line {line}: ZeroDivisionError: {fault}"
