"""A page's map in Python: a generator's call and the edits after it, a drawing, or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import AsterionError
from asterion.io.formats import bytes_of
from asterion.lab.maps.made import Made
from asterion.lab.maps.moves import Fence, grid_of, tiles_of
from asterion.lab.maps.script import arguments, listed, plain

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.lab.maps.map_setup import Cells, MapSetup
    from asterion.world.grid import Cell

    Mask = npt.NDArray[np.bool_]

_MOST_EDITS = 8  # lines of edits after a generator's call
_ALONE = 12  # cells that are written one by one
_ROWS, _COLS = 35, 78  # of a map that is drawn in the script
_RUN = 3  # fences in a row that make a loop


def map_lines(
    setup: MapSetup, cells: Cells | None = None, *, read: str = ""
) -> tuple[list[str], dict[str, Callable[[], bytes]]]:
    """Return the lines that make the grid of a set-up, and the files that they read.

    ``cells`` are for a map that was drawn on since: the script begins with these. ``read`` are the
    costs in a file that the script reads anyway: then they are not drawn.
    """
    cells = setup.cells if cells is None else cells
    made = _made((setup.made, setup.first_map), cells, setup.diagonal)
    files: dict[str, Callable[[], bytes]] = {}
    if made is None and read:
        made = [f"grid = at.Grid({read}{arguments(_rule(setup.diagonal))})"]
    elif made is None:
        made, files = _drawn(cells, setup.diagonal)
    return [*made, *_links(setup), *_fences(setup.fences)], files


def _made(known: Iterable[Made | None], cells: Cells, diagonal: str) -> list[str] | None:
    """The call of a generator with the fewest edits after it; None if there would be many."""
    found: list[list[str]] = []
    for call in (*known, Made("field", cells.shape)):
        if call is None or call.shape != cells.shape:
            continue
        try:
            edits = edit_lines(call.cells, cells)
        except AsterionError:  # arguments of a link that the generator does not take
            continue
        if edits is not None:
            found.append([_generated(call, diagonal), *edits])
    return min(found, key=len, default=None)


def _generated(call: Made, diagonal: str) -> str:
    if tiles_of(diagonal) != "square":
        return f"grid = at.Grid({call.call()}.cost, tiles={plain(diagonal)})"
    return f"grid = {call.call(**_rule(diagonal))}"


def _rule(diagonal: str) -> dict[str, str]:
    """The option for these moves; none for the default."""
    if tiles_of(diagonal) != "square":
        return {"tiles": diagonal}
    return {} if diagonal == "clear" else {"diagonal": diagonal}


def edit_lines(before: Cells, after: Cells) -> list[str] | None:
    """Return the lines that make one map of another; None if there are many.

    Rectangles are slices. What is left of a cost is one list of cells.
    """
    lines: list[str] = []
    for cost in np.unique(after[before != after]).tolist():
        wanted = (before != after) & (after == cost)
        alone: list[Cell] = []
        for rows, cols in _rectangles(wanted):
            if (rows.stop - rows.start) * (cols.stop - cols.start) >= _RUN:
                down, across = _slice(rows, after.shape[0]), _slice(cols, after.shape[1])
                lines.append(f"grid[{down}, {across}] = {cost}")
            else:
                alone += [(row, col) for row in _range(rows) for col in _range(cols)]
            if len(lines) > _MOST_EDITS or len(alone) > _ALONE:
                return None
        if len(alone) == 1:
            lines.append(f"grid[{alone[0][0]}, {alone[0][1]}] = {cost}")
        elif alone:
            rows_of, cols_of = (list(each) for each in zip(*alone, strict=True))
            lines.append(f"grid[{rows_of}, {cols_of}] = {cost}")
    return lines if len(lines) <= _MOST_EDITS else None


def _rectangles(mask: Mask) -> Iterator[tuple[slice, slice]]:
    """Cut a mask into rectangles, each as wide or as high as it can be from its first cell."""
    left = mask.copy()
    while left.any():
        row, col = divmod(int(left.argmax()), left.shape[1])
        wide = _grown(left, row, col, across_first=True)
        high = _grown(left, row, col, across_first=False)
        best = max(wide, high, key=lambda each: left[each].size)
        left[best] = False
        yield best


def _grown(mask: Mask, row: int, col: int, *, across_first: bool) -> tuple[slice, slice]:
    """The largest rectangle from a corner that grows along one side, then along the other."""
    area = mask[row:, col:] if across_first else mask[row:, col:].T
    wide = _length(area[0])
    high = _length(area[:, :wide].all(1))
    down, across = (high, wide) if across_first else (wide, high)
    return slice(row, row + down), slice(col, col + across)


def _length(run: Any) -> int:
    return len(run) if run.all() else int(run.argmin())


def _slice(each: slice, size: int) -> str:
    if each.stop - each.start == 1:
        return str(each.start)
    return f"{each.start or ''}:{each.stop if each.stop < size else ''}"


def _range(each: slice) -> range:
    return range(each.start, each.stop)


def _drawn(cells: Cells, diagonal: str) -> tuple[list[str], dict[str, Callable[[], bytes]]]:
    """A map in characters if it is small, else in a file."""
    rows, cols = cells.shape
    if rows <= _ROWS and cols <= _COLS:
        text = grid_of(cells, diagonal).to_text().split("\n")
        return ['grid = at.Grid.from_text("""', *text, f'"""{arguments(_rule(diagonal))})'], {}
    name = "map.txt" if cells.max(initial=0) > 1 else "map.map"
    files = {name: lambda: bytes_of(grid_of(cells, "clear"), name)}
    if tiles_of(diagonal) != "square":
        return [f'grid = at.Grid(at.load_map("{name}").cost{arguments(_rule(diagonal))})'], files
    return [f'grid = at.load_map("{name}"{arguments(_rule(diagonal))})'], files


def _links(setup: MapSetup) -> list[str]:
    lines = []
    for a, b, cost, both in setup.links:
        options = {} if both else {"both": False}
        price = "" if cost == 1 else f", {plain(cost)}"
        lines.append(f"grid.links.add({plain(a)}, {plain(b)}{price}{arguments(options)})")
    return lines


def _fences(fences: tuple[Fence, ...]) -> list[str]:
    """A loop for fences beside each other, and another for the rest."""
    lines: list[str] = []
    alone: dict[bool, list[tuple[Cell, Cell]]] = {True: [], False: []}
    for axis, name in ((0, "row"), (1, "col")):
        fences, runs = _runs(fences, axis)
        for first, last in runs:
            cells = first[:2] if axis == 0 else [end[::-1] for end in first[:2]]
            ends = ", ".join(
                f"({name}, {other})" if axis == 0 else f"({other}, {name})" for _, other in cells
            )
            both = "" if first.both else ", both=False"
            span = f"{first.a[axis]}, {last.a[axis] + 1}".removeprefix("0, ")
            lines.append(f"for {name} in range({span}):")
            lines.append(f"    grid.fences.add({ends}{both})")
    for fence in fences:
        alone[fence.both].append((fence.a, fence.b))
    for is_both, pairs in alone.items():
        if pairs:
            lines += listed("for a, b in ", pairs, ":")
            lines.append(f"    grid.fences.add(a, b{'' if is_both else ', both=False'})")
    return lines


def _runs(
    fences: tuple[Fence, ...], axis: int
) -> tuple[tuple[Fence, ...], list[tuple[Fence, Fence]]]:
    """Take out the fences that follow each other straight along an axis: the first and the last."""

    def line(fence: Fence) -> tuple[int, ...]:
        along, across = fence.a[axis] - fence.b[axis], fence.a[1 - axis]
        return int(fence.both), along, across, fence.b[1 - axis]

    rest: list[Fence] = []
    runs: list[tuple[Fence, Fence]] = []
    straight = [fence for fence in fences if fence.a[axis] == fence.b[axis]]
    rest += [fence for fence in fences if fence.a[axis] != fence.b[axis]]
    for _, group in groupby(sorted(straight, key=line), key=line):
        ordered = sorted(group, key=lambda fence: fence.a[axis])
        numbered = list(enumerate(ordered))
        for _, each in groupby(numbered, key=lambda pair: pair[1].a[axis] - pair[0]):
            run = [fence for _, fence in each]
            if len(run) >= _RUN:
                runs.append((run[0], run[-1]))
            else:
                rest += run
    return tuple(rest), runs
