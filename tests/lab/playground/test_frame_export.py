"""Frames of a path service as an animated picture."""

import io

import numpy as np
import pytest
from PIL import Image, ImageSequence

from asterion.errors import InvalidValue
from asterion.lab.playground.export import FRAMES, GAP, LINE
from asterion.lab.playground.frame_budget import Edit, FrameBudget
from asterion.lab.playground.frame_export import gif_of_frames
from asterion.lab.playground.frame_run import STATUSES, STEPS, FrameRun, running
from asterion.lab.playground.scenes import SCENES
from asterion.lab.playground.setup import Setup
from asterion.lab.work import drained

WALL, UNIT, GOAL = (43, 48, 59), (11, 79, 158), (0, 122, 90)
STEP_COLOURS = {"quick": (220, 38, 38), "full": (123, 97, 255), "splice": (240, 180, 0)}


def run_of(setup):
    return drained(running(setup, setup.budget, lambda: False))


def scene(name):
    return next(each for each in SCENES if each.key == name).make()


def shown(run):
    """The frame that each picture shows, the board, and the size of a cell in pixels."""
    picture = Image.open(io.BytesIO(drained(gif_of_frames(run))))
    rows, cols = run.setup.cells.shape
    scale = min(480 / max(rows, cols), 24)
    wide = max(1, round(cols * scale))
    numbers = np.unique(np.linspace(0, len(run.frames) - 1, FRAMES + 1).astype(int)).tolist()
    boards = [
        np.asarray(each.convert("RGB"), int)[GAP + LINE : -LINE - GAP, GAP:][:, :wide]
        for each in ImageSequence.Iterator(picture)
    ]
    assert len(boards) == len(numbers)
    return [*zip(numbers, boards, strict=True)], scale


def has(pixels, colour):
    return bool((np.abs(pixels - colour).sum(axis=2) < 40).any())


def around(board, cell, scale):
    """The marks at a cell and near it: marks are larger than small cells."""
    row, col = (int(each * scale) for each in cell)
    size = int(scale)
    return board[max(0, row - 9) : row + size + 9, max(0, col - 9) : col + size + 9]


def test_units_goals_and_paths_are_where_they_are_in_the_frame():
    run = run_of(scene("paths-within-a-frame-budget"))
    frames, scale = shown(run)
    assert 30 < len(frames) <= FRAMES + 1
    cols = run.setup.cells.shape[1]
    seen = set()
    for number, board in frames:
        steps = set()
        for unit, (_, goal) in zip(run.frames[number], run.setup.units, strict=True):
            route = run.routes[unit.route]
            nodes = route.nodes[unit.at :].tolist()
            assert has(around(board, divmod(nodes[0], cols), scale), UNIT)
            if STATUSES[unit.status] != "arrived" and nodes[0] != goal[0] * cols + goal[1]:
                assert has(around(board, goal, scale), GOAL)
            quick = max(0, route.quick - unit.at)
            if len(nodes) > 4:  # else it is below the unit and the goal
                steps |= {"quick"} if quick > 3 else set()
                steps |= {STEPS[route.step]} if len(nodes) - 1 - quick > 3 else set()
        for step in steps - {""}:
            assert has(board, STEP_COLOURS[step]), (number, step)
        seen |= steps
    assert {"quick", "full", "splice"} <= seen
    last = frames[-1][1]
    assert not any(has(last, colour) for colour in STEP_COLOURS.values())  # all have arrived


def test_what_was_drawn_at_a_frame_is_there_from_it_on():
    cells = np.ones((9, 30), np.uint8)
    budget = FrameBudget(expansions=10, others=(), edits=(Edit(5, 4 * 30 + 15, 0),))
    run = run_of(Setup(cells, (4, 0), (4, 29), "never", budget=budget))
    frames, scale = shown(run)
    walls = {}
    for number, board in frames:
        walls[number] = has(board[int(4.2 * scale) :][:1, int(15.2 * scale) :][:, :1], WALL)
    assert [number for number in walls if number in (0, 4, 5, 6)] == [0, 4, 5, 6]
    assert walls == {number: number >= 5 for number in walls}


def test_frames_that_could_not_be_played_are_not_saved():
    setup = scene("paths-within-a-frame-budget")
    failed = FrameRun(setup, setup.budget, status="error", message="start (0, 0) is a wall")
    with pytest.raises(InvalidValue, match=r"no frames to save: start \(0, 0\) is a wall"):
        drained(gif_of_frames(failed))
