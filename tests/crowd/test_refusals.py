"""The errors of crowds, plans and timetables, word for word."""

import asterion as at
from support import refusals


def test_refusals():
    grid = at.Grid.from_text("..#\n...")
    refusals.check(
        __file__,
        at=at,
        grid=grid,
        large=at.Grid([[1] * 4] * 4).view(size=2),
        round=at.Grid([[1] * 4] * 4).view(radius=1.2),
        crowd=at.Crowd(grid, [(0, 0), (1, 0)], [(0, 0), (1, 0)]),
        table=at.Timetable(grid),
    )
