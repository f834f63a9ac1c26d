"""Tables that compare: bars, and a mark at the best of each column."""

from asterion.lab.page.results import graded


def test_the_smallest_of_a_column_is_the_best_and_bars_are_in_proportion():
    rows = [{"name": "a", "cost": 4, "ms": 1.0}, {"name": "b", "cost": 2, "ms": 4.0}]
    first, second = graded(rows, ("cost", "ms"))
    assert (first["best"], second["best"]) == (["ms"], ["cost"])
    assert first["bars"] == {"cost": 1, "ms": 0.25}
    assert second["bars"] == {"cost": 0.5, "ms": 1}
    assert first["name"] == "a"


def test_equals_share_the_mark_and_all_equal_have_none():
    rows = [{"cost": 2, "cells": 3}, {"cost": 2, "cells": 3}, {"cost": 5, "cells": 3}]
    assert [row["best"] for row in graded(rows, ("cost", "cells"))] == [["cost"], ["cost"], []]


def test_one_row_and_missing_values_are_not_compared():
    assert graded([{"cost": 2}], ("cost",)) == [{"cost": 2, "best": [], "bars": {}}]
    rows = [{"cost": 2}, {"result": "unreachable"}]
    assert [row["best"] for row in graded(rows, ("cost",))] == [[], []]
    rows = [{"cost": 2}, {"result": "unreachable"}, {"cost": 3}]
    assert [row["bars"] for row in graded(rows, ("cost",))] == [{"cost": 0.667}, {}, {"cost": 1}]


def test_zeros_have_no_bars_and_the_rows_given_stay_as_they_are():
    rows = [{"expanded": 0}, {"expanded": 0}]
    assert [row["bars"] for row in graded(rows, ("expanded",))] == [{"expanded": 0}] * 2
    assert rows == [{"expanded": 0}, {"expanded": 0}]
