"""Runs that are added to fewer: the results equal all runs at once."""

from contextlib import closing
from dataclasses import dataclass, replace

import pytest

from asterion.errors import InvalidValue
from asterion.experiments.engine.experiment import Config, Prepared
from asterion.experiments.engine.run import Run
from support.full_disk import full_disk
from support.run_files import table
from support.toy_experiment import EXPERIMENT, run


@dataclass(frozen=True)
class Coins(Config):
    """Like the toy, on two kinds of ground: more runs give the trials other numbers."""

    runs: int = 2
    bad: int = -1
    log: str = ""
    pause: float = 0.0
    wrong: int = 0


KINDS = (1000, 2000)
COINS = replace(
    EXPERIMENT,
    name="coins",
    config=Coins,
    trials=lambda config: [(config, kind + n) for kind in KINDS for n in range(config.runs)],
)


def perform(folder, experiment=COINS, **config):
    with closing(Run(experiment, experiment.config(**config), folder)) as done:
        numbers = [*done.trials(1)]
        done.write_tables()
        return numbers


def refusal(folder, experiment=COINS, **config):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(InvalidValue) as error:
        perform(folder, experiment, **config)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    return str(error.value)


def test_runs_that_are_added_leave_what_is_finished(tmp_path):
    assert perform(tmp_path / "steps", runs=2) == [0, 1, 2, 3]
    assert perform(tmp_path / "steps", runs=3) == [2, 5]
    assert perform(tmp_path / "steps", runs=3) == []
    assert perform(tmp_path / "steps", runs=6) == [3, 4, 5, 9, 10, 11]
    perform(tmp_path / "once", runs=6)
    assert table(tmp_path / "steps") == table(tmp_path / "once")


def test_runs_can_be_added_to_a_run_that_was_stopped(tmp_path):
    with closing(Run(COINS, Coins(runs=3), tmp_path / "steps")) as stopped:
        turns = stopped.trials(1)
        assert [next(turns) for _ in range(4)] == [0, 1, 2, 3]
    assert perform(tmp_path / "steps", runs=5) == [3, 4, 6, 7, 8, 9]
    perform(tmp_path / "once", runs=5)
    assert table(tmp_path / "steps") == table(tmp_path / "once")


def test_fewer_runs_are_other_results(tmp_path):
    perform(tmp_path, runs=3)
    assert "holds results of 'coins' (seed=0, runs=3, " in refusal(tmp_path, runs=2)
    assert "holds results of 'coins' (seed=0, runs=3, " in refusal(tmp_path, runs=4, seed=1)


def test_a_study_whose_facts_depend_on_the_runs_is_recognised(tmp_path):
    told = replace(COINS, prepare=lambda config: Prepared({"worlds": 7 * config.runs}, {}))
    perform(tmp_path, told, runs=2)
    assert perform(tmp_path, told, runs=3) == [2, 5]
    other = replace(COINS, prepare=lambda config: Prepared({"worlds": 8 * config.runs}, {}))
    assert "choose another folder" in refusal(tmp_path, other, runs=4)


def rows_by_runs(trial):
    return [{**row, "heads": row["heads"] + trial[0].runs} for row in run(trial)]


def test_rows_that_depend_on_the_number_of_runs_are_found_out(tmp_path):
    odd = replace(COINS, run=rows_by_runs)
    perform(tmp_path, odd, runs=2)
    assert refusal(tmp_path, odd, runs=3) == (
        "runs cannot be added: trial 3 has other rows among 6 trials than before; "
        "the rows of 'coins' depend on the number of runs, or its code has changed"
    )


def fails(trial):
    raise ValueError(f"coin {trial[1]} is lost")


def test_a_finished_trial_that_fails_now_is_named(tmp_path):
    """As after a change of the user's file."""
    perform(tmp_path, runs=2)
    assert refusal(tmp_path, replace(COINS, run=fails), runs=3) == (
        "runs cannot be added: a finished trial is run again as a check, and "
        "trial 3 failed: ValueError: coin 2001 is lost"
    )


def test_trials_that_are_not_the_same_are_found_out(tmp_path):
    odd = replace(
        COINS, trials=lambda config: [(config, n * config.runs) for n in range(config.runs)]
    )
    perform(tmp_path, odd, runs=2)
    message = "3 runs cannot be added to 2: trial 1 of these is not among the 3 runs"
    assert message in refusal(tmp_path, odd, runs=3)


def test_trials_that_cannot_be_pickled_are_told(tmp_path):
    odd = replace(COINS, trials=lambda config: [(config, lambda: 0)], run=lambda _: [{"a": 1}])
    with closing(Run(odd, Coins(runs=2), tmp_path)) as done:
        assert [*done.trials(1)] == [0]
    message = "runs cannot be added: a trial cannot be pickled: "
    assert refusal(tmp_path, odd, runs=3).startswith(message)


def test_trials_that_are_alike_are_as_many_as_there_were(tmp_path):
    alike = replace(COINS, trials=lambda config: [(config, kind) for kind in KINDS * config.runs])
    assert perform(tmp_path / "steps", alike, runs=2) == [0, 1, 2, 3]
    assert perform(tmp_path / "steps", alike, runs=3) == [4, 5]
    assert perform(tmp_path / "steps", alike, runs=3) == []
    perform(tmp_path / "once", alike, runs=3)
    assert table(tmp_path / "steps") == table(tmp_path / "once")


def test_a_changed_line_is_refused_in_any_part_of_the_log(tmp_path):
    perform(tmp_path, runs=2)
    perform(tmp_path, runs=3)
    log = tmp_path / "trials.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == 8  # a head and 4 trials, a head and 2
    for number, line in enumerate(lines[1:], 2):
        changed = line.replace(b"0", b"1") if b"0" in line else line.replace(b"1", b"2")
        log.write_bytes(b"".join([*lines[: number - 1], changed, *lines[number:]]))
        assert f"trials.jsonl, line {number} does not fit" in refusal(tmp_path, runs=3)


def test_a_kill_while_runs_are_added_leaves_those_that_were_there(tmp_path):
    perform(tmp_path, runs=2)
    before = (tmp_path / "trials.jsonl").read_bytes()
    with full_disk(len(before) + 20), pytest.raises(OSError, match=r"trials\.jsonl"):
        perform(tmp_path, runs=3)
    assert (tmp_path / "trials.jsonl").read_bytes() == before
    with (tmp_path / "trials.jsonl").open("ab") as file:
        file.write(b'{"experiment": "coins", "con')
    assert perform(tmp_path, runs=2) == []
    assert perform(tmp_path, runs=3) == [2, 5]
