"""``at.animate``: a GIF or film of a search that spreads, or of an agent that walks."""

from __future__ import annotations

import importlib
import io
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import atan2, ceil, cos, pi, sin
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.crowd.solve import CrowdPlan
from asterion.errors import InvalidType, InvalidValue, MissingPackage, short_repr
from asterion.io import checked_file
from asterion.io.png import pillow
from asterion.io.writing import write_file
from asterion.navigate.explorer import Explorer, Journey
from asterion.navigate.navigator import Navigator
from asterion.pictures.colours import THEMES, palette, rgb
from asterion.pictures.crowd_scenes import plan_scenes
from asterion.pictures.display import drawn
from asterion.pictures.requests import WORLD_UNASKED, walk_scene, walked
from asterion.pictures.scene import Mark, Scene, counted
from asterion.search.find import Search
from asterion.search.path import Path, query_of
from asterion.world.arguments import choice, count, number
from asterion.world.graph import GraphWorld
from asterion.world.grid import check_grid

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

_LONGEST = 480  # pixels of a side
_LARGEST_CELL = 24
_LAST = 1500  # milliseconds of the last frame, so that it can be seen
_COLOURS = 96
_COARSE = 4  # every fourth pixel, each way, decides the colours
_DASH = 9  # pixels from one dash of a line to the next
_SHAPES = {"dot": 2.5, "disc": 5.0, "ring": 5.0, "diamond": 6.0, "node": 4.0}


def animate(
    thing: Any,
    file: str | FilePath,
    *,
    world: Any = None,
    frames: int = 60,
    seconds: float = 5.0,
    theme: str = "light",
) -> None:
    """Write a GIF, or with ffmpeg an MP4, of a search as it spreads or an agent on its way.

    - a :class:`Search`: its open and closed nodes from the first expansion to the end. It is
      run again for this from the start; the search itself stays where it is;
    - a :class:`Navigator` or an :class:`Explorer`: it walks, to the goal or to where it finds no
      path any more. Afterwards it stands there;
    - a :class:`Path`, a :class:`Journey` or cells in order: a walk along them. A journey and cells
      need the ``world`` they are on;
    - a :class:`CrowdPlan`, with its ``world``: all units from their starts to their goals.

    There are at most ``frames`` pictures, which take ``seconds`` together; a longer search or walk
    skips some. An existing file is replaced, once the new one is whole. Needs Pillow; a ``.mp4``
    also needs the package imageio-ffmpeg, or the program ffmpeg.

    >>> import tempfile
    >>> import asterion as at
    >>> search = at.Search(at.maps.rooms(17, seed=3), (1, 1), (15, 15), algorithm="astar")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     at.animate(search, f"{folder}/search.gif", frames=10)

    Raises
    ------
    ValueError   ``search.avi does not end in .gif or .mp4; choose one of them``
    ImportError  ``at.animate needs Pillow: pip install 'pillow>=11'``
    """
    path = checked_file(file)
    is_film = path.suffix.lower() == ".mp4"
    if not is_film and path.suffix.lower() != ".gif":
        raise InvalidValue(f"{path.name} does not end in .gif or .mp4; choose one of them")
    most = count("frames", frames)
    if most < 2:
        raise InvalidValue(f"frames is {most}; an animation has at least 2")
    length = number("seconds", seconds, finite=True)
    choice("theme", theme, THEMES)
    pillow("at.animate")  # or an error, before any work
    program = ffmpeg() if is_film else ""
    pictures = [painted(scene, theme)[0] for scene in _scenes(thing, world, most)]
    each = max(20, round(1000 * length / len(pictures)))  # a GIF counts in hundredths
    data = film_bytes(pictures, each, program) if is_film else gif_bytes(pictures, each, theme)
    write_file(path, [data])


def ffmpeg() -> str:
    """Return the program that encodes films, or raise an error that says how to get it."""
    with suppress(ImportError, RuntimeError):  # the package may come without the program
        program: str = importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe()
        return program
    if found := shutil.which("ffmpeg"):
        return found
    raise MissingPackage(
        "a .mp4 of at.animate needs ffmpeg: pip install imageio-ffmpeg; a .gif needs none"
    )


