"""Features of maps: choke points, vantage points, safe points."""

import io
import re
import sys
from random import Random

import numpy as np
import pytest
from PIL import Image

import asterion as at
from asterion import analysis
from support.worlds import random_worlds

TWO_ROOMS = at.Grid.from_text("""
    ........#........
    ........#........
    ........#........
    .................
    ........#........
    ........#........
    ........#........
""")


@pytest.mark.req("S000-120", "S004-105")
@pytest.mark.parametrize("seed", range(5))
def test_the_door_between_two_rooms_is_the_first_choke_point(seed):
    assert at.analysis.choke_points(TWO_ROOMS, 1, seed=seed) == [(3, 8)]
    used = at.analysis.usage(TWO_ROOMS, paths=400, seed=seed)
    assert used[3, 8] > 0.8 * used.max()  # paths within a room pass beside the door
    assert not used[TWO_ROOMS.cost == 0].any()


@pytest.mark.req("S000-120")
def test_usage_counts_the_cells_of_paths():
    corridor = at.Grid([[1, 1, 1, 0, 1]])
    used = at.analysis.usage(corridor, paths=300, seed=2)
    assert used[0, 1] > max(used[0, 0], used[0, 2])
    assert used[0, 3] == 0
    assert (used == at.analysis.usage(corridor, paths=300, seed=2)).all()
    assert (used != at.analysis.usage(corridor, paths=300, seed=3)).any()
    assert not at.analysis.usage(at.Grid([[0, 0]])).any()


@pytest.mark.req("S004-105")
def test_a_vantage_point_sees_most_and_a_safe_point_is_seen_least():
    random = Random("outlook")
    for world, _ in random_worlds(random, 60, largest=8):
        free = world.free_cells()
        seen = {
            cell: sum(bool(at.visible(world.world, cell)[other]) for other in free) for cell in free
        }
        best = at.analysis.vantage_points(world.world, 3)
        assert [seen[cell] for cell in best] == sorted(seen.values(), reverse=True)[:3]
        if free:
            threat = random.choice(free)
            safe = at.analysis.safe_points(world.world, 100, threats=[threat])
            hidden = [cell for cell in free if not at.visible(world.world, threat)[cell]]
            assert {*safe} == {*hidden}
            assert [seen[cell] for cell in safe] == sorted(seen[cell] for cell in hidden)


@pytest.mark.req("S004-105")
def test_points_on_a_sample_map():
    hall = at.Grid.from_text("""
        #.#######
        #.......#
        #.#####.#
        #.......#
        #######.#
    """)
    corners = {(1, 1), (1, 7), (3, 1)}
    assert {*at.analysis.vantage_points(hall, 3)} == corners
    assert at.analysis.safe_points(hall, 1, threats=[(1, 1)])[0] in {(3, 4), (4, 7)}
    near = at.analysis.outlook(hall, radius=1)
    assert near[1, 4] == 3
    assert near.max() <= 9


@pytest.mark.parametrize("points", ["choke_points", "passages", "vantage_points", "safe_points"])
def test_ten_points_are_given_unless_another_number_is_asked_for(points):
    rooms = at.Grid.from_text("\n".join(["..#" * 16, "..." * 16, "..#" * 16]))
    found = getattr(at.analysis, points)
    assert len(found(rooms, 12)) == 12
    assert found(rooms) == found(rooms, 12)[:10]


def test_bad_numbers_are_refused():
    with pytest.raises(at.AsterionError, match="paths is -1"):
        at.analysis.usage(TWO_ROOMS, paths=-1)
    with pytest.raises(at.AsterionError, match="n is 'many'"):
        at.analysis.choke_points(TWO_ROOMS, "many")
    with pytest.raises(IndexError, match="outside"):
        at.analysis.safe_points(TWO_ROOMS, threats=[(99, 0)])
    assert np.array_equal(at.analysis.outlook(at.Grid([[0]])), [[0]])


