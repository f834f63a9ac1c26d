"""Keys and doors: in order, the same for all, and closed to players without their key."""

import pytest

import asterion as at
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from support.maze_games import FULL, QUIET, game, world

NAMES = [info.name for info in at.algorithms("navigator")]


def reached(play, number):
    told = [line for line in play.trace if line.what == "goal reached" and line.who == number]
    letters = {cell: letter for letter, cell in (play.world.keys | play.world.doors).items()}
    return [letters[line.cell] for line in told]


@pytest.mark.req("S000-62")
def test_the_order_of_goals_is_the_same_for_three_different_players():
    play = Simulation(world(FULL), rules=Rules(trap_amount=2, trap_interval=7), seed=3, trace=True)
    assert [player.algorithm for player in play.players] == ["focused-dstar", "dstar", "astar"]
    play.run()
    assert play.over
    for number in range(3):
        assert reached(play, number) == ["x", "X", "y", "Y", "z", "Z"]
        assert not play.players[number].goals_left
        searches = [t for t in play.trace if t.what == "initial search" and t.who == number]
        assert len(searches) == 6  # one for each goal


@pytest.mark.req("S000-62")
def test_a_goal_is_taken_off_the_list_when_it_is_reached_and_no_sooner():
    play = game("ApYX x y ")  # over both doors, whose keys lie behind them
    assert play.players[0].path_state == "obstructed"
    play = game("AAAAAAAAA\nAp y x  A\nAX     YA\nAAAAAAAAA", trace=True)
    player = play.players[0]
    assert [goal.letter for goal in player.goals_left] == ["x", "X", "y", "Y"]
    play.run()
    assert reached(play, 0) == ["x", "X", "y", "Y"]
    walked = [t.cell for t in play.trace if t.what == "new tile"]
    assert walked.index((1, 3)) < walked.index(
        (1, 5)
    )  # over y on the path to x, which does not count


@pytest.mark.req("S000-63")
def test_a_key_that_was_taken_is_there_for_the_next():
    play = game("AAAAAAAAA\nAp   x XA\nAAAAAAAAA", [PlayerSetup(speed=84), PlayerSetup(speed=20)])
    first, second = play.players
    play.run(45)
    assert "x" in first.keys
    assert "x" not in second.keys
    play.run()
    assert first.keys == second.keys == {"x"}
    assert first.segments[0].ticks < second.segments[0].ticks


@pytest.mark.req("S000-63")
@pytest.mark.req("S000-64")
def test_the_door_stays_closed_for_a_player_without_the_key():
    """The first player is through; to the second it is still a wall, and to monsters too."""
    play = game(
        "AAAAAAAAAAA\nAp x  X  yA\nAAAAAAAAAYA\nAAAAAAAAAAA",
        [PlayerSetup(speed=400), PlayerSetup(speed=1)],
    )
    play.run(20)
    first, second = play.players
    door, before = play.world.doors["X"], (1, 5)
    assert first.keys >= {"x"}
    assert not second.keys
    assert door in [cell for cell, _ in first.world.neighbours(before)]
    assert door not in [cell for cell, _ in second.world.neighbours(before)]
    assert door not in [cell for cell, _ in play.maze.for_monsters.neighbours(before)]


@pytest.mark.req("S000-64")
def test_players_with_the_same_keys_share_a_view():
    play = game("AAAAAAAAA\nAp   x XA\nAAAAAAAAA", ["dstar-lite"] * 5)
    assert len({id(player.world) for player in play.players}) == 1


@pytest.mark.req("S000-64")
@pytest.mark.parametrize("name", NAMES)
def test_no_player_goes_through_a_door_on_the_path_to_its_key(name):
    """The short path to x leads through X, and yet the player has to go around."""
    text = "AAAAAAAAA\nA p X x A\nA AAAAA A\nA       A\nAAAAAAAAA"
    play = game(text, [name], trace=True)
    play.run()
    walked = [t.cell for t in play.trace if t.what == "new tile"]
    assert walked.index((1, 6)) < walked.index((1, 4)) == len(walked) - 1
    assert (3, 4) in walked


@pytest.mark.req("S000-65")
@pytest.mark.parametrize("name", NAMES)
def test_every_navigator_plays_the_game_to_its_end(name):
    rules = Rules(trap_amount=4, trap_interval=3, trap_shortest=10, trap_longest=60)
    play = Simulation(world(FULL), players=[name], rules=rules, seed=2)
    play.run()
    assert play.over
    player = play.players[0]
    assert player.keys == {"x", "y", "z"}
    assert player.cell == play.world.doors["Z"]
    assert player.goal is None
    assert player.path == []


def test_players_of_any_number_share_the_starts_or_have_their_own():
    setups = [PlayerSetup("jps") for _ in range(7)] + [PlayerSetup("jps", start=(5, 5))]
    play = Simulation(world(FULL), players=setups, rules=QUIET)
    assert [player.cell for player in play.players] == [(1, 1)] * 7 + [(5, 5)]
    play.run()
    assert play.over
    with pytest.raises(at.InvalidValue, match=r"players\[0\] starts at \(0, 0\), which is not"):
        Simulation(world(FULL), players=[PlayerSetup(start=(0, 0))])
    with pytest.raises(at.OutsideWorld, match=r"the start of players\[0\] \(99, 0\) is outside"):
        Simulation(world(FULL), players=[PlayerSetup(start=(99, 0))])
    with pytest.raises(at.InvalidValue, match=r"players\[0\] has no start, and the map has none"):
        game("x X", ["jps"])
    with pytest.raises(at.InvalidType, match="a player is 7; it must be a PlayerSetup"):
        game("px X", [7])
    with pytest.raises(at.InvalidValue, match="mode is 'rude'; choose one of 'bold', 'hide', 'fl"):
        game("px X", [PlayerSetup(mode="rude")])
    with pytest.raises(at.InvalidValue, match=r"players\[0\] is to hide; that needs threat=True"):
        game("px X", [PlayerSetup(mode="hide")], Rules(trap_amount=0, threat=False))


@pytest.mark.parametrize("name", NAMES)
def test_a_player_that_starts_on_a_key_has_it_at_once(name):
    play = game("AAAAAAAA\nAp  x XA\nAAAAAAAA", [PlayerSetup(name, start=(1, 4))])
    play.tick()
    assert play.players[0].keys == {"x"}
    play.run()
    assert [segment.moves for segment in play.players[0].segments] == [0, 2]
