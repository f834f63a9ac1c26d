"""Undo and redo of a person's edits."""

from __future__ import annotations

from typing import Generic, TypeVar

from asterion.lab import limits

T = TypeVar("T")


def size_of(past: object) -> int:
    """The bytes that a set-up keeps for itself; only maps are large enough to count."""
    return int(getattr(past, "nbytes", 0))


class UndoStack(Generic[T]):
    """The present, and what can be undone and redone. A stroke of the pointer is one edit."""

    def __init__(self, present: T) -> None:
        self.present = present
        self._undo: list[T] = []
        self._redo: list[T] = []
        self.in_stroke = False  # whether the pointer is down
        self._before_stroke = present

    def begin_stroke(self) -> None:
        """Begin a stroke: all edits until :meth:`end_stroke` are undone at once."""
        self.end_stroke()  # of a stroke that a broken connection cut off
        self.in_stroke, self._before_stroke = True, self.present

    def end_stroke(self) -> T:
        """End a stroke; return the present as it was when the stroke began."""
        if not self.in_stroke:
            return self.present
        self.in_stroke = False
        if self._before_stroke is not self.present:
            self._remember(self._before_stroke)
        return self._before_stroke

    def adopt(self, present: T) -> None:
        """Replace the present."""
        if not self.in_stroke:
            self._remember(self.present)
        self.present = present

    def undo(self) -> bool:
        """Undo the last edit; False if there is none."""
        return self._travel(self._undo, self._redo)

    def redo(self) -> bool:
        """Redo the last undone edit; False if there is none."""
        return self._travel(self._redo, self._undo)

    def _travel(self, source: list[T], target: list[T]) -> bool:
        in_stroke = self.in_stroke
        self.end_stroke()
        travels = bool(source)
        if travels:
            target.append(self.present)
            self.present = source.pop()
        if in_stroke:
            self.begin_stroke()
        return travels

    def _remember(self, past: T) -> None:
        self._redo.clear()
        self._undo.append(past)
        del self._undo[: -limits.UNDO_EDITS]
        while sum(map(size_of, self._undo)) > limits.UNDO_BYTES:
            del self._undo[0]


class EditedSession(Generic[T]):
    """A session whose set-up a person edits: with undo, redo, and a count of changes."""

    def __init__(self, setup: T) -> None:
        self.edits = UndoStack(setup)
        self.version = 0  # rises with every change

    @property
    def setup(self) -> T:
        """The current set-up."""
        return self.edits.present

    def adopt(self, setup: T) -> None:
        """Replace the set-up, if it differs."""
        if setup != self.setup:
            self.edits.adopt(setup)
            self.version += 1

    def restore(self, setup: T) -> None:
        """Take over the set-up of a link, with nothing to undo."""
        self.edits = UndoStack(setup)
        self.version += 1

    def undo(self) -> bool:
        """Undo the last edit; False if there is none."""
        return self.travelled(self.edits.undo())

    def redo(self) -> bool:
        """Redo the last undone edit; False if there is none."""
        return self.travelled(self.edits.redo())

    def travelled(self, changed: bool) -> bool:
        """React to an undo or a redo, which may have changed something."""
        self.version += changed
        return changed
