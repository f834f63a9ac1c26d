"""A small run of an experiment in this process, with a check of its picture."""

import json
from contextlib import closing

import numpy as np
from PIL import Image

from asterion.experiments.engine.run import Run


def result_of(experiment, config, folder):
    """The table, the facts and the rows. The picture exists and is not blank."""
    with closing(Run(experiment, config, folder)) as run:
        list(run.trials(1))
        summary = run.write_tables()
        assert summary.wrong == 0
        run.draw(summary)
    pixels = np.asarray(Image.open(folder / "picture.png").convert("L"))
    assert min(pixels.shape) > 300
    assert 0.01 < (pixels < 200).mean() < 0.9
    result = json.loads((folder / "table.json").read_text())
    assert (folder / "table.tsv").read_text().count("\n") == 1 + len(result["table"])
    for screen in experiment.printed(summary):
        assert all({*screen.columns} <= {*line} for line in screen.lines)
    return result
