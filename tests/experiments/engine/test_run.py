"""The common engine of experiments: the log of trials, the processes, the files."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from asterion.errors import InvalidValue
from asterion.experiments.engine.run import Run
from asterion.experiments.engine.workers import TrialFailed
from support.full_disk import full_disk
from support.run_files import WITH_TESTS, entries, table, wait_until
from support.toy_experiment import EXPERIMENT, Toy


def perform(folder, *, workers=1, **config):
    """Run the remaining trials; return their numbers."""
    with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
        done = [*run.trials(workers)]
        run.write_tables()
        return done


def test_the_files(tmp_path):
    assert perform(tmp_path, runs=3, seed=4) == [0, 1, 2]
    head, *lines = entries(tmp_path)
    assert head["config"] == {**vars(Toy()), "runs": 3, "seed": 4}
    assert head["facts"] == {"mint": 4}
    assert re.fullmatch("[0-9a-f]{64}", head["sha256"])
    assert [line["trial"] for line in lines] == [0, 1, 2]
    whole = json.loads((tmp_path / "table.json").read_text())
    assert whole["rows"] == [row for line in lines for row in line["rows"]]
    assert whole["facts"] == {"mint": 4, "trials": 3}
    assert (whole["experiment"], whole["sha256"]) == ("toy", head["sha256"])
    with (tmp_path / "table.tsv").open(newline="") as file:
        [line] = csv.DictReader(file, delimiter="\t")
    assert line["coins"] == "60"
    assert float(line["share"]) == pytest.approx(whole["table"][0]["share"])
    assert line["note"] == ""
    assert (tmp_path / "coins.txt").read_bytes() == b"two sides\n"


@pytest.mark.parametrize(
    ("name", "room"), [("table.tsv", 20), ("table.json", 200), ("picture.png", 200)]
)
def test_a_full_disk_leaves_the_results_that_were_there(tmp_path, name, room):
    with closing(Run(EXPERIMENT, Toy(runs=3), tmp_path)) as run:
        list(run.trials(1))
        summary = run.write_tables()
        write = partial(run.draw, summary) if name == "picture.png" else run.write_tables
        write()
        (tmp_path / name).write_bytes(b"old")
        with full_disk(room), pytest.raises(OSError, match=name):
            write()
        assert (tmp_path / name).read_bytes() == b"old"
        assert not any(".tmp" in path.name for path in tmp_path.iterdir())


@pytest.mark.slow
def test_the_number_of_workers_changes_no_row(tmp_path):
    for workers in (1, 2):
        assert sorted(perform(tmp_path / str(workers), workers=workers)) == [0, 1, 2, 3, 4, 5]
    assert table(tmp_path / "1") == table(tmp_path / "2")


def test_what_comes_twice_is_written_once(tmp_path):
    with closing(Run(EXPERIMENT, Toy(runs=2), tmp_path)) as run:
        rows = [(0, '[{"a": 1}]'), (1, '[{"a": 2}]'), (0, '[{"a": 1}]')]
        assert [*run._logged(iter(rows))] == [0, 1]
    assert [entry["trial"] for entry in entries(tmp_path)[1:]] == [0, 1]


@pytest.mark.parametrize("torn", ["", '{"trial": 5, "ro', '{"trial": 5, "rows": []}'])
def test_what_was_finished_is_not_run_again(tmp_path, torn):
    log = tmp_path / "log"
    perform(tmp_path / "once", log=str(log))
    with closing(Run(EXPERIMENT, Toy(log=str(log)), tmp_path / "twice")) as run:
        turns = run.trials(1)
        assert [next(turns), next(turns)] == [0, 1]
        turns.close()
    before = entries(tmp_path / "twice")
    with (tmp_path / "twice" / "trials.jsonl").open("a") as file:
        file.write(torn)  # killed in the middle of a line
    assert perform(tmp_path / "twice", log=str(log)) == [2, 3, 4, 5]
    assert entries(tmp_path / "twice")[:3] == before
    assert perform(tmp_path / "twice", log=str(log)) == []
    assert [int(line.split()[0]) for line in log.read_text().splitlines()] == [*range(6)] * 2
    assert table(tmp_path / "once") == table(tmp_path / "twice")


def started(log, count, folder, output=subprocess.DEVNULL, **config):
    """A process with two workers that has begun ``count`` trials."""
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        f"from support import toy_experiment; toy_experiment.main(log={str(log)!r}, **{config!r})"
    )
    words = ["experiment", "toy", "--workers", "2", "--out", str(folder)]
    child = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        env={**os.environ, **WITH_TESTS},
        stdout=output,
        stderr=output,
        start_new_session=True,  # a separate process group
    )
    wait_until(lambda: log.exists() and len(log.read_text().splitlines()) >= count)
    return child


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] not in "ZX"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_a_kill_loses_nothing_that_was_finished(tmp_path):
    log, folder = tmp_path / "log", tmp_path / "killed"
    config = {"pause": 0.05, "runs": 60, "log": str(log)}

    def at_work():
        return {int(line.split()[1]) for line in log.read_text().splitlines()}

    child = started(**{**config, "log": log}, count=6, folder=folder)
    wait_until(lambda: len(at_work()) == 2)  # on a busy machine one may start long before the other
    child.kill()
    child.wait()  # not for the end of its output, which surviving workers would hold open
    workers = at_work()
    wait_until(lambda: not any(map(is_running, workers)))
    finished = {entry["trial"] for entry in entries(folder)[1:]}
    assert 2 <= len(finished) < 60  # the recorded ones of those begun
    assert sorted(perform(folder, **config)) == sorted({*range(60)} - finished)
    perform(tmp_path / "whole", **config)
    assert table(folder) == table(tmp_path / "whole")


@pytest.mark.slow
def test_ctrl_c_ends_at_once_and_says_what_is_kept(tmp_path):
    log, folder = tmp_path / "log", tmp_path / "out"
    child = started(log, 2, folder, subprocess.PIPE, pause=3600.0)  # no trial comes to its end
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does: to the workers too
    try:
        said, told = child.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        raise
    assert (child.returncode, said) == (130, b"")
    assert told.decode() == (
        f"asterion: interrupted; {folder} keeps 0 of 6 trials, "
        "and the same command continues from there\n"
    )


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_trial_that_fails_is_named_and_the_others_are_kept(tmp_path, workers):
    with pytest.raises(
        TrialFailed, match="trial 5 failed: ValueError: the coin stands on its edge"
    ):
        perform(tmp_path, bad=5, pause=0.02, workers=workers)
    kept = {entry["trial"] for entry in entries(tmp_path)[1:]}
    assert 5 not in kept
    assert len(kept) >= 6 - workers  # the other worker may have been in the middle of one


@pytest.mark.slow
def test_a_worker_that_is_killed_is_an_error(tmp_path):
    log = tmp_path / "log"
    with closing(Run(EXPERIMENT, Toy(log=str(log), pause=0.2), tmp_path)) as run:
        turns = run.trials(2)
        next(turns)
        os.kill(int(log.read_text().split()[1]), signal.SIGKILL)
        with pytest.raises(
            TrialFailed, match="a worker process was killed; start again to continue"
        ):
            list(turns)


def test_results_of_something_else_are_refused_and_left_alone(tmp_path):
    perform(tmp_path, seed=1)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(InvalidValue) as error:
        perform(tmp_path, seed=2)
    others = r"runs=6, pause=0\.0, bad=-1, wrong=0, log=''"  # as they are written in Python
    assert re.fullmatch(
        rf"{re.escape(str(tmp_path))} holds results of 'toy' \(seed=1, {others}; [0-9a-f]{{12}}\); "
        rf"requested are results of 'toy' \(seed=2, {others}; [0-9a-f]{{12}}\); "
        "choose another folder",
        str(error.value),
    )
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("beginning", [b"", b'{"experiment": "to'])
def test_a_kill_before_the_first_trial_leaves_nothing_to_keep(tmp_path, beginning):
    (tmp_path / "trials.jsonl").write_bytes(beginning)
    assert perform(tmp_path, runs=2) == [0, 1]
    assert len(entries(tmp_path)) == 3
