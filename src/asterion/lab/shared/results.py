"""Tables of results that compare: bars behind the numbers, and a mark at the best of a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nicegui import ui

Row = dict[str, Any]
_TEXTS = ("search", "result", "agent", "state")
# A number over a bar, and a mark at the best; the rest as it is.
_CELL = (
    '<q-td :props="props"><span class="graded" :class="{best: (props.row.best || [])'
    '.includes(props.col.name)}" :style="props.row.bars && props.col.name in props.row.bars '
    "? {'--share': props.row.bars[props.col.name]} : {}\">{{ props.value }}"
    '<span v-if="props.row.notes && props.row.notes[props.col.name]" class="graded-note">'
    "{{ props.row.notes[props.col.name] }}</span></span></q-td>"
)


def results_table(
    names: list[str], *, page: int = 0, helps: Mapping[str, str] | None = None
) -> ui.table:
    """A table of figures, with pages of so many rows; ``helps`` explain columns."""
    columns = [
        {
            "name": name,
            "label": name,
            "field": name,
            "sortable": True,
            "align": "left" if name in _TEXTS else "right",
        }
        for name in names
    ]
    table = ui.table(columns=columns, rows=[], pagination=page or None)
    table.add_slot("body-cell", _CELL)
    for name, text in (helps or {}).items():
        table.add_slot(
            f"header-cell-{name}",
            f'<q-th :props="props"><abbr title="{text}">{{{{ props.col.label }}}}</abbr></q-th>',
        )
    return table.classes("w-full lab-results").props("dense flat bordered")


def graded(rows: list[Row], columns: Iterable[str]) -> list[Row]:
    """The rows with a bar for each number, and the smallest of each column marked as the best.

    Where all are equal nothing is best, and where there is one row nothing is compared.
    """
    graded_rows = [{**row, "best": [], "bars": {}} for row in rows]
    for name in columns:
        values = [row[name] for row in rows if isinstance(row.get(name), int | float)]
        if len(values) < 2:
            continue
        most, least = max(values), min(values)
        for row in graded_rows:
            if isinstance(row.get(name), int | float):
                row["bars"][name] = round(row[name] / most, 3) if most else 0
                if row[name] == least < most:
                    row["best"].append(name)
    return graded_rows
