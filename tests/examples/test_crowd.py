"""The crowd in a window: nobody is in another's cell or in a wall, and the mouse is obeyed."""

import numpy as np
import pygame
import pytest

from support.crowds import is_step
from support.examples import load_example

crowd = load_example("crowd")


@pytest.fixture
def game():
    return crowd.Game()


@pytest.fixture
def window(game, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield crowd.Window(game, scaled=False)
    pygame.display.quit()


def cells(array):
    return [(int(row), int(col)) for row, col in array]


def press(window, button, cell):
    row, col = cell
    place = (col * crowd.TILE + 3, row * crowd.TILE + 3)
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=button, pos=place))


def drag(window, buttons, cell):
    row, col = cell
    place = (col * crowd.TILE + 3, row * crowd.TILE + 3)
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, buttons=buttons, pos=place))


def test_units_walk_by_the_rules_while_walls_are_drawn_over_them(game, window):
    rng = np.random.default_rng(3)
    for _ in range(25):
        before = cells(game.crowd.positions)
        for cell in [*before[:3], *rng.integers(60, size=(3, 2)).tolist()]:
            drag(window, (1, 0, 0), cell)
        for _ in range(crowd.FRAMES):
            game.frame()
        assert is_step(game.grid, before, cells(game.crowd.positions))


def test_the_left_button_builds_and_the_right_one_clears(game, window):
    press(window, 1, (5, 40))
    drag(window, (1, 0, 0), (6, 40))
    drag(window, (0, 0, 0), (7, 40))
    assert [int(game.grid[row, 40]) for row in (5, 6, 7)] == [0, 0, 1]
    press(window, 3, (5, 40))
    drag(window, (0, 0, 1), (6, 40))
    assert (game.grid.cost == 1).all()
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, buttons=(1, 0, 0), pos=(-9, 9999)))
    assert game.grid[63, 0] == 0  # the nearest cell


def test_the_middle_button_sends_the_squad_as_a_block(game, window):
    others = cells(game.crowd.goals)[crowd.SQUAD :]
    press(window, 2, (32, 48))
    goals = np.asarray(game.crowd.goals)
    assert np.abs(goals[: crowd.SQUAD] - (32, 48)).max() <= 4
    assert cells(goals)[crowd.SQUAD :] == others


def test_space_shuffles_the_goals(game, window):
    before = cells(game.crowd.goals)
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE))
    after = cells(game.crowd.goals)
    assert after != before
    assert sorted(after) == sorted(before)


def test_units_glide_from_cell_to_cell(game):
    while game.frames < 2 * crowd.FRAMES:
        game.frame()
    start = game.places()
    game.frame()
    assert np.allclose(start, game.before)
    moved = game.places() - start
    assert np.allclose(moved * crowd.FRAMES, game.crowd.positions - game.before)
    assert moved.any()


def test_the_picture_shows_walls_and_units(game, window):
    press(window, 1, (3, 48))
    window.draw()
    assert window.screen.get_at((485, 35))[:3] == crowd.WALL
    row, col = game.crowd.positions[0].tolist()
    middle = (col * crowd.TILE + 5, row * crowd.TILE + 5)
    assert window.screen.get_at(middle)[:3] == crowd.SQUAD_COLOUR


def test_a_run_without_a_window_is_the_same_each_time(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    ends = [cells(crowd.rehearse(120).crowd.positions) for _ in range(2)]
    assert ends[0] == ends[1]
