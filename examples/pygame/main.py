"""Units on a map of Tiled, in a window: select them, send them, open doors and shut them.

python examples/pygame/main.py                                a window, to play in
python examples/pygame/main.py --frames 600                   without one: a scene runs by itself
python examples/pygame/main.py --frames 300 --screenshot FILE and its last frame is saved
python examples/pygame/main.py --map FILE                     the file's tiles beside its costs

It needs pygame-ce and pytiled-parser: pip install pygame-ce pytiled-parser .
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
import pytiled_parser

import asterion as at

MAP = Path(__file__).parent / "valley.tmx"
TILE = 16  # pixels
OPENED = 2  # from the picture of a shut door to that of an open one, in the tileset
PACE = 7  # frames for a move over a cell of cost 1; mud takes longer
THREAT, RANGE = 6.0, 7  # what a cell that the tower sees costs more, and how far it sees
SECONDS = 0.002  # for all paths, in each frame of 1/60 s
EXPANSIONS = 400  # the same without a window, where each run has to be the same
TOWER = (3, 23)
FORT = (12, 24)
SCENE = {0: FORT, 60: "1", 150: "t", 230: "2"}  # by frame: clicks on cells, and keys


class Unit:
    """A unit: its place, the place that it comes from, and its request for a path."""

    def __init__(self, request):
        self.request = request
        self.cell = self.before = request.position
        self.left = self.pause = 0  # frames until the move is over, and frames that it takes

    def place(self):
        """Row and column in between, while it moves."""
        part = self.left / self.pause if self.pause else 0.0
        return np.add(np.multiply(self.cell, 1 - part), np.multiply(self.before, part))


class Game:
    """All that is not drawn: the map, its doors, the tower, the units."""

    def __init__(self, file=MAP):
        self.level = pytiled_parser.parse_map(file)
        self.grid = at.load_map(file)
        self.grid.layers["threat"] = np.zeros(self.grid.shape)
        self.layers = {layer.name: layer for layer in self.level.layers}
        ((self.first, tileset),) = self.level.tilesets.items()
        self.doors = {}  # the cells of each, by the number that the tile has in the editor
        for cell, tile in np.ndenumerate(self.layers["doors"].data):
            if tile:
                number = tileset.tiles[tile - self.first].properties["door"]
                self.doors.setdefault(number, []).append(cell)
        self.manned = False
        # Units wait for each other for three steps, then they go around.
        self.service = at.PathService(self.grid, meeting="both", patience=3)
        starts = [
            self.grid.frame.cell(each.coordinates) for each in self.layers["units"].tiled_objects
        ]
        self.units = [Unit(self.service.request(cell, cell)) for cell in starts]

    def order(self, units, goal):
        """Sends units to a cell and to those nearest to it, each to another."""
        taken = {unit.request.goal for unit in self.units if unit not in units}
        if not self.grid[goal]:
            return
        near = at.distances(self.grid, goal)
        cells = [
            divmod(int(flat), near.shape[1]) for flat in near.argsort(axis=None, kind="stable")
        ]
        free = (cell for cell in cells if cell not in taken)
        for unit in sorted(units, key=lambda unit: near[unit.cell]):
            unit.request.cancel()
            unit.request = self.service.request(unit.cell, next(free))

    def is_open(self, door):
        return bool(self.grid[self.doors[door][0]])

    def turn_door(self, door):
        """Opens a door or shuts it; it stays open while someone is in it."""
        cells = self.doors[door]
        if not {unit.cell for unit in self.units} & {*cells}:
            self.grid[tuple(zip(*cells, strict=True))] = 0 if self.is_open(door) else 1

    def turn_tower(self):
        """Mans the tower, or lets its crew rest: where it sees, the ground costs more."""
        self.manned = not self.manned
        seen = at.visible(self.grid, TOWER, radius=RANGE)
        self.grid.layers["threat"] = np.where(seen, THREAT * self.manned, 0.0)

    def frame(self, **budget):
        """One frame: some work on paths, then every unit that has ended its move begins another."""
        self.service.run(**budget)
        ready = []
        for unit in self.units:
            unit.left = max(0, unit.left - 1)
            if unit.left == 0:
                unit.before = unit.cell
                ready.append(unit)
        moves = self.service.step([unit.request for unit in ready])
        for unit, cell in zip(ready, moves, strict=True):
            if cell is not None:
                unit.cell = cell
                far = np.hypot(*np.subtract(cell, unit.before))
                unit.left = unit.pause = round(PACE * far * self.grid[cell])

    def arrived(self):
        return sum(unit.request.status == "arrived" for unit in self.units)


class Picture:
    """Draws a game with the tiles of its map."""

    def __init__(self, game):
        import pygame  # noqa: PLC0415 - the game itself runs without it

        self.pygame, self.game = pygame, game
        rows, cols = game.grid.shape
        self.size = cols * TILE, rows * TILE
        sheet = pygame.image.load(MAP.parent / "tiles.png")
        across = sheet.get_width() // TILE
        self.tiles = [
            sheet.subsurface((i % across * TILE, i // across * TILE, TILE, TILE))
            for i in range(across * sheet.get_height() // TILE)
        ]
        self.ground = pygame.Surface(self.size)
        for name in ("ground", "things"):
            self._draw_layer(self.ground, name)

    def _draw_layer(self, surface, name):
        for (row, col), tile in np.ndenumerate(self.game.layers[name].data):
            if tile:
                surface.blit(self.tiles[tile - self.game.first], (col * TILE, row * TILE))

    def map(self):
        """The map as the editor shows it: every layer of tiles, in order."""
        surface = self.ground.copy()
        self._draw_layer(surface, "doors")
        return surface

    def costs(self):
        """Draw the map's costs: walls black, floor white, the more it costs the darker."""
        cost = np.asarray(self.game.grid.cost, float)
        shade = np.where(cost > 0, 255 - 40 * (cost - 1), 0).clip(0, 255).astype(np.uint8)
        grey = np.repeat(np.repeat(shade, TILE, 0), TILE, 1)
        return self.pygame.surfarray.make_surface(np.stack([grey.T] * 3, axis=2))

    def draw(self, surface, selected=(), box=None):
        game, pygame = self.game, self.pygame
        surface.blit(self.ground, (0, 0))
        self._draw_threat(surface)
        data = game.layers["doors"].data
        for cells in game.doors.values():
            for row, col in cells:
                tile = data[row][col] - game.first + (OPENED if game.grid[row, col] else 0)
                surface.blit(self.tiles[tile], (col * TILE, row * TILE))
        for unit in selected:
            points = [self.middle(cell) for cell in unit.request.path]
            if len(points) > 1:
                pygame.draw.lines(surface, (255, 255, 160), False, points)
        for unit in game.units:
            middle = self.middle(unit.place())
            lost = unit.request.status == "unreachable"
            pygame.draw.circle(surface, (200, 60, 50) if lost else (40, 90, 200), middle, 6)
            pygame.draw.circle(
                surface, (255, 255, 160) if unit in selected else (20, 30, 60), middle, 6, 2
            )
        if box:
            pygame.draw.rect(surface, (255, 255, 160), box, 1)

    def _draw_threat(self, surface):
        tint = self.pygame.Surface((TILE, TILE), self.pygame.SRCALPHA)
        tint.fill((190, 0, 150, 80))
        threat = np.asarray(self.game.grid.layers["threat"])
        for row, col in np.argwhere((threat > 0) & (self.game.grid.cost > 0)):
            surface.blit(tint, (col * TILE, row * TILE))

    def middle(self, place):
        row, col = place
        return col * TILE + TILE / 2, row * TILE + TILE / 2


