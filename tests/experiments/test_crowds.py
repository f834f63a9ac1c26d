"""The study of a warehouse with ever more units, with short runs."""

import numpy as np
import pytest

import asterion as at
from asterion.experiments.crowds import ENGINES, EXPERIMENT, UNITS, Crowds, Trial, run, warehouse
from support.small_runs import result_of

CONFIG = Crowds(runs=1, steps=120, most_units=200)


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    result = result_of(EXPERIMENT, CONFIG, tmp_path_factory.mktemp("crowds"))
    return {(line["engine"], line["units"]): line for line in result["table"]}


def test_there_is_a_line_for_each_engine_and_number_of_units(lines):
    assert [*lines] == [(engine, n) for engine in ENGINES for n in UNITS if n <= 200]


def test_more_units_do_more_while_there_is_room_and_wait_more(lines):
    for engine in ENGINES:
        few, more = lines[engine, UNITS[0]], lines[engine, UNITS[1]]
        assert 1.5 * few["tasks"] < more["tasks"] < 2.5 * few["tasks"]
        waits = [lines[engine, n]["waits"] for n in UNITS if n <= 200]
        assert waits == sorted(waits)


def test_no_unit_does_more_tasks_than_its_ways_are_long(lines):
    grid = warehouse()
    free = np.argwhere(grid.cost > 0)
    tables = [at.distances(grid, tuple(cell)) for cell in free[::29].tolist()]
    mean = np.mean([table[tuple(free.T)].mean() for table in tables])
    for (_, units), line in lines.items():
        assert line["tasks"] < 1.2 * units / mean


def test_a_trial_depends_on_nothing_but_its_values():
    rows = [run(Trial(Crowds(steps=40), engine, 60, 3))[0] for engine in [*ENGINES] * 2]
    for row in rows:
        del row["step_seconds"]
    assert rows[: len(ENGINES)] == rows[len(ENGINES) :]


def test_every_cell_of_the_warehouse_can_be_reached():
    grid = warehouse()
    assert np.isfinite(at.distances(grid, (0, 0))[grid.cost > 0]).all()
    assert (grid.cost == 0).sum() == 14 * 6 * 16
