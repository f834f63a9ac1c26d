"""The set-up of the maze arena: its links, and its errors."""

from dataclasses import asdict

import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link, link_of
from asterion.lab.maze.session import MazeSession
from asterion.lab.maze.setup import MazeSetup
from asterion.lab.work import drained
from support.maze_sessions import session_in


def test_a_link_holds_world_players_rules_and_seed():
    setup = session_in(seed=9).setup.with_player(2, algorithm="jps", mode="flee")
    setup = setup.with_rule("speed", 250)
    assert MazeSetup.from_link(setup.to_link()) == setup


def test_damaged_links_are_refused():
    link = session_in().setup.to_link()
    told = decoded_link(link)
    for bad in (
        link[:-9],
        "nonsense",
        7,
        link_of({}),
        link_of({**told, "players": 3}),
        link_of({**told, "players": [{"colour": "blue"}] * 3}),
        link_of({**told, "rules": {"gravity": 1}}),
        link_of({**told, "text": "p"}),
        link_of({**told, "seed": "x"}),
    ):
        with pytest.raises(at.AsterionError):
            MazeSetup.from_link(bad)


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


def test_a_budget_is_in_links():
    setup = MazeSetup.default()
    held = setup.with_rule("budget", 120)
    assert MazeSetup.from_link(held.to_link()).rules.budget == 120
    assert MazeSetup.from_link(held.to_link()) == held
    assert held.simulation().players[0].planning