class Window:
    """The player's input, and the screen."""

    def __init__(self, game, *, scaled):
        import pygame  # noqa: PLC0415 - as above

        pygame.display.init()
        flags = pygame.SCALED | pygame.RESIZABLE if scaled else 0
        self.pygame, self.game, self.picture = pygame, game, Picture(game)
        self.screen = pygame.display.set_mode(self.picture.size, flags)
        self.selected, self.corner, self.closed = [*game.units], None, False

    def handle(self, event):
        pygame, game = self.pygame, self.game
        if event.type == pygame.QUIT:
            self.closed = True
        elif event.type == pygame.KEYDOWN and event.unicode in ("1", "2"):
            game.turn_door(int(event.unicode))
        elif event.type == pygame.KEYDOWN and event.unicode == "t":
            game.turn_tower()
        elif event.type == pygame.KEYDOWN and event.unicode == "a":
            self.selected = [*game.units]
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.corner = event.pos
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.corner:
            self._clicked(self._box(event.pos), event.pos)
            self.corner = None

    def _clicked(self, box, point):
        """Units in the box are selected; without any, those that were are sent there."""
        inside = [
            unit
            for unit in self.game.units
            if box.inflate(TILE, TILE).collidepoint(self.picture.middle(unit.place()))
        ]
        if inside:
            self.selected = inside
        elif max(box.size) < TILE:
            try:
                cell = self.game.grid.frame.cell(point)
            except IndexError:  # beside the map
                return
            self.game.order(self.selected, cell)

    def _box(self, point):
        (a, b), (c, d) = self.corner, point
        return self.pygame.Rect(min(a, c), min(b, d), abs(a - c), abs(b - d))

    def draw(self):
        box = self._box(self.pygame.mouse.get_pos()) if self.corner else None
        self.picture.draw(self.screen, self.selected, box)
        self.pygame.display.flip()


