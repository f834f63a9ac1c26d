"""The errors of pictures, word for word."""

import pickle

import asterion as at
from support import refusals


def test_refusals():
    grid = at.Grid([[1, 1]])
    plan = at.solve_crowd(grid, [(0, 0)], [(0, 1)])
    swap = at.solve_crowd(grid, [(0, 0), (0, 1)], [(0, 1), (0, 0)])
    refusals.check(__file__, pickle=pickle, crowd_plan=plan, no_crowd_plan=swap)
