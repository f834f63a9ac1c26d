"""Trials on a cluster of Dask: the table of one process, whichever process is killed."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import pytest

import asterion as at
from asterion.errors import InvalidType, InvalidValue, MissingPackage
from asterion.experiments import run_experiment
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine import dask_backend
from asterion.experiments.engine.dask_backend import ClusterLost, connected
from asterion.experiments.engine.run import Run
from asterion.experiments.engine.workers import TrialFailed
from asterion.search import registry
from support import commands, loops, mapped_experiment, toy_experiment
from support.dask_cluster import machines
from support.run_files import TESTS, USE_TOY, WITH_TESTS, entries, table, wait_until
from support.toy_experiment import EXPERIMENT, Toy

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the cluster of the tests is forked"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # sockets of Dask, when it is killed
]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Three workers that no test kills."""
    with machines(tmp_path_factory.mktemp("cluster"), 3) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(running):
    with distributed.Client(scheduler_file=running.file, timeout=60) as client:
        yield client


def assert_complete(folder, **config):
    """The log has each trial once, and the table equals one process's."""
    count = config.get("runs", Toy().runs)
    assert sorted(entry["trial"] for entry in entries(folder)[1:]) == [*range(count)]
    alone = folder.with_name(f"{folder.name}-alone")
    run_experiment(EXPERIMENT, alone, **config)
    assert table(folder) == table(alone)


def test_the_table_of_a_cluster_is_that_of_one_process(client, tmp_path):
    run_experiment(EXPERIMENT, tmp_path / "many", runs=40, client=client)
    assert_complete(tmp_path / "many", runs=40)


def test_many_short_trials_go_out_together(client, tmp_path, monkeypatch):
    monkeypatch.setattr(dask_backend, "BATCHES", 7)
    run_experiment(EXPERIMENT, tmp_path / "many", runs=40, client=client)
    assert_complete(tmp_path / "many", runs=40)


def test_a_worker_that_is_killed_loses_nothing(tmp_path):
    log, folder = tmp_path / "log", tmp_path / "many"
    config = {"runs": 60, "pause": 0.03, "log": str(log)}
    with (
        machines(tmp_path, 3) as cluster,
        distributed.Client(scheduler_file=cluster.file) as client,
    ):
        client.wait_for_workers(3, timeout=60)
        with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
            turns = run.trials_on(client)
            done = [next(turns) for _ in range(6)]
            os.kill(int(log.read_text().split()[-1]), signal.SIGKILL)  # in the middle of a trial
            done += turns
            run.write_tables()
        assert len(client.nthreads()) == 2
    assert sorted(done) == [*range(60)]
    assert_complete(folder, **config)


def test_when_the_scheduler_is_killed_the_same_run_continues_on_another_cluster(client, tmp_path):
    folder, config = tmp_path / "out", {"runs": 60, "pause": 0.05}
    with (
        machines(tmp_path, 2) as cluster,
        distributed.Client(scheduler_file=cluster.file, timeout=60) as lost,
        closing(Run(EXPERIMENT, Toy(**config), folder)) as run,
    ):
        turns = run.trials_on(lost)
        for _ in range(5):
            next(turns)
        os.kill(cluster.scheduler, signal.SIGKILL)
        with pytest.raises(ClusterLost, match=r"^lost the connection to tcp://127\.0\.0\.1:\d+$"):
            list(turns)
        assert 5 <= len(run.log.finished) < 60
    with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
        assert 0 < len(run.left) <= 55
        list(run.trials_on(client))
        run.write_tables()
    assert_complete(folder, **config)


def test_when_the_client_is_killed_the_run_continues_with_and_without_a_cluster(
    running, client, tmp_path
):
    folder, config = tmp_path / "out", {"runs": 60, "pause": 0.05}
    code = f"from support import toy_experiment; toy_experiment.main(**{config!r})"
    words = ["experiment", "toy", "--cluster", running.file, "--out", str(folder)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], env={**os.environ, **WITH_TESTS}
    ) as child:
        journal = folder / "trials.jsonl"
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 5)
        child.kill()
    with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
        assert 0 < len(run.left) <= 55
        turns = run.trials_on(client)
        next(turns)
        turns.close()
    with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
        assert 0 < len(run.left) < 55
        list(run.trials(1))
        run.write_tables()
    assert_complete(folder, **config)


