"""Motion in whole units: nothing is lost at borders, and slow cells are slow in proportion."""

from dataclasses import replace
from math import sqrt

import pytest

import asterion as at
from asterion.games.maze.motion import DIAGONAL, FINE, HEADINGS, UNIT
from asterion.games.maze.rules import PlayerSetup, Rules
from support.maze_games import QUIET, game

CORRIDOR = "Ap             xX"


def straight(before, after):
    return abs(after[0] - before[0]) + abs(after[1] - before[1])


@pytest.mark.req("S000-67")
@pytest.mark.parametrize("speed", [1, 83, 84, 101, 839, 840, 841, 2000])
def test_a_tick_always_covers_the_same_distance(speed):
    play = game(CORRIDOR, [PlayerSetup(speed=speed)])
    player, crossed = play.players[0], 0
    for _ in range(min(200, 14 * UNIT // speed)):
        cell, place = player.cell, player.place
        play.tick()
        assert straight(place, player.place) == speed
        crossed += player.cell != cell
    assert crossed or speed < 10


@pytest.mark.req("S000-67")
def test_left_over_distance_is_carried_over_exactly_whatever_the_ground():
    text = "Ap 2 9  7 3  4 5 x\nA 6   8   3  2  2X"
    for speed in (37, 101, 997):
        play = game(text, [PlayerSetup(speed=speed)], trace=True)
        player, cells = play.players[0], []
        while not player.finished:
            play.tick()
            cells = [told.cell for told in play.trace if told.what == "new tile"]
            at_border = sum(
                play.maze.weight(b) * (DIAGONAL if a[0] != b[0] and a[1] != b[1] else UNIT)
                for a, b in zip([(0, 1), *cells], cells, strict=False)
            )
            if not player.finished:
                assert FINE * at_border + player.progress == FINE * speed * play.now
        assert len(cells) > 10


@pytest.mark.req("S000-67")
def test_monsters_lose_nothing_at_borders_either():
    text = "AAAAAAAAA\nA 2  a  A\nA   3   A\nA 4   5 A\nAAAAAAAAA\nApxX    A"
    play = game(text, [], Rules(trap_amount=0, monster_speed=101), seed=2)
    monster, walked, tiles = play.monsters[0], 0, 0
    for _ in range(500):
        cell, needed = monster.cell, monster.needed
        play.tick()
        if monster.cell != cell:
            walked, tiles = walked + (needed or FINE * UNIT), tiles + 1
        assert walked + monster.progress == FINE * 101 * play.now
    assert tiles > 20


@pytest.mark.req("S000-68")
@pytest.mark.parametrize("weight", [2, 3, 4, 7, 9])
def test_slow_ground_takes_as_many_times_longer_as_it_weighs(weight):
    plain = game("Ap x  X", [PlayerSetup(speed=UNIT // 20)])
    slow = game(f"Ap{weight}x  X", [PlayerSetup(speed=UNIT // 20)])

    def ticks_into(play, cell):
        while play.players[0].cell != cell:
            play.tick()
        return play.now

    assert ticks_into(slow, (0, 2)) == weight * ticks_into(plain, (0, 2)) == weight * 20


@pytest.mark.req("S000-68")
def test_every_agent_has_its_own_speed_and_one_rule_scales_them_all():
    rules = Rules(trap_amount=0, human_speed=30, monster_types={"a": {"speed": 10}})
    lanes = ["Ap       xA", "Ao        A", "AX      a A", "A   b     A"]
    text = "\n".join(line for lane in lanes for line in ("A" * 11, lane)) + "\n" + "A" * 11
    text += "\nmonster b: speed 11"
    play = game(text, [PlayerSetup(speed=20), PlayerSetup(speed=21)], rules)
    play.do("human", (0, 1))
    movers = [*play.players, *play.monsters, play.human]

    def distances(ticks):
        before = [mover.place for mover in movers]
        play.run(ticks)
        return [straight(a, mover.place) for a, mover in zip(before, movers, strict=True)]

    play.tick()
    assert distances(1) == [20, 21, 10, 11, 30]
    play.do("speed", 200)
    assert distances(1) == [40, 42, 20, 22, 60]
    play.do("speed", 50)  # also of odd speeds, and of slow ones: nothing is rounded away
    assert distances(2) == [20, 21, 10, 11, 30]
    play.do("speed", 1)
    assert distances(100) == [20, 21, 10, 11, 30]


@pytest.mark.req("S000-69")
def test_a_diagonal_costs_the_root_of_two_or_one():
    text = "Ap      \nA       \nA       \nA   x  X"
    assert Rules().diagonal_cost == sqrt(2)
    times = {}
    for cost in (sqrt(2), 1):
        play = game(text, ["astar"], replace(QUIET, diagonal_cost=cost))
        assert play.players[0].navigator.path.cost == pytest.approx(3 * cost)
        assert play.grid.diagonal_cost == cost
        while play.players[0].cell != (3, 4):
            play.tick()
        times[cost] = play.now
    assert times == {sqrt(2): -(-3 * DIAGONAL // 84), 1: 3 * UNIT // 84}


@pytest.mark.req("S000-69")
def test_the_estimate_follows_the_cost_of_diagonals():
    """An estimate for the other cost would be too high, or weaker than it need be."""
    text = "\n".join(["Ap" + " " * 18, *["A" + " " * 19] * 17, "A" + " " * 17 + "xX"])
    for cost, name in ((sqrt(2), "octile"), (1, "chebyshev")):
        play = game(text, ["astar"], replace(QUIET, diagonal_cost=cost))
        agent = at.Navigator(play.grid, (0, 1), (18, 18), algorithm="astar", heuristic=name)
        assert agent.path.cost == play.players[0].navigator.path.cost
        assert agent.stats.expanded == play.players[0].navigator.stats.expanded


@pytest.mark.req("S000-70")
@pytest.mark.parametrize("name", [info.name for info in at.algorithms("navigator")])
def test_a_change_during_a_step_is_planned_from_the_tile_being_entered(name):
    text = "AAAAAAAAA\nA       A\nAp      A\nA     x A\nA      XA\nAAAAAAAAA"
    play = game(text, [name])
    player = play.players[0]
    play.run(4)
    assert player.cell == (2, 1)
    entering = player.entering
    assert player.navigator.position == entering or name == "lpa"
    assert player.path[0] == entering
    ahead = player.path[2]
    play.grid[ahead] = 0  # in the middle of the step
    player.refresh()
    assert player.entering == entering
    assert player.path[0] == entering
    assert ahead not in player.path
    fresh = at.find_path(play.grid, entering, player.goal).cost
    assert at.validate(play.grid, player.path) == pytest.approx(fresh)
    while player.cell == (2, 1):
        play.tick()
    assert player.cell == entering


def test_a_place_is_between_the_tiles_and_a_heading_is_the_direction_of_the_step():
    play = game("AAAAAAA\nA    XA\nA     A\nA p x A\nAAAAAAA")
    player = play.players[0]
    play.run(5)
    assert player.place == (3 * UNIT, 2 * UNIT + UNIT // 2)
    assert player.heading == (0, 1)
    play.run(21)
    down, right = player.entering[0] - player.cell[0], player.entering[1] - player.cell[1]
    assert player.heading == (down, right) == HEADINGS[player.facing]
    assert player.cells == (player.cell, player.entering)
