"""Five hundred units in a window: none is ever in another's cell, whatever walls you draw.

python examples/crowd/main.py                                a window, to play in
python examples/crowd/main.py --frames 600                   without one: a scene runs by itself
python examples/crowd/main.py --frames 200 --screenshot FILE and its last frame is saved

It needs pygame-ce: pip install pygame-ce .
"""

import argparse
import os
import time

import numpy as np

import asterion as at

TILE = 10  # pixels
UNITS, SQUAD = 500, 60
FRAMES = 6  # of a tick: units glide from cell to cell meanwhile
WALL, FLOOR, GOAL = (43, 48, 59), (246, 247, 249), (190, 205, 225)
SQUAD_COLOUR, ARRIVED, WALKING = (220, 38, 38), (0, 122, 90), (11, 79, 158)
SCENE = {
    0: ("wall", [(row, 48) for row in range(8, 56)]),
    60: ("squad", (32, 80)),
    150: ("clear", [(row, 48) for row in range(28, 36)]),
    300: ("mix", None),
}  # by frame


class Game:
    """All that is not drawn: the map and the crowd."""

    def __init__(self, rows=64, cols=96, seed=1):
        self.dice = np.random.default_rng(seed)
        self.grid = at.Grid(np.ones((rows, cols), np.uint8))
        # Half of the units on each side, and each wants to go to the other one.
        left = self.some_cells(UNITS // 2, 0, cols // 3)
        right = self.some_cells(UNITS // 2, cols - cols // 3, cols)
        starts = np.concatenate([left, right])
        self.crowd = at.Crowd(self.grid, starts, np.concatenate([right, left]), seed=seed)
        self.before = self.crowd.positions
        self.squad = self.crowd.ids[:SQUAD]
        self.frames = 0

    def some_cells(self, count, first, last):
        """Different cells of some columns, at random."""
        rows = self.grid.shape[0]
        numbers = self.dice.permutation(rows * (last - first))[:count]
        return np.stack([numbers // (last - first), numbers % (last - first) + first], axis=1)

    def build(self, cell, *, wall):
        """A wall, or none; a unit that stands there walks out of it."""
        self.grid[cell] = 0 if wall else 1

    def order(self, cell):
        """Sends the squad there, as a group."""
        self.crowd.order(self.squad, cell)

    def mix(self):
        """Gives every unit the goal of another."""
        self.crowd.goals = self.dice.permutation(np.asarray(self.crowd.goals))

    def frame(self):
        """A tick of the crowd every few frames."""
        self.frames += 1
        if self.frames % FRAMES == 0:
            self.before = self.crowd.positions
            self.crowd.step()

    def places(self):
        """Row and column of each unit, between two cells while it moves."""
        part = (self.frames % FRAMES) / FRAMES
        return self.before + part * (self.crowd.positions - self.before)


class Window:
    """The player's input, and the screen."""

    def __init__(self, game, *, scaled):
        import pygame  # noqa: PLC0415 - the game itself runs without it

        self.pygame, self.game, self.closed = pygame, game, False
        rows, cols = game.grid.shape
        flags = pygame.SCALED | pygame.RESIZABLE if scaled else 0
        pygame.display.init()
        self.screen = pygame.display.set_mode((cols * TILE, rows * TILE), flags)

    def handle(self, event):
        pygame = self.pygame
        if event.type == pygame.QUIT:
            self.closed = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.game.mix()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 2:
            self.game.order(self.cell(event.pos))
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            held = event.buttons if event.type == pygame.MOUSEMOTION else ()
            if getattr(event, "button", 0) == 1 or held[:1] == (1,):
                self.game.build(self.cell(event.pos), wall=True)
            elif getattr(event, "button", 0) == 3 or held[2:] == (1,):
                self.game.build(self.cell(event.pos), wall=False)

    def cell(self, point):
        """The cell under a point, or the one nearest to it."""
        rows, cols = self.game.grid.shape
        col, row = point[0] // TILE, point[1] // TILE
        return min(max(row, 0), rows - 1), min(max(col, 0), cols - 1)

    def draw(self):
        game, pygame, screen = self.game, self.pygame, self.screen
        screen.fill(FLOOR)
        for row, col in np.argwhere(game.grid.cost == 0).tolist():
            screen.fill(WALL, (col * TILE, row * TILE, TILE, TILE))
        goals = np.asarray(game.crowd.goals)
        for row, col in goals.tolist():
            pygame.draw.circle(screen, GOAL, (col * TILE + 5, row * TILE + 5), 4, 1)
        arrived = game.crowd.arrived
        for unit, (row, col) in enumerate(game.places().tolist()):
            colour = ARRIVED if arrived[unit] else WALKING
            place = col * TILE + 5, row * TILE + 5
            pygame.draw.circle(screen, SQUAD_COLOUR if unit < SQUAD else colour, place, 4)
        pygame.display.flip()


def play():
    """A window: 60 frames per second, whatever you draw."""
    import pygame  # noqa: PLC0415

    window = Window(game := Game(), scaled=True)
    clock = pygame.time.Clock()
    while not window.closed:
        for event in pygame.event.get():
            window.handle(event)
        game.frame()
        window.draw()
        there = f"{game.crowd.arrived.sum()} of {UNITS} are there"
        pygame.display.set_caption(f"{there}; {clock.get_fps():.0f} frames per second")
        clock.tick(60)


def rehearse(frames, screenshot=None):
    """The scene, without a window and as fast as it goes; the game as it is in the end."""
    import pygame  # noqa: PLC0415

    window = Window(game := Game(), scaled=False)
    times = []
    for frame in range(frames):
        for event in _events(pygame, *SCENE.get(frame, ("", None))):
            window.handle(event)
        begun = time.thread_time()  # other programs do not count
        game.frame()
        times.append(round((time.thread_time() - begun) * 1e6))
        window.draw()
        if frame % 100 == 99:
            print(f"frame {frame + 1}: {game.crowd.arrived.sum()} of {UNITS} are there")
    times = [spent for at_, spent in enumerate(times, 1) if at_ % FRAMES == 0]
    print(f"a tick takes {int(np.median(times))} microseconds, at most {max(times)} microseconds")
    if screenshot:
        pygame.image.save(window.screen, screenshot)
    return game


def _events(pygame, kind, where):
    """The mouse and the keyboard, as events of pygame."""
    if kind == "mix":
        yield pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE)
    elif kind == "squad":
        row, col = where
        yield pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=2, pos=(col * TILE, row * TILE))
    elif kind:
        for row, col in where:
            held = (1, 0, 0) if kind == "wall" else (0, 0, 1)
            yield pygame.event.Event(pygame.MOUSEMOTION, buttons=held, pos=(col * TILE, row * TILE))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--frames", type=int)
    parser.add_argument("--screenshot", metavar="FILE")
    wanted = parser.parse_args()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if wanted.frames is None:
        play()
    elif wanted.frames < FRAMES:
        parser.error(f"--frames is {wanted.frames}; it must be at least {FRAMES}")
    else:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        rehearse(wanted.frames, wanted.screenshot)


if __name__ == "__main__":
    main()
