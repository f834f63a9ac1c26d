"""The picture of ``tactics`` shows the figures of its table."""

import pytest

from asterion.experiments.engine.experiment import Summary
from asterion.experiments.tactics.report import draw
from asterion.experiments.tactics.tables import ON_MAP, PAIR, STRENGTH

figures = pytest.importorskip("matplotlib.figure")

TABLE = [
    {"section": STRENGTH, "a": "Goap", "rating": 120.4, "turn_seconds": 0.0123, "states": 4500},
    {"section": STRENGTH, "a": "Idle", "rating": -80.6, "turn_seconds": 1e-9, "states": 0},
    {"section": PAIR, "a": "Goap", "b": "Idle", "share": 0.85},
    {"section": ON_MAP, "a": "Goap", "map": "C.1", "share": 0.5},
    {"section": ON_MAP, "a": "Idle", "map": "C.1", "share": 0.2},
]


@pytest.fixture(scope="module")
def axes():
    figure = figures.Figure()
    draw(figure, Summary(TABLE, {}, 0), [])
    return figure.axes


def words(axes):
    """What is written on it: (column, row, text, colour)."""
    return [(*text.get_position(), text.get_text(), text.get_color()) for text in axes.texts]


def ticks(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def test_shares_stand_where_row_and_column_meet(axes):
    pairs, places, *_ = axes
    assert [each[:3] for each in words(pairs)] == [(1, 0, "85"), (0, 1, "15")]
    assert [each[:3] for each in words(places)] == [(0, 0, "50"), (0, 1, "20")]
    assert ticks(pairs.xaxis) == ticks(pairs.yaxis) == ["Goap", "Idle"]
    assert ticks(places.xaxis) == ["C.1"]
    on_pale, on_dark = words(places)[0][3], words(pairs)[0][3]
    assert on_pale != on_dark == "white"
    assert words(places)[1][3] == "white"  # a fifth is not pale


def test_ratings_are_bars_on_both_sides_of_a_line(axes):
    *_, rating, _time = axes
    assert [(bar.get_y() + bar.get_height() / 2, bar.get_width()) for bar in rating.patches] == [
        (pytest.approx(0), 120.4),
        (pytest.approx(1), -80.6),
    ]
    assert [text.get_text() for text in rating.texts] == ["+120", "-81"]
    (line,) = rating.lines
    assert list(line.get_xdata()) == [0, 0]
    assert rating.get_ylim() == (1.5, -0.5)  # the strongest is at the top


def test_times_have_a_scale_of_powers_and_the_least_that_is_shown(axes):
    *_, time = axes
    assert [bar.get_width() for bar in time.patches] == [0.0123, 1e-6]
    assert [text.get_text() for text in time.texts] == ["12 ms; 4,500", "0.00 ms"]
    assert time.get_xscale() == "log"
    assert time.get_xlim() == (pytest.approx(5e-7), pytest.approx(1.23))
