"""A small run of an experiment in this process."""

import json
from contextlib import closing

from asterion.experiments.engine.run import Run


def result_of(experiment, config, folder):
    """The table, the facts and the rows."""
    with closing(Run(experiment, config, folder)) as run:
        list(run.trials(1))
        assert run.write_tables().wrong == 0
    return json.loads((folder / "table.json").read_text())
