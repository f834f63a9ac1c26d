"""The colours of the boards can be told apart, by colour-blind people too."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import asterion.lab
from asterion.lab.maze.payload import LOOKS

TEXT = (Path(asterion.lab.__file__).parent / "board" / "palette.js").read_text()
ROLES = ["free", "wall", "open", "closed", "path", "agent", "goal", "threat"]
PAIRS = [*combinations(ROLES, 2), *(("unknown", role) for role in ROLES)]
LEAST = 16.5  # in CIE76; about 2.3 is just noticeable side by side
# Machado, Oliveira and Fernandes, A physiologically-based model for simulation of color vision
# deficiency, 2009: severity 1, for linear RGB.
EYES = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def colours_of(name):
    """A table of palette.js."""
    body = re.search(rf"export const {name} = {{(.*?)}};", TEXT, re.DOTALL)[1]
    return dict(re.findall(r'(\w+): "(#[0-9a-f]{6,8})"', body))


def rgb(colour):
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)])


def linear(colour):
    share = rgb(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(light):
    """CIE L*a*b* of a linear RGB, under D65."""
    xyz = TO_XYZ @ light.clip(0, 1) / (TO_XYZ @ np.ones(3))
    root = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def distance(one, other, eyes):
    return float(np.linalg.norm(lab(EYES[eyes] @ linear(one)) - lab(EYES[eyes] @ linear(other))))


def test_the_distance_is_that_of_the_books():
    assert distance("#ffffff", "#000000", "normal") == pytest.approx(100)
    assert lab(linear("#ff0000")) == pytest.approx([53.24, 80.09, 67.20], abs=0.02)
    for eyes in EYES:  # grey stays grey
        assert distance("#808080", "#7f7f7f", eyes) < 0.5
        assert lab(EYES[eyes] @ linear("#808080"))[1:] == pytest.approx([0, 0], abs=0.02)
    assert distance("#ff0000", "#00a000", "deuteranopia") < distance("#ff0000", "#00a000", "normal")


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_every_pair_of_colours_is_far_apart(table, eyes):
    colours = colours_of(table)
    near = {
        f"{one} {other}": round(far, 1)
        for one, other in PAIRS
        if (far := distance(colours[one], colours[other], eyes)) < LEAST
    }
    assert near == {}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_no_terrain_looks_unknown(table, eyes):
    colours = colours_of(table)
    free, heavy = rgb(colours["free"]), rgb(colours["heavy"])
    for cost in range(2, 10):  # as grid_view.js mixes them
        mixed = (free + (heavy - free) * 0.85 * (cost - 1) / 8).round().astype(int)
        colour = "#{:02x}{:02x}{:02x}".format(*mixed)
        assert distance(colour, colours["unknown"], eyes) > LEAST


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_the_path_is_seen_on_every_estimate(table, eyes):
    colours = colours_of(table)
    near, far = rgb(colours["near"]), rgb(colours["far"])
    for share in np.linspace(0, 1, 17):  # as grid_view.js mixes them
        colour = "#{:02x}{:02x}{:02x}".format(*(near + (far - near) * share).round().astype(int))
        assert distance(colour, colours["path"], eyes) > LEAST, colour


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_teams_are_seen_on_the_floor_and_two_of_them_apart(table, eyes):
    """More teams are told apart by their shapes."""
    colours = colours_of(table)
    assert distance(colours["team0"], colours["team1"], eyes) > LEAST
    for team in range(8):
        for ground in ("free", "wall") if team < 2 else ("free",):
            assert distance(colours[f"team{team}"], colours[ground], eyes) > LEAST
        assert distance(colours[f"team{team}"], colours["onTeam"], eyes) > 40  # the letter


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_units_on_traffic_and_jams_among_them_are_told_apart(table, eyes):
    colours = colours_of(table)
    for role in ("free", "wall", "path", "team0", "team1"):
        assert distance(colours["jam"], colours[role], eyes) > LEAST, role
    for team in ("team0", "team1"):
        assert distance(colours[team], colours["path"], eyes) > LEAST


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_agents_and_players_are_told_apart(table, eyes):
    colours = colours_of(table)
    players = [colours[f"player{i}"] for i in range(4)]
    for one, other in combinations([colours["free"], *players], 2):
        assert distance(one, other, eyes) > LEAST, (one, other)
    for player in players:
        assert distance(player, colours["onTeam"], eyes) > 40  # the number


@pytest.mark.req("S000-92")
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("ground", "table"), [("light", "LIGHT"), ("dark", "DARK")])
def test_the_paths_of_the_maze_are_told_apart(ground, table, eyes):
    free = colours_of(table)["free"]
    paths = [getattr(look, ground) for look in LOOKS.values()]
    for one, other in combinations([free, *paths], 2):
        assert distance(one, other, eyes) > LEAST, (one, other)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_the_three_steps_of_a_path_are_told_apart(table, eyes):
    """And seen on every ground, beside units, goals and walls; they differ in their dashes too."""
    colours = colours_of(table)
    steps = [colours[step] for step in ("quick", "full", "splice")]
    for one, other in combinations(steps, 2):
        assert distance(one, other, eyes) > LEAST, (one, other)
    free, heavy = rgb(colours["free"]), rgb(colours["heavy"])
    mixed = [(free + (heavy - free) * 0.85 * cost / 8).round().astype(int) for cost in range(9)]
    grounds = ["#{:02x}{:02x}{:02x}".format(*each) for each in mixed]
    for step in steps:
        for other in (*grounds, *(colours[role] for role in ("wall", "agent", "goal"))):
            assert distance(step, other, eyes) > LEAST, (step, other)


@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_the_three_steps_have_the_contrast_of_graphics(table):
    """3 to 1 against the floor, the line or its casing (WCAG 2.2, 1.4.11)."""
    colours = colours_of(table)

    def contrast(one, other):
        light, dark = sorted(
            (float(TO_XYZ[1] @ linear(colour)) for colour in (one, other)), reverse=True
        )
        return (light + 0.05) / (dark + 0.05)

    for step in ("quick", "full", "splice"):
        seen = (contrast(colours[part], colours["free"]) for part in (step, "casing"))
        assert max(seen) >= 3, step


def test_both_tables_have_the_same_colours():
    assert colours_of("LIGHT").keys() == colours_of("DARK").keys()
    assert {*ROLES, "unknown"} <= colours_of("LIGHT").keys()


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("table", ["LIGHT", "DARK"])
def test_links_fences_and_structures_are_seen_on_every_ground_and_beside_paths(table, eyes):
    colours = colours_of(table)
    for signs in (("link", "fence"), ("structure", "route")):
        for sign in signs:
            for other in ("free", "wall", "open", "closed", "path"):
                assert distance(colours[sign], colours[other], eyes) > LEAST, (sign, other)
        assert distance(*(colours[sign] for sign in signs), eyes) > LEAST
