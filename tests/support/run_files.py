"""The files that a run of an experiment leaves, as tests compare them."""

import json
import os
import time
from pathlib import Path

TESTS = Path(__file__).parents[1]
# Added to the existing path, through which the sanitizers' core is found.
WITH_TESTS = {
    "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),
}
# A file for --use, which adds the toy experiment; a picture takes a second of imports.
USE_TOY = (
    "import sys\n"
    "from support import toy_experiment\n"
    "from asterion.experiments.catalogue import EXPERIMENTS\n"
    "sys.modules['matplotlib.figure'] = None\n"
    "EXPERIMENTS['toy'] = toy_experiment.EXPERIMENT\n"
)


def entries(folder):
    """The lines of the log."""
    return [json.loads(line) for line in (folder / "trials.jsonl").read_text().splitlines()]


def without_times(value):
    if isinstance(value, list):
        return [without_times(one) for one in value]
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if not k.endswith("seconds")}
    return value


def table(folder):
    """The common part of two equal runs: the bytes of table.tsv, and table.json without times."""
    whole = without_times(json.loads((folder / "table.json").read_text()))
    return (folder / "table.tsv").read_bytes(), whole


def wait_until(true, seconds=60):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)
