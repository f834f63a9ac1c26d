"""The game in a window: units arrive, doors and the tower matter, and clicks are orders."""

import subprocess
import sys

import numpy as np
import pygame
import pytest
from PIL import Image

import asterion as at
from support.examples import EXAMPLES, load_example

field = load_example("pygame")
SOUTH_BRIDGE = np.s_[20:22, 12:15]


@pytest.fixture
def game():
    return field.Game()


@pytest.fixture
def window(game, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield field.Window(game, scaled=False)
    pygame.display.quit()


def run(game, frames):
    """The cells of all units after each frame."""
    for _ in range(frames):
        game.frame(expansions=field.EXPANSIONS)
        yield [unit.cell for unit in game.units]


def frames_to_arrive(game):
    return next(i for i, _ in enumerate(run(game, 3000)) if game.arrived() == len(game.units))


def click(game, cell):
    return field._events(pygame, game, cell)


def test_units_arrive_each_on_a_cell_of_its_own_and_never_two_on_one(game):
    game.order(game.units, field.FORT)
    before = [unit.cell for unit in game.units]
    for cells in run(game, 1500):
        assert len({*cells}) == len(cells)
        for here, there in zip(before, cells, strict=True):
            assert here == there or there in [cell for cell, _ in game.grid.neighbours(here)]
        before = cells
    assert game.arrived() == len(game.units)
    assert all(10 <= row <= 15 and 20 <= col <= 28 for row, col in before)


def test_units_that_are_sent_to_one_place_in_two_orders_want_different_cells(game):
    game.order(game.units[:6], field.FORT)
    game.order(game.units[6:], field.FORT)
    assert len({unit.request.goal for unit in game.units}) == len(game.units)


def test_a_run_without_a_window_is_the_same_each_time():
    runs = []
    for _ in range(2):
        game = field.Game()
        game.order(game.units, field.FORT)
        runs.append([*run(game, 300)])
    assert runs[0] == runs[1]


def test_open_doors_are_a_shorter_way():
    times = {}
    for is_open in (False, True):
        game = field.Game()
        if is_open:
            game.turn_door(1)
            game.turn_door(2)
        game.order(game.units, field.FORT)
        times[is_open] = frames_to_arrive(game)
    assert times[True] < times[False]


def test_units_that_have_no_way_set_off_when_a_door_opens(game):
    game.grid[SOUTH_BRIDGE] = 0
    game.order(game.units, field.FORT)
    cells = [*run(game, 200)][-1]  # the first few moves are made before it is known
    assert all(col < 14 for _, col in cells)
    assert {unit.request.status for unit in game.units} == {"unreachable"}
    game.turn_door(1)
    frames_to_arrive(game)


def test_a_door_does_not_shut_on_a_unit(game):
    game.turn_door(1)
    game.order(game.units[:1], game.doors[1][0])
    frames_to_arrive(game)
    game.turn_door(1)
    assert game.is_open(1)
    game.order(game.units[:1], (2, 2))
    frames_to_arrive(game)
    game.turn_door(1)
    assert not game.is_open(1)


def test_paths_are_less_in_the_sight_of_a_tower_that_is_manned(game):
    seen = at.visible(game.grid, field.TOWER, radius=field.RANGE)

    def cells_in_sight():
        return sum(bool(seen[cell]) for cell in at.find_path(game.grid, (6, 15), (6, 30)))

    empty = cells_in_sight()
    game.turn_tower()
    assert cells_in_sight() < empty / 2
    game.turn_tower()
    assert cells_in_sight() == empty


def test_the_grid_is_what_the_uppermost_tile_with_properties_says(game):
    ((first, tileset),) = game.level.tilesets.items()
    wanted = np.ones(game.grid.shape)
    for name in ("ground", "things", "doors"):
        for cell, tile in np.ndenumerate(game.layers[name].data):
            if tile and tile - first in tileset.tiles:
                says = tileset.tiles[tile - first].properties
                wanted[cell] = says.get("cost", 1) if says.get("walkable", True) else 0
    np.testing.assert_array_equal(game.grid.cost, wanted)


def test_a_click_selects_a_unit_and_another_click_sends_it_alone(game, window):
    unit = game.units[3]
    for event in (*click(game, unit.cell), *click(game, (2, 2))):
        window.handle(event)
    assert window.selected == [unit]
    assert unit.request.goal == (2, 2)
    frames_to_arrive(game)
    assert unit.cell == (2, 2)
    assert [each.cell for each in game.units].count((2, 2)) == 1


def test_a_drag_selects_the_units_in_its_box(game, window):
    first, last = ((0, 0), (5 * field.TILE, 8 * field.TILE))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=first))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=last))
    inside = [unit for unit in game.units if unit.cell[1] <= 5 and unit.cell[0] <= 8]
    assert window.selected == inside
    assert 0 < len(inside) < len(game.units)


def test_a_key_turns_a_door_in_the_world_and_in_the_picture(game, window):
    row, col = game.doors[2][0]
    where = col * field.TILE + 3, row * field.TILE + 3
    window.draw()
    shut = window.screen.get_at(where)
    window.handle(pygame.event.Event(pygame.KEYDOWN, unicode="2"))
    window.draw()
    assert game.is_open(2)
    assert window.screen.get_at(where) != shut


def test_a_click_outside_or_on_a_wall_is_no_order(game, window):
    goals = [unit.request.goal for unit in game.units]
    for cell in ((0, 0), (-3, 5), (9, 19)):
        for event in click(game, cell):
            window.handle(event)
    assert [unit.request.goal for unit in game.units] == goals


@pytest.mark.slow
def test_the_program_runs_without_a_window_and_saves_pictures(tmp_path):
    program = [sys.executable, "-W", "error", str(EXAMPLES / "pygame" / "main.py")]
    shot, both = tmp_path / "shot.png", tmp_path / "map.png"
    arguments = ["--frames", "600", "--screenshot", str(shot)]
    done = subprocess.run([*program, *arguments], capture_output=True, text=True, check=True)
    assert "12 of 12 units have arrived" in done.stdout
    subprocess.run([*program, "--map", str(both)], check=True)
    with Image.open(shot) as picture, Image.open(both) as pair:
        assert picture.size == (640, 384)
        assert pair.size == (1296, 384)
        assert len(picture.getcolors(1 << 20)) > 30  # tiles were drawn
