"""Peak memory of a grid and one query on it, over the input, each in a process of its own."""

import subprocess
import sys

from common import table

SIZE = 4096
QUERIES = {
    "across open ground": "path = at.find_path(grid, (10, 10), (4085, 3796))",
    "unreachable goal, flood": "path = at.find_path(grid, (0, 0), [], components=False)",
    "dijkstra, corner to corner": (
        f"path = at.find_path(grid, (0, 0), ({SIZE - 1}, {SIZE - 1}), algorithm='dijkstra')"
    ),
    "distances": "at.distances(grid, (0, 0))",
}
CODE = """
import resource
import numpy as np
import asterion as at
floor = np.ones(({size}, {size}), bool)
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before = peak()
grid = at.Grid(floor)
{query}
print(peak() - before)
"""

if __name__ == "__main__":
    rows = [(f"bool grid {SIZE}x{SIZE}", "MB over the input", "bytes per cell")]
    for name, query in QUERIES.items():
        code = CODE.format(size=SIZE, query=query)
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        used = int(run.stdout)
        rows.append((name, f"{used / 1e6:.1f}", f"{used / SIZE**2:.2f}"))
    table(rows)
