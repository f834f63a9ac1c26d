"""Monsters: chance, chases, memory, and places they may not enter."""

import sys
from collections import Counter

import numpy as np
import pytest

import asterion as at
from asterion import _core
from asterion.games.maze.monster_types import Traits
from asterion.games.maze.monsters import CHANCES, Monster
from asterion.games.maze.motion import DIAGONAL, HEADINGS, UNIT
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.vision import Sight
from asterion.world.dice import Dice
from support.effort import SHARE, scaled
from support.maze_games import FULL, game, lively, world

EAST = HEADINGS.index((0, 1))


def monster_at(cell, facing, sight, aggressiveness=50, seed=1):
    traits = Traits(70, sight.length, aggressiveness)
    monster = Monster("a", 0, cell, traits, sight=sight, diagonal=DIAGONAL, dice=Dice(seed))
    monster.facing = facing
    return monster


def chi_square(counts, expected):
    return sum((counts[key] - wanted) ** 2 / wanted for key, wanted in expected.items())


@pytest.mark.req("S000-84")
@pytest.mark.parametrize("facing", range(8))
def test_on_open_floor_directions_come_as_often_as_the_study_says(facing):
    assert sum(CHANCES) == 100
    grid, rolls = at.maps.field(15), 4000
    monster = monster_at((7, 7), facing, Sight(grid, 5), seed=facing)
    counts = Counter(monster.decide(grid) for _ in range(rolls))
    expected = {}
    for turn, percent in enumerate([37, 15, 15, 1, 1, 1, 15, 15]):
        down, right = HEADINGS[(facing + turn) % 8]
        expected[7 + down, 7 + right] = rolls * percent / 100
    assert counts.keys() <= expected.keys()
    assert chi_square(counts, expected) < 24.3  # 7 degrees of freedom: 1 in 1000


@pytest.mark.req("S000-84")
def test_a_direction_counts_as_many_times_as_tiles_are_seen_that_way():
    grid = at.Grid.from_text("#######\n#.....#\n#.#####\n#.#####\n#######")
    sight = Sight(grid, 3)
    monster = monster_at((1, 1), EAST, sight)
    assert sight.reach((1, 1)) == (0, 0, 3, 0, 2, 0, 0, 0)
    rolls = 4000
    counts = Counter(monster.decide(grid) for _ in range(rolls))
    total = 37 * 3 + 15 * 2
    expected = {(1, 2): rolls * 37 * 3 / total, (2, 1): rolls * 15 * 2 / total}
    assert counts.keys() == expected.keys()  # blocked moves never come up
    assert chi_square(counts, expected) < 10.9  # 1 degree of freedom: 1 in 1000


@pytest.mark.req("S000-84")
def test_what_is_blocked_is_never_chosen_and_without_one_it_stays():
    grid = at.Grid.from_text("...\n...\n...")
    sight = Sight(grid.copy(), 3)
    grid[0, :] = grid[1, 2] = 0  # pits, which hide nothing
    monster = monster_at((1, 1), EAST, sight)
    seen = {monster.decide(grid) for _ in range(3000)}
    assert seen == {(1, 0), (2, 0), (2, 1)}
    grid[:] = 0
    assert monster.decide(grid) is None


@pytest.mark.req("S000-81")
@pytest.mark.parametrize("aggressiveness", [0, 1, 35, 80, 100])
def test_aggressiveness_is_the_chance_that_a_visible_player_is_chased(aggressiveness):
    grid, rolls = at.maps.field(11), 10_000
    monster = monster_at((5, 5), EAST, Sight(grid, 5), aggressiveness, seed=aggressiveness)
    chases = 0
    for _ in range(rolls):
        monster.look({0: (5, 8)})
        assert monster.sees == 0
        tile = monster.decide(grid)
        assert monster.state in ("chase", "wander")
        chases += monster.state == "chase"
        assert monster.state == "wander" or tile == (5, 6)
    share = aggressiveness / 100
    assert abs(chases - rolls * share) <= 4 * (rolls * share * (1 - share)) ** 0.5


class Loaded:
    """Dice with given results."""

    def __init__(self, *rolls):
        self.rolls = [*rolls]

    def below(self, _n):
        return self.rolls.pop(0)


