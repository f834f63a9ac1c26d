"""Two monsters of different types and three players: each by its own values."""

import json
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.motion import FINE, HEADINGS
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from support.maze_games import game, world

ROOM = """
AAAAAAAAAAAAAAAAAAAA
Ar                 A
A                  A
A                  A
A                  A
A   a          b   A
A                  A
A                  A
A                  A
A                 xA
AAAAAAAAAAAAAAAAAAXA
""".strip("\n")
TYPES = {
    "a": {"speed": 30, "vision": 3, "aggressiveness": 20},
    "b": {"speed": 101, "vision": 7, "aggressiveness": 80},
}
LINES = """
monster a: speed 30, vision 3, aggressiveness 20
monster b: speed 101, vision 7, aggressiveness 80"""
# The same types, said in different places; the rules come before the file, both before the rest.
SAID = {
    "file": (ROOM + LINES, Rules()),
    "rules": (ROOM, Rules(monster_types=TYPES)),
    "both": (
        f"{ROOM}\nmonster b: speed 9, vision 7, aggressiveness 80\nmonster a: vision 3",
        Rules(monster_speed=30, aggressiveness=20, vision=5, monster_types={"b": {"speed": 101}}),
    ),
}
EAST, WEST, NORTH = (HEADINGS.index(way) for way in ((0, 1), (0, -1), (-1, 0)))
CORNERS = [(1, 1), (9, 1)]  # with a monster in each, looking at the wall on the left
APART = [(1, 15), (3, 15), (9, 14)]  # where no monster in a corner sees a player


def quiet(rules, **changes):
    return replace(rules, trap_amount=0, **changes)


def moved(mover, cell, facing=None):
    """Put a monster or a player somewhere at once."""
    mover.put(cell)
    if facing is not None:
        mover.facing = facing
    else:
        mover.navigator.move_to(cell)
        mover.refresh()


def apart(text=ROOM, **rules):
    """Two monsters that look at a wall, and three players far from them; all hardly move."""
    play = game(text, [PlayerSetup(speed=1)] * 3, Rules(trap_amount=0, monster_speed=1, **rules))
    for monster, cell in zip(play.monsters, CORNERS, strict=True):
        moved(monster, cell, WEST)
    for player, cell in zip(play.players, APART, strict=True):
        moved(player, cell)
    return play


def chases(play, monster, rolls):
    """The share of chases among the decisions in which a monster sees somebody, among walls."""
    random, free = Random(7), [(r, c) for r, c in np.argwhere(play.grid.cost > 0).tolist()]
    chased = seen = 0
    while seen < rolls:
        moved(monster, random.choice(free), random.randrange(8))
        play.pack._lead(monster, dict(enumerate(random.sample(free, 3))))
        seen += monster.sees is not None
        chased += monster.sees is not None and monster.state == "chase"
        assert monster.state != "chase" or monster.sees is not None
    return chased


@pytest.mark.req("S000-68", "S000-124")
@pytest.mark.parametrize("place", SAID)
def test_monsters_of_two_types_walk_at_their_own_speeds(place):
    text, rules = SAID[place]
    play = game(text, [], quiet(rules))
    walked = [0, 0]
    for _ in range(300):
        before = [(monster.cell, monster.needed) for monster in play.monsters]
        play.tick()
        for i, monster in enumerate(play.monsters):
            if monster.cell != before[i][0]:
                walked[i] += before[i][1]
    for i, monster in enumerate(play.monsters):
        # The first step begins in the first tick, and its length is not in the sum then.
        assert walked[i] + monster.progress == FINE * TYPES[monster.letter]["speed"] * play.now


@pytest.mark.req("S000-80", "S000-124")
@pytest.mark.parametrize("place", SAID)
def test_monsters_of_two_types_see_as_far_as_their_own_sight_reaches(place):
    text, rules = SAID[place]
    play = game(text, [], quiet(rules))
    for monster in play.monsters:
        moved(monster, (5, 1), EAST)
        length = TYPES[monster.letter]["vision"]
        for away in range(1, 12):
            monster.look({0: (5, 1 + away)})
            assert monster.sees == (0 if away <= length else None)
        for other in play.monsters:
            if other is not monster:
                moved(other, (1, 18), NORTH)
        for each in play.monsters:
            play.pack._threaten(each)
        play.maze.threat.write()
        assert play.maze.threat.at((5, 1)) == length + 1
        assert play.maze.threat.at((5, 1 + length)) == 1
        assert play.maze.threat.at((5, 2 + length)) == 0


