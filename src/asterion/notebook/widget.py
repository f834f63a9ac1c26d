"""The widget of a board: the data between Python and the page. It needs anywidget.

Python sends its state as traits, all of one answer together: ``_map`` and ``_answer``, packed by
``asterion.lab.wire``, and ``_shown``, a dict. A page sends ``{n, acts}``: a number that comes back
in ``_shown``, and a person's actions, in order. It sets no trait: its requests are checked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from weakref import WeakMethod

from asterion.errors import missing
from asterion.notebook.page_files import scoped_styles, script_of

HERE = Path(__file__).parent
LAB_STYLES = HERE.parent / "lab" / "page" / "lab.css"
Receive = Callable[[Any], None]


def script() -> str:
    """The module of the page."""
    return script_of(HERE / "board.js")


def styles() -> str:
    """The lab's styles and the board's, which apply nowhere else on the page."""
    return scoped_styles((LAB_STYLES, HERE / "board.css"), "asterion-board")


def new_widget(receive: Receive) -> Any:
    """Return a widget that calls ``receive(message)`` for messages of the page."""
    widget = _widget_class()()
    widget.receive = WeakMethod(
        receive
    )  # otherwise neither the board nor the widget would ever be freed
    return widget


@cache
def _widget_class() -> type[Any]:
    try:
        anywidget, traitlets = import_module("anywidget"), import_module("traitlets")
    except ImportError as error:
        raise missing("at.Board", "anywidget") from error

    class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        """A board on a page; its methods that ipywidgets calls never raise."""

        _esm = script()
        _css = styles()
        _map = traitlets.Bytes().tag(sync=True)
        _answer = traitlets.Bytes().tag(sync=True)
        _shown = traitlets.Dict().tag(sync=True)
        receive: WeakMethod[Receive] | None = None

        def set_state(self, sync_data: Any) -> None:
            """Handle a page that would set a trait as an unknown message."""
            self._take({"state": sync_data})

        def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
            """Handle a page's message."""
            del buffers
            self._take(content)

        def _take(self, content: Any) -> None:
            receive = None if self.receive is None else self.receive()
            if receive is not None:
                receive(content)

    return BoardWidget


def after_each_cell(look: Callable[[], None]) -> None:
    """Call a method after each cell that IPython has run, as long as its object lives."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return
    method = WeakMethod(look)

    def after_cell(*_result: Any) -> None:
        called = method()
        if called is None:
            shell.events.unregister("post_run_cell", after_cell)
        else:
            called()

    shell.events.register("post_run_cell", after_cell)