def film_bytes(pictures: Sequence[Image.Image], milliseconds: int, program: str) -> bytes:
    """Return the pictures as an MP4 that stays at the last of them for a while."""
    wide, high = pictures[0].size
    rest = max(0, round(_LAST / milliseconds) - 1)
    with tempfile.TemporaryDirectory() as folder:
        film = FilePath(folder) / "film.mp4"
        raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{wide}x{high}"]
        rate = ["-r", f"{1000 / milliseconds:g}"]
        # Most players want even sides, and colours at half the resolution.
        for_players = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]
        command = [program, "-loglevel", "error", *raw, *rate, "-i", "-", *for_players, str(film)]
        frames = b"".join(each.tobytes() for each in [*pictures, *[pictures[-1]] * rest])
        run = subprocess.run(command, input=frames, capture_output=True, check=False)  # noqa: S603
        if run.returncode:
            words = run.stderr.decode(errors="replace").strip()
            raise OSError(f"ffmpeg could not write the film: {words[-300:]}")
        return film.read_bytes()


def gif_bytes(pictures: Sequence[Image.Image], milliseconds: int, theme: str = "light") -> bytes:
    """Return the pictures as an animation that stays at the last of them for a while."""
    images = pillow("at.animate")
    # One palette for all pictures: to choose one for each takes ten times as long. Lines and marks
    # are thin, so their colours are added in any case.
    wide, high = (max(1, side // _COARSE) for side in pictures[0].size)
    samples = images.new("RGB", (wide, high * len(pictures)))
    for at, each in enumerate(pictures):
        samples.paste(each.resize((wide, high), images.Resampling.NEAREST), (0, high * at))
    known = images.new("P", (1, 1))
    common = samples.quantize(_COLOURS).getpalette()
    known.putpalette([int(part) for hue in THEMES[theme].values() for part in rgb(hue)] + common)
    first, *rest = [each.quantize(palette=known, dither=images.Dither.NONE) for each in pictures]
    data = io.BytesIO()
    first.save(
        data,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[milliseconds] * len(rest) + [max(milliseconds, _LAST)],
        loop=0,
    )
    return data.getvalue()


def _scenes(thing: Any, world: Any, most: int) -> list[Scene]:
    if world is not None and not isinstance(thing, (Journey, CrowdPlan, list, np.ndarray)):
        raise InvalidValue(WORLD_UNASKED)
    if isinstance(thing, Search):
        return _search_scenes(thing, most)
    if isinstance(thing, (Navigator, Explorer)):
        return _thinned(_agent_scenes(thing), most)
    if isinstance(thing, Path):
        query = query_of(thing)
        if query is None:
            raise InvalidValue(
                "a path from a pickle does not know its world: animate(path.cells, file, world=...)"
            )
        if isinstance(query[0], GraphWorld):
            raise InvalidValue("a path on a graph is not animated; animate a Search on it")
        return _walk_scenes(query[0], thing.cells, most)
    if isinstance(thing, (Journey, CrowdPlan, list, np.ndarray)):
        if world is None:
            raise InvalidValue("world is missing; journeys, plans and cells are walked on one")
        check_grid(world)
        if isinstance(thing, CrowdPlan):
            return plan_scenes(thing, world, most)
        cells = thing.trajectory if isinstance(thing, Journey) else walked(world, thing)
        return _walk_scenes(world, cells, most)
    raise InvalidType(
        f"thing is {short_repr(thing)}; a Search, a Navigator, an Explorer, a Path, a Journey, a "
        "CrowdPlan or cells can be animated"
    )


def _search_scenes(search: Search, most: int) -> list[Scene]:
    """Scenes of a twin of the search, which runs twice: for its length, and for the pictures."""
    start, goals = search._ends
    names = [search.world._name(goal) for goal in goals]

    def twin() -> Search:
        goal = names if len(names) > 1 else names[0]
        return Search(search.world, search.world._name(start), goal, **search._options)

    whole = twin()
    whole.run()
    slice_ = max(1, ceil(whole.stats.expanded / (most - 1)))
    spreading = twin()
    scenes = [_scene(spreading)]
    while spreading.status == "running" and len(scenes) < most:
        spreading.step(slice_)
        scenes.append(_scene(spreading))
    if spreading.status == "running":  # the steps of a custom search may be of any size
        spreading.run()
        scenes[-1] = _scene(spreading)
    return scenes


def _agent_scenes(agent: Navigator | Explorer) -> Iterator[Callable[[], Scene]]:
    """Yield a scene for each move, drawn at once, because the agent continues."""
    while True:
        if isinstance(agent, Navigator):
            _ = agent.path  # so that the picture has it
        scene = _scene(agent)
        yield lambda scene=scene: scene  # type: ignore[misc]
        if agent.step() is None:
            return


def _walk_scenes(world: Any, cells: Any, most: int) -> list[Scene]:
    if not len(cells):
        raise InvalidValue("there are no cells to walk along")
    steps = np.unique(np.linspace(1, len(cells), min(most, len(cells))).round().astype(int))
    return [
        walk_scene(world, cells[:step], f"A walk after {counted(step - 1, 'move')}", "path")
        for step in steps.tolist()
    ]


def _thinned(scenes: Iterator[Callable[[], Scene]], most: int) -> list[Scene]:
    """Return up to ``most`` of the scenes, evenly, of any number; the last is one of them."""
    kept: list[Scene] = []
    every, last = 1, None
    for at, make in enumerate(scenes):
        last = None
        if at % every:
            last = make
            continue
        kept.append(make())
        if len(kept) >= most:
            kept, every = kept[::2], 2 * every
    return kept if last is None else [*kept, last()]


def _scene(thing: Any) -> Scene:
    scene = drawn(thing)
    if not isinstance(scene, Scene):
        raise InvalidValue("the graph has no positions, and is too large to be laid out")
    return scene


def painted(scene: Scene, theme: str = "light") -> tuple[Image.Image, float]:
    """The scene in pixels, and the number of pixels to a length of 1."""
    images = pillow("at.animate")
    colours = THEMES[theme]
    scale = min(_LONGEST / max(scene.width, scene.height), _LARGEST_CELL)
    size = max(1, round(scene.width * scale)), max(1, round(scene.height * scale))
    image = images.new("RGB", size, colours["paper"])
    if scene.raster is not None:
        cells = images.fromarray(palette(theme)[scene.raster])
        image.paste(cells.resize(size, images.Resampling.NEAREST))
    pen = pen_on(image)
    for line in scene.lines:
        points = [(x, y) for x, y in (line.points * scale).tolist()]
        width = max(1, round(line.width))
        if line.dashed:
            for dash in _dashes(line.points * scale):
                pen.line(dash, colours[line.role], width)
            continue
        if line.cased:
            pen.line(points, colours["casing"], round(line.width + 2), joint="curve")
        pen.line(points, colours[line.role], width, joint="curve")
    for mark in scene.marks:
        _draw_mark(pen, mark, scale, colours)
    return image, scale


def _dashes(points: npt.NDArray[np.float64]) -> Iterator[list[tuple[float, float]]]:
    for start, end in pairwise(points):
        count = max(1, round(float(np.hypot(*(end - start))) / _DASH))
        for i in range(count):
            share = np.array([[i], [i + 0.6]]) / count
            yield [(x, y) for x, y in (start + share * (end - start)).tolist()]


def pen_on(image: Image.Image) -> Any:
    """Return the drawing tool for a picture."""
    return importlib.import_module("PIL.ImageDraw").Draw(image)


def _draw_mark(pen: Any, mark: Mark, scale: float, colours: dict[str, str]) -> None:
    x, y = mark.x * scale, mark.y * scale
    colour, paper = colours[mark.role], colours["paper"]
    if mark.shape in ("box", "circle", "unit"):
        wide, high = mark.size[0] * scale / 2, mark.size[1] * scale / 2
        outline = pen.rectangle if mark.shape == "box" else pen.ellipse
        if mark.shape == "unit":
            pen.ellipse((x - wide, y - high, x + wide, y + high), colour)
            return
        outline((x - wide, y - high, x + wide, y + high), outline=colour, width=2)
        return
    size = _SHAPES.get(mark.shape, 4.0)
    if mark.shape in ("diamond", "arrow"):
        turn = atan2(mark.size[1], mark.size[0]) if mark.shape == "arrow" else 0.0
        corners = 3 if mark.shape == "arrow" else 4
        angles = [turn + 2 * pi * at / corners for at in range(corners)]
        pen.polygon([(x + size * cos(a), y + size * sin(a)) for a in angles], colour, paper)
        return
    round_ = (x - size, y - size, x + size, y + size)
    hollow = mark.shape == "ring"
    pen.ellipse(round_, paper if hollow else colour, colour if hollow else paper, 2)
    if mark.shape == "node" and mark.label:
        pen.text((x + 6, y - 14), mark.label, colours["ink"])
