"""The time of the import on top of NumPy's, and of the first query on a 64 x 64 grid.

Each figure is the best of several fresh processes. Limits: 15 ms and 5 ms.
"""

import compileall
import subprocess
import sys
from pathlib import Path

import asterion
from common import table

IMPORT = """
import time, numpy
begin = time.perf_counter()
import asterion
print(time.perf_counter() - begin)
"""
FIRST_QUERY = """
import time, numpy as np, asterion as at
floor = np.ones((64, 64), bool)
begin = time.perf_counter()
path = at.find_path(at.Grid(floor), (0, 0), (63, 63))
print(time.perf_counter() - begin)
assert abs(path.cost - 63 * 2**0.5) < 1e-9
"""


def best(code: str, runs: int = 15) -> float:
    command = [sys.executable, "-c", code]
    return min(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(runs)
    )


if __name__ == "__main__":
    compileall.compile_dir(Path(asterion.__file__).parent, quiet=1)  # as an installer does
    table(
        [
            ("start-up", "best", "limit"),
            ("import asterion, after numpy", f"{best(IMPORT) * 1e3:.2f} ms", "15 ms"),
            ("grid and first query, 64x64", f"{best(FIRST_QUERY) * 1e3:.2f} ms", "5 ms"),
        ]
    )