@pytest.mark.req("S000-81", "S000-124")
@pytest.mark.parametrize("place", SAID)
def test_monsters_of_two_types_chase_as_often_as_they_are_aggressive(place):
    """Also where no tile is nearer to the player: walls and safe tiles change no decision."""
    _, rules = SAID[place]
    walls = at.maps.scattered((11, 20), density=0.25, seed=5).cost == 0
    rows = [[*row] for row in SAID[place][0].split("\n")]
    for row, col in np.argwhere(walls).tolist():
        if rows[row][col] == " ":
            rows[row][col] = "A"
    play = game("\n".join("".join(row) for row in rows), [], quiet(rules, threat=False))
    rolls = 2000
    for monster in play.monsters:
        share = TYPES[monster.letter]["aggressiveness"] / 100
        off = chases(play, monster, rolls) - rolls * share
        assert abs(off) <= 4 * (rolls * share * (1 - share)) ** 0.5


@pytest.mark.req("S000-81", "S000-124")
def test_a_rule_that_changes_leaves_monsters_alone_that_have_a_value_of_their_own():
    text = f"{ROOM}\nmonster b: aggressiveness 100"
    play = game(text, [], Rules(trap_amount=0, threat=False, aggressiveness=50))
    for asked in (0, 100, 0):
        play.do("aggressiveness", asked)
        first, second = (chases(play, monster, 60) for monster in play.monsters)
        assert (first, second) == (60 * asked // 100, 60)


@pytest.mark.req("S000-51")
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("which", range(2))
def test_each_monster_sees_whichever_player_is_before_it_and_may_chase_that_one(which, number):
    text = f"{ROOM}\nmonster a: vision 4"
    play = apart(text, vision=6, aggressiveness=100)
    monster, other = play.monsters[which], play.monsters[1 - which]
    moved(monster, (5, 4), EAST)
    play.tick()
    assert [each.sees for each in play.monsters] == [None, None]
    moved(monster, (5, 4), EAST)
    moved(play.players[number], (5, 7))
    play.tick()
    assert (monster.sees, monster.state, monster.target) == (number, "chase", (5, 7))
    assert monster.entering == (5, 5)
    assert (other.sees, other.state) == (None, "wander")
    watched = [play.maze.threat.at(player.cell) > 0 for player in play.players]
    assert watched == [player is play.players[number] for player in play.players]
    assert [player.watched for player in play.players] == [int(it) for it in watched]


@pytest.mark.req("S000-51")
def test_where_two_monsters_look_their_threats_add_up_each_falling_with_its_own_distance():
    play = apart(f"{ROOM}\nmonster a: vision 4", vision=6)
    ends = {4: (5, 2), 6: (5, 12)}  # where they stand, by their sight
    for monster, (length, cell) in zip(play.monsters, ends.items(), strict=True):
        moved(monster, cell, EAST if length == 4 else WEST)
        play.pack._threaten(monster)
    play.maze.threat.write()
    for col in range(1, 19):
        before = {4: col - 2 >= 0, 6: col <= 12}
        parts = [max(0, n + 1 - abs(col - ends[n][1])) for n in (4, 6) if before[n]]
        assert play.maze.threat.at((5, col)) == sum(parts)
        layer = play.grid.layers["threat"][5, col]
        assert layer == play.rules.threat_weight * sum(parts)


@pytest.mark.req("S000-85")
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("which", range(2))
def test_whichever_monster_touches_whichever_player_that_one_begins_again(which, number):
    play = apart(invulnerable=False)
    built = [player.navigator for player in play.players]
    monster, caught = play.monsters[which], play.players[number]
    for safe in (play.world.keys["x"], caught.start):  # starts and keys are safe
        moved(caught, safe)
        moved(monster, safe, WEST)
        play._watch()
        assert not any(player.caught for player in play.players)
    moved(caught, (5, 9))
    moved(monster, (5, 9), WEST)
    play.tick()
    assert [player.caught for player in play.players] == [int(i == number) for i in range(3)]
    for player, navigator, cell in zip(play.players, built, APART, strict=True):
        assert (player.navigator is navigator) == (player is not caught)
        assert player.cell == (player.start if player is caught else cell)
    fresh = at.find_path(caught.world, caught.start, caught.goal)
    assert caught.entering is None
    assert caught.path[0] == caught.navigator.position == caught.start
    assert at.validate(caught.world, caught.path) == pytest.approx(fresh.cost)


@pytest.mark.req("S000-85")
def test_two_monsters_never_enter_the_starts_of_three_players_nor_keys():
    """Each player waits on its own start, in sight: all that keeps monsters away is the rule."""
    starts = [(2, 5), (5, 9), (8, 13)]
    setups = [PlayerSetup(start=cell, speed=1) for cell in starts]
    rules = Rules(trap_amount=0, monster_speed=400, aggressiveness=90, vision=9)
    play = game(ROOM, setups, rules, seed=3)
    closed = {*starts, play.world.keys["x"], (1, 1)}
    near = [set(), set()]
    for _ in range(800):
        play.tick()
        for monster, beside in zip(play.monsters, near, strict=True):
            assert not closed & {*monster.cells}
            row, col = monster.cell
            beside |= {(r, c) for r, c in closed if max(abs(r - row), abs(c - col)) == 1}
    assert all(beside >= {*starts} for beside in near)


@pytest.mark.req("S000-86")
def test_by_default_monsters_change_nothing_for_players_though_they_touch_each_of_them():
    """Three players pass two monsters in a tunnel; without monsters they walk the same."""
    text = "AAAAAAAAAAAAAA\nAr   a  b   xA\nAAAAAAAAAAAAXA\nAAAAAAAAAAAAAA"
    setups = [PlayerSetup("dstar-lite"), PlayerSetup("dstar", speed=60), PlayerSetup("astar")]
    rules = Rules(trap_amount=0, monster_speed=5)
    plain, empty, deadly = (
        game(text, setups, replace(rules, **changes), seed=2)
        for changes in ({}, {"monsters": False}, {"invulnerable": False})
    )
    touched = [0, 0, 0]
    while not plain.over:
        for play in (plain, empty, deadly):
            play.tick()
        for i, (player, alone) in enumerate(zip(plain.players, empty.players, strict=True)):
            touched[i] += plain.pack.catches(player.place)
            assert (player.place, player.path) == (alone.place, alone.path)
            assert player.table() == alone.table()
    assert min(touched) > 3
    assert not any(player.caught for player in plain.players)
    assert all(player.caught for player in deadly.players)


@pytest.mark.req("S000-124")
@pytest.mark.parametrize("place", SAID)
def test_a_saved_game_keeps_its_types(place):
    text, rules = SAID[place]
    play = game(text, ["dstar-lite", "astar", "lpa"], replace(rules, invulnerable=False), seed=6)
    play.run(120)
    saved = json.loads(json.dumps(play.save()))
    again = Simulation.load(saved)
    assert again.rules == play.rules
    assert again.world.monster_types == play.world.monster_types
    for _ in range(20):
        play.run(10)
        again.run(10)
        assert again.hash == play.hash
    other = {"monster_types": {"b": {"speed": 102}}}
    with pytest.raises(at.InvalidValue, match="after 120 ticks the hash is"):
        Simulation.load({**saved, "rules": {**saved["rules"], **other}})


def test_rules_take_numbers_of_any_type_and_are_compared_by_value():
    given = {"a": {"speed": np.int64(5)}}
    rules = Rules(monster_types=given).checked()
    given["a"]["speed"] = 99  # it has its own copy
    assert rules == Rules(monster_types={"a": {"speed": 5}})
    assert hash(rules) == hash(Rules(monster_types={"a": {"speed": 5}}))
    assert type(rules.monster_types["a"]["speed"]) is int
    assert Simulation(world(ROOM), players=[], rules=rules).monsters[0].speed == 5
