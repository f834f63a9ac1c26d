"""Trials on a cluster of Dask: the table of one process, whichever process is killed."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest

import asterion as at
from asterion.errors import InvalidType, InvalidValue, MissingPackage
from asterion.experiments import run_experiment
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine import cluster_trials
from asterion.experiments.engine.cluster import ClusterLost, cluster_of, opened_cluster
from asterion.experiments.engine.cluster_worker import Ran
from asterion.experiments.engine.run import Run
from asterion.experiments.engine.shipment import Shipment
from asterion.experiments.engine.trial import TrialFailed
from asterion.search import registry
from support import commands, loops, mapped_experiment, toy_experiment
from support.dask_cluster import machines
from support.full_disk import full_disk
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


def assert_each_trial_once(folder, count):
    assert sorted(entry["trial"] for entry in entries(folder)[1:]) == [*range(count)]


def test_the_table_of_a_cluster_is_that_of_one_process(client, tmp_path):
    run_experiment(EXPERIMENT, tmp_path / "one", runs=40)
    run_experiment(EXPERIMENT, tmp_path / "many", runs=40, client=client)
    assert_each_trial_once(tmp_path / "many", 40)
    assert table(tmp_path / "one") == table(tmp_path / "many")


def test_a_worker_that_is_killed_loses_nothing(tmp_path):
    log, folder = tmp_path / "log", tmp_path / "many"
    config = {"runs": 60, "pause": 0.03, "log": str(log)}
    with (
        machines(tmp_path, 3) as cluster,
        distributed.Client(scheduler_file=cluster.file) as client,
    ):
        client.wait_for_workers(3, timeout=60)
        with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
            turns = run.trials_on(cluster_of(client))
            done = [next(turns) for _ in range(6)]
            os.kill(int(log.read_text().split()[-1]), signal.SIGKILL)  # in the middle of a trial
            done += turns
            run.write_tables()
        assert len(client.nthreads()) == 2
    assert sorted(done) == [*range(60)]
    assert_each_trial_once(folder, 60)
    run_experiment(EXPERIMENT, tmp_path / "one", **config)
    assert table(folder) == table(tmp_path / "one")


def test_a_client_that_is_killed_loses_nothing_and_goes_on_with_and_without_a_cluster(
    running, client, tmp_path
):
    log, folder = tmp_path / "log", tmp_path / "out"
    config = {"runs": 60, "pause": 0.05, "log": str(log)}
    code = f"from support import toy_experiment; toy_experiment.main(**{config!r})"
    words = ["experiment", "toy", "--cluster", running.file, "--out", str(folder)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], env={**os.environ, **WITH_TESTS}
    ) as child:
        journal = folder / "trials.jsonl"
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 5)
        child.kill()
    finished = {entry["trial"] for entry in map(json.loads, complete_lines(journal)[1:])}
    assert 5 <= len(finished) < 60
    begun = len(log.read_text().splitlines())
    with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
        assert {*run.left} == {*range(60)} - finished
        turns = run.trials_on(cluster_of(client))
        next(turns)
        turns.close()
    with closing(Run(EXPERIMENT, Toy(**config), folder)) as run:
        assert 0 < len(run.left) < 60 - len(finished)
        list(run.trials(1))
        run.write_tables()
    assert_each_trial_once(folder, 60)
    assert begun <= 60
    run_experiment(EXPERIMENT, tmp_path / "one", **config)
    assert table(folder) == table(tmp_path / "one")


def complete_lines(journal):
    return journal.read_bytes()[: journal.read_bytes().rindex(b"\n")].splitlines()


def test_a_run_that_is_stopped_goes_on_on_a_cluster(client, tmp_path):
    with closing(Run(EXPERIMENT, Toy(), tmp_path)) as run:
        turns = run.trials(1)
        assert [next(turns), next(turns)] == [0, 1]
        turns.close()
    with closing(Run(EXPERIMENT, Toy(), tmp_path)) as run:
        assert sorted(run.trials_on(cluster_of(client))) == [2, 3, 4, 5]


def test_chunks_that_are_cancelled_are_sent_again(client, tmp_path):
    """As by a scheduler that has forgotten them, with all that it held."""
    config = Toy(runs=40, pause=0.01)
    with closing(Run(EXPERIMENT, config, tmp_path)) as run:
        turns = run.trials_on(cluster_of(client))
        done = [next(turns)]
        client.cancel([distributed.Future(key, client=client) for key in [*client.futures]])
        done += turns
    assert sorted(done) == [*range(40)]
    assert_each_trial_once(tmp_path, 40)


def test_maps_are_scattered_once_and_what_a_trial_edits_is_its_own(client, tmp_path, monkeypatch):
    scattered = []
    scatter = client.scatter
    monkeypatch.setattr(
        client,
        "scatter",
        lambda thing, **options: scattered.append(len(thing)) or scatter(thing, **options),
    )
    experiment = mapped_experiment.EXPERIMENT
    run_experiment(experiment, tmp_path / "one")
    run_experiment(experiment, tmp_path / "many", client=client)
    assert len(scattered) == 1 + 4  # the grid, and the array of each pair of trials
    assert table(tmp_path / "one") == table(tmp_path / "many")
    rows = json.loads((tmp_path / "many" / "table.json").read_text())["rows"]
    assert [(row["before"], row["same"]) for row in rows] == [(0, True)] * 8


def test_trials_go_out_in_chunks_of_a_tenth_of_a_second(client, tmp_path, monkeypatch):
    sizes = []
    run_chunk = cluster_trials.run_chunk
    submit = client.submit

    def counted(function, common, maps, chunk, **options):
        assert function is run_chunk
        sizes.append(len(cluster_trials.Chunk(*cluster_trials.pickle.loads(chunk)).trials))
        return submit(function, common, maps, chunk, **options)

    monkeypatch.setattr(client, "submit", counted)
    run_experiment(EXPERIMENT, tmp_path, runs=3000, client=client)
    assert_each_trial_once(tmp_path, 3000)
    assert sizes[0] == 1
    assert max(sizes) > 10  # how many fit into that time is the machine's


def test_a_trial_that_fails_is_named_and_not_tried_again(client, tmp_path):
    log = tmp_path / "log"
    message = "^trial 5 failed: ValueError: the coin stands on its edge$"
    with pytest.raises(TrialFailed, match=message):
        run_experiment(EXPERIMENT, tmp_path / "out", client=client, bad=5, log=str(log))
    assert [line.split()[0] for line in log.read_text().splitlines()].count("5") == 1
    assert 5 not in {entry.get("trial") for entry in entries(tmp_path / "out")}


def test_a_trial_that_kills_its_worker_is_named_and_not_tried_for_ever(tmp_path):
    deadly = replace(EXPERIMENT, run=toy_experiment.run_until_killed)
    once = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}  # not after four workers
    with (
        machines(tmp_path, 3, **once) as cluster,
        distributed.Client(scheduler_file=cluster.file) as client,
    ):
        client.wait_for_workers(3, timeout=60)
        with pytest.raises(TrialFailed, match=r"^trial 3 failed: each worker that began it died$"):
            run_experiment(deadly, tmp_path / "out", client=client)


class UnderWay:
    """A chunk that was sent, and of which nothing was heard."""

    def add_done_callback(self, _):
        pass


def test_a_trial_is_blamed_only_if_nothing_else_was_out_when_a_worker_died():
    """Dask blames all that was sent to the worker, also what had not begun."""
    client = SimpleNamespace(status="running", submit=lambda *_, **__: UnderWay())
    shipment = Shipment(toy_experiment.run, {number: (Toy(), number) for number in range(6)})
    cluster = SimpleNamespace(client=client, name="here")
    trials = cluster_trials._Trials(cluster, shipment, lambda _: None)
    trials._processes = {"one", "two"}
    trials._send()
    out = [*trials._out]
    assert len(out) > 1
    for chunk in out:
        numbers = trials._out.pop(chunk)
        assert not [*trials._taken(numbers, trials._killed(numbers))]
    suspects = sorted(trials._alone)
    assert len(suspects) == len(out)
    for _ in suspects[:-1]:
        trials._send()
        ((chunk, numbers),) = trials._out.items()  # one, however many workers there are
        del trials._out[chunk]
        assert len(numbers) == 1
        done = Ran([(numbers[0], "[]")], "", 0.1, 1)
        assert [*trials._taken(numbers, done)] == [(numbers[0], "[]")]
    trials._send()
    (numbers,) = trials._out.values()
    with pytest.raises(TrialFailed, match=rf"^trial {numbers[0]} failed: each worker that began"):
        trials._killed(numbers)


def sent(count, *, alone=(), ran=(0, 0.0), workers=2):
    """The chunks that go out at once, of trials of which these are suspects."""
    client = SimpleNamespace(status="running", submit=lambda *_, **__: UnderWay())
    shipment = Shipment(toy_experiment.run, {number: (Toy(), number) for number in range(count)})
    cluster = SimpleNamespace(client=client, name="here")
    trials = cluster_trials._Trials(cluster, shipment, lambda _: None)
    trials._processes = {str(number) for number in range(workers)}
    trials._alone.update(alone)
    trials._ran_trials, trials._ran_seconds = ran
    trials._send()
    return [*trials._out.values()]


def test_chunks_grow_with_the_speed_of_trials_and_a_suspect_goes_out_alone():
    assert {len(chunk) for chunk in sent(20)} == {1}  # nothing is known of their time yet
    assert sent(20, ran=(10, 1e6)) == sent(20)
    fast = sent(20, ran=(10, 1e-3))
    assert max(map(len, fast)) > 1
    assert [*chain(*fast)] == [*range(sum(map(len, fast)))]
    assert len(fast[0]) == 10  # a fair share of what is left, not all
    assert sent(20, ran=(10, 1e-3), alone={0}) == [[0]]
    assert sent(20, ran=(10, 1e-3), alone={3})[0] == [0, 1, 2]
    assert [3] not in sent(20, ran=(10, 1e-3), alone={3})[1:]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([{"a": {1, 2}}], "Object of type set is not JSON serializable"),
        ([{"a": float("nan")}], "Out of range float values are not JSON compliant"),
        ([{"a": object}], "Object of type type is not JSON serializable"),
    ],
)
def test_rows_that_cannot_be_written_are_an_error_of_their_trial(client, tmp_path, rows, fault):
    odd = replace(EXPERIMENT, run=lambda _: rows)
    message = f"^trial 0 failed: its rows are not what JSON can hold: {fault}"
    with pytest.raises(TrialFailed, match=message):
        run_experiment(odd, tmp_path / "here", runs=1)
    with pytest.raises(TrialFailed, match=message):
        run_experiment(odd, tmp_path / "there", runs=1, client=client)


def test_what_cannot_be_sent_is_named(client, tmp_path):
    odd = replace(EXPERIMENT, trials=lambda _: [1, (signal.getsignal, (each for each in ()))])
    with pytest.raises(InvalidType, match=r"^trial 1 cannot be sent to a cluster: TypeError: .*"):
        run_experiment(odd, tmp_path, client=client)


def test_another_version_on_a_worker_is_told(client, tmp_path, monkeypatch):
    monkeypatch.setattr(at, "__version__", "9.9")
    with pytest.raises(ClusterLost) as error:
        run_experiment(EXPERIMENT, tmp_path, client=client)
    assert str(error.value).startswith("asterion is 9.9 here, but on workers of tcp://127.0.0.1:")
    assert str(error.value).endswith("; install the same version on all of them")
    # A worker that came after that look says so itself.
    monkeypatch.setattr(cluster_trials, "check_versions", lambda *_: None)
    with pytest.raises(ClusterLost, match=r"has asterion .*; the client has 9\.9"):
        run_experiment(EXPERIMENT, tmp_path / "late", client=client)


def test_a_client_that_is_closed_in_the_middle_keeps_what_is_finished(running, tmp_path):
    with (
        distributed.Client(scheduler_file=running.file, timeout=60) as client,
        closing(Run(EXPERIMENT, Toy(runs=40, pause=0.05), tmp_path)) as run,
    ):
        turns = run.trials_on(cluster_of(client))
        done = [next(turns), next(turns)]
        client.close()
        with pytest.raises(ClusterLost, match=r"the client of tcp://127\.0\.0\.1:\d+ is closed"):
            done += turns
        assert len(run.log.finished) >= 2
    assert len(entries(tmp_path)) == 1 + len(run.log.finished)


def test_it_runs_where_an_event_loop_runs_already(client, tmp_path):
    """As in a notebook."""

    async def cell():
        return run_experiment(EXPERIMENT, tmp_path, client=client)

    assert loops.run(cell()).facts == {"trials": 6}


def test_a_full_disk_keeps_the_trials_that_were_finished(client, tmp_path):
    with closing(Run(EXPERIMENT, Toy(runs=30, pause=0.01), tmp_path)) as run:
        turns = run.trials_on(cluster_of(client))
        next(turns)
        before = (tmp_path / "trials.jsonl").read_bytes()
        with full_disk(len(before) + 20), pytest.raises(OSError, match=r"trials\.jsonl"):
            list(turns)
        assert (tmp_path / "trials.jsonl").read_bytes() == before
    run_experiment(EXPERIMENT, tmp_path, runs=30, pause=0.01)
    assert_each_trial_once(tmp_path, 30)


def test_other_things_than_clients_are_refused(client, tmp_path, monkeypatch):
    with pytest.raises(InvalidType, match=r"client is 'tcp://x'; it must be a distributed\.Client"):
        run_experiment(EXPERIMENT, tmp_path, client="tcp://x")
    monkeypatch.setattr(type(client), "asynchronous", True)
    with pytest.raises(InvalidValue, match="client is asynchronous"):
        run_experiment(EXPERIMENT, tmp_path, client=client)
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
        Path(file).write_text(content)
    with (
        pytest.raises(InvalidValue, match=message),
        opened_cluster(str(file), workers=1, tell=print),
    ):
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
    """By a process of its own: its workers import what it has run."""
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
    assert [*whole.pop("files")] == ["own.py"]  # with the checksum of what was used
    assert (many, whole) == (one, alone)
