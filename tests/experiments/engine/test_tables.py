"""Tables in other formats."""

import csv
import io
import sys

import pytest

from asterion.errors import InvalidValue, MissingPackage
from asterion.experiments.engine.tables import checked_formats, csv_bytes, parquet_bytes

ROWS = [
    {"name": 'a, "b"\nc', "count": 3, "share": 0.1 + 0.2, "right": True, "note": None},
    {"name": "ü", "count": None, "share": 1, "right": False, "note": None, "more": [1, {"a": 2}]},
    {"name": "", "count": -(2**40), "share": None, "right": None, "note": None, "more": "text"},
]


def test_csv_has_every_digit_and_all_columns():
    first, second, third = csv.DictReader(io.StringIO(csv_bytes(ROWS).decode(), newline=""))
    assert first["name"] == 'a, "b"\nc'
    assert float(first["share"]) == 0.1 + 0.2
    assert (first["more"], second["more"], third["more"]) == ("", '[1, {"a": 2}]', "text")
    assert (second["count"], third["count"]) == ("", str(-(2**40)))


def test_parquet_keeps_kinds_of_numbers():
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(io.BytesIO(parquet_bytes(ROWS)))
    kinds = {name: str(table.schema.field(name).type) for name in table.schema.names}
    assert kinds == {
        "name": "string",
        "count": "int64",
        "share": "double",
        "right": "bool",
        "note": "null",
        "more": "string",
    }
    assert table["count"].to_pylist() == [3, None, -(2**40)]
    assert table["share"].to_pylist() == [0.1 + 0.2, 1.0, None]
    assert table["more"].to_pylist() == [None, '[1, {"a": 2}]', '"text"']


def test_parquet_holds_numbers_that_are_too_large_as_text():
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(io.BytesIO(parquet_bytes([{"seed": 2**70}, {"seed": 1}])))
    assert table["seed"].to_pylist() == [str(2**70), "1"]


def test_an_empty_table_can_be_written():
    pytest.importorskip("pyarrow")
    assert csv_bytes([]) == b"\n"
    assert parquet_bytes([]).startswith(b"PAR1")


def test_formats_are_checked_before_anything_is_run(monkeypatch):
    assert checked_formats(["csv", "tsv", "csv", "json"]) == ("csv",)
    message = "format is 'xml'; choose from 'tsv', 'json', 'csv', 'parquet'"
    with pytest.raises(InvalidValue, match=message):
        checked_formats(["csv", "xml"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackage, match=r"Parquet needs pyarrow: pip install 'pyarrow>=18'"):
        checked_formats(["parquet"])
