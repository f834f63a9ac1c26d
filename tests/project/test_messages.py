"""Every error of the package is told in some test or example: in a table, a transcript, a page."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "asterion"
SOURCES = sorted(PACKAGE.rglob("*.py"))
OF_NETWORKX = "networkx_backend"  # its errors are compared with those of networkx, word by word
SHORTEST = 6  # letters of a part of a message that tells it from others
LONGEST = 80  # letters of an entry below
# Faults of asterion itself, which are told to its developers.
OF_OUR_OWN = {"AssertionError", "NotImplementedError"}
# What takes a cluster, a full page or a thing of another package to bring about. This list may only
# become shorter.
UNTOLD = {
    "abstraction/straight_walks.py: to see every free cell takes more than",
    "cli/lab.py: cannot be used; is another lab running?",
    "cli/lab.py: is free; choose one with --port",
    "cli/map_input.py: stdin holds no map: it is neither text nor .map, .npy or .png",
    "decide/prefetch.py: ); make it picklable, or give an Executor of threads as work",
    "experiments/engine/cluster.py: client is asynchronous; an experiment needs one m",
    "experiments/engine/cluster.py: did not come back",
    "experiments/engine/cluster.py: it must be connected",
    "experiments/engine/cluster.py: no scheduler answers at",
    "experiments/engine/cluster_trials.py: cannot run the trials",
    "experiments/engine/cluster_trials.py: has lost its work",
    "experiments/engine/earlier_runs.py: runs cannot be added: a trial cannot be pick",
    "experiments/engine/earlier_runs.py: trials than before; the rows of",
    "experiments/engine/merge.py: which is unknown here; asterion --use FILE experime",
    "experiments/engine/workers.py: cannot be sent to another process",
    "experiments/tactics/tables.py: the table has no columns",
    "experiments/tactics/watching.py: is not an A* controller; its actions have no co",
    "explanation/openings.py: cells are more than can be counted exactly",
    "games/tactics/arena.py: teams; it must have two",
    "goap/values.py: cannot be compared with",
    "io/documents.py: cannot be read as XML: it has no element",
    "io/tile_data.py: reading layers compressed with zstd",
    "io/tiled.py: cannot be read as a map of Tiled",
    "io/tiled.py: the tilesets have tiles up to",
    "io/tiled_document.py: >, not of a <tileset>",
    "io/tiled_links.py: it must be a line, or its property 'to' an object",
    "lab/playground/export.py: no board has a trace: the searches were too long, or r",
    "lab/playground/frame_export.py: there are no frames to save",
    "lab/playground/index_query.py: the index is not made yet",
    "lab/playground/page.py: The first board has no trace: the search was too long, o",
    "lab/playground/session.py: of the trace has shape",
    "lab/playground/session.py: of the trace has values out of range",
    "lab/playground/session.py: the state has shape",
    "lab/shared/session_store.py: tabs of this page are open; close one of them",
    "lab/shared/work.py: it takes more than",
    "lab/shared/worker_channel.py: things wait to be done; try again later",
    "lab/start/films.py: the search has no trace or no path",
    "lab/terrain/channel.py: and closed cells are shown on its board (layer: search)",
    "lab/terrain/channel.py: the search of plan",
    "notebook/one_module.py: an export without a name",
    "pictures/display.py: it must be a grid or a graph",
    "search/custom.py: has no factory",
    "world/indexing.py: it must be an array",
}


def told():
    """All that tests and pages say, without quotes between the parts of a text."""
    files = {*ROOT.glob("tests/**/*.*"), *ROOT.glob("docs/**/*.md")} - {Path(__file__)}
    texts = [file.read_text() for file in files if file.suffix in (".py", ".txt", ".md")]
    texts += [doc for path in SOURCES for doc in docstrings(path)]
    return plain(" ".join(texts))


def docstrings(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def plain(text):
    """Without what a pattern, a table or a line break adds."""
    text = re.sub(r"[\"']\s*\n\s*[rf]*[\"']", "", text)
    return re.sub(r"\s+", " ", text.replace("\\", ""))


def messages(path):
    """The longest part of each message."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
            continue
        if getattr(node.exc.func, "id", "") in OF_OUR_OWN or not node.exc.args:
            continue
        parts = [
            part.value
            for part in ast.walk(node.exc.args[0])
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        ]
        longest = max(parts, key=len, default="")
        if len(longest) >= SHORTEST:
            yield longest


def test_every_message_is_told():
    everything = told()
    found = [(path, part) for path in SOURCES for part in messages(path)]
    assert len(found) > 500  # it is not easily mistaken for none
    untold = {
        f"{path.relative_to(PACKAGE)}: {part.strip(' ;:,.')}"[:LONGEST].rstrip()
        for path, part in found
        if plain(part).strip() not in everything and path.parent.name != OF_NETWORKX
    }
    assert untold <= UNTOLD  # or add a line to a refusals.txt
