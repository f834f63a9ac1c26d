"""Maps in files: one file, or several that belong together, such as a map and its tilesets."""

from __future__ import annotations

import io
import json
import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.io import load_map
from asterion.io.announced_size import announced_size
from asterion.io.formats import grid_of
from asterion.io.movingai import Problem, problems_in
from asterion.io.png import decoded, pillow
from asterion.io.writing import write_file
from asterion.lab import limits
from asterion.lab.maps.map_setup import HIGHEST_COST, MapSetup
from asterion.lab.maps.moves import Link

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.lab.maps.map_setup import Cells
    from asterion.world.grid import Grid

Files = Mapping[str, bytes]
M = TypeVar("M", bound=MapSetup)

ALONE = (".map", ".txt", ".npy", ".png")
WITH_OTHERS = (".tmx", ".tmj", ".ldtk", ".yaml")  # they name other files
OTHERS = ".tsx,.tsj,.json,.ldtkl,.pgm,.bmp"  # that those name
SCENARIO = ".scen"
ENDINGS = ",".join((*ALONE, *WITH_OTHERS, SCENARIO))
_WHITE = 255


class Loaded(NamedTuple):
    """A map of a file, and what a person should know about it."""

    cells: Cells
    tiles: str
    links: tuple[Link, ...]
    remarks: list[str]

    def on(self, setup: M) -> M:
        """Replace the map of a set-up."""
        if self.tiles != "square":
            setup = setup.with_moves(self.tiles)
        elif setup.tiles != "square":
            setup = setup.with_moves("clear")
        return replace(setup.with_map(self.cells), links=self.links)


def ending_of(name: str) -> str:
    """The ending of a file's name, in small letters."""
    return PurePath(name).suffix.lower()


def main_file(files: Files) -> str | None:
    """The map among files; the others are what it names. None if there is only a scenario."""
    for endings in (WITH_OTHERS, ALONE):
        found = [name for name in files if ending_of(name) in endings]
        if len(found) > 1:
            raise InvalidValue(f"{', '.join(found)} are {len(found)} maps; open one at a time")
        if found:
            return found[0]
    if any(ending_of(name) == SCENARIO for name in files):
        return None
    known = ", ".join((*ALONE, *WITH_OTHERS, SCENARIO))
    raise InvalidValue(f"{', '.join(files)}: there is no map among these; a map ends in {known}")


def choices_in(files: Files, main: str, level: str | None = None) -> tuple[str, list[str]]:
    """What must be chosen in an .ldtk project, "level" or "layer", and its names; or nothing."""
    if ending_of(main) != ".ldtk":
        return "", []
    try:
        project = json.loads(files[main])
        worlds = [project, *(project.get("worlds") or [])]
        levels = [one for world in worlds for one in world.get("levels") or []]
        names = [str(one["identifier"]) for one in levels]
        if level is None and len(names) > 1:
            return "level", names
        (chosen,) = [one for one in levels if level in (None, one["identifier"])]
        if not chosen.get("layerInstances"):
            part = PurePath(str(chosen.get("externalRelPath"))).name
            chosen = json.loads(files.get(part, b"{}"))
        grids = [one for one in chosen["layerInstances"] if one.get("__type") == "IntGrid"]
        names = [str(one["__identifier"]) for one in grids]
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return "", []  # its reader says what is wrong with it
    return ("layer", names) if len(names) > 1 else ("", [])


def loaded(files: Files, main: str, **options: Any) -> Loaded:
    """Read a map; options are those of :func:`asterion.load_map`."""
    remarks: list[str] = []
    if ending_of(main) in ALONE:
        limits.check_cells(*announced_size(files[main], main))
        grid = grid_of(files[main], main, diagonal="clear")
    else:
        grid, remarks = _loaded_with_others(files, main, options)
    limits.check_cells(*grid.shape)
    costs = grid.cost
    if costs.max(initial=0) > HIGHEST_COST:
        remarks.append(f"Costs above {HIGHEST_COST} become {HIGHEST_COST}.")
    # A cost between 0 and 1 is no wall.
    cells = np.where(costs > 0, costs.clip(1, HIGHEST_COST).round(), 0).astype(np.uint8)
    links = tuple(Link(link.a, link.b, link.cost, link.both) for link in grid.links)
    return Loaded(cells, grid.tiles, links, remarks)


def _loaded_with_others(files: Files, main: str, options: Any) -> tuple[Grid, list[str]]:
    with TemporaryDirectory(prefix="asterion-") as folder:
        for name, data in files.items():
            write_file(Path(folder, name), [data])
        write_file(Path(folder, main), [_beside(files[main], files)])
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                grid = load_map(Path(folder, main), **options)
            except InvalidValue as error:
                missing = re.search(r"names the file (.+?)[,;:] ", f"{error} ")
                if missing is None:
                    raise
                file = PurePath(missing[1].strip("'\"").replace("\\", "/")).name
                raise InvalidValue(
                    f"{main} needs {short_repr(file)}: drop or choose both together"
                ) from None
    nothing_is_wall = any("every tile costs 1" in str(each.message) for each in said)
    remark = (
        f"{main}: no tile or layer says that it is a wall, so only cells without tiles are. In "
        "Tiled, give tiles or layers the property walkable or cost."
    )
    return grid, [remark] if nothing_is_wall else []


