"""Print the needs of an environment, from pyproject.toml.

python tools/dependencies.py build  what compiling the package takes
python tools/dependencies.py lab    that, and what running the lab takes
python tools/dependencies.py dev    that, and the tools of developers
python tools/dependencies.py docs   what the lab and building the documentation take
python tools/dependencies.py lowest the oldest versions that users may have
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

CMAKE = (3, 18)  # as in CMakeLists.txt
PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))


def needs(extra: str) -> list[str]:
    """The needs of an extra, and of the extras that it names."""
    found: list[str] = []
    for need in PROJECT["project"]["optional-dependencies"][extra]:
        inner = need.removeprefix("asterion[").removesuffix("]")
        found += [need] if inner == need else needs(inner)
    return found


def lowest(found: list[str]) -> list[str]:
    """The same packages at their lower bounds."""
    return [re.sub(r">=([^,]+).*", r"==\1", need) for need in found]


def has_cmake() -> bool:
    """Whether the machine has a recent CMake: the one from PyPI takes 86 MB."""
    cmake = shutil.which("cmake")
    if cmake is None or shutil.which("ninja") is None:
        return False
    run = subprocess.run([cmake, "--version"], capture_output=True, text=True, check=False)
    version = re.search(r"(\d+)\.(\d+)", run.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= CMAKE


if __name__ == "__main__":
    if sys.argv[1:] == ["lowest"]:
        used = [*PROJECT["project"]["dependencies"], *needs("cli"), *needs("plot"), *needs("tiled")]
        print("\n".join(dict.fromkeys(lowest(used))))
        sys.exit()
    (whom,) = sys.argv[1:]
    found = list(PROJECT["build-system"]["requires"])
    if whom == "dev" or not has_cmake():
        found += ["cmake", "ninja"]
    if whom != "build":
        found += [*PROJECT["project"]["dependencies"], *needs("lab"), *needs(whom)]
    print("\n".join(dict.fromkeys(found)))
