"""The notebooks of the docs: each runs from its first cell to its last, and has no output."""

import json
import re
from pathlib import Path

import nbclient
import nbformat
import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [
    "first-steps",
    "goap",
    "lecture",
    "open-ground",
    "tactics",
    "unknown-terrain",
    "your-own-algorithm",
]
ids = pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)


def test_there_are_seven_and_all_are_listed():
    assert [file.stem for file in NOTEBOOKS] == NAMES
    listed = re.findall(
        r"^- \[.*\]\((.*)\.ipynb\)", (FOLDER / "index.md").read_text(), re.MULTILINE
    )
    assert sorted(listed) == NAMES


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the package that runs kernels
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@ids
def test_it_runs_from_the_first_cell_to_the_last(file, tmp_path, monkeypatch):
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))  # neither a person's settings nor history
    notebook = nbformat.read(file, as_version=4)
    kernel = nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": tmp_path}}
    )
    kernel.execute()  # raises the error of a cell
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    errors = [output for output in outputs if output.get("name") == "stderr"]
    assert errors == []
    shown = [output.data for output in outputs if "data" in output]
    if file.stem != "tactics":  # whose boards are text
        assert any("text/html" in data for data in shown)
    if file.stem in ("first-steps", "lecture", "unknown-terrain", "your-own-algorithm"):
        assert any("application/vnd.jupyter.widget-view+json" in data for data in shown)


@ids
def test_it_is_stored_without_output_and_its_cells_are_small(file):
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) >= 8
    for cell in code:
        assert (cell.outputs, cell.execution_count) == ([], None)
        assert len(cell.source.splitlines()) <= 50
    words = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    assert words[0].source.startswith("# ")
    assert max(len(line) for cell in words for line in cell.source.splitlines()) <= 100


@ids
def test_its_links_lead_somewhere(file):
    text = "".join("".join(cell["source"]) for cell in json.loads(file.read_text())["cells"])
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (FOLDER / link).is_file(), link