@pytest.mark.req("S000-82")
def test_the_machine_of_the_study_step_by_step():
    """Sees a player, loses it, wanders, heads back, and forgets when the place is out of sight."""
    grid = at.Grid.from_text("#########\n#.......#\n#.#####.#\n#.......#\n#########")
    monster = monster_at((1, 1), EAST, Sight(grid, 4))
    hit, miss = 0, 99

    def decide(players, *rolls):
        monster.dice = Loaded(*rolls)
        monster.look(players)
        tile = monster.decide(grid)
        assert not monster.dice.rolls  # as many rolls as there are decisions
        if tile is not None:
            monster.enter(tile, 1)
            monster.reach()
        return monster.state, monster.target, monster.cell

    assert decide({}, 0) == (
        "wander",
        None,
        (1, 2),
    )  # no player in sight: one roll, for the direction
    assert decide({0: (1, 5)}, hit) == ("chase", (1, 5), (1, 3))
    assert decide({}, hit) == ("return", (1, 5), (1, 4))  # gone, but it remembers
    assert decide({}, miss, 0) == ("wander", (1, 5), (1, 5))  # the dice are against it
    assert decide({0: (1, 7)}, miss, 0) == ("wander", (1, 7), (1, 6))  # seen again
    assert decide({}, hit) == ("return", (1, 7), (1, 7))
    assert decide({}, 0)[:2] == ("wander", None)  # no player there: forgotten, no roll for a chase

    monster.put((1, 6))
    monster.facing = EAST
    assert decide({0: (1, 7)}, hit)[:2] == ("chase", (1, 7))
    monster.target = (1, 4)
    monster.put((3, 7))
    assert decide({}, miss, 0)[:2] == ("wander", (1, 4))  # after a step that was not by chance
    monster.put((3, 5))
    assert decide({}, 0)[:2] == ("wander", None)  # after one that was: out of sight, forgotten


@pytest.mark.req("S000-82")
def test_a_place_in_sight_is_not_forgotten_while_a_monster_wanders():
    grid = at.maps.field(9)
    monster = monster_at((4, 4), EAST, Sight(grid, 8), aggressiveness=0)
    monster.target = (4, 0)  # behind it, but nothing is in between
    for _ in range(10):
        monster.look({})
        assert monster.decide(grid) is not None
        assert (monster.state, monster.target) == ("wander", (4, 0))


@pytest.mark.req("S000-83")
def test_a_hidden_player_never_changes_what_monsters_do():
    """A player beside them behind a wall, in another room or absent: the same moves."""
    cellar = ["A a      b    A", "A   BB      c A", "A      BB     A"]
    wall = "A" * 15
    text = "\n".join([wall, "Ap      x   X A", wall, *cellar, wall])
    rules = Rules(trap_amount=0, aggressiveness=100)

    def moves(players):
        play = game(text, players, rules, seed=6)
        places = []
        for _ in range(1500):
            play.tick()
            places.append([(m.place, m.facing, m.state) for m in play.monsters])
            assert all(monster.sees is None is monster.target for monster in play.monsters)
        return places

    alone = moves([])
    assert moves(["dstar-lite"]) == alone
    assert moves([PlayerSetup("jps", speed=300)] * 3) == alone


