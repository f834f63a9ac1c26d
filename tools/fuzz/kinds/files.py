"""Files read and written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import asterion as at
from fuzz.forgery import GOOD, damaged, forged
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import small_grid


def files(f: Fuzz) -> None:
    """Files of random bytes, damaged or forged, under good and bad names; then saved again."""
    ending = f.choice([*GOOD])
    path = f.folder / f"fuzz{ending}"
    path.write_bytes(f.one_of(*[lambda: damaged(f, GOOD[ending])] * 3, lambda: forged(f, ending)))
    load: Any = at.load_scenario if ending == ".scen" else at.load_map
    grid = f.call(load, named(f, path), **({"diagonal": f.value()} if f.often(0.03) else {}))
    grid = grid if isinstance(grid, at.Grid) else small_grid(f)
    if f.often(0.1):
        grid.characters = f.choice([f.some(grid.shape, [*"aZ9é\n\ud800"]), f.value()])
    path = f.folder / f"saved{f.choice([*GOOD, '.PNG', ''])}"
    path.unlink(missing_ok=True)
    f.call(at.save_map, f.mostly(grid, odd=0.03), named(f, path))
    if path.exists() and not np.array_equal(at.load_map(path).cost, grid.cost):
        raise Finding("a map that is read back is not the one that was saved")


def named(f: Fuzz, path: Path) -> Any:
    """A valid name for a file, or a bad one, under which nothing can be written either."""
    if f.often(0.95):
        return f.choice([path, str(path)])
    bad = [f.folder / "none" / "none.map", f.folder, "", "a\0.map", "\ud800.map"]
    return f.choice([*bad, f"{'x' * 300}.txt", f.value()])
