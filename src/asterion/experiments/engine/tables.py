"""Tables as files: TSV for reading, CSV and Parquet for other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from statistics import fmean
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, imported
from asterion.experiments.engine.experiment import Row

_INT64 = range(-(2**63), 2**63)


def grouped(rows: Iterable[Row], *columns: str) -> dict[tuple[Any, ...], list[Row]]:
    """Group rows by the values of some columns, in the order in which they come."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[column] for column in columns), []).append(row)
    return groups


def mean(rows: Iterable[Row], column: str) -> float | None:
    """Return the mean of a column without its empty values; None if all are empty."""
    values = [row[column] for row in rows if row[column] is not None]
    return fmean(values) if values else None


def tsv(table: list[Row]) -> str:
    """Return tab-separated columns with a header line."""
    lines = [list(table[0]) if table else []]
    lines += [[text(value) for value in row.values()] for row in table]
    return "".join("\t".join(line) + "\n" for line in lines)


def text(value: object) -> str:
    """A value in a table: None is empty, numbers have no superfluous digits."""
    if value is None:
        return ""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def csv_bytes(table: list[Row]) -> bytes:
    """Return comma-separated values with a header line, by RFC 4180 except for line ends.

    Numbers have all their digits, None is empty; lists and dicts are JSON.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    columns = columns_of(table)
    writer.writerow(columns)
    for row in table:
        writer.writerow(_field(row.get(column)) for column in columns)
    return file.getvalue().encode()


def parquet_bytes(table: list[Row]) -> bytes:
    """Return an Apache Parquet file: columns of whole numbers, numbers, truth values or texts.

    A column of several kinds, of lists or of dicts becomes texts, in JSON.
    """
    arrow, parquet = _pyarrow("pyarrow"), _pyarrow("pyarrow.parquet")
    columns = {name: _column(table, name) for name in columns_of(table)}
    file = io.BytesIO()
    parquet.write_table(arrow.table(columns), file)
    return file.getvalue()


def columns_of(table: list[Row]) -> list[str]:
    """Return the columns of all rows, in the order in which they come."""
    return list(dict.fromkeys(name for row in table for name in row))


def _field(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def _column(table: list[Row], name: str) -> list[Any]:
    values = [row.get(name) for row in table]
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    whole = kinds != {int} or all(value is None or value in _INT64 for value in values)
    if kinds in ({int}, {float}, {bool}, {str}, set()) and whole:
        return values
    return [None if value is None else json.dumps(value) for value in values]


def _pyarrow(module: str) -> Any:
    return imported(module, "Parquet", "pyarrow")


class Format(NamedTuple):
    """A further format: its files, for the summary and for the rows of all trials."""

    table: str
    rows: str
    written: Callable[[list[Row]], bytes]


FORMATS = {
    "csv": Format("table.csv", "rows.csv", csv_bytes),
    "parquet": Format("table.parquet", "rows.parquet", parquet_bytes),
}


def checked_formats(formats: Iterable[str]) -> tuple[str, ...]:
    """Return the formats to write besides TSV and JSON, each once.

    Raises before any trial is run: InvalidValue for an unknown one, MissingPackage for Parquet
    without pyarrow.
    """
    known = ("tsv", "json", *FORMATS)
    chosen = tuple(dict.fromkeys(formats))
    for each in chosen:
        if each not in known:
            names = ", ".join(repr(name) for name in known)
            raise InvalidValue(f"format is {each!r}; choose from {names}")
    if "parquet" in chosen:
        _pyarrow("pyarrow")
    return tuple(each for each in chosen if each in FORMATS)