def _beside(document: bytes, names: Iterable[str]) -> bytes:
    """A document that names these files without folders, as they now lie beside it."""
    for each in names:
        name = re.escape(each.encode())
        quoted = rb"""(["'])[^"'\r\n<>]*[/\\](""" + name + rb""")\1"""
        document = re.sub(quoted, rb"\1\2\1", document)
        document = re.sub(rb"(?m)^(image:\s*)[^\s#\"']*[/\\](" + name + rb")", rb"\1\2", document)
    return document


# --- Pictures


def grays_of(data: bytes, name: str) -> npt.NDArray[np.uint8]:
    """The shades of a picture, 0 for black to 255 for white; transparency is white."""

    def converted(picture: Any, images: Any) -> Any:
        if picture.has_transparency_data:
            white = images.new("RGBA", picture.size, "white")
            picture = images.alpha_composite(white, picture.convert("RGBA"))
        elif picture.mode.startswith("I"):
            return (np.asarray(picture) >> 8).astype(np.uint8)
        return np.asarray(picture.convert("L"))

    path, images = Path(name), pillow("opening pictures")
    return np.asarray(decoded(path, io.BytesIO(data), images, ["PNG"], converted), np.uint8)


def least_block(shape: tuple[int, ...], most: int) -> int:
    """The pixels per cell that a picture needs so that it has at most so many cells."""
    block = 1
    while (shape[0] // block) * (shape[1] // block) > most:
        block += 1
    return block


def shrunk(grays: npt.NDArray[np.uint8], block: int) -> npt.NDArray[np.uint8]:
    """The mean shades of squares of pixels; those left over at the edges are dropped."""
    rows, cols = (max(1, side // block) for side in grays.shape)
    block = min(block, *grays.shape)
    cut = grays[: rows * block, : cols * block].astype(np.float32)
    means = np.asarray(cut.reshape(rows, block, cols, block).mean(axis=(1, 3)))
    return np.asarray(means.round(), np.uint8)


def middle_shade(grays: npt.NDArray[np.uint8]) -> int:
    """The threshold that separates dark from light best (N. Otsu, 1979)."""
    counts = np.bincount(grays.ravel(), minlength=_WHITE + 1).astype(np.float64)
    below = counts.cumsum()[:-1]
    sums = (counts * np.arange(_WHITE + 1)).cumsum()
    above, total = grays.size - below, sums[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = below * above * (sums[:-1] / below - (total - sums[:-1]) / above) ** 2
    apart = np.nan_to_num(apart)
    best = np.flatnonzero(apart == apart.max())
    return int(best[len(best) // 2]) + 1


def free_above(grays: npt.NDArray[np.uint8], threshold: int, *, inverted: bool = False) -> Cells:
    """Cells that are free where the picture is at least as light as the threshold."""
    light = grays >= threshold
    return np.asarray(light != inverted, np.uint8)


def costs_of(grays: npt.NDArray[np.uint8]) -> Cells:
    """Cells as ``.png`` maps have them: black a wall, white 1, darker costs more, up to 9."""
    return np.asarray(np.minimum(np.negative(grays), HIGHEST_COST), np.uint8)


def says_costs(grays: npt.NDArray[np.uint8]) -> bool:
    """Whether a picture has the shades of a saved map alone."""
    return bool((np.negative(grays) <= HIGHEST_COST).all())


# --- Scenarios


def scenario_in(files: Files) -> tuple[str, list[Problem]] | None:
    """The problems of the scenario among files, and its name."""
    found = [name for name in files if ending_of(name) == SCENARIO]
    if len(found) > 1:
        raise InvalidValue(f"{', '.join(found)} are {len(found)} scenarios; open one at a time")
    for name in found:
        problems = problems_in(files[name], PurePath(name))  # type: ignore[arg-type]
        if not problems:
            raise InvalidValue(f"{name} has no problems")
        return name, problems
    return None


def with_problem(setup: M, problem: Problem) -> M:
    """Put start and goal where a problem has them."""
    rows, cols = setup.cells.shape
    if problem.shape != (rows, cols):
        high, wide = problem.shape
        raise InvalidValue(
            f"the scenario is for {short_repr(problem.map)}, {high} x {wide}; this map is {rows} x "
            f"{cols}: drop or choose the map and the scenario together"
        )
    for end, (row, col) in (("start", problem.start), ("goal", problem.goal)):
        if not setup.cells[row, col]:
            raise InvalidValue(
                f"the {end} ({row}, {col}) of the problem is a wall on this map; drop or choose "
                f"{short_repr(problem.map)} and the scenario together"
            )
    moved = setup.moved("start", problem.start[0] * cols + problem.start[1])
    return moved.moved("goal", problem.goal[0] * cols + problem.goal[1])
