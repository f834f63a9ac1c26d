"""The dungeon of the example: its unit uses links and doors as they are at each tick."""

import itertools

import pytest

import asterion as at
from support.examples import load_example

cellar = load_example("teleporters")


def expedition():
    """The walk as (news, cell, path), with a copy of the dungeon as it was at each tick."""
    grid, ids = cellar.dungeon()
    return [(*tick, grid.copy()) for tick in cellar.expedition(grid, ids)]


def test_every_move_is_one_of_the_dungeon_at_its_tick():
    ticks = expedition()
    walk = [cell for _, cell, _, _ in ticks]
    assert (walk[0], walk[-1]) == (cellar.ENTRANCE, cellar.TREASURE)
    for (_, here, *_), (_, there, _, grid) in itertools.pairwise(ticks):
        assert there in [cell for cell, _ in grid.neighbours(here)]


def test_the_path_is_a_cheapest_one_at_every_tick():
    for _, cell, path, grid in expedition():
        assert path.cost == at.find_path(grid, cell, cellar.TREASURE, algorithm="dijkstra").cost


def test_the_unit_turns_to_the_drop_when_the_portal_is_gone_and_to_the_gate_when_it_opens():
    ticks = expedition()
    first, after_portal, after_gate = (
        ticks[tick][2] for tick in (0, cellar.PORTAL_GOES, cellar.GATE_OPENS)
    )
    assert cellar.used([*first]) == ["the portal"]
    assert cellar.used([*after_portal]) == ["the drop"]
    south = [(a, b) for a, b in itertools.pairwise(after_portal)]
    assert cellar.ONE_WAY in south
    later = ticks[cellar.GATE_OPENS - 1][2]  # still the one-way door
    assert cellar.ONE_WAY in [*itertools.pairwise(later)]
    assert cellar.GATE in [*itertools.pairwise(after_gate)]
    assert after_gate.cost < later.cost - 1


@pytest.mark.parametrize(
    ("a", "b"),
    [cellar.LINKS["the drop"][:2], cellar.ONE_WAY, cellar.CHAMBER],
    ids=["drop", "one-way door", "door of the chamber"],
)
def test_what_leads_one_way_leads_one_way(a, b):
    grid, _ = cellar.dungeon()
    assert b in [cell for cell, _ in grid.neighbours(a)]
    assert a not in [cell for cell, _ in grid.neighbours(b)]


def test_there_is_no_way_home_while_the_gate_and_the_portal_are_shut():
    grid, ids = cellar.dungeon()
    assert at.find_path(grid, cellar.TREASURE, cellar.ENTRANCE).found
    grid.links.remove(ids["the portal"])
    assert not at.find_path(grid, cellar.TREASURE, cellar.ENTRANCE).found
    grid.fences.remove(*cellar.GATE)
    assert cellar.used([*at.find_path(grid, cellar.TREASURE, cellar.ENTRANCE)]) == ["the stairs"]


def test_the_picture_is_drawn(tmp_path):
    grid, ids = cellar.dungeon()
    walk = [cell for _, cell, _ in cellar.expedition(grid, ids)]
    home = [*at.find_path(grid, cellar.TREASURE, cellar.ENTRANCE)]
    cellar.painted(grid, walk, home, tmp_path / "dungeon.png")
    assert (tmp_path / "dungeon.png").stat().st_size > 10_000
