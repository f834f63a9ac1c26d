"""The boards of the tactics game, their files, and walks over them."""

from math import dist

import pytest

import asterion as at
from asterion.games.tactics import END, Match, from_text, map_file, maps, move, select, walks
from asterion.world.dice import Dice
from support.effort import SHARE, scaled
from support.tactics_oracle import random_state

HOME = {"laser": (0, 0), "blaster": (1, 0), "sniper": (0, 1), "melee": (1, 1)}  # from the corner


@pytest.mark.req("S004-41")
@pytest.mark.parametrize(("name", "side", "walls"), [
    ("C.1", 5, 0), ("C.2", 5, 9), ("C.3", 7, 0), ("C.4", 7, 17),
])  # fmt: skip
def test_the_maps_of_smiths_thesis(name, side, walls):
    state = maps.load(name)
    assert (state.shape, len(state.walls), state.team, state.turn) == ((side, side), walls, 0, 0)
    for unit in state.units():
        x, y = HOME[unit.kind]
        corner = (side - 1 - y, x) if unit.team == 0 else (y, side - 1 - x)
        assert unit.cell == corner
    assert [len(state.units(team)) for team in (0, 1)] == [4, 4]
    # Half a turn puts each team where the other is.
    turned = [(unit.kind, 1 - unit.team, half_turn(state, unit.cell)) for unit in state.units()]
    assert sorted(turned) == sorted(state.units())
    assert sorted(half_turn(state, cell) for cell in state.walls) == sorted(state.walls)
    middle = side // 2
    if walls:
        cross = {(middle, i) for i in range(side)} | {(i, middle) for i in range(side)}
        block = {(r, c) for r in (2, 3, 4) for c in (2, 3, 4)} if side == 7 else set()
        assert set(state.walls) == cross | block


def half_turn(state, cell):
    return state.height - 1 - cell[0], state.width - 1 - cell[1]


@pytest.mark.req("S004-42")
def test_two_maps_are_the_same_from_no_side():
    own = [name for name in maps.NAMES if not name.startswith("C.")]
    assert len(own) >= 2
    for name in own:
        state = maps.load(name)
        rows = [line.replace(" ", "") for line in str(state).split("\n")]
        walls = [[tile == "#" for tile in row] for row in rows]
        upside_down = walls[::-1]
        assert walls != upside_down
        assert walls != [row[::-1] for row in walls]
        assert walls != [row[::-1] for row in upside_down]
        assert state.height != state.width
        assert state.alive == (0, 1)
        assert Match(state, ["Random", "Random"], seed=1).run() is not None


def test_units_can_be_shuffled_on_their_own_side():
    for name in maps.NAMES:
        state = maps.load(name)
        drawn = {str(maps.randomised(state, seed)) for seed in range(20)}
        assert len(drawn) == 20
        for seed in range(scaled(20)):
            other = maps.randomised(state, seed)
            assert maps.randomised(state, seed) == other
            assert (other.walls, other.team, other.mp) == (state.walls, state.team, state.mp)
            for team in (0, 1):
                kinds = [sorted(unit.kind for unit in each.units(team)) for each in (state, other)]
                assert kinds[0] == kinds[1]
            for unit in other.units():
                away = [distance(unit.cell, state.units(team)) for team in (0, 1)]
                assert away[unit.team] < away[1 - unit.team]
    full = from_text("M M m")
    assert str(maps.randomised(full, 1)) == "M M m"
    with pytest.raises(at.InvalidValue, match="team 0 has 2 units but only 0 tiles for them"):
        maps.randomised(from_text("# M m M #"), 0)


def test_squads_can_be_shuffled_around_their_own_start():
    for name in maps.NAMES:
        state = maps.load(name)
        for seed in range(scaled(10)):
            for unit in maps.randomised(state, seed, spread=1).units():
                rows, cols = zip(*(mate.cell for mate in state.units(unit.team)), strict=True)
                assert min(rows) - 1 <= unit.cell[0] <= max(rows) + 1
                assert min(cols) - 1 <= unit.cell[1] <= max(cols) + 1
        still = maps.randomised(state, 1, spread=0)
        assert {unit.cell for unit in still.units(0)} == {unit.cell for unit in state.units(0)}
    with pytest.raises(at.InvalidValue, match="spread is -1"):
        maps.randomised(state, 0, spread=-1)


def distance(cell, units):
    """From the middle of some units."""
    middle = [sum(unit.cell[i] for unit in units) / len(units) for i in (0, 1)]
    return dist(cell, middle)


FILE = """\
5,5
5,3
{
(3,1,3)
(4,1,5)
(8,1,2)
(9,1,4)
(15,0,4)
(16,0,2)
(20,0,5)
(21,0,3)
}
"""


@pytest.mark.req("S004-57")
def test_a_map_file_is_as_smiths_program_writes_it(tmp_path):
    path = tmp_path / "c1.txt"
    map_file.write(path, maps.load("C.1"))
    assert path.read_text() == FILE
    assert map_file.read(path) == maps.load("C.1")
    path.write_text(" 3 , 1\r\n7,2 \r\n{\r\n( 0, 0, 2)\r\n(1,5,0)\r\n(2, 7 ,5)\r\n}\r\n\r\n")
    state = map_file.read(str(path))
    assert (str(state), state.max_mp, state.max_ap, state.teams) == ("M . l7", 7, 2, (0, 7))