@pytest.mark.req("S000-83")
def test_monsters_use_no_pathfinding(monkeypatch):
    """Every search of the package is broken, and they chase and wander as before."""

    def out_of_order(*_args, **_options):
        pytest.fail("a search was asked for")

    text = "AAAAAAAAAAAA\nAx  a   o  A\nA   AA     A\nA b      X A\nAAAAAAAAAAAA"
    play = game(text, [], Rules(trap_amount=0, aggressiveness=60, vision=6), seed=1)
    for name in ("find_path", "find_paths", "distances", "Session", "Navigator", "Explorer"):
        monkeypatch.setattr(_core, name, out_of_order)
    # Calls with the same options are answered by the core alone: so the name itself is removed.
    quick = at.find_path
    for module in [each for name, each in sys.modules.items() if name.startswith("asterion")]:
        if vars(module).get("find_path") is quick:
            monkeypatch.setattr(module, "find_path", out_of_order)
    with pytest.raises(pytest.fail.Exception):
        at.find_path(at.maps.field(3), (0, 0), (2, 2))
    states = Counter()
    for number in range(2000):
        play.do("human", HEADINGS[number // 100 % 8])
        play.tick()
        states.update(monster.state for monster in play.monsters)
    assert min(states[state] for state in ("wander", "chase", "return")) > 20


@pytest.mark.req("S000-85")
@pytest.mark.req("S000-64")
def test_monsters_may_not_enter_doors_starts_and_keys():
    rules = Rules(trap_amount=0, aggressiveness=100)
    setups = [PlayerSetup("jps"), PlayerSetup("jps", start=(6, 12))]
    play = Simulation(world(FULL), players=setups, rules=rules, seed=8)
    closed = {*play.world.keys.values(), *play.world.doors.values(), (1, 1), (5, 2), (6, 12)}
    assert len(closed) == 9
    beside = {
        cell
        for row in range(play.grid.shape[0])
        for col in range(play.grid.shape[1])
        if play.grid[row, col]
        for cell, _ in play.maze.for_monsters.neighbours((row, col))
    }
    free = {(r, c) for r, c in np.argwhere(play.grid.cost > 0).tolist()}
    assert closed <= free
    assert beside == free - closed


@pytest.mark.req("S000-53")
@pytest.mark.req("S000-85")
def test_ten_thousand_ticks_keep_the_rules_of_monsters_and_pits():
    rules = Rules(trap_amount=4, trap_interval=3, trap_shortest=9, trap_longest=40, vision=5)
    play = Simulation(world(FULL), players=["jps"], rules=rules, seed=5)
    closed = {*play.world.keys.values(), *play.world.doors.values(), (1, 1), (5, 2)}
    free = {(r, c) for r, c in np.argwhere(play.world.grid().cost > 0).tolist()}
    most, walked, lives = rules.traps(play.traps.places).most, set(), set()
    born = {}
    for _ in range(scaled(10_000)):
        held = {cell for who in [*play.players, *play.monsters, play.human] for cell in who.cells}
        play.tick()
        for monster in play.monsters:
            assert not {*monster.cells} & closed
            assert {*monster.cells} <= free
            walked |= {*monster.cells}
        pits = {*play.traps.open.items()}  # one may follow another on its cell
        assert len(pits) <= most
        for cell, end in pits - born.keys():
            assert cell not in held  # never under an agent
            assert cell in free - closed
            born[cell, end] = play.now
        for pit in born.keys() - pits:
            lives.add(play.now - born.pop(pit))
        assert all(play.grid[cell] == 0 for cell, _ in pits)
    assert min(lives) >= 9
    assert max(lives) <= 40 + 3 - 1  # closed at the next interval
    assert len(lives) > 5
    assert len(walked) > 60 * SHARE


@pytest.mark.req("S000-85")
def test_a_player_that_is_caught_begins_again_with_another_search():
    text = "AAAAAAAAAA\nAp  a   xA\nAAAAAAAAXA\nAAAAAAAAAA"
    rules = Rules(trap_amount=0, invulnerable=False, monster_speed=5)
    play = game(text, rules=rules, trace=True)
    player = play.players[0]
    built = player.navigator
    while not player.caught:
        place = player.place
        play.tick()
    assert abs(place[1] - play.monsters[0].place[1]) < 840
    assert player.cell == player.start == (1, 1)
    assert player.entering is None
    assert player.navigator is not built
    assert player.navigator.position == (1, 1)
    assert player.path == [(1, col) for col in range(1, 9)]
    assert [told.what for told in play.trace][-2:] == ["caught", "navigator built"]
    assert player.stats[-1].caught == 1
    play.tick()
    assert player.entering == (1, 2)  # and it continues


@pytest.mark.req("S000-85")
def test_starts_and_keys_are_safe():
    text = "AAAAAAAA\nAp  a xA\nAAAAA XA\nAAAAAAAA"
    rules = Rules(trap_amount=0, invulnerable=False)
    play = game(text, rules=rules)
    player, monster = play.players[0], play.monsters[0]
    for cell, safe in (((1, 1), True), ((1, 6), True), ((1, 3), False)):
        player.put(cell)
        monster.put(cell)  # at once
        play._watch()
        assert player.caught == (0 if safe else 1)


@pytest.mark.req("S000-86")
def test_players_are_invulnerable_unless_that_is_switched_off():
    assert Rules().invulnerable
    text = "AAAAAAAAAA\nAp  a   xA\nAAAAAAAAXA\nAAAAAAAAAA"
    play = game(text, rules=Rules(trap_amount=0, monster_speed=5))
    play.run()
    assert play.over
    assert not play.players[0].caught
    play = game(text, rules=Rules(trap_amount=0, monster_speed=1))
    play.run(20)
    play.do("invulnerable", False)
    play.run(20)
    assert play.players[0].caught == 1


def test_monsters_can_be_stopped_and_left_out():
    play = lively()
    play.do("monsters_move", False)
    before = [monster.place for monster in play.monsters]
    play.run(50)
    assert [monster.place for monster in play.monsters] == before
    play.do("monsters_move", True)
    play.run(2)
    assert [monster.place for monster in play.monsters] != before
    assert Simulation(world(FULL), rules=Rules(monsters=False)).monsters == []


def test_a_monster_catches_what_is_less_than_half_a_tile_away_down_and_across():
    pack = game("AAAAAAAA\nAp x  XA\nA  a   A\nAAAAAAAA", rules=Rules()).pack
    (monster,) = pack.monsters
    row, col = monster.place
    offsets = [0, UNIT // 4, UNIT // 2 - 1, UNIT // 2, UNIT]
    for down in [*offsets, *(-each for each in offsets)]:
        for right in [*offsets, *(-each for each in offsets)]:
            caught = 2 * abs(down) < UNIT and 2 * abs(right) < UNIT
            assert pack.catches((row + down, col + right)) == caught
