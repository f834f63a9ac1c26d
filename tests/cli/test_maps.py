"""asterion maps make and traffic; test_drawing has ``maps show``."""

import pytest

import asterion as at


@pytest.mark.parametrize(
    ("kind", "words", "options"),
    [
        ("maze", ["--seed", "3", "--opened", "4"], {"seed": 3, "opened": 4}),
        ("scattered", ["--seed", "3", "--density", "0.2"], {"seed": 3, "density": 0.2}),
        ("rooms", ["--room-size", "3", "--extra", "0.1"], {"size": 3, "extra": 0.1}),
        ("caves", ["--density", "0.4", "--rounds", "2"], {"density": 0.4, "rounds": 2}),
        ("terrain", ["--water", "0.3", "--scale", "8"], {"water": 0.3, "scale": 8}),
        ("field", [], {}),
    ],
)
def test_a_map_is_what_its_generator_makes(run, tmp_path, kind, words, options):
    wanted = getattr(at.maps, kind)((9, 17), **options)
    result = run("maps", "make", kind, "--size", "9x17", *words, "-")
    assert result.exit_code == 0
    assert result.stdout == wanted.to_text() + "\n"
    file = tmp_path / ("made.npy" if kind == "terrain" else "made.map")  # which holds costs
    result = run("maps", "make", kind, "--size", "9x17", *words, file)
    assert result.exit_code == 0
    assert result.stdout == f"{file}: 9 rows, 17 columns, {(wanted.cost > 0).sum()} free cells\n"
    assert (at.load_map(file).cost == wanted.cost).all()


def test_every_generator_is_here():
    assert {"maze", "scattered", "rooms", "caves", "terrain", "field"} == set(at.maps.__all__)


def test_one_number_is_the_side_of_a_square(run):
    output = run("maps", "make", "field", "--size", "4", "-").stdout
    assert output == "....\n" * 4


def test_traffic_is_drawn_as_a_heat_map(run, refused, tmp_path):
    level = tmp_path / "rooms.map"
    at.io.save_map(at.maps.rooms((9, 17), seed=2), level)
    picture = tmp_path / "traffic.png"
    result = run("maps", "traffic", level, picture, "--paths", "50", "--seed", "4")
    assert result.exit_code == 0
    counts = at.analysis.usage(at.load_map(level), paths=50, seed=4)
    row, col = map(int, result.stdout.split()[-1].split(","))
    assert counts[row, col] == counts.max()
    assert result.stdout.startswith(f"{picture}: 50 paths; at most {counts.max()} through a cell, ")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert refused("maps", "traffic", level, tmp_path / "a.jpg") == (
        "a.jpg does not end in .png; a heat map is written as .png"
    )
    assert "--paths" in refused("maps", "traffic", level, picture, "--paths", "0")
