"""Custom pictures: names, gaps, directions, and folders."""

import pytest

import asterion as at
from asterion.games.maze.images import BACKGROUND, DIRECTIONS, KINDS, find_images

EVERY = [name for groups in KINDS.values() for names in groups for name in names]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images").mkdir()
    return tmp_path


def put(folder, *names):
    for name in names:
        (folder / "images" / f"{name}.png").touch()


@pytest.mark.req("S000-66")
def test_every_picture_has_the_name_of_the_table(folder):
    ways = {"up", "down", "left", "right", "upright", "upleft", "downright", "downleft"}
    wanted = {f"tile_{letter}" for letter in "ABCDEFGHIJKLMNOPQRST"}
    wanted |= {f"monster_{letter}_{way}" for letter in "abcdefghij" for way in ways}
    wanted |= {f"explorer_{way}" for way in ways}
    wanted |= {f"{kind}_{letter}" for kind in ("key", "door") for letter in "xyz"}
    assert {*EVERY} == wanted
    put(folder, *wanted)
    (folder / "background.png").touch()
    found, left_out = find_images(folder)
    assert found.keys() == wanted | {BACKGROUND}
    assert found["tile_T"] == folder / "images" / "tile_T.png"
    assert found[BACKGROUND] == folder / "background.png"
    assert left_out == []


@pytest.mark.req("S000-66")
def test_letters_are_taken_up_to_the_first_that_is_missing(folder):
    put(folder, "tile_A", "tile_B", "tile_D", "key_y", "door_x", "door_z")
    found, left_out = find_images(folder)
    assert [*found] == ["tile_A", "tile_B", "door_x"]
    assert left_out == ["tile_D", "key_y", "door_z"]


@pytest.mark.req("S000-66")
def test_an_agent_that_turns_needs_a_picture_for_each_direction(folder):
    put(folder, *[name for name in EVERY if name.startswith(("monster_", "explorer_"))])
    assert len(find_images(folder).found) == 11 * 8
    (folder / "images" / "monster_c_upleft.png").unlink()
    (folder / "images" / "explorer_down.png").unlink()
    found, left_out = find_images(folder)
    assert {name.rsplit("_", 1)[0] for name in found} == {"monster_a", "monster_b"}
    assert len(left_out) == 8 * 8 - 1 + 7


@pytest.mark.req("S000-66")
def test_only_the_background_lies_outside_the_subfolder(folder):
    (folder / "tile_A.png").touch()
    put(folder, BACKGROUND)
    assert find_images(folder) == ({}, [])


def test_there_need_be_no_picture_but_a_folder(folder):
    assert find_images(folder / "images") == ({}, [])
    with pytest.raises(at.InvalidValue, match="art is not a folder; pictures are looked for in"):
        find_images(folder / "art")


def test_directions_are_those_that_walkers_face():
    assert DIRECTIONS[-1, 0] == "up"
    assert DIRECTIONS[1, 1] == "downright"
    assert DIRECTIONS[0, -1] == "left"
    assert DIRECTIONS[-1, -1] == "upleft"
    for (down, right), name in DIRECTIONS.items():
        assert ("up" in name, "down" in name) == (down < 0, down > 0)
        assert ("left" in name, "right" in name) == (right < 0, right > 0)
