"""The human player: it moves by keys, and bumps into closed tiles."""

from random import Random

import pytest

from asterion.games.maze.human import HALF
from asterion.games.maze.motion import UNIT
from asterion.games.maze.rules import Rules
from asterion.games.maze.simulation import Simulation
from support.maze_games import FULL, game, world

ROOM = "AAAAAAA\nAo    A\nA  A  A\nA     A\nA xX  A\nAAAAAAA"
RULES = Rules(trap_amount=0, human_speed=100)


def tiles(place):
    """All tiles that a body covers, by its corners."""
    return {
        ((row + UNIT // 2) // UNIT, (col + UNIT // 2) // UNIT)
        for row in (place[0] - HALF, place[0] + HALF)
        for col in (place[1] - HALF, place[1] + HALF)
    }


@pytest.mark.req("S000-71")
def test_it_moves_freely_in_units_and_stops_at_a_wall():
    play = game(ROOM, [], RULES)
    human = play.human
    assert human.place == (UNIT, UNIT)
    play.do("human", (0, 1))
    play.tick()
    assert human.place == (UNIT, UNIT + 100)
    assert human.heading == (0, 1)
    play.run(100)
    assert human.place == (UNIT, 6 * UNIT - UNIT // 2 - HALF - 1)  # as near as can be
    play.do("human", (0, 0))
    play.run(5)
    assert human.cell == (1, 5)
    play.do("human", (0, -1))
    play.run(100)
    assert human.place == (UNIT, UNIT // 2 + HALF)


@pytest.mark.req("S000-71")
def test_it_slides_along_a_wall_and_goes_no_faster_across():
    play = game(ROOM, [], RULES)
    human = play.human
    play.do("human", (1, 1))
    play.tick()
    rows, cols = human.place[0] - UNIT, human.place[1] - UNIT
    assert rows == cols == 70  # 100 along the diagonal
    play.do("human", (-1, 1))
    play.run(30)
    assert human.place[0] == UNIT // 2 + HALF  # at the wall above, and further right all the same
    assert human.place[1] > UNIT + 15 * 70


@pytest.mark.req("S000-71")
def test_its_body_is_never_in_what_is_closed_to_it():
    random = Random(2)
    rules = Rules(trap_amount=6, trap_interval=5, trap_shortest=10, trap_longest=90)
    play = Simulation(world(FULL), players=[], rules=rules, seed=2)
    human, been, speeds = play.human, set(), [60, 100, 400, 1500]
    for _ in range(1500):
        if random.random() < 0.2:
            play.do("human", (random.randint(-1, 1), random.randint(-1, 1)))
        if random.random() < 0.01:
            play.do("speed", random.choice(speeds))
        play.tick()
        been |= tiles(human.place)
        for cell in tiles(human.place):
            assert not play.maze.blocked(cell, human.keys)
        assert tiles(human.place) == {*human.cells}
    assert len(been) > 30


@pytest.mark.req("S000-71")
def test_a_pit_in_front_of_it_stops_it_and_none_opens_under_it():
    play = game(ROOM, [], RULES)
    play.grid[1, 3] = 0
    play.do("human", (0, 1))
    play.run(60)
    assert play.human.cell == (1, 2)
    play = game(ROOM, [], Rules(trap_amount=100, trap_interval=1, human_speed=100))
    human = play.human
    human.place = (3 * UNIT, 3 * UNIT + UNIT // 2)  # on two tiles
    play.tick()
    assert human.cells == [(3, 3), (3, 4)]
    assert play.grid[3, 3] == play.grid[3, 4] == 1
    assert play.grid[3, 2] == play.grid[3, 5] == 0  # and pits all around


@pytest.mark.req("S000-64")
@pytest.mark.req("S000-71")
def test_doors_are_closed_to_it_until_it_has_the_key():
    text = "AAAAAAAAA\nAo  X   A\nA AAAAA A\nA x     A\nAAAAAAAAA"
    play = game(text, [], RULES)
    play.do("human", (0, 1))
    play.run(60)
    assert play.human.cell == (1, 3)
    play.do("human", (0, -1))
    play.run(60)
    play.do("human", (1, 0))
    play.run(60)
    play.do("human", (0, 1))
    play.run(9)
    assert play.human.keys == {"x"}
    play.do("human", (0, -1))
    play.run(40)
    play.do("human", (-1, 0))
    play.run(60)
    play.do("human", (0, 1))
    play.run(27)
    assert play.human.finished
    assert play.over


@pytest.mark.req("S000-68")
@pytest.mark.req("S000-71")
def test_slow_ground_slows_it_and_nothing_is_lost_by_rounding():
    play = game("Ao7777777\nAAAAAAAAA\nA   xXAAA", [], Rules(trap_amount=0, human_speed=100))
    play.do("human", (0, 1))
    while play.human.cell != (0, 2):
        play.tick()
    begin = play.human.place[1]
    play.run(35)
    assert play.human.place[1] - begin == 500  # 35 x 100 / 7


def test_a_human_player_that_is_caught_begins_again_unless_it_is_safe():
    text = "AAAAAAAA\nAo  a xA\nAAAAA XA\nAAAAAAAA"
    play = game(text, [], Rules(trap_amount=0, invulnerable=False, monster_speed=1))
    play.do("human", (0, 1))
    while not play.human.caught:
        play.tick()
    assert play.human.place == (UNIT, UNIT)


def test_games_without_a_human_have_none():
    assert game("p x X").human is None
