"""Experiments that 0.1 has begun are finished by this version, with the table of 0.1.

Results of another version are refused, on purpose: the first line of a journal names it. So where
this version has another number, its number is written into the copy that is gone on with.
"""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from compatibility.files_of_0_1 import DATA, command, files

ADDED = ("shortest", "detour_a", "detour_b")  # columns that 0.1 did not have
NAMES = sorted({Path(name).parent.name for name in files("experiments/*/*")})
EXPERIMENTS = sorted({name.partition("_")[2] for name in NAMES})
JOURNAL, TABLE, TEXT, WORLDS = "trials.jsonl", "table.json", "table.tsv", "worlds.npz"


def head_of(folder):
    return json.loads((folder / JOURNAL).read_bytes().splitlines()[0])


def hash_of(head):
    rest = {name: value for name, value in head.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def copied(name, tmp_path):
    return Path(shutil.copytree(DATA / "experiments" / name, tmp_path / name))


def adopted(name, tmp_path):
    """A copy for the version of now."""
    folder = copied(name, tmp_path)
    head = head_of(folder)
    assert head["sha256"] == hash_of(head)
    head["asterion"] = at.__version__
    head["sha256"] = hash_of(head)
    first, rest = (folder / JOURNAL).read_bytes().split(b"\n", 1)
    assert set(json.loads(first)) == set(head)
    (folder / JOURNAL).write_bytes(json.dumps(head).encode() + b"\n" + rest)
    return folder


def run(folder):
    head = head_of(folder)
    config = ["--runs", head["config"]["runs"], "--seed", head["config"]["seed"]]
    return command("experiment", head["experiment"], *config, "--workers", 1, "--out", folder)


def finished(experiment):
    return DATA / "experiments" / f"finished_{experiment}"


def untimed(value):
    """Without what depends on the clock, without the version, and without columns added since."""
    if isinstance(value, dict):
        timed = ("asterion", "sha256", *ADDED)
        return {
            name: untimed(each)
            for name, each in value.items()
            if name not in timed and not name.endswith("seconds")
        }
    if isinstance(value, list):
        return [untimed(each) for each in value if not _is_of_time(each)]
    return value


def _is_of_time(row):
    return isinstance(row, dict) and row.get("measure") == "seconds"


def as_before(path):
    """The lines of a table, cell by cell, without columns added since."""
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        [cell for name, cell in zip(lines[0], line, strict=True) if name not in ADDED]
        for line in lines
    ]


def table_of(folder):
    return json.loads((folder / TABLE).read_text(encoding="utf-8"))


def check_worlds(folder, experiment):
    if (finished(experiment) / WORLDS).exists():
        with np.load(folder / WORLDS) as now, np.load(finished(experiment) / WORLDS) as before:
            assert {*now} == {*before}
            for name in before:
                assert (now[name] == before[name]).all()


def test_every_experiment_is_there_finished_and_interrupted():
    assert sorted(f"{how}_{e}" for e in EXPERIMENTS for how in ("finished", "interrupted")) == NAMES
    kept = {JOURNAL, TABLE, TEXT, WORLDS}
    assert {Path(name).name for name in files("experiments/*/*")} <= kept


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_a_finished_experiment_is_read_again_to_the_same_tables(experiment, tmp_path):
    folder = adopted(f"finished_{experiment}", tmp_path)
    (folder / TABLE).unlink()
    (folder / TEXT).unlink()
    done = run(folder)
    assert done.exit_code == 0, done.output
    before = finished(experiment)
    assert as_before(folder / TEXT) == as_before(before / TEXT)
    now, then = table_of(folder), table_of(before)
    assert now["rows"] == then["rows"]
    assert untimed(now) == untimed(then)
    check_worlds(folder, experiment)


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_an_interrupted_experiment_goes_on_to_the_same_table(experiment, tmp_path):
    folder = adopted(f"interrupted_{experiment}", tmp_path)
    kept = (folder / JOURNAL).read_bytes().rpartition(b"\n")[0]
    done = run(folder)
    assert done.exit_code == 0, done.output
    assert (folder / JOURNAL).read_bytes().startswith(kept)
    assert untimed(table_of(folder)) == untimed(table_of(finished(experiment)))
    check_worlds(folder, experiment)


@pytest.mark.skipif(at.__version__ == "0.1.0", reason="this is the version that wrote them")
@pytest.mark.parametrize("name", NAMES)
def test_results_of_another_version_are_not_mixed_with_those_of_this_one(name, tmp_path):
    done = run(copied(name, tmp_path))
    assert done.exit_code == 2
    assert "asterion 0.1.0" in done.output
