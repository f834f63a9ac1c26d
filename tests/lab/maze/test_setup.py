"""The set-up of the maze arena: its links, and its errors."""

from dataclasses import asdict

import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.maps.links import link_of
from asterion.lab.maze.payload import tiles
from asterion.lab.maze.scenes import SCENES
from asterion.lab.maze.session import MazeSession
from asterion.lab.maze.setup import MazeSetup
from asterion.lab.work import drained
from support.maze_sessions import session_in


def test_a_link_holds_world_players_rules_and_seed():
    setup = session_in(seed=9).setup.with_player(2, algorithm="jps", mode="flee")
    setup = setup.with_rule("speed", 250).with_rule("monster_types", {"a": {"speed": 9}})
    setup = setup.in_world("typed", setup.text + "monster b: vision 2\n")
    assert MazeSetup.from_link(setup.to_link()) == setup
    assert setup.simulation().world.monster_types == {"b": {"vision": 2}}


def many_cells():
    """A small text of a hundred million cells, whose lines differ from str.splitlines."""
    return "p xX" + "\u2028" * 9_996 + "\n" * 10_000


def test_a_world_is_measured_by_the_lines_of_its_reader():
    text = many_cells()
    for refused in (
        lambda: MazeSetup.from_link(link_of({**asdict(MazeSetup.default()), "text": text})),
        lambda: MazeSetup.default().in_file("bomb.txt", text.encode()),
        lambda: drained(MazeSession().replay_checked({**MazeSession().save(), "world": text})),
    ):
        with pytest.raises(at.InvalidValue, match="the world has 100000000 cells; the lab takes"):
            refused()


@pytest.mark.parametrize("name", [*limits.MAZE_RULES])
def test_rules_that_cost_time_have_limits(name):
    most = limits.MAZE_RULES[name]
    setup = MazeSetup.default()
    assert getattr(setup.with_rule(name, most).rules, name) == most
    values = asdict(setup)
    values["rules"][name] = 10**9
    with pytest.raises(
        at.InvalidValue, match=f"{name} is 1000000000; the lab takes {most} at most"
    ):
        MazeSetup.from_link(link_of(values))


@pytest.mark.parametrize("name", ["speed", "vision"])
def test_types_of_monsters_have_the_limits_of_their_rules(name):
    setup, most = MazeSetup.default(), limits.MAZE_RULES[{"speed": "monster_speed"}.get(name, name)]
    said = f"{name} of monster a is {most + 1}; the lab takes {most} at most"
    for change in (
        lambda value: setup.with_rule("monster_types", {"a": {name: value}}),
        lambda value: setup.in_world("typed", f"{setup.text}monster a: {name} {value}\n"),
    ):
        assert change(most).simulation().monsters
        with pytest.raises(at.InvalidValue, match=said):
            change(most + 1)


def test_lines_about_monsters_are_no_part_of_the_size_of_a_world():
    text = ("p xX" + "A" * 252 + "\n").ljust(257 * 256, "\n")
    typed = text[: 257 + 255] + "monster a: speed 5, vision 8, aggressiveness 20\n"
    assert MazeSetup.default().in_world("large", typed).world().shape[1] == 256


def test_lines_about_monsters_are_not_drawn():
    setup = MazeSetup.default().in_world("typed", "pA2axX\nA\nmonster a: speed 5\n")
    assert tiles(setup.world()) == " A2   A     "


def test_scenes_with_players_that_hide_or_flee_have_monsters():
    modes = set()
    for scene in SCENES:
        setup = scene.make()
        asked = {player.mode for player in setup.players} - {"bold"}
        assert not asked or setup.simulation().monsters
        modes |= asked
    assert modes == {"hide", "flee"}


def test_a_budget_is_in_links():
    setup = MazeSetup.default()
    held = setup.with_rule("budget", 120)
    assert MazeSetup.from_link(held.to_link()).rules.budget == 120
    assert MazeSetup.from_link(held.to_link()) == held
    assert held.simulation().players[0].planning


def test_the_first_race_has_one_winner_and_the_others_come_far_behind():
    setup = MazeSetup.default()
    assert len({player.algorithm for player in setup.players}) == 3
    session = MazeSession()
    assert session.setup == setup
    session.start()
    while session.tick():
        assert session.game.now < 5000
    first, *others = sorted(session.race.standings(), key=lambda line: line["place"])
    assert first["place"] == 1
    behind = [line["ticks"] for line in others if line["ticks"] is not None]
    assert len(behind) == 2
    assert min(behind) > 1.1 * first["ticks"]
