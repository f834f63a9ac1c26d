"""Rules for map files of every format."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.io import load_map, load_scenario, save_map
from asterion.io.formats import grid_of

MOST = {".map": 1, ".txt": 9, ".png": 255, ".npy": 255}


@given(data=st.data(), ending=st.sampled_from(sorted(MOST)))
def test_what_is_saved_is_what_is_loaded(tmp_path_factory, data, ending):
    if ending == ".png":
        pytest.importorskip("PIL")
    row = st.lists(st.integers(0, MOST[ending]), min_size=4, max_size=4)
    grid = at.Grid(data.draw(st.lists(row, min_size=1, max_size=5)))
    path = tmp_path_factory.getbasetemp() / f"same{ending}"
    save_map(grid, path)
    again = load_map(path, diagonal="always")
    assert again.cost.tolist() == grid.cost.tolist()
    assert again.cost.dtype == np.uint8
    assert again.diagonal == "always"


READ = ".map, .txt, .npy, .png, .tmx, .tmj, .ldtk or .yaml"
WRITTEN = ".map, .txt, .npy or .png"


def test_an_unknown_ending_is_refused(tmp_path):
    found = "b.jpg ends in '.jpg'; a map file"
    with pytest.raises(at.InvalidValue, match=re.escape(f"{found} ends in {READ}")):
        load_map(tmp_path / "b.jpg")
    message = re.escape(f"{found} that is written ends in {WRITTEN}")
    with pytest.raises(at.InvalidValue, match=message):
        save_map(at.Grid([[1]]), tmp_path / "b.jpg")
    for name in ("level", "-", ".map", "level.", ".."):
        with pytest.raises(at.InvalidValue) as error:
            load_map(name)
        assert str(error.value) in (
            f"'{name}' has no suffix; a map file ends in {READ}",
            f"{name} ends in '.'; a map file ends in {READ}",  # Python 3.14
        )
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("ending", [".tmx", ".tmj", ".ldtk", ".yaml"])
def test_the_formats_of_editors_are_read_and_not_written(tmp_path, ending):
    message = re.escape(f"a{ending} ends in '{ending}'; a map file that is written ends in")
    with pytest.raises(at.InvalidValue, match=message):
        save_map(at.Grid([[1]]), tmp_path / f"a{ending}")
    with pytest.raises(FileNotFoundError):
        load_map(tmp_path / f"a{ending}")
    message = re.escape(f"a{ending} ends in '{ending}'; a map in one file ends in {WRITTEN}")
    with pytest.raises(at.InvalidValue, match=message):  # it may name files of the reader
        grid_of(b"", f"a{ending}", diagonal="clear")


@pytest.mark.parametrize("ending", sorted(MOST))
def test_what_is_no_file_is_the_system_s_to_refuse(tmp_path, ending):
    with pytest.raises(FileNotFoundError):
        load_map(tmp_path / f"none{ending}")
    with pytest.raises(FileNotFoundError):
        save_map(at.Grid([[1]]), tmp_path / "none" / f"a{ending}")
    folder = tmp_path / f"folder{ending}"
    folder.mkdir()
    with pytest.raises(OSError, match="folder"):
        load_map(folder)


def test_a_name_that_no_file_can_have_is_refused():
    uses = [load_map, load_scenario, lambda path: save_map(at.Grid([[1]]), path)]
    for use in uses:
        with pytest.raises(at.InvalidValue, match=r"path is '\\ud800\.map'; no file can have"):
            use("\ud800.map")
        with pytest.raises(at.InvalidValue, match=r"path is 'a\\x00\.map'; no file can have"):
            use("a\0.map")


def test_only_a_grid_can_be_saved(tmp_path):
    view = at.Grid([[1]]).view()
    with pytest.raises(at.InvalidType, match=r"grid is <View of .*; only a Grid can be saved"):
        save_map(view, tmp_path / "a.map")
