"""Shards, and merging them."""

import shutil
from contextlib import closing
from dataclasses import replace

import pytest

import asterion as at
from asterion.errors import InvalidValue
from asterion.experiments.engine.experiment import Config, Prepared
from asterion.experiments.engine.merge import merged
from asterion.experiments.engine.run import Run, Shard
from asterion.experiments.engine.trial_log import FolderInUse
from support.run_files import table
from support.toy_experiment import EXPERIMENT, Toy

KNOWN = {"toy": EXPERIMENT}


def perform(folder, shard=None, **config):
    part = None if shard is None else Shard.parsed(shard)
    with closing(Run(EXPERIMENT, Toy(**config), folder, part)) as run:
        return [*run.trials(1)]


def shards(folder, count=3, **config):
    folders = [folder / f"shard{number}" for number in range(1, count + 1)]
    for number, each in enumerate(folders, 1):
        perform(each, f"{number}/{count}", **config)
    return folders


def refusal(folders, out, known=KNOWN):
    with pytest.raises(InvalidValue) as error:
        merged(known, folders, out)
    assert not out.exists()
    return str(error.value)


def test_shards_divide_the_trials(tmp_path):
    assert perform(tmp_path / "a", "1/3", runs=8) == [0, 3, 6]
    assert perform(tmp_path / "b", "2/3", runs=8) == [1, 4, 7]
    assert perform(tmp_path / "c", "3/3", runs=8) == [2, 5]
    assert perform(tmp_path / "c", "3/3", runs=8) == []


def test_merged_shards_are_the_results_of_one_process(tmp_path):
    folders = shards(tmp_path, runs=8)
    before = [(each / "trials.jsonl").read_bytes() for each in folders]
    with closing(merged(KNOWN, folders[::-1], tmp_path / "all")) as run:
        assert not run.left
        run.write_tables()
    assert [(each / "trials.jsonl").read_bytes() for each in folders] == before
    with closing(Run(EXPERIMENT, Toy(runs=8), tmp_path / "one")) as one:
        list(one.trials(1))
        one.write_tables()
    assert table(tmp_path / "all") == table(tmp_path / "one")
    assert perform(tmp_path / "all", runs=9) == [8]  # and more can be added to it


def test_a_merge_that_was_stopped_continues(tmp_path):
    folders = shards(tmp_path, runs=8)
    merged(KNOWN, folders, tmp_path / "all").close()
    log = tmp_path / "all" / "trials.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:4]) + b'{"tri')
    with closing(merged(KNOWN, folders, tmp_path / "all")) as run:
        assert [*run.log.finished] == [*range(8)]


def test_a_trial_that_is_missing_is_named_with_its_shard(tmp_path):
    folders = shards(tmp_path, runs=8)
    assert refusal([folders[0], folders[2]], tmp_path / "all") == (
        "3 of 8 trials are missing: 1, 4, 7; they are of shard 2/3"
    )
    shutil.rmtree(folders[1])
    with closing(Run(EXPERIMENT, Toy(runs=8), folders[1], Shard(2, 3))) as run:
        next(run.trials(1))
    assert refusal(folders, tmp_path / "all") == (
        "2 of 8 trials are missing: 4, 7; they are of shard 2/3"
    )


def test_each_trial_that_is_missing_is_missed(tmp_path):
    """The first and the last of them too."""
    folders = shards(tmp_path, count=4, runs=4)
    for number in range(4):
        left = [each for i, each in enumerate(folders) if i != number]
        assert refusal(left, tmp_path / "all") == (
            f"1 of 4 trials are missing: {number}; they are of shard {number + 1}/4"
        )


def test_a_trial_that_is_there_twice_is_named_with_both_folders(tmp_path):
    folders = shards(tmp_path, runs=8)
    perform(tmp_path / "half", "1/2", runs=8)
    assert refusal([*folders, tmp_path / "half"], tmp_path / "all") == (
        f"trial 0 is in {folders[0]} and in {tmp_path / 'half'}"
    )
    assert "a folder is given twice" in refusal([*folders, folders[0]], tmp_path / "all")
    with pytest.raises(InvalidValue, match="is one of the shards"):
        merged(KNOWN, folders, folders[0])


def test_shards_of_different_studies_seeds_and_versions_are_refused(tmp_path, monkeypatch):
    folders = shards(tmp_path, runs=8)
    perform(tmp_path / "other", "1/3", runs=8, seed=1)
    message = refusal([*folders[1:], tmp_path / "other"], tmp_path / "all")
    assert message.startswith(f"{tmp_path / 'other'} holds results of 'toy' (seed=1, runs=8, ")
    assert f"but {folders[1]} results of 'toy' (seed=0, runs=8, " in message
    assert message.endswith("; shards of one study can be merged")
    monkeypatch.setattr(at, "__version__", "9.9")
    perform(tmp_path / "newer", "1/3", runs=8)
    monkeypatch.undo()
    assert refusal([*folders[1:], tmp_path / "newer"], tmp_path / "all") == (
        f"{tmp_path / 'newer'} and {folders[1]} were made with different versions of asterion; "
        "run one of them again"
    )
    told = replace(EXPERIMENT, prepare=lambda _: Prepared({"mint": "another"}, {}))
    message = refusal(folders, tmp_path / "all", {"toy": told})
    assert message.endswith(f"; merge with asterion {at.__version__}, which made them")
    unknown = refusal(folders, tmp_path / "all", {})
    assert "holds results of 'toy', which is unknown here; asterion --use FILE" in unknown
    changed = replace(EXPERIMENT, config=Config)
    message = refusal(folders, tmp_path / "all", {"toy": changed})
    assert message.startswith(f"{folders[0]} has another config than 'toy': ")


def test_what_is_no_shard_is_refused(tmp_path):
    folders = shards(tmp_path, runs=8)
    assert refusal([], tmp_path / "all") == "merge needs the folders of the shards"
    with pytest.raises(FileNotFoundError, match=r"trials\.jsonl"):
        merged(KNOWN, [*folders, tmp_path], tmp_path / "all")
    (tmp_path / "trials.jsonl").write_text("coins\n")
    assert refusal([*folders, tmp_path], tmp_path / "all") == (
        f"{tmp_path / 'trials.jsonl'} is not a log of trials; "
        "move the file away, or choose another folder"
    )
    with closing(Run(EXPERIMENT, Toy(runs=8), folders[0], Shard(1, 3))), pytest.raises(FolderInUse):
        merged(KNOWN, folders, tmp_path / "all")


def test_a_folder_of_another_shard_is_refused(tmp_path):
    perform(tmp_path, "1/3", runs=8)
    for other in ("2/3", "1/4", None):
        with pytest.raises(InvalidValue, match=r"shard 1/3.*; choose another folder"):
            perform(tmp_path, other, runs=8)
    with pytest.raises(InvalidValue, match=r"shard 1/3.*; choose another folder"):
        perform(tmp_path, "1/3", runs=9)


def test_a_line_of_another_shard_is_refused(tmp_path):
    first, second, _ = shards(tmp_path, runs=8)
    with (first / "trials.jsonl").open("ab") as file:
        file.write((second / "trials.jsonl").read_bytes().splitlines(keepends=True)[1])
    message = "line 5 does not fit its checksum: it was changed, or is from another log"
    with pytest.raises(InvalidValue, match=message):
        perform(first, "1/3", runs=8)


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", "1/3/4", "", "1 / 3"])
def test_what_is_no_shard_is_told(text):
    with pytest.raises(InvalidValue, match=r"--shard is .*; it is written i/n with 1 <= i <= n"):
        Shard.parsed(text)
