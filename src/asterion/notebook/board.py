"""``at.Board``: a grid to draw on in a notebook, with an algorithm that answers at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from asterion.errors import AsterionError, InvalidType, InvalidValue, short_repr
from asterion.lab.maps.map_setup import largest_region
from asterion.lab.wire.messages import map_message
from asterion.lab.wire.packing import pack
from asterion.notebook.answers import Answer, Navigating, Searching
from asterion.notebook.checks import (
    KINDS,
    MOST_CELLS,
    check_grid,
    checked_algorithm,
    checked_kind,
    checked_message,
)
from asterion.notebook.drawing import Drawing
from asterion.notebook.shown_map import ShownMap
from asterion.notebook.widget import after_each_cell, new_widget
from asterion.search.registry import Kind, algorithms
from asterion.world.arguments import count
from asterion.world.grid import Cell, Grid

if TYPE_CHECKING:
    from asterion.navigate.navigator import Navigator
    from asterion.search.path import Path

C = TypeVar("C", bound=Callable[..., Any])


class Board:
    r"""A grid in a notebook to draw on with the mouse or the keys, and an algorithm on it.

    Walls and costs are drawn, start and goal are dragged, a search is played step by step, a
    navigator walks; after each stroke the algorithm answers. A stroke edits ``grid`` itself, like
    ``grid[3, 4] = 0``: navigators and views of it notice. Edits by a program show on the board
    after the cell that made them, or with :meth:`refresh`.

    Needs anywidget, and a notebook to be seen in. Maps may have up to 262,144 cells (512 x 512). An
    answer that takes more than 4 seconds is dropped; an algorithm that raises says so on the board.

    Parameters
    ----------
    start, goal  where the path begins and ends; by default the first and the last cell of the
                 largest region
    algorithm    ``"auto"``, or a name from :func:`algorithms`, custom ones too
    kind         ``"search"`` runs the algorithm again at each change, ``"navigator"`` keeps an
                 agent that repairs its plan
    height       of the map on the page, in pixels
    options      of the algorithm, as for :func:`find_path` and :class:`Navigator`

    >>> import asterion as at
    >>> grid = at.Grid.from_text(".....\n.###.\n.....")
    >>> board = at.Board(grid, (1, 0), (1, 4), algorithm="astar")
    >>> board.path.cost
    6.0
    >>> grid[0, 2] = 0  # as if it were drawn
    >>> board.path.cost, board.caption
    (6.0, 'cost 6 (optimal), ...
    >>> board.kind = "navigator"
    >>> board.algorithm, board.navigator.position
    ('auto', (1, 0))

    Raises
    ------
    ImportError  ``at.Board needs anywidget: pip install 'anywidget>=0.9.18'``
    ValueError   ``grid has 1000 x 1000 cells; a board shows up to 262144``
    """

    def __init__(
        self,
        grid: Grid,
        start: Any = None,
        goal: Any = None,
        *,
        algorithm: str = "auto",
        kind: str = "search",
        height: int = 420,
        **options: Any,
    ) -> None:
        self._widget = new_widget(self._receive)
        check_grid(grid)
        self._kind, self._algorithm = checked_kind(kind), checked_algorithm(algorithm, kind)
        self._height = count("height", height, least=100, most=2000)
        self._options = dict(options)
        self._drawing = Drawing(grid, *_usual_ends(grid))
        for end, cell in (("start", start), ("goal", goal)):
            if cell is not None:
                self._drawing.put(end, cell)
        self._solver = self._new_solver()
        self._callbacks: list[Callable[[Board], Any]] = []
        self._calling = False  # the callbacks are being called
        self._note = ""  # the error of the last message or callback
        self._number = 0  # of the last message of a page
        self._answers = self._shows = 0
        self._of: tuple[Any, ...] = ()  # what the answer is of
        self._answer: Answer
        self._look()
        self._show()
        after_each_cell(self._after_cell)

    # --- What a program reads and sets

    @property
    def grid(self) -> Grid:
        """The grid that the board draws on."""
        return self._drawing.grid

    @property
    def start(self) -> Cell:
        """The start of the path, or a navigator's position. It may be set."""
        self._follow_agent()
        return self._drawing.ends["start"]

    @start.setter
    def start(self, cell: Any) -> None:
        self._put("start", cell)

    @property
    def goal(self) -> Cell:
        """The goal of the path. It may be set."""
        self._follow_agent()
        return self._drawing.ends["goal"]

    @goal.setter
    def goal(self, cell: Any) -> None:
        self._put("goal", cell)

    @property
    def algorithm(self) -> str:
        """The name of the algorithm. It may be set."""
        return self._algorithm

    @algorithm.setter
    def algorithm(self, name: str) -> None:
        self._choose(self._kind, name)
        self.refresh()

    @property
    def kind(self) -> str:
        """``"search"`` or ``"navigator"``. Setting it resets the algorithm to ``"auto"``."""
        return self._kind

    @kind.setter
    def kind(self, kind: str) -> None:
        self._choose(kind, "auto")
        self.refresh()

    @property
    def options(self) -> dict[str, Any]:
        """The options of the algorithm, a copy. They may be set, all together."""
        return dict(self._options)

    @options.setter
    def options(self, options: dict[str, Any]) -> None:
        if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
            raise InvalidType(
                f"options is {short_repr(options)}; it must be a dict of names and values"
            )
        self._options = dict(options)
        self._choose(self._kind, self._algorithm)
        self.refresh()

    @property
    def path(self) -> Path:
        """The path on the board, for the grid as it is now; without one, a path not found."""
        self.refresh()
        return self._answer.path

    @property
    def status(self) -> str:
        """The status of the path; ``"error"`` if the algorithm raised."""
        self.refresh()
        return self._answer.status

    @property
    def caption(self) -> str:
        """The words below the board: the path's cost and the search, or the error."""
        self.refresh()
        return self._answer.caption

    @property
    def message(self) -> str:
        """The error in the page's last message or in a callback; empty if none."""
        return self._note

    @property
    def navigator(self) -> Navigator | None:
        """The agent, if the kind is ``"navigator"`` and its options are right; else None."""
        self.refresh()
        return self._solver.navigator if isinstance(self._solver, Navigating) else None

    @property
    def widget(self) -> Any:
        """The widget, an ``ipywidgets.DOMWidget``, to be put into a layout with others."""
        return self._widget

    def on_change(self, callback: C, *, remove: bool = False) -> C:
        """Call ``callback(board)`` after each change of the board, during strokes too.

        A change is one of the grid, start, goal or algorithm, by a person or a program. Changes
        made by a callback do not call it again; its exceptions are shown on the board. With
        ``remove`` it is no longer called. May be used as a decorator.
        """
        if not callable(callback):
            raise InvalidType(
                f"callback is {short_repr(callback)}; it must be callable with a board"
            )
        if remove:
            with suppress(ValueError):
                self._callbacks.remove(callback)
        else:
            self._callbacks.append(callback)
        return callback

    def refresh(self) -> None:
        """Show a program's changes; do nothing if there are none.

        After each cell of a notebook the board does that by itself: this is for loops in a cell.
        """
        if self._look():
            self._tell()

    def close(self) -> None:
        """Remove the board from all pages."""
        self.widget.close()

    # --- From the page

    def _receive(self, message: Any) -> None:
        """Handle a page's message. Whatever it is, the page gets an answer."""
        self._note = ""
        try:
            number, acts = checked_message(message)
            self._number = number
            for act in acts:
                self._do(act)
        except AsterionError as error:
            self._note = str(error)
        except Exception as error:  # noqa: BLE001 - a page may send anything
            self._note = f"{type(error).__name__}: {error}"
        self._tell(changed=self._look())

    def _do(self, act: Any) -> None:
        """Do one action of a person."""
        if not isinstance(act, dict):
            raise InvalidValue(f"an act is {short_repr(act)}; it must be an object with a type")
        drawing, kind = self._drawing, act.get("type")
        self._follow_agent()
        if kind == "paint":
            cells = act.get("cells")
            if not isinstance(cells, list) or len(cells) > MOST_CELLS:
                raise InvalidValue(f"cells is {short_repr(cells)}; it must be a list of cells")
            drawing.paint(cells, act.get("cost"))  # type: ignore[arg-type]  # it checks it
        elif kind == "move":
            drawing.move(str(act.get("end")), act.get("cell"))  # type: ignore[arg-type]
            self._send_agent()
        elif kind == "choose":
            self._choose(act.get("kind"), act.get("algorithm"))
        elif kind == "step":
            self._step()
        elif kind in ("begin", "end", "undo", "redo", "clear"):
            getattr(drawing, kind)()
            if kind in ("undo", "redo"):
                self._send_agent()
        else:
            raise InvalidValue(f"unknown message type {short_repr(kind)}")

    def _step(self) -> None:
        if isinstance(self._solver, Navigating) and self._answer.status != "stopped":
            self._solver.step()
            self._follow_agent()

    # --- The algorithm

    def _new_solver(self) -> Searching | Navigating:
        make = Navigating if self._kind == "navigator" else Searching
        return make(self.grid, self._algorithm, dict(self._options))

    def _choose(self, kind: Any, algorithm: Any) -> None:
        kind, algorithm = checked_kind(kind), checked_algorithm(algorithm, kind)
        self._follow_agent()
        self._kind, self._algorithm = kind, algorithm
        self._solver = self._new_solver()

    def _follow_agent(self) -> None:
        """Take start and goal from the agent, which may have moved."""
        seen = self._solver.look() if isinstance(self._solver, Navigating) else None
        if seen is not None:
            self._drawing.ends["start"], self._drawing.ends["goal"] = seen

    def _send_agent(self) -> None:
        """Put the agent where start and goal are now."""
        if isinstance(self._solver, Navigating) and self._solver.navigator is not None:
            self._solver.sent(self._ends)

    @property
    def _ends(self) -> tuple[Cell, Cell]:
        return self._drawing.ends["start"], self._drawing.ends["goal"]

    def _put(self, end: str, cell: Any) -> None:
        self._follow_agent()
        self._drawing.put(end, cell)
        self._send_agent()
        self.refresh()

    def _look(self) -> bool:
        """Answer again if anything has changed since the last answer; return whether it has."""
        self._follow_agent()
        brief = self._drawing.in_stroke
        now = self.grid.version, self._ends, self._solver, brief
        if now == self._of:
            return False
        self._answers += 1
        self._answer = self._solver.answer(self._ends, self._answers, brief=brief)
        self._of = now
        return True

    def _after_cell(self) -> None:
        """Update after a cell of the notebook; any error is shown on the board."""
        try:
            self.refresh()
        except Exception as error:  # noqa: BLE001 - an error here would be of a cell that is not at fault
            self._note = f"{type(error).__name__}: {error}"
            self._show()

    # --- To the page

    def _tell(self, *, changed: bool = True) -> None:
        """Call the callbacks of a change, and show the board."""
        if self._calling:  # a callback has changed something: it is shown once they are done
            return
        if changed and self._callbacks:
            self._calling = True
            try:
                for callback in [*self._callbacks]:
                    try:
                        callback(self)
                    except Exception as error:  # noqa: BLE001 - else it would go into a log that few people read
                        self._note = f"on_change: {type(error).__name__}: {error}"
            finally:
                self._calling = False
            self._look()
        self._show()

    def _show(self) -> None:
        widget = self.widget
        drawn = ShownMap(self.grid, *self._ends)
        trail = self._solver.trail if isinstance(self._solver, Navigating) else []
        self._shows += 1
        with widget.hold_sync():
            widget._map = pack({**map_message(drawn), "totals": drawn.totals})
            widget._answer = self._answer.packed
            widget._shown = {
                "n": self._number,
                "show": self._shows,  # so that each differs from the last, and is sent
                "answer": self._answers,
                "note": self._note,
                "kind": self._kind,
                "algorithm": self._algorithm,
                "algorithms": {kind: _choices(kind) for kind in KINDS},
                "trail": [row * self.grid.shape[1] + col for row, col in trail],
                "height": self._height,
            }

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        self.refresh()
        data, metadata = self.widget._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": repr(self)}, metadata

    def __repr__(self) -> str:
        rows, cols = self.grid.shape
        return (
            f"<Board of {rows} x {cols} cells, {self._kind} {self._algorithm!r} from {self.start} "
            f"to {self.goal}: {self.caption}>"
        )


def _usual_ends(grid: Grid) -> tuple[Cell, Cell]:
    cells = np.argwhere(largest_region(grid) if (grid.total > 0).any() else np.ones(grid.shape))
    (row, col), (end_row, end_col) = cells[0].tolist(), cells[-1].tolist()
    return (row, col), (end_row, end_col)


def _choices(kind: Kind) -> list[list[str]]:
    """The algorithms that a person may choose: [[name, title]]."""
    infos = [info for info in algorithms(kind) if not info.needs]
    return [["auto", "Automatic"], *([info.name, info.title or info.name] for info in infos)]
