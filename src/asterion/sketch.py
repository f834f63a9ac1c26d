"""Drawings in text, for terminals and docs: what an explorer believes, and the values of a search.

Each function returns a string and prints nothing. They are for small worlds: explorers take one
character per cell, searches four numbers per cell, as in the figures of the course project Fast
Trajectory Replanning for Computer Games (idm-lab.org/gameai).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.navigate.explorer import Explorer
from asterion.navigate.navigator import Navigator
from asterion.navigate.plans import LEARNING, Planned
from asterion.search.find import Search
from asterion.world.grid import Cell, GridWorld, check_grid, signs_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Signs = npt.NDArray[np.str_]
    Values = npt.NDArray[Any]

__all__ = ["frames", "panes", "table", "values"]

_STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]
_ARROWS = dict(zip(_STEPS, "→↓←↑↘↙↖↗", strict=True))
_LINK = "@"  # the path continues at the other end of a link
_FRESH_ARROWS = dict(zip(_STEPS, "⇒⇓⇐⇑⇘⇙⇖⇗", strict=True))
_CLOSED = 2
_GAP = "   "


def __dir__() -> list[str]:
    return __all__


def panes(explorer: Explorer) -> str:
    r"""Return three pictures of an explorer, side by side: the world, what it knows and presumes.

    ``A`` is the agent, ``T`` the target, ``#`` a wall, ``?`` an unseen cell, a digit a cost above
    1. In the presumed world arrows show the planned path, double ones if it had to be planned for
    this picture.

    >>> import asterion as at
    >>> world = at.Grid.from_text(".....\n..##.\n.....", diagonal="never")
    >>> agent = at.Explorer(world, (2, 2), (0, 2), algorithm="repeated-forward")
    >>> _ = agent.step()
    >>> print(at.sketch.panes(agent))
    world   known   presumed
    ..T..   ??T??   .⇒T..
    ..##.   ??##?   .⇑##.
    ...A.   ?..A.   .⇑⇐A.
    """
    if not isinstance(explorer, Explorer):
        raise InvalidType(f"explorer is {short_repr(explorer)}; it must be an Explorer")
    before = len(explorer.searches)
    path = [*explorer.path]
    return _panes(explorer, path, _FRESH_ARROWS if len(explorer.searches) > before else _ARROWS)


def frames(explorer: Explorer) -> Iterator[str]:
    r"""Run an explorer to the end, and yield the :func:`panes` of each time step.

    A picture is taken after the explorer has looked and, if necessary, planned, and before it
    moves. The path has double arrows if it was planned in that step.

    >>> import asterion as at
    >>> world = at.Grid.from_text("#..\n.#.\n...", diagonal="never")
    >>> for picture in at.sketch.frames(at.Explorer(world, (1, 0), (1, 2))):
    ...     print(picture)
    world   known   presumed
    #..     #??     #..
    A#T     A#T     A#T
    ...     .??     ⇒⇒⇑
    world   known   presumed
    #..     #??     #..
    .#T     .#T     .#T
    A..     A.?     A→↑
    world   known   presumed
    #..     #??     #..
    .#T     .#T     .#T
    .A.     .A.     .A↑
    world   known   presumed
    #..     #??     #..
    .#T     .#T     .#T
    ..A     ..A     ..A
    world   known   presumed
    #..     #?.     #..
    .#A     .#A     .#A
    ...     ...     ...
    """
    yield panes(explorer)
    while explorer.step() is not None:
        yield panes(explorer)


def values(
    searched: Search | Navigator | Explorer | Planned, *, new_h: Values | None = None
) -> str:
    r"""Return the values of a search for each cell, as textbooks draw them.

    Upper left g, upper right f, lower left h, lower right the new h if there is one (Adaptive A*);
    expanded cells are shaded; arrows point to the parent. Takes a :class:`Search`, which may be
    paused; or a :class:`Navigator` or an :class:`Explorer`, which plan first if necessary. For an
    explorer it shows the last search, with the walls that it knows; if its algorithm learns, h is
    the estimate that the search used and the new h the learned one, for which the world must be as
    it was when the agent set out, and its belief its own. It also takes each search of
    ``Explorer.plans``, and :func:`table` custom arrays.

    >>> import asterion as at
    >>> grid = at.Grid.from_text("..\n#.", diagonal="never")
    >>> search = at.Search(grid, (0, 0), (1, 1), algorithm="astar")
    >>> search.step(2)
    'running'
    >>> print(at.sketch.values(search))
    +-----+-----+
    |0░░░2|1░░░2|
    |░░*░░|░░←░░|
    |2░░░░|1░░░░|
    +-----+-----+
    |#####|2   2|
    |#####|  ↑  |
    |#####|0    |
    +-----+-----+
    """
    if not isinstance(searched, (Search, Navigator, Explorer, Planned)):
        wanted = "it must be a Search, a Navigator, an Explorer or one of its plans"
        raise InvalidType(f"searched is {short_repr(searched)}; {wanted}")
    world = searched.belief if isinstance(searched, (Explorer, Planned)) else searched.world
    if not isinstance(world, GridWorld):
        raise InvalidType(f"the world of searched is {short_repr(world)}; only a grid can be drawn")
    arrays = {name: getattr(searched, name) for name in ("state", "g", "h", "parent")}
    if new_h is None and isinstance(searched, Explorer) and searched.algorithm in LEARNING:
        for plan in searched.plans():  # the last one is wanted; at the goal there may be none
            arrays["h"], new_h = plan.h, plan.new_h
    elif new_h is None and isinstance(searched, Planned):
        new_h = searched.new_h
    return table(world, **arrays, new_h=new_h)


def table(
    world: GridWorld,
    *,
    g: Values,
    h: Values,
    state: Values,
    parent: Values,
    new_h: Values | None = None,
) -> str:
    """Return the picture of :func:`values` from arrays of the world's shape.

    ``state`` is 0 for unvisited cells, 2 for expanded ones; ``parent`` is a flat index, -1 for
    none.
    """
    check_grid(world)
    rows, cols = world.shape
    given = {"g": g, "h": h, "state": state, "parent": parent}
    if new_h is not None:
        given["new_h"] = new_h
    arrays = {name: np.asarray(array) for name, array in given.items()}
    for name, array in arrays.items():
        if array.shape != (rows, cols):
            raise InvalidValue(
                f"{name} has the shape {array.shape}; it must be that of the world, {(rows, cols)}"
            )
    numbers = [[_numbers(arrays, (row, col)) for col in range(cols)] for row in range(rows)]
    widest = max(len(text) for line in numbers for texts in line for text in texts)
    rule = "+".join(["", *["-" * (2 * widest + 3)] * cols, ""])
    lines = [rule]
    for row, line in enumerate(numbers):
        boxes = [
            _box(texts, _middle(world, arrays, (row, col)), 2 * widest + 3)
            for col, texts in enumerate(line)
        ]
        lines += ["|".join(["", *parts, ""]) for parts in zip(*boxes, strict=True)]
        lines.append(rule)
    return "\n".join(lines)


def _panes(explorer: Explorer, path: Sequence[Cell], arrows: dict[tuple[int, int], str]) -> str:
    truth = signs_of(explorer.world.total)
    presumed = signs_of(explorer.belief.total)
    known = np.where(explorer.known, presumed, "?")
    for (row, col), (next_row, next_col) in pairwise(path):
        presumed[row, col] = arrows.get((next_row - row, next_col - col), _LINK)
    pictures = [("world", truth), ("known", known), ("presumed", presumed)]
    for _, signs in pictures:
        signs[explorer.goal] = "T"
        signs[explorer.position] = "A"
    blocks = [_titled(title, signs) for title, signs in pictures]
    return "\n".join(_GAP.join(lines).rstrip() for lines in zip(*blocks, strict=True))


def _titled(title: str, signs: Signs) -> list[str]:
    lines = [title, *("".join(row) for row in signs.tolist())]
    width = max(len(line) for line in lines)
    return [line.ljust(width) for line in lines]


def _numbers(arrays: dict[str, Values], cell: Cell) -> tuple[str, str, str, str]:
    """The texts in the box of a cell: upper left and right, lower left and right."""
    state = arrays["state"][cell]
    if state == 0:
        return "", "", "", ""
    g, h = float(arrays["g"][cell]), float(arrays["h"][cell])
    new = _number(arrays["new_h"][cell]) if "new_h" in arrays and state == _CLOSED else ""
    return _number(g), _number(g + h), _number(h), new


def _number(value: float) -> str:
    return f"{float(value):.4g}"


def _middle(world: GridWorld, arrays: dict[str, Values], cell: Cell) -> tuple[str, str]:
    """The arrow of a cell, and the character that fills its box."""
    if not 0 < world.total[cell] < np.inf:
        return "#", "#"
    state, parent = arrays["state"][cell], int(arrays["parent"][cell])
    fill = "░" if state == _CLOSED else " "
    if state == 0:
        return fill, fill
    if parent < 0:
        return "*", fill
    row, col = divmod(parent, world.shape[1])
    return _ARROWS[_sign(row - cell[0]), _sign(col - cell[1])], fill


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _box(texts: Iterable[str], middle: tuple[str, str], width: int) -> list[str]:
    upper_left, upper_right, lower_left, lower_right = texts
    arrow, fill = middle
    return [
        upper_left + upper_right.rjust(width - len(upper_left), fill),
        arrow.center(width, fill),
        lower_left + lower_right.rjust(width - len(lower_left), fill),
    ]
