"""The log of trials: one run at a time, and no line that is not its own."""

import json
import multiprocessing
import os
import re
import shutil
import signal
from contextlib import closing
from dataclasses import replace

import pytest

from asterion.errors import InvalidValue
from asterion.experiments.engine.run import Run
from asterion.experiments.engine.trial import TrialFailed
from asterion.experiments.engine.trial_log import FolderInUse
from support import toy_experiment
from support.full_disk import full_disk
from support.toy_experiment import EXPERIMENT, Toy


def perform(folder, experiment=EXPERIMENT, **config):
    """Runs the remaining trials; returns their numbers."""
    with closing(Run(experiment, Toy(**config), folder)) as run:
        done = [*run.trials(1)]
        run.write_tables()
        return done


def lines_of(folder):
    return (folder / "trials.jsonl").read_bytes().splitlines(keepends=True)


def write(folder, lines):
    (folder / "trials.jsonl").write_bytes(b"".join(lines))


def as_of_0_1(folder):
    """The log as version 0.1 would have written it: without checksums."""
    head, *lines = map(json.loads, lines_of(folder))
    del head["checksums"]
    for line in lines:
        del line["crc32"]
    write(folder, [json.dumps(line).encode() + b"\n" for line in (head, *lines)])


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


@pytest.mark.parametrize("at", range(7))
def test_a_changed_digit_is_refused_by_its_line(tmp_path, at):
    perform(tmp_path)
    lines = lines_of(tmp_path)
    digits = [match.start() for match in re.finditer(rb"[0-9]", lines[at])]
    for place in digits:
        line = bytearray(lines[at])
        line[place] = ord("1" if line[place] != ord("1") else "2")
        write(tmp_path, [*lines[:at], line, *lines[at + 1 :]])
        assert f"trials.jsonl, line {at + 1} " in refusal(tmp_path)
    write(tmp_path, lines)
    assert perform(tmp_path) == []


def test_lines_of_another_log_are_refused(tmp_path):
    """Also those of the same experiment, with another seed."""
    perform(tmp_path / "a")
    perform(tmp_path / "b", seed=1)
    a, b = lines_of(tmp_path / "a"), lines_of(tmp_path / "b")
    write(tmp_path / "a", [*a[:3], b[3]])
    assert refusal(tmp_path / "a") == (
        f"{tmp_path / 'a' / 'trials.jsonl'}, line 4 does not fit its checksum: it was changed, or "
        "is from another log; move the file away, or choose another folder"
    )


def without_checksum(line):
    entry = json.loads(line)
    del entry["crc32"]
    return json.dumps(entry).encode() + b"\n"


def test_a_line_cannot_do_without_its_checksum(tmp_path):
    perform(tmp_path)
    lines = lines_of(tmp_path)
    write(tmp_path, [*lines[:2], without_checksum(lines[2])])
    assert "line 3 has no checksum: it was changed; move" in refusal(tmp_path)
    spaced = json.dumps(json.loads(lines[2]), separators=(",", ":")).encode() + b"\n"
    write(tmp_path, [*lines[:2], spaced])
    assert "line 3 has no checksum: it was changed; move" in refusal(tmp_path)


FOREIGN = [
    ({"trial": 9}, "is of trial 9; the trials are 0 to 5"),
    ({"trial": -1}, "is of trial -1; the trials are 0 to 5"),
    ({"trial": True}, "is of trial True; the trials are 0 to 5"),
    ({"trial": "2"}, "is of trial '2'; the trials are 0 to 5"),
    ({"rows": []}, "has no rows; a trial has at least one"),
    ({"rows": {}}, "has no rows; a trial has at least one"),
    ({"rows": 7}, "has no rows; a trial has at least one"),
    ({"rows": [{}]}, "has a row without columns"),
    ({"rows": [7]}, "has a row without columns"),
    ({"trial": 0}, "has other rows of trial 0 than line 2"),
    ({"crc32": 7}, "has no checksum: it was changed"),
]


@pytest.mark.parametrize(("change", "fault"), FOREIGN)
def test_what_can_be_checked_without_checksums_is(tmp_path, change, fault):
    perform(tmp_path)
    as_of_0_1(tmp_path)
    lines = lines_of(tmp_path)
    line = json.dumps({**json.loads(lines[3]), **change}).encode() + b"\n"
    write(tmp_path, [*lines[:3], line, *lines[4:]])
    assert refusal(tmp_path).endswith(
        f"trials.jsonl, line 4 {fault}; move the file away, or choose another folder"
    )


def test_a_log_without_checksums_goes_on(tmp_path):
    """Also if two runs of version 0.1 have written the same trial: only times differ."""
    perform(tmp_path)
    table = (tmp_path / "table.tsv").read_bytes()
    as_of_0_1(tmp_path)
    lines = lines_of(tmp_path)
    again = json.loads(lines[2])
    again["rows"][0]["seconds"] = 7.5
    write(tmp_path, [*lines[:4], json.dumps(again).encode() + b"\n"])
    assert perform(tmp_path) == [3, 4, 5]
    assert (tmp_path / "table.tsv").read_bytes() == table
    lines = lines_of(tmp_path)
    assert ["crc32" in json.loads(line) for line in lines[1:]] == [False] * 4 + [True] * 3
    write(tmp_path, [*lines[:-1], lines[-1].replace(b'"heads": ', b'"heads": 1')])
    assert "line 8 does not fit" in refusal(tmp_path)


def test_rows_without_checksum_that_do_not_fit_are_named(tmp_path):
    perform(tmp_path)
    as_of_0_1(tmp_path)
    lines = [line.replace(b"heads", b"tails") for line in lines_of(tmp_path)]
    write(tmp_path, lines)
    with pytest.raises(InvalidValue) as error:
        perform(tmp_path)
    assert str(error.value) == (
        f"{tmp_path / 'trials.jsonl'}, lines 2 to 7, which have no checksum, do not fit 'toy' "
        "(KeyError: 'heads'); move the file away, or choose another folder"
    )


def test_a_fault_of_an_experiment_is_not_blamed_on_its_log(tmp_path):
    with pytest.raises(ZeroDivisionError):
        perform(tmp_path, replace(EXPERIMENT, summarise=lambda *_: 1 // 0))


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
