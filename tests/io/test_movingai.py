"""MovingAI files: maps and scenarios, whole and broken."""

import re

import pytest

import asterion as at

MAP = "type octile\nheight 2\nwidth 3\nmap\n.GS\n@TW\n"


def write(folder, text, name="a.map"):
    path = folder / name
    path.write_text(text, encoding="latin-1")
    return path


def test_a_map_is_read_with_rows_and_columns_in_their_place(tmp_path):
    grid = at.load_map(write(tmp_path, MAP))
    assert grid.cost.tolist() == [[1, 1, 1], [0, 0, 0]]
    assert grid.diagonal == "clear"
    assert at.load_map(str(write(tmp_path, MAP + "\n\n")), diagonal="never").diagonal == "never"
    windows = write(tmp_path, MAP.replace("\n", "\r\n"))
    assert at.load_map(windows).cost.tolist() == [[1, 1, 1], [0, 0, 0]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.map, line 1: the file ends before the line 'map'"),
        ("type octile\nheight 2\n", "a.map, line 3: the file ends before the line 'map'"),
        ("type octile\nheight x\n", "a.map, line 2: height is 'x'; it must be a whole number > 0"),
        ("height 0\n", "a.map, line 1: height is '0'"),
        ("width 99999999999\n", "a.map, line 1: width is '99999999999'"),
        ("type octile\nmap\n..\n", "line 2: the map begins before its height and width"),
        (MAP[:-4], "line 5: 1 rows; the height is 2"),
        (MAP + "...\n", "line 7: 3 rows; the height is 2"),
        (MAP.replace("@TW", "@TWW"), "line 6: 4 characters; the width is 3"),
        (MAP.replace("@TW", "@?W"), "line 6: '?' at character 2 is no terrain"),
        ("\x00\x01\x7fgarbage\n", "line 1: '\\x00\\x01"),
    ],
)
def test_a_broken_map_names_its_line(tmp_path, text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        at.load_map(write(tmp_path, text))


def test_an_unknown_ending_and_a_missing_file(tmp_path):
    with pytest.raises(ValueError, match=r"b\.jpg ends in '\.jpg'"):
        at.load_map(tmp_path / "b.jpg")
    with pytest.raises(FileNotFoundError):
        at.load_map(tmp_path / "none.map")


def test_a_scenario_swaps_x_and_y(tmp_path):
    text = "version 1\n0\tmaps/my map.map\t30\t20\t1\t2\t3\t4\t2.82843\n\n"
    problem = at.load_scenario(write(tmp_path, text, "a.scen"))[0]
    assert problem == (0, "maps/my map.map", (20, 30), (2, 1), (4, 3), 2.82843)
    assert at.load_scenario(write(tmp_path, "version 1.0\n", "a.scen")) == []
    for line, message in [
        ("0 a 1 2 3", "a.scen, line 2: 5 fields; a problem has 9"),
        ("0 a 3 3 x 1 2 2 1.0", "a.scen, line 2: invalid literal for int"),
    ]:
        with pytest.raises(ValueError, match=re.escape(message)):
            at.load_scenario(write(tmp_path, f"version 1\n{line}\n", "a.scen"))
