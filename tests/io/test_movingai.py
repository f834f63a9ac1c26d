"""MovingAI files: maps and scenarios, whole and broken."""

import pickle
import re

import pytest
from hypothesis import given

import asterion as at
from asterion.io import load_map, load_scenario, save_map
from support.damage import files, loaded

MAP = "type octile\nheight 2\nwidth 3\nmap\n.GS\n@TW\n"
SCENARIO = "version 1\n0\tmaps/my map.map\t30\t20\t1\t2\t3\t4\t2.82843\n"


def write(folder, text, name="a.map"):
    path = folder / name
    path.write_bytes(text.encode("latin-1"))
    return path


def test_a_map_is_read_with_rows_and_columns_in_their_place(tmp_path):
    grid = load_map(write(tmp_path, MAP))
    assert grid.cost.tolist() == [[1, 1, 1], [0, 0, 0]]
    assert grid.diagonal == "clear"
    assert load_map(str(write(tmp_path, MAP + "\n\n")), diagonal="never").diagonal == "never"
    windows = write(tmp_path, MAP.replace("\n", "\r\n"))
    assert load_map(windows).cost.tolist() == [[1, 1, 1], [0, 0, 0]]
    assert load_map(write(tmp_path, MAP, "A.MAP")).shape == (2, 3)


def test_a_saved_map_is_read_back(tmp_path):
    path = tmp_path / "a.map"
    save_map(at.Grid([[1, 0, 1], [0, 0, 1]]), str(path))
    assert path.read_bytes() == b"type octile\nheight 2\nwidth 3\nmap\n.@.\n@@.\n"
    assert load_map(path).cost.tolist() == [[1, 0, 1], [0, 0, 1]]


@pytest.mark.parametrize("cost", [2, 2.5, 0.5])
def test_a_cost_without_a_letter_is_refused_before_the_file_is_touched(tmp_path, cost):
    path = write(tmp_path, MAP)
    message = (
        f"a.map: cost[1, 0] is {cost}; beside walls, .map holds cost 1, .txt whole costs up to 9, "
        ".png whole costs up to 255, .npy every cost"
    )
    with pytest.raises(at.InvalidValue, match=re.escape(message)):
        save_map(at.Grid([[1, 0, 1], [cost, 3, 1]]), path)
    assert path.read_text() == MAP


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.map, line 1: the file ends before the line 'map'"),
        ("type octile\nheight 2\n", "a.map, line 3: the file ends before the line 'map'"),
        (
            "type octile\nheight x\n",
            "a.map, line 2: height is 'x'; it must be a whole number from 1 to 2147483647",
        ),
        ("height 0\n", "a.map, line 1: height is '0'"),
        ("height -3\n", "a.map, line 1: height is '-3'"),
        ("width 2147483648\n", "a.map, line 1: width is '2147483648'"),
        ("width 99999999999\n", "a.map, line 1: width is '99999999999'"),
        (f"width {'9' * 5000}\n", f"a.map, line 1: width is '{'9' * 79}...; it must be"),
        ("type octile\nmap\n..\n", "line 2: the map begins before its height and width"),
        (
            "height 50000\nwidth 50000\nmap\n..\n",
            "line 3: 50000 rows of 50000 cells; a grid has at most 2147483647 cells",
        ),
        (MAP[:-4], "line 5: 1 rows; the height is 2"),
        (MAP[:-2], "line 6: 2 characters; the width is 3"),
        (MAP + "...\n", "line 7: 3 rows; the height is 2"),
        (MAP + "...\n" * 5, "line 7: 7 rows; the height is 2"),
        (MAP.replace("@TW", "@TWW"), "line 6: 4 characters; the width is 3"),
        (MAP.replace("@TW", "@?W"), "line 6: '?' at character 2 is not a terrain"),
        (MAP.replace("@TW", "@\x0cW"), "line 6: '\\x0c' at character 2 is not a terrain"),
        (MAP.replace(" o", "\x0b\x85o").replace("W", "?"), "line 6: '?' at character 3"),
        ("\x00\x01\x7fgarbage\n", "line 1: '\\x00\\x01"),
        ("x" * 10_000, f"line 1: '{'x' * 79}...; the header has type, height, width and map"),
    ],
)
def test_a_broken_map_names_its_line(tmp_path, text, message):
    with pytest.raises(at.InvalidValue, match=re.escape(message)):
        load_map(write(tmp_path, text))


def test_a_scenario_swaps_x_and_y(tmp_path):
    problem = load_scenario(write(tmp_path, SCENARIO + "\n", "a.scen"))[0]
    assert problem == (0, "maps/my map.map", (20, 30), (2, 1), (4, 3), 2.82843)
    assert load_scenario(write(tmp_path, SCENARIO.replace("\n", "\r\n"), "a.scen")) == [problem]
    assert load_scenario(write(tmp_path, "version 1.0\n", "a.scen")) == []


@given(data=files(MAP.encode(), MAP.replace("\n", "\r\n").encode()))
def test_any_file_is_a_map_or_is_refused(tmp_path_factory, data):
    loaded(tmp_path_factory.getbasetemp() / "any.map", data)


@given(data=files(SCENARIO.encode(), SCENARIO.replace("\t", " ").encode()))
def test_any_file_is_a_scenario_or_is_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.scen"
    path.write_bytes(data)
    try:
        problems = load_scenario(path)
    except at.InvalidValue as error:
        assert re.match(r"any\.scen, line \d+: ", str(error))  # noqa: PT017
    else:
        assert all(min(*p.shape, *p.start, *p.goal, p.length) >= 0 for p in problems)


def lengths(tmp_path, *texts):
    lines = "\n".join(f"0\ta.map\t9\t9\t0\t0\t1\t1\t{text}" for text in texts)
    return load_scenario(write(tmp_path, f"version 1\n{lines}\n", "a.scen"))


@pytest.mark.parametrize(
    ("texts", "cost", "agrees"),
    [
        # Six digits in all, zeros at the end left out: what printf writes with %g.
        (("286.764", "6"), 151 + 96 * 2**0.5, True),  # computed in single precision: .76450
        (("286.764", "6"), 286.76452, False),
        (("286.764", "6"), 286.7634, False),
        (("6", "286.764"), 6.0, True),
        (("6", "286.764"), 6.00001, False),
        # Two decimals.
        (("446.00", "54.49"), 446.004, True),
        (("446.00", "54.49"), 446.006, False),
        # Eight decimals, with nine of the root of 2.
        (("18.55634918", "2.00000000"), 3 + 11 * 2**0.5, True),
        (("18.55634918", "2.00000000"), 18.556349, False),
        (("0", "1.41421"), 0.0, True),
        (("0", "1.41421"), 1e-6, False),
        (("5", "1.41421"), float("inf"), False),
    ],
)
def test_a_published_length_knows_how_it_was_rounded(tmp_path, texts, cost, agrees):
    problem = lengths(tmp_path, *texts)[0]
    assert problem.agrees(cost) == agrees
    assert pickle.loads(pickle.dumps(problem)).agrees(cost) == agrees
    assert problem.length == float(texts[0])
