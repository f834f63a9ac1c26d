"""Install the wheels of dist/ into clean environments, and test them there.

python tools/wheel_check.py [--suite] [--only 3.12]

For each Python from 3.11 on that is at hand (on the PATH, in ~/.pyenv/versions) and each NumPy
(the oldest that the package takes, where that Python has it, and the newest): a new environment,
`pip install` of the wheel, and a first path, both timed; then a program that uses every extension.
With --suite, tests of the searches, worlds and files too. Exit status 1 if anything fails.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
OLDEST_NUMPY, LAST_WITH_IT = "1.26.*", (3, 12)
SUITE = ["tests/search", "tests/world", "tests/io", "tests/index", "tests/navigate"]
FIRST = (
    "import asterion as at; p = at.find_path(at.maps.maze(21, seed=1), (0, 0), (20, 20)); assert p"
)


class Found(NamedTuple):
    """An interpreter."""

    version: tuple[int, int]
    full: str
    place: Path


def main() -> int:
    """Print a line for each environment; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--suite", action="store_true")
    parser.add_argument("--only", help="this version of Python")
    options = parser.parse_args()
    machine = os.uname().machine
    wheels = sorted((ROOT / "dist").glob(f"asterion-*{machine}.whl"))
    if not wheels:
        print("dist/ holds no wheels for this machine; `make wheels` builds them")
        return 2
    failures = 0
    print(f"{'python':10} {'numpy':8} {'install':>8} {'first path':>11}  tests", flush=True)
    for python in interpreters():
        if options.only and options.only != ".".join(map(str, python.version)):
            continue
        numpys = [OLDEST_NUMPY] if python.version <= LAST_WITH_IT else []
        for numpy in [*numpys, ""]:
            try:
                line = checked(python, wheel_for(python, wheels), numpy, suite=options.suite)
            except (subprocess.CalledProcessError, LookupError) as error:
                failures += 1
                line = f"{python.full:10} {numpy:8} failed: {error}"
                output = getattr(error, "stdout", None) or ""
                line += "".join(f"\n    {each}" for each in output.splitlines()[-15:])
            print(line, flush=True)
    return 1 if failures else 0


def interpreters() -> list[Found]:
    """Every Python from 3.11 on, without links to another one."""
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    places = [folder / f"python3.{minor}" for folder in folders for minor in range(11, 20)]
    places += [Path("/usr/bin/python3"), *Path.home().glob(".pyenv/versions/3.*/bin/python")]
    code = "import sys; print(*sys.version_info[:3], sys.executable, sys.prefix == sys.base_prefix)"
    found: dict[Path, Found] = {}
    for place in filter(Path.exists, places):
        told = subprocess.run([place, "-c", code], capture_output=True, text=True, check=False)
        words = told.stdout.split()
        if told.returncode or words[-1] != "True":  # a shim without a version, or an environment
            continue
        version = int(words[0]), int(words[1])
        if version >= (3, 11):
            real = Path(words[3]).resolve()
            found[real] = Found(version, ".".join(words[:3]), real)
    return sorted(found.values())


def wheel_for(python: Found, wheels: list[Path]) -> Path:
    """The wheel that pip would take: of this version, or of the stable ABI."""
    own = f"-cp{python.version[0]}{python.version[1]}-cp"
    for wheel in wheels:
        if own in wheel.name or (python.version >= (3, 12) and "-abi3-" in wheel.name):
            return wheel
    raise LookupError(f"no wheel for Python {python.full}")


def checked(python: Found, wheel: Path, numpy: str, *, suite: bool) -> str:
    """A line of the results in a new environment."""
    folder = Path(tempfile.mkdtemp(prefix="wheel-"))
    try:
        run([python.place, "-m", "venv", folder])
        inside = folder / "bin" / "python"
        options = ("--quiet", "--disable-pip-version-check")
        pip: list[str | Path] = [inside, "-m", "pip", "install", *options]
        begin = time.perf_counter()
        run([*pip, wheel, f"numpy=={numpy}" if numpy else "numpy"])
        installed = time.perf_counter()
        run([inside, "-c", FIRST], folder)
        first = time.perf_counter()
        version = run([inside, "-c", "import numpy; print(numpy.__version__)"], folder).strip()
        said = run([inside, ROOT / "tools" / "wheel_smoke.py"], folder).strip()
        if suite:
            run([*pip, "pytest>=9.0", "hypothesis>=6.120", "pytest-xdist>=3.6", "networkx"])
            run([*pip, "pytest-rerunfailures", "scipy", "pillow", "typer", "rich", "matplotlib"])
            run([*pip, "anywidget"])  # at.Board, which tests of all kinds of grids make too
            choice = ("-q", "-p", "no:cacheprovider", "-m", "not slow", *SUITE)
            quick = {"HYPOTHESIS_PROFILE": "quick"}
            told = run([inside, "-m", "pytest", *choice], ROOT, quick)
            said = told.strip().splitlines()[-1].strip("= ")
            if not numpy:
                said += f"; {typed(inside, pip, folder)}"
        return (
            f"{python.full:10} {version:8} {installed - begin:6.1f} s "
            f"{(first - installed) * 1000:8.0f} ms  {said}"
        )
    finally:
        shutil.rmtree(folder)


def typed(inside: Path, pip: list[str | Path], folder: Path) -> str:
    """A user's program, checked against the types in the wheel: in a folder without the sources."""
    run([*pip, "mypy>=2.0", "pyright[nodejs]"])
    program = Path(shutil.copy(ROOT / "tests" / "typing" / "user_program.py", folder))
    run([inside, "-m", "mypy", "--strict", program], folder)
    run([inside, "-m", "pyright", "--pythonpath", inside, program], folder)
    return "mypy, pyright"


def run(
    command: list[str | Path], folder: Path = ROOT, variables: dict[str, str] | None = None
) -> str:
    """Return the output of a command; its error has it, too."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(variables or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
