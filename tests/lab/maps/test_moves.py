"""Moves on the map of a page: tiles, links and fences."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import asterion as at
from asterion.lab.maps.moves import TITLES, Fence, Link, are_neighbours, grid_of
from asterion.lab.page.map_files import _left_out
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from support.setups import setups

FLOOR = np.ones((6, 7), np.uint8)


def ground(moves, **more):
    return Setup(FLOOR, (0, 0), (5, 6), moves, (Run("astar"),), **more)


@given(setups())
def test_the_world_of_a_page_has_its_links_and_fences(setup):
    grid = setup.grid()
    assert [tuple(link)[1:] for link in grid.links] == [tuple(link) for link in setup.links]
    closed = {(fence.a, fence.b) for fence in setup.fences}
    closed |= {(fence.b, fence.a) for fence in setup.fences if fence.both}
    assert set(grid.fences) == closed
    assert grid.tiles == setup.tiles


@pytest.mark.parametrize("moves", TITLES)
def test_fences_may_stand_between_neighbours_alone(moves):
    """As the grid itself has it."""
    for a in np.ndindex(*FLOOR.shape):
        for b in np.ndindex(*FLOOR.shape):
            grid = grid_of(FLOOR, moves)
            try:
                grid.fences.add(a, b)
                fits = True
            except at.InvalidValue:
                fits = False
            assert are_neighbours(a, b, moves) == fits, (a, b)


def test_other_moves_keep_the_fences_that_still_fit():
    fences = Fence((1, 1), (2, 2)), Fence((1, 1), (1, 2)), Fence((2, 2), (3, 3))
    setup = ground("clear", fences=fences)
    assert setup.with_moves("never").fences == fences
    assert setup.with_moves("hex").fences == fences[:2]
    with pytest.raises(at.InvalidValue, match="diagonal is 'round'; choose one of 'never', "):
        setup.with_moves("round")


def test_another_map_has_no_links_and_fences():
    setup = ground("hex", links=(Link((0, 0), (5, 5)),), fences=(Fence((1, 1), (1, 2)),))
    other = setup.with_map(np.ones((3, 3), np.uint8))
    assert (other.links, other.fences, other.diagonal) == ((), (), "hex")


def test_what_files_leave_out_is_said():
    setup = ground("hex", links=(Link((0, 0), (5, 5)),), fences=(Fence((1, 1), (1, 2)),))
    assert _left_out(setup) == "the shape of its tiles, links, fences"
    assert _left_out(ground("never")) == ""


@pytest.mark.parametrize("moves", ["hex", "hex-columns", "triangle"])
def test_searches_and_options_for_squares_say_so_on_their_boards(moves):
    runs = Run("jps"), Run("astar", {"ties": "straight"}), Run("astar", {"heuristic": "manhattan"})
    results = Playground(replace(ground(moves), runs=(*runs, Run("astar")))).solve()
    assert [found.status for found in results] == ["error"] * 3 + ["found"]
    for found, words in zip(results, ("square tiles", "for square tiles", "squares"), strict=False):
        assert words in found.caption


# --- Drawing them


def drawn(**more):
    return Setup(cells=np.ones((4, 5), np.uint8), start=(0, 0), goal=(3, 4), **more)


def test_a_drawn_link_replaces_one_between_the_same_cells_and_is_erased_at_either_end():
    setup = drawn().linked(1, 13, 2.5, both=False).linked(2, 3, 1, both=True)
    assert setup.links == (Link((0, 1), (2, 3), 2.5, False), Link((0, 2), (0, 3), 1.0, True))
    assert setup.linked(13, 1, 4, both=True).links[-1] == Link((2, 3), (0, 1), 4.0, True)
    assert len(setup.linked(13, 1, 4, both=True).links) == 2
    assert setup.unlinked(13).links == setup.unlinked(1).links == setup.links[1:]
    assert setup.unlinked(19).links == setup.links


def test_a_drawn_fence_replaces_one_on_the_same_side_and_is_erased_from_either_cell():
    setup = drawn().fenced([(1, 2), (6, 7)], on=True, both=False)
    assert setup.fences == (Fence((0, 1), (0, 2), False), Fence((1, 1), (1, 2), False))
    assert setup.fenced([(2, 1)], on=True, both=True).fences[-1] == Fence((0, 2), (0, 1), True)
    assert setup.fenced([(2, 1)], on=False, both=True).fences == setup.fences[1:]


def test_a_drawn_fence_closes_the_move_that_its_link_of_the_lab_keeps():
    setup = replace(drawn(), diagonal="never").fenced([(0, 1), (0, 5)], on=True, both=True)
    for each in (setup, Setup.from_link(setup.to_link())):
        assert not at.find_path(each.grid(), each.start, each.goal)
    opened = setup.linked(0, 19, 3, both=False)
    assert at.find_path(Setup.from_link(opened.to_link()).grid(), (0, 0), (3, 4)).cost == 3