@pytest.mark.req("S004-57", "S004-52")
def test_every_board_survives_a_file(tmp_path):
    dice, path = Dice(59), tmp_path / "map.txt"
    boards = [maps.load(name) for name in maps.NAMES]
    boards += [maps.blank(32, 32, 255, 0), maps.blank(1, 1, 7, 3)]
    boards += [random_state(dice, longest=32, teams=8) for _ in range(scaled(60))]
    for state in boards:
        map_file.write(path, state)
        again = map_file.read(path)
        assert (str(again), again.shape) == (str(state), state.shape)
        assert (again.max_mp, again.max_ap) == (again.mp, again.ap) == (state.max_mp, state.max_ap)
        assert (again.turn, again.selected, again.team) == (0, None, min(again.alive, default=0))


@pytest.mark.req("S004-57")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("5,5\n", "five\n", "line 1: 'five'; this line is width,height"),
        ("5,5\n", "5,33\n", "line 1: '5,33'; width,height are from 1 to 32"),
        ("5,5\n", "0,5\n", "line 1: '0,5'; width,height are from 1 to 32"),
        ("5,3\n", "5,-3\n", "line 2: '5,-3'; this line is MP,AP"),
        ("5,3\n", "5,300\n", "line 2: '5,300'; MP,AP are from 0 to 255"),
        ("{\n", "", "line 3: '(3,1,3)'; a line with { must precede the tiles"),
        ("(3,1,3)", "(3,1)", "line 4: '(3,1)'; a tile is (index,team,object)"),
        ("(3,1,3)", "(25,1,3)", "line 4: index is 25; the board has 25 tiles, from 0 on"),
        ("(4,1,5)", "(4,8,5)", "line 5: team is 8; it must be from 0 to 7"),
        ("(4,1,5)", "(4,1,6)", "line 5: object is 6; it must be from 0 to 5"),
        ("(8,1,2)", "(4,1,2)", "line 6: index 4 is also on line 5"),
        ("}\n", "", "line 12: the file ends before the line with }"),
        ("}\n", "}\nmore\n", "line 13: 'more'; nothing may follow the }"),
        (FILE, "", "line 1: the file ends here; this line is width,height"),
        (FILE, "5,5\n5,3\n", "line 3: the file ends here; a line with { must precede the tiles"),
    ],
)
def test_a_bad_map_file_is_refused_with_its_line(tmp_path, old, new, message):
    path = tmp_path / "bad.txt"
    path.write_text(FILE.replace(old, new, 1))
    with pytest.raises(at.InvalidValue) as error:
        map_file.read(path)
    assert str(error.value) == f"bad.txt, {message}"


@pytest.mark.req("S004-57")
def test_what_is_no_text_is_no_map(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_bytes(b"5,5\n\xff\xfe")
    with pytest.raises(at.InvalidValue, match=r"bad\.txt: byte 4 is not UTF-8"):
        map_file.read(path)
    path.write_text("5,5\n" * 300_000)
    with pytest.raises(at.InvalidValue, match="1200000 characters; a map has at most 1048576"):
        map_file.read(path)
    with pytest.raises(FileNotFoundError):
        map_file.read(tmp_path / "nowhere.txt")


@pytest.mark.req("S004-07", "S004-51")
def test_walks_take_the_cheapest_path_and_state_its_cost():
    dice = Dice(61)
    seen = 0
    for _ in range(scaled(150)):
        state = random_state(dice, longest=7)
        if state.selected is None:
            assert walks.reach(state) == {}
            continue
        known = flooded(state)
        assert walks.reach(state) == {cell: mp for cell, mp in known.items() if mp <= state.mp}
        for row in range(state.height):
            for col in range(state.width):
                walk = walks.walk_to(state, (row, col))
                if known.get((row, col), 999) > state.mp:
                    assert walk is None
                    continue
                seen += 1
                after = state
                for action in walk.actions:
                    after = after.apply(action)
                assert after.selected == (row, col)
                assert (walk.mp, state.mp - after.mp) == (known[row, col],) * 2
                assert walk.cells == [state.selected, *(a.cell for a in walk.actions)]
    assert seen > 60 * SHARE


def flooded(state):
    """The costs of the selected unit to get anywhere, by brute force."""
    cost = state.at(state.selected).traits.mp
    known, edge = {state.selected: 0}, [state.selected]
    while edge:
        row, col = edge.pop(0)
        for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            inside = 0 <= cell[0] < state.height and 0 <= cell[1] < state.width
            if inside and cell not in known and state.at(cell) is None:
                known[cell] = known[row, col] + cost
                edge.append(cell)
    del known[state.selected]
    return known


@pytest.mark.req("S004-51")
def test_there_is_no_walk_without_a_unit_a_path_or_the_points():
    state = maps.load("C.2")
    assert walks.walk_to(state, (3, 3)) is None
    state = maps.load("C.1").apply(select((3, 1)))
    assert walks.walk_to(state, (0, 3)) is None  # a unit is there
    assert walks.walk_to(state, (0, 0)).mp == 4
    assert walks.walk_to(state.apply(move((2, 1))).apply(END), (0, 0)) is None
    assert walks.walk_to(state, (2, 4)).mp == 4
    assert walks.walk_to(state, (4, 4)).mp == 4
    assert walks.walk_to(maps.load("C.1").apply(select((4, 1))), (4, 4)) is None  # 6 MP
    with pytest.raises(at.InvalidValue, match=r"cell \(9, 9\) is outside the board"):
        walks.walk_to(state, (9, 9))
