"""The log of trials: one run at a time, and no foreign lines."""

import multiprocessing
import os
import re
import shutil
import signal
from contextlib import closing
from dataclasses import replace

import pytest

import asterion as at
from asterion.errors import InvalidValue
from asterion.experiments.engine.run import Run
from asterion.experiments.engine.trial_log import FolderInUse
from asterion.experiments.engine.workers import TrialFailed
from support import toy_experiment
from support.full_disk import full_disk
from support.toy_experiment import EXPERIMENT, Toy


def perform(folder, experiment=EXPERIMENT, **config):
    """Run the remaining trials; return their numbers."""
    with closing(Run(experiment, Toy(**config), folder)) as run:
        done = [*run.trials(1)]
        run.write_tables()
        return done


def lines_of(folder):
    return (folder / "trials.jsonl").read_bytes().splitlines(keepends=True)


def write(folder, lines):
    (folder / "trials.jsonl").write_bytes(b"".join(lines))


def refusal(folder, **config):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(InvalidValue) as error:
        perform(folder, **config)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert str(folder / "trials.jsonl") in str(error.value)
    return str(error.value)


def test_two_runs_cannot_use_one_folder(tmp_path):
    with closing(Run(EXPERIMENT, Toy(), tmp_path)) as first:
        turns = first.trials(1)
        assert [next(turns), next(turns)] == [0, 1]
        before = lines_of(tmp_path)
        with (tmp_path / "trials.jsonl").open("ab") as file:
            file.write(b'{"trial": 2, "ro')  # the first run is in the middle of a line
        with pytest.raises(FolderInUse) as error:
            perform(tmp_path)
        assert str(error.value) == (
            f"{tmp_path} is in use: another run writes its results there; "
            "wait until it ends, or choose another folder"
        )
        assert b"".join(lines_of(tmp_path)) == b"".join(before) + b'{"trial": 2, "ro'
    assert perform(tmp_path) == [2, 3, 4, 5]


def test_a_run_that_is_refused_holds_no_lock(tmp_path):
    perform(tmp_path, seed=1)
    with pytest.raises(InvalidValue):
        perform(tmp_path, seed=2)
    assert perform(tmp_path, seed=1) == []
    broken = replace(
        EXPERIMENT, prepare=lambda _: EXPERIMENT.prepare(Toy())._replace(files={"": b""})
    )
    with pytest.raises(OSError, match=tmp_path.name) as error:  # its traceback keeps the run alive
        Run(broken, Toy(), tmp_path / "new")
    assert perform(tmp_path / "new") == [*range(6)], error


def test_a_full_disk_keeps_the_trials_that_were_finished(tmp_path):
    with closing(Run(EXPERIMENT, Toy(), tmp_path)) as run:
        turns = run.trials(1)
        assert [next(turns), next(turns)] == [0, 1]
        before = (tmp_path / "trials.jsonl").read_bytes()
        with full_disk(len(before) + 20), pytest.raises(OSError, match=r"trials\.jsonl"):
            next(turns)
        assert (tmp_path / "trials.jsonl").read_bytes() == before
    assert (tmp_path / "trials.jsonl").read_bytes() == before
    assert perform(tmp_path) == [2, 3, 4, 5]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pause"), reason="needs the signals of POSIX")
def test_the_lock_of_a_process_that_was_killed_is_taken_over(tmp_path):
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    other = context.Process(target=toy_experiment.hold, args=(tmp_path, theirs), daemon=True)
    other.start()
    theirs.close()  # else nothing would ever come from a process that could not begin
    assert ours.recv() == "toy"
    with pytest.raises(FolderInUse):
        perform(tmp_path)
    os.kill(other.pid, signal.SIGKILL)
    other.join()
    assert perform(tmp_path) == [*range(6)]


