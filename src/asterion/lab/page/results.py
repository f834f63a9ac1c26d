"""Tables of results that compare: bars behind the numbers, and a mark at the best of a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nicegui import ui

Row = dict[str, Any]
_TEXTS = ("search", "result", "agent", "state", "unit")
# A number over a bar, and a mark at the best; the rest as it is.
_CELL = (
    '<q-td :props="props"><span class="graded" :class="{best: (props.row.best || [])'
    '.includes(props.col.name)}" :style="props.row.bars && props.col.name in props.row.bars '
    "? {'--share': props.row.bars[props.col.name]} : {}\">{{ typeof props.value === 'number' "
    "? props.value.toLocaleString('en-US', {maximumFractionDigits: 3}) : props.value }}"
    '<span v-if="props.row.notes && props.row.notes[props.col.name]" class="graded-note">'
    "{{ props.row.notes[props.col.name] }}</span></span></q-td>"
)
# A heading that sorts, also by keyboard (shortcuts.js); abbreviations are explained. Only Quasar
# knows the sort order, which it shows by a class.
_HEAD = (
    '<q-th :props="props" tabindex="0" :aria-sort="/sort-desc/.test(props.col.__thClass) '
    "? 'descending' : /sorted/.test(props.col.__thClass) ? 'ascending' : 'none'\">"
    '<abbr v-if="props.col.help" :title="props.col.help">{{ props.col.label }}</abbr>'
    "<template v-else>{{ props.col.label }}</template></q-th>"
)


def results_table(
    names: list[str], *, page: int = 0, helps: Mapping[str, str] | None = None
) -> ui.table:
    """A table of figures, in pages of ``page`` rows; ``helps`` explain columns."""
    table = ui.table(columns=columns_of(names, helps), rows=[], pagination=page or None)
    table.add_slot("header-cell", _HEAD)
    table.add_slot("body-cell", _CELL)
    return table.classes("w-full lab-results").props("dense flat bordered")


def columns_of(names: list[str], helps: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """The columns of such a table."""
    return [
        {
            "name": name,
            "label": name,
            "field": name,
            "sortable": True,
            "align": "left" if name in _TEXTS else "right",
            "help": (helps or {}).get(name),
        }
        for name in names
    ]


def graded(rows: list[Row], columns: Iterable[str]) -> list[Row]:
    """The rows with a bar for each number, and the smallest of each column marked as the best.

    If all are equal nothing is best, and with one row nothing is compared.
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
