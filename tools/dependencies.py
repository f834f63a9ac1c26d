"""Prints what a developer's environment needs, from pyproject.toml: build, run and dev parts."""

import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
build = project["build-system"]["requires"]
run = project["project"]["dependencies"]
extras = project["project"]["optional-dependencies"]
extra = [*extras["cli"], *(need for need in extras["dev"] if not need.startswith("asterion"))]
print("\n".join([*build, "cmake", "ninja", *run, *extra]))