def test_a_client_that_is_closed_in_the_middle_keeps_what_is_finished(running, tmp_path):
    with (
        distributed.Client(scheduler_file=running.file, timeout=60) as client,
        closing(Run(EXPERIMENT, Toy(runs=40, pause=0.05), tmp_path)) as run,
    ):
        turns = run.trials_on(client)
        done = [next(turns), next(turns)]
        client.close()
        with pytest.raises(ClusterLost, match="lost the connection to tcp"):
            done += turns
    assert len(entries(tmp_path)) == 1 + len(run.log.finished) >= 3


def test_what_a_trial_edits_is_its_own(client, tmp_path):
    experiment = mapped_experiment.EXPERIMENT
    run_experiment(experiment, tmp_path / "one")
    run_experiment(experiment, tmp_path / "many", client=client)
    assert table(tmp_path / "one") == table(tmp_path / "many")
    rows = json.loads((tmp_path / "many" / "table.json").read_text())["rows"]
    assert [(row["before"], row["same"]) for row in rows] == [(0, True)] * 8


def test_a_trial_that_fails_is_named_and_not_tried_again(client, tmp_path):
    log = tmp_path / "log"
    message = "^trial 5 failed: ValueError: the coin stands on its edge$"
    with pytest.raises(TrialFailed, match=message):
        run_experiment(EXPERIMENT, tmp_path / "out", client=client, bad=5, log=str(log))
    assert [line.split()[0] for line in log.read_text().splitlines()].count("5") == 1
    assert 5 not in {entry.get("trial") for entry in entries(tmp_path / "out")}


def test_a_trial_that_kills_its_workers_is_not_tried_for_ever(tmp_path):
    deadly = replace(EXPERIMENT, run=toy_experiment.run_until_killed)
    once = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}  # not after four workers
    with (
        machines(tmp_path, 3, **once) as cluster,
        distributed.Client(scheduler_file=cluster.file) as client,
    ):
        client.wait_for_workers(3, timeout=60)
        with pytest.raises(TrialFailed, match=r"^a trial kills the workers that run it: "):
            run_experiment(deadly, tmp_path / "out", client=client)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([{"a": {1, 2}}], "Object of type set is not JSON serializable"),
        ([{"a": float("nan")}], "Out of range float values are not JSON compliant"),
    ],
)
def test_rows_that_cannot_be_written_are_an_error_of_their_trial(client, tmp_path, rows, fault):
    odd = replace(EXPERIMENT, run=lambda _: rows)
    for options in ({}, {"client": client}):
        message = f"^trial 0 failed: its rows are not what JSON can hold: {fault}"
        with pytest.raises(TrialFailed, match=message):
            run_experiment(odd, tmp_path, runs=1, **options)


def test_trials_that_cannot_be_sent_are_refused(client, tmp_path):
    odd = replace(EXPERIMENT, trials=lambda _: [1, (each for each in ())])
    message = r"^the trials cannot be sent to a cluster: TypeError: cannot pickle 'generator'"
    with pytest.raises(InvalidType, match=message):
        run_experiment(odd, tmp_path, client=client)


def test_another_version_on_a_worker_is_told(client, tmp_path, monkeypatch):
    monkeypatch.setattr(at, "__version__", "9.9")
    message = (
        r"a worker of tcp://.* cannot run the trials: RuntimeError: it has asterion .*, and the "
        r"client 9\.9; install the same version on all of them"
    )
    with pytest.raises(ClusterLost, match=message):
        run_experiment(EXPERIMENT, tmp_path, client=client)


def test_it_runs_where_an_event_loop_runs_already(client, tmp_path):
    """As in a notebook."""

    async def cell():
        return run_experiment(EXPERIMENT, tmp_path, client=client)

    assert loops.run(cell()).facts == {"trials": 6}


