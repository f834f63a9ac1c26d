"""Lists to choose from, in which each entry has a line of explanation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

from nicegui import ui


def with_lines(select: ui.select, lines: Mapping[str, str]) -> ui.select:
    """A list whose entries have a line below them; ``lines`` are by their titles."""
    told = escape(json.dumps(dict(lines)))
    select.add_slot(
        "option",
        '<q-item v-bind="props.itemProps"><q-item-section>'
        "<q-item-label>{{ props.opt.label }}</q-item-label>"
        f"<q-item-label caption>{{{{ ({told})[props.opt.label] }}}}</q-item-label>"
        "</q-item-section></q-item>",
    )
    return select
