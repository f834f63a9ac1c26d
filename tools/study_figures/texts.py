"""Figures as the docs write them."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """The lines of a table in Markdown; all but the first columns are aligned to the right."""
    rules = ["---"] * left + ["---:"] * (len(heads) - left)
    return [_line(row) for row in (heads, rules, *rows)]


def _line(cells: Sequence[str]) -> str:
    return "".join(f"| {cell} " if cell else "|  " for cell in cells) + "|"


def whole(value: float) -> str:
    """A count: 12,641."""
    return f"{value:,.0f}"


def percent(share: float, digits: int = 0) -> str:
    """A share: 43 %."""
    return f"{100 * share:.{digits}f} %"


def ms(seconds: float) -> str:
    """Milliseconds: 158, 33.8, 1.8 or 0.0437."""
    value = seconds * 1000
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 0.9995 else f"{value:.3g}"


def p_value(p: float) -> str:
    """A probability: 0.86, 3e-6 or 1."""
    if p >= 0.01:
        return f"{p:.2g}"
    digits, power = f"{p:.0e}".split("e")
    return f"{digits}e{int(power)}"


def size(count: float) -> str:
    """Bytes: 8.0 MiB, 512 KiB, 0.4 KiB or 8 bytes."""
    if count >= 2**20:
        return f"{count / 2**20:.1f} MiB"
    if count >= 2**10:
        return f"{count / 2**10:.0f} KiB"
    return f"{count / 2**10:.1f} KiB" if count >= 100 else f"{count:.0f} bytes"


def navigator(name: str) -> str:
    """As it stands in a table: `astar`, fifo."""
    algorithm, *options = name.split(", ")
    return ", ".join([f"`{algorithm}`", *options])