def test_other_things_than_clients_are_refused(client, tmp_path, monkeypatch):
    with pytest.raises(InvalidType, match=r"client is 'tcp://x'; it must be a distributed\.Client"):
        run_experiment(EXPERIMENT, tmp_path, client="tcp://x")
    monkeypatch.setattr(type(client), "asynchronous", True)
    asynchronous = "client is asynchronous; an experiment needs one made without asynchronous=True"
    with pytest.raises(InvalidValue, match=asynchronous):
        run_experiment(EXPERIMENT, tmp_path, client=client)
    monkeypatch.undo()
    with distributed.Client(client.scheduler.address) as closed:
        pass
    with pytest.raises(InvalidValue, match="client is closed; it must be connected"):
        run_experiment(EXPERIMENT, tmp_path, client=closed)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPackage, match=r"a cluster needs Dask: pip install 'distributed>="):
        run_experiment(EXPERIMENT, tmp_path, client=client)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "--cluster is '.*'; it must be local, an address such as .*, and there is no such"),
        ("[]", "is no scheduler file: TypeError"),
        ("{}", "is no scheduler file: KeyError"),
        ("tcp", "is no scheduler file: JSONDecodeError"),
    ],
)
def test_a_file_that_is_no_scheduler_file_is_refused(tmp_path, content, message):
    file = tmp_path / "file"
    if content is not None:
        file.write_text(content)
    with pytest.raises(InvalidValue, match=message), connected(str(file), workers=1):
        pass


def test_an_address_without_a_scheduler_is_told(monkeypatch):
    monkeypatch.setattr(dask_backend, "_ONE_ATTEMPT", 0.2)
    message = "no scheduler answers at tcp://127.0.0.1:1: "
    with pytest.raises(ClusterLost, match=message), connected("tcp://127.0.0.1:1", workers=1):
        pass


def test_an_experiment_of_a_file_runs_on_a_cluster(running, tmp_path, monkeypatch):
    """The file is sent; a worker that has another one of the same name takes the new one."""
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    monkeypatch.setitem(EXPERIMENTS, "mine", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    text = (TESTS / "support" / "own_experiment.py").read_text()
    file = tmp_path / "own file.py"
    for addend in (0, 1):
        file.write_text(text.replace('"cost": cost}]', f'"cost": cost + {addend}}}]'))
        out = tmp_path / str(addend)
        words = ("experiment", "mine", "--cluster", running.file, "--out", out)
        result = commands.run("--use", file, *words)
        assert result.exit_code == 0, result.stderr
        assert (out / "table.tsv").read_text() == f"cost\tplan\n{6 + 3 * addend}\t4\n"


def test_a_trial_of_a_file_that_fails_is_named_with_its_line(running, tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    monkeypatch.setitem(EXPERIMENTS, "mine", None)
    text = (TESTS / "support" / "own_experiment.py").read_text()
    file = tmp_path / "own.py"
    file.write_text(
        text.replace("    grid = at.Grid(", "    1 // (trial.length - 3)\n    grid = at.Grid(")
    )
    line = text[: text.index("    grid = at.Grid(")].count("\n") + 1
    words = ("experiment", "mine", "--cluster", running.file, "--out", tmp_path / "out")
    result = commands.run("--use", file, *words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        "asterion: trial 1 failed: ZeroDivisionError: integer division or modulo by zero "
        f"({file}, line {line}); {tmp_path / 'out'} keeps "
    )


def test_a_local_cluster_has_the_table_of_one_process(tmp_path):
    """Run by another process: its workers import the modules that it has run."""
    file = tmp_path / "own.py"
    file.write_text(USE_TOY)
    words = ["--use", str(file), "experiment", "toy", "--cluster", "local", "--workers", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "asterion", *words, "--out", str(tmp_path / "many")],
        env={**os.environ, **WITH_TESTS},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    run_experiment(EXPERIMENT, tmp_path / "one")
    (many, whole), (one, alone) = table(tmp_path / "many"), table(tmp_path / "one")
    assert whole["versions"].pop("own.py")  # the checksum of the used file
    assert (many, whole) == (one, alone)
