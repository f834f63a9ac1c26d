"""Prints what a developer's environment needs, from pyproject.toml: build, run and dev parts."""

import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
build = project["build-system"]["requires"]
run = project["project"]["dependencies"]
dev = project["project"]["optional-dependencies"]["dev"]
print("\n".join([*build, "cmake", "ninja", *run, *dev]))