def play():
    """A window: 60 frames per second, whatever the units ask for."""
    import pygame  # noqa: PLC0415

    window = Window(game := Game(), scaled=True)
    clock = pygame.time.Clock()
    while not window.closed:
        for event in pygame.event.get():
            window.handle(event)
        game.frame(seconds=SECONDS)
        window.draw()
        rate = f"{clock.get_fps():.0f} frames per second"
        pygame.display.set_caption(f"{rate}; 1 and 2: doors, t: tower, a: all units")
        clock.tick(60)


def rehearse(frames, screenshot=None):
    """The scene, without a window and as fast as it goes; the game as it is in the end."""
    import pygame  # noqa: PLC0415

    window = Window(game := Game(), scaled=False)
    times, done = [], 0
    for frame in range(frames):
        for event in _events(pygame, game, SCENE.get(frame)):
            window.handle(event)
        begun = time.thread_time()  # other programs do not count
        game.frame(expansions=EXPANSIONS)
        times.append(round((time.thread_time() - begun) * 1e6))
        window.draw()
        if frame in SCENE:
            print(f"frame {frame}: {said(game, SCENE[frame])}")
        if game.arrived() > done:
            done = game.arrived()
            if done in (1, len(game.units)):
                print(f"frame {frame}: {done} of {len(game.units)} units have arrived")
    middle = int(np.median(times))
    print(f"paths and moves take {middle} microseconds a frame, at most {max(times)} microseconds")
    if screenshot:
        pygame.image.save(window.screen, screenshot)
    return game


def _events(pygame, game, action):
    """A key or a click on a cell, as events of pygame."""
    if isinstance(action, str):
        yield pygame.event.Event(pygame.KEYDOWN, unicode=action)
    elif action:
        point = game.grid.frame.point(action)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            yield pygame.event.Event(kind, button=1, pos=point)


def said(game, action):
    """The work so far, in words."""
    if action == "t":
        return "the tower is manned" if game.manned else "the tower is empty"
    if isinstance(action, str):
        return f"door {action} is {'open' if game.is_open(int(action)) else 'shut'}"
    return f"a click on {action}"


def map_pictures(file):
    """The map as the editor draws it, and what load_map made of it, side by side."""
    import pygame  # noqa: PLC0415

    picture = Picture(Game())
    width, height = picture.size
    both = pygame.Surface((2 * width + TILE, height))
    both.blit(picture.map(), (0, 0))
    both.blit(picture.costs(), (width + TILE, 0))
    pygame.image.save(both, file)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--frames", type=int)
    parser.add_argument("--screenshot", metavar="FILE")
    parser.add_argument("--map", metavar="FILE")
    wanted = parser.parse_args()
    if wanted.frames is not None and wanted.frames < 1:
        parser.error(f"--frames is {wanted.frames}; it must be at least 1")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if wanted.frames is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        rehearse(wanted.frames, wanted.screenshot)
    elif wanted.map:
        map_pictures(wanted.map)
    else:
        play()


if __name__ == "__main__":
    main()
