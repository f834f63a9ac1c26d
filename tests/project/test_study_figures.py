"""The figures of the docs about studies are those of the raw results in the repository."""

import json
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

import asterion as at
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.trial_log import untimed
from support.commands import run

ROOT = Path(__file__).parents[2]
TOOLS = str(ROOT / "tools")
sys.path.insert(0, TOOLS)
from study_figures import pages  # noqa: E402
from study_figures.studies import COMMANDS, RESULTS, file_of, study, unpack, words_of  # noqa: E402

sys.path.remove(TOOLS)

# Trials that take moments, by their number.
SAMPLES = {
    "replanning": [3, 41],
    "dstar-study": [7],
    "dstar-study-interval-20": [11],
    "dstar-study-interval-30": [2],
    "dstar-study-interval-60": [58],
    "dstar-study-pits-2": [4, 29],
    "dstar-study-pits-3.3": [8],
    "dstar-study-pits-5": [0],
    "fill": [0, 30, 61],
    "clusters": [5],
    "weights": [1, 33],
    "decay": [2, 80],
    "architectures": [3],
    "bridge": [4, 200],
    "open-lists": [0, 10],
    "tactics": [0, 5, 18, 1000, 2345, 3700],
}


def test_every_file_of_results_has_its_command_and_is_small():
    assert {path.name for path in RESULTS.glob("*.gz")} == {file_of(name).name for name in COMMANDS}
    assert {*SAMPLES} == {*COMMANDS}
    assert sum(path.stat().st_size for path in RESULTS.iterdir()) < 1_600_000


@pytest.mark.slow
def test_the_figures_of_the_pages_are_those_of_the_results():
    assert pages.faults() == []


def test_a_figure_that_differs_is_found(monkeypatch, tmp_path):
    """In a table, in a sentence, and a line too many."""
    text = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    figure = "| outdoors | `zero` | 636.3 |"
    assert figure in text
    page = tmp_path / "experiments.md"
    monkeypatch.setattr(pages, "PAGES", (page,))
    monkeypatch.setattr(pages, "TABLES", {"fill": pages.TABLES["fill"]})
    only = "<!-- figures: fill -->" + text.split("<!-- figures: fill -->")[1].split("\n\n- ")[0]

    def found(changed, *claims):
        monkeypatch.setattr(pages, "CLAIMS", {"experiments": lambda: [*claims]})
        page.write_text(changed + "\n", encoding="utf-8")
        return pages.faults()

    assert found(only) == []
    (fault,) = found(only.replace("636.3", "636.4"))
    assert fault.startswith("experiments.md: table 'fill' should have the line | outdoors | `zero`")
    assert found(only + "\n| more |") == ["experiments.md: table 'fill' has 1 lines more"]
    assert found(only, "it is 5 %") == ["experiments.md should say: it is 5 %"]
    assert found("") == ["no page has the table 'fill'"]
    page.write_text(only.replace("636.3", "636.4") + "\n", encoding="utf-8")
    assert pages.written(page) == only + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_some_trials_have_the_same_rows_again(name):
    kept = study(name)
    trials = kept.experiment.trials(kept.config)
    assert {*kept.trials} == {*range(len(trials))}
    for number in SAMPLES[name]:
        again = kept.experiment.run(deepcopy(trials[number]))
        rows = json.loads(json.dumps(again, default=lambda value: value.item()))
        assert untimed(rows) == untimed(kept.trials[number]), number


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_makes_the_tables_of_the_results_without_a_trial(name, tmp_path, monkeypatch):
    """Its options are those of the config that the file has, or the folder would be refused.

    Tables that studies make for the screen fit 100 columns.
    """
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setattr(at, "__version__", study(name).head["asterion"])  # another is refused
    unpack(name, tmp_path)
    which = words_of(name)[0]
    monkeypatch.setitem(EXPERIMENTS, which, replace(EXPERIMENTS[which], run=None))
    result = run("experiment", *words_of(name), "--workers", 1, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    table = json.loads((tmp_path / "table.json").read_text())["table"]
    assert table == json.loads(json.dumps(study(name).table))
    if EXPERIMENTS[which].screens is not None:
        assert max(len(line.rstrip()) for line in result.stdout.splitlines()[:-1]) <= 100
