"""The table and the picture of every study can be made from a few trials, and runs can be added."""

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.run import Run

pytest.importorskip("matplotlib.figure")

# Values of each config that make a study fast.
SMALL = {
    "architectures": {"side": 21, "ways": 2, "changes": 3},
    "bridge": {"units": 4},
    "clusters": {"side": 21, "ways": 3},
    "crowds": {"steps": 30, "most_units": 50},
    "decay": {"side": 21, "ways": 3},
    "dstar-choices": {"choices": ("published", "maze: 19 x 29, 15 loops")},
    "dstar-study": {"ticks": 1000, "navigators": ("focused-dstar", "astar")},
    "fill": {"side": 15},
    "open-lists": {"ways": 1, "largest": 64, "repeats": 1},
    "replanning": {"side": 15, "opened": 10, "repeats": 1},
    "tactics": {
        "turns": 6,
        "maps": ("C.1", "C.2"),
        "players": ("Idle", "Random", "StateMachine"),
        "observations": ("two_default",),
        "variants": ("AStarThree, 30 states",),
        "levels": False,
    },
    "weights": {"side": 21, "ways": 3},
}


def small(name, runs=1):
    return EXPERIMENTS[name].config(seed=1, runs=runs, **SMALL[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_every_study_makes_its_table_and_its_picture(tmp_path, name):
    assert {*SMALL} <= {*EXPERIMENTS}
    study = EXPERIMENTS[name]
    with closing(Run(study, small(name), tmp_path)) as run:
        list(run.trials(1))
        summary = run.write_tables()
        run.draw(summary)
    assert summary.wrong == 0
    assert all({*line} == {*summary.table[0]} for line in summary.table)
    assert (tmp_path / "table.tsv").read_text().count("\n") == 1 + len(summary.table)
    for screen in study.printed(summary):
        assert all({*screen.columns} <= {*line} for line in screen.lines)
    pixels = np.asarray(Image.open(tmp_path / "picture.png").convert("L"))
    assert min(pixels.shape) > 300
    assert 0.01 < (pixels < 200).mean() < 0.9


@pytest.mark.parametrize("name", SMALL)
def test_every_study_can_have_more_runs(tmp_path, name):
    """Trials cost nothing here: the point is which of them are the same."""
    quick = replace(EXPERIMENTS[name], run=lambda trial: [{"trial": repr(trial[1:])}])
    for runs in (1, 3):
        with closing(Run(quick, small(name, runs), tmp_path / "steps")) as steps:
            list(steps.trials(1))
    with closing(Run(quick, small(name, 3), tmp_path / "once")) as once:
        list(once.trials(1))
        assert steps.log.rows() == once.log.rows()