def test_a_passage_is_narrow_and_one_stands_for_its_corridor():
    level = at.Grid.from_text("""
        ...####...#..
        .............
        ...####...#..
        .#.####...#..
        ...####......
    """)
    found = at.analysis.passages(level)
    assert len(found) == 4
    assert len({(1, c) for c in range(3, 7)} & {*found}) == 1  # the long corridor
    assert {(1, 10), (4, 10)} < {*found}  # two doors
    assert len({(3, 0), (4, 0), (4, 1), (4, 2), (3, 2)} & {*found}) == 1  # round the pillar
    assert at.analysis.passages(level, 1) == found[:1]
    assert at.analysis.passages(at.maps.field(6)) == at.analysis.passages(at.Grid([[0]])) == []
    random = Random("passages")
    for world, _ in random_worlds(random, 200):
        found = at.analysis.passages(world.world, 99, paths=50)
        assert at.analysis.passages(world.world, 2, paths=50) == found[:2]
        free = np.pad(world.world.total > 0, 1)
        for row, col in found:
            around = free[row : row + 3, col : col + 3].copy()
            around[1, 1] = False  # and it is in two groups, which meet nowhere else
            labels = at.regions.pieces(np.where(around, 0, -1))
            assert len({int(labels[side]) for side in [(0, 1), (1, 0), (1, 2), (2, 1)]} - {-1}) == 2


def drawn(world, values):
    """The layers of a heat map: the ground, and the values, masked where there are none."""
    [axes] = analysis._drawn(world, np.array(values, float), "").axes[:1]
    return [image.get_array() for image in axes.images], axes.images[1]


@pytest.mark.req("S000-122")
def test_a_heat_map_shows_the_traffic_of_every_free_cell():
    used = at.analysis.usage(TWO_ROOMS, paths=400)
    (ground, values), image = drawn(TWO_ROOMS, used)
    free = TWO_ROOMS.cost > 0
    assert ((ground == 1) == free).all()
    assert (values.mask == ~free).all()
    assert (values.data[free] == used[free]).all()
    assert image.get_clim() == (used[free].min(), used.max())
    shades = image.cmap(image.norm(used[free]))[:, :3].sum(axis=1)  # brighter is busier
    assert (np.diff(shades[np.argsort(used[free], kind="stable")]) > -0.02).all()


@pytest.mark.req("S000-122")
def test_a_heat_map_is_a_picture_in_which_the_busiest_cells_stand_out(tmp_path):
    file = tmp_path / "traffic.PNG"
    file.write_bytes(b"what was there")
    used = at.analysis.usage(TWO_ROOMS, paths=400)
    at.analysis.heat_map(TWO_ROOMS, used, file, title="traffic")
    picture = Image.open(io.BytesIO(file.read_bytes()))
    assert picture.format == "PNG"
    assert min(picture.size) > 200
    colours = {colour[:3] for _, colour in picture.getcolors(maxcolors=10**6)}
    assert (253, 231, 36) in colours  # the yellow of the largest value
    idle = tmp_path / "idle.png"
    at.analysis.heat_map(TWO_ROOMS, used, idle)
    assert idle.read_bytes() != file.read_bytes()  # it has no title


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1), (3, 2000)])
def test_maps_of_every_shape_have_a_heat_map(tmp_path, shape):
    file = tmp_path / "map.png"
    world = at.Grid(np.ones(shape, bool))
    at.analysis.heat_map(world, np.arange(world.cost.size).reshape(shape), str(file))
    with Image.open(file) as picture:
        width, height = picture.size
    assert 200 < width < 5000
    assert 200 < height < 5000


def test_values_that_are_no_numbers_are_left_white():
    world = at.Grid([[1, 1, 0, 1]])
    (ground, values), _ = drawn(world, [[np.inf, np.nan, 3, 4]])
    assert values.mask.tolist() == [[True, True, True, False]]
    assert ground.tolist() == [[1, 1, 0.75, 1]]
    (_, nothing), _ = drawn(at.Grid([[0]]), [[1]])
    assert nothing.mask.all()


def test_a_heat_map_refuses_what_it_cannot_draw(tmp_path, monkeypatch):
    world = at.maps.field((2, 3))
    message = "values has the shape (3, 2); it must be that of the world, (2, 3)"
    with pytest.raises(ValueError, match=re.escape(message)):
        at.analysis.heat_map(world, np.ones((3, 2)), tmp_path / "a.png")
    with pytest.raises(ValueError, match=r"a\.jpg does not end in \.png"):
        at.analysis.heat_map(world, np.ones((2, 3)), tmp_path / "a.jpg")
    with pytest.raises(TypeError, match="values is of type"):
        at.analysis.heat_map(world, [["a"] * 3] * 2, tmp_path / "a.png")
    with pytest.raises(TypeError, match="world is"):
        at.analysis.heat_map("world", [[1]], tmp_path / "a.png")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match="a picture needs Matplotlib: pip install"):
        at.analysis.heat_map(world, np.ones((2, 3)), tmp_path / "a.png")
    assert not [*tmp_path.iterdir()]