def test_a_disk_without_locks_can_be_used(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")

    def no_locks(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    assert perform(tmp_path) == [*range(6)]


@pytest.mark.parametrize("place", range(1, 7))
def test_a_changed_digit_is_refused_by_its_line(tmp_path, place):
    perform(tmp_path)
    lines = lines_of(tmp_path)
    for match in re.finditer(rb"[0-9]", lines[place]):
        line = bytearray(lines[place])
        line[match.start()] = ord("1" if match[0] != b"1" else "2")
        write(tmp_path, [*lines[:place], line, *lines[place + 1 :]])
        assert f"trials.jsonl, line {place + 1} does not fit its checksum" in refusal(tmp_path)
    write(tmp_path, lines)
    assert perform(tmp_path) == []


def test_a_changed_first_line_is_refused(tmp_path):
    perform(tmp_path)
    head, *lines = lines_of(tmp_path)
    write(tmp_path, [head.replace(b'"seed": 0', b'"seed": 1'), *lines])
    assert "trials.jsonl, line 1 does not fit its checksum" in refusal(tmp_path)


def test_lines_of_another_log_are_refused(tmp_path):
    """Also logs of the same experiment with another seed."""
    perform(tmp_path / "a")
    perform(tmp_path / "b", seed=1)
    a, b = lines_of(tmp_path / "a"), lines_of(tmp_path / "b")
    write(tmp_path / "a", [*a[:3], b[3]])
    assert refusal(tmp_path / "a") == (
        f"{tmp_path / 'a' / 'trials.jsonl'}, line 4 does not fit its checksum: it was changed, or "
        "is from another log; move the file away, or choose another folder"
    )


@pytest.mark.parametrize("line", [b"coins\n", b"[]\n", b'{"config": {}}\n', b"\xff\n", b"7\n"])
@pytest.mark.parametrize("number", [1, 3])
def test_a_line_that_is_no_result_is_refused(tmp_path, line, number):
    perform(tmp_path)
    lines = lines_of(tmp_path)
    lines[number - 1] = line
    write(tmp_path, lines)
    faults = {1: "is not a log of trials; ", 3: ", line 3 does not fit its checksum"}
    assert faults[number] in refusal(tmp_path)


def test_a_log_of_another_format_is_refused(tmp_path):
    perform(tmp_path)
    head, *lines = lines_of(tmp_path)
    assert b'"format": 2' in head
    write(tmp_path, [head.replace(b'"format": 2', b'"format": 3'), *lines])
    assert refusal(tmp_path) == (
        f"{tmp_path / 'trials.jsonl'} is a log of format 3, and asterion {at.__version__} reads "
        "and writes format 2; move the file away, or choose another folder"
    )
    write(tmp_path, [b'{"experiment": "toy", "asterion": "0.1.0", "config": {}}\n', *lines])
    assert "is a log of format 1, and asterion" in refusal(tmp_path)


def test_a_new_release_continues_an_old_run(tmp_path, monkeypatch):
    monkeypatch.setattr(at, "__version__", "0.2.9")
    with closing(Run(EXPERIMENT, Toy(), tmp_path)) as run:
        next(run.trials(1))
        assert not run.log.changed
    monkeypatch.undo()
    with closing(Run(EXPERIMENT, Toy(), tmp_path)) as run:
        assert run.log.changed == ["asterion"]
        assert [*run.trials(1)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("rows", [[], [{}], [{"heads": 1}, {}]])
def test_a_trial_without_rows_fails(tmp_path, rows):
    experiment = replace(EXPERIMENT, run=lambda _: rows)
    message = "trial 0 failed: it has no rows, or one without columns"
    with pytest.raises(TrialFailed, match=message):
        perform(tmp_path, experiment)
    assert perform(tmp_path) == [*range(6)]


def test_the_copy_of_a_folder_is_another_folder(tmp_path):
    with closing(Run(EXPERIMENT, Toy(), tmp_path / "a")):
        shutil.copytree(tmp_path / "a", tmp_path / "b")
        assert perform(tmp_path / "b") == [*range(6)]
