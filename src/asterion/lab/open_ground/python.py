"""The open ground page in Python: the mesh, its obstacles, and the shortest path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.lab.maps.script import Script, arguments, broken, listed, plain, script_of
from asterion.lab.open_ground.setup import OUTLINE

if TYPE_CHECKING:
    from asterion.lab.open_ground.setup import GroundSetup

_FILE = "ground.json"
_CORNERS = 100  # of obstacles that are written out


def python_of(setup: GroundSetup) -> Script:
    """Return a script that prints the path's points, its length, and the intervals expanded."""
    files = {}
    lines = [f"mesh = at.Mesh({plain(list(OUTLINE))}, [(0, 1, 2, 3)])"]
    if sum(map(len, setup.obstacles)) > _CORNERS:
        files[_FILE] = lambda: setup.to_file().encode()
        lines.append(f'for corners in json.loads(Path("{_FILE}").read_text())["obstacles"]:')
    elif setup.obstacles:
        shapes = ["\n    ".join(listed("", list(shape))) for shape in setup.obstacles]
        lines += broken("for corners in [", shapes, "]:")
    if setup.obstacles:
        lines.append("    mesh.cut(corners)")
    radius = {"radius": setup.radius} if setup.radius else {}
    ends = f"{plain(setup.start)}, {plain(setup.goal)}"
    lines += [
        f"path = at.find_path(mesh, {ends}{arguments(radius)})",
        "print(path.points, path.cost, path.stats.expanded)",
        "# Paths on the grid are not here: the page itself makes cells of the ground.",
    ]
    return script_of(lines, files)
