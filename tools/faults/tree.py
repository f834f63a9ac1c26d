"""The copy of the tree in which faults are planted, and the environment that imports it.

The environment is the project's own, except that ``asterion`` comes from the copy: an editable
install is left out by not reading the ``.pth`` files of the project's environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from faults.fault import Fault

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "faults"
TREE = WORK / "tree"
ENVIRONMENT = WORK / "environment"
PYTHON = ENVIRONMENT / "bin" / "python"
PACKAGES = Path(sysconfig.get_path("purelib"))

SCRIPT = "#!{python}\nimport sys\nfrom asterion.__main__ import main\nsys.exit(main())\n"


def prepare() -> None:
    """Makes both, or brings them up to date."""
    _copy()
    _make_environment()
    subprocess.run([PYTHON, "-m", "compileall", "-q", TREE / "src", TREE / "tests"], check=True)


def modules() -> list[str]:
    """The modules in which faults are planted, from the root of the tree."""
    return sorted(str(path.relative_to(TREE)) for path in TREE.glob("src/asterion/**/*.py"))


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """With the fault in the tree.

    Compiled modules are known by the time of their source: another time, and it is read again; the
    old time afterwards, and what was compiled before is right again.
    """
    file = TREE / fault.path
    source, time = file.read_bytes(), file.stat().st_mtime
    try:
        file.write_bytes(fault.planted(source))
        os.utime(file, (time + 10, time + 10))
        yield
    finally:
        file.write_bytes(source)
        os.utime(file, (time, time))


def _copy() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    wanted = {name for name in listed if name and (ROOT / name).is_file()}
    for name in wanted:
        old, new = ROOT / name, TREE / name
        if not new.exists() or new.read_bytes() != old.read_bytes():
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(old, new)
    for extension in (PACKAGES / "asterion").glob("*.so"):
        shutil.copy2(extension, TREE / "src" / "asterion")
    for name in ("src", "tests", "docs"):
        for file in (TREE / name).rglob("*.*"):
            kept = file.suffix in (".pyc", ".so") or not file.is_file()
            if not kept and str(file.relative_to(TREE)) not in wanted:
                file.unlink()


def _make_environment() -> None:
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, symlinks=True, with_pip=False)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = ENVIRONMENT / "lib" / version / "site-packages"
    # Child processes of tests are measured too, if the environment says so.
    start = "import coverage; coverage.process_startup()"
    (packages / "faults.pth").write_text(f"{TREE / 'src'}\n{PACKAGES}\n{start}\n")
    script = ENVIRONMENT / "bin" / "asterion"
    script.write_text(SCRIPT.format(python=PYTHON))
    script.chmod(0o755)
