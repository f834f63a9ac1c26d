"""The same work by two versions of asterion, in turns: the gain or loss of a change.

python benchmarks/over_time.py A B [--rounds 5] [--only fields] [--json FILE]

A and B are commits, or "." for the package that this Python imports. A commit is checked out into
build/over_time, built there once and kept. Then the versions take turns, each round in a new
process; of each figure the best CPU time of all rounds counts, and both must give the same answers.
Exit status 1 if they do not.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from common import duration, table
from over_time_work import FIGURES

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "over_time"
WORK = Path(__file__).with_name("over_time_work.py")
NOISE = 0.05  # differences below this are not marked: machines are never quiet
IMPORT = "import asterion"  # a figure too, measured from outside
# Run by Python in each process of a commit. The package is installed as editable, and its finder
# comes before all folders, PYTHONPATH too.
BEFORE_EDITABLE = """\
import sys

sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in type(each).__module__]
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("versions", nargs=2, metavar=("A", "B"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="figures whose name has this in it")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    options = parser.parse_args()
    names = [*dict.fromkeys(options.versions)]
    places = {name: package_of(name) for name in names}
    results = measured(places, options.rounds, options.only)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n")
    return compared(results, options.versions)


def package_of(version: str) -> Path | None:
    """The folder to import a version from; None for the installed one."""
    if version == ".":
        return None
    told = git("rev-parse", "--verify", "--quiet", f"{version}^{{commit}}")
    if told.returncode:
        sys.exit(f"{version!r} is no commit; give two, or . for the package as it is")
    commit = told.stdout.strip()
    place = KEPT / commit[:12]
    if not (place / "complete").exists():
        build(commit, place)
    package = place / "package"
    (package / "sitecustomize.py").write_text(BEFORE_EDITABLE)
    return package


def git(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [shutil.which("git") or "git", "-C", ROOT, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def build(commit: str, place: Path) -> None:
    """Compile a commit in its own worktree, and unpack its wheel; minutes, but only once."""
    print(f"building {commit[:12]} ...", file=sys.stderr, flush=True)
    shutil.rmtree(place, ignore_errors=True)
    source = place / "source"
    git("worktree", "prune")
    git("worktree", "add", "--quiet", "--detach", source, commit).check_returncode()
    try:
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*pip, "--wheel-dir", place, source], check=True, cwd=source)
        [wheel] = place.glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(place / "package")
        (place / "complete").touch()
    finally:
        git("worktree", "remove", "--force", source)


def measured(places: dict[str, Path | None], rounds: int, only: str) -> dict[str, dict]:
    """For each version: seconds and answer by figure."""
    results: dict[str, dict] = {name: {} for name in places}
    for _ in range(rounds):
        for name, place in places.items():
            for figure, told in one_round(place, only).items():
                known = results[name].setdefault(figure, told)
                known["seconds"] = min(known["seconds"], told["seconds"])
    return results


def one_round(place: Path | None, only: str) -> dict[str, dict]:
    """All figures once, in a new process of this version."""
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONHASHSEED": "0"}
    if place is not None:
        variables["PYTHONPATH"] = str(place)
    run = subprocess.run(
        [sys.executable, WORK, only], env=variables, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(run.stderr)
    told = json.loads(run.stdout)
    if place is not None and not Path(told.pop("from")["answer"]).is_relative_to(place):
        sys.exit(f"the process did not import asterion from {place}")
    told.pop("from", None)
    if only in IMPORT:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", IMPORT], env=variables, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        told[IMPORT] = {"seconds": spent, "answer": None}
    return told


def compared(results: dict[str, dict], versions: list[str]) -> int:
    """Print the table; return the exit status."""
    a, b = (results[name] for name in versions)
    rows = [("figure", *versions, "B / A", "")]
    wrong = 0
    for figure in [*FIGURES, IMPORT]:
        if figure not in a and figure not in b:
            continue
        if figure not in a or figure not in b:
            times = [
                duration(each[figure]["seconds"]) if figure in each else "-" for each in (a, b)
            ]
            rows.append((figure, *times, "-", ""))
            continue
        ratio = b[figure]["seconds"] / a[figure]["seconds"]
        said = "" if abs(ratio - 1) < NOISE else "faster" if ratio < 1 else "SLOWER"
        if a[figure]["answer"] != b[figure]["answer"]:
            wrong += 1
            said = "OTHER ANSWERS"
        times = [duration(each[figure]["seconds"]) for each in (a, b)]
        rows.append((figure, *times, f"{ratio:.3f}", said))
    table(rows)
    if wrong:
        print(f"{wrong} figures have other answers: their times do not compare")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
