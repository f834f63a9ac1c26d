"""Worlds of the maze game as text: the meaning of characters, errors and reports."""

import re
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.games.maze.world_file import DOORS, KEYS, Goal, Start, read_world

EVERY = f"{ascii_uppercase}\n{ascii_lowercase.replace('r', ' ')}\n0123456789 .#@+-*/?é\n"
# The door of x guards y, whose door guards z: the only order is that of the letters.
NESTED = """\
AAAAAAAAAAAAA
Aq x X y Y zA
AAAAAAAAAAA A
A    Z      A
AAAAAAAAAAAAA
"""


@pytest.mark.req("S000-60")
def test_a_map_of_every_character_is_read_and_written_as_it_was():
    world = read_world(EVERY)
    assert [tile.weight for cell, tile in world.tiles.items() if cell[0] == 0] == [0] * 20 + [1] * 6
    assert world.monsters == tuple((letter, (1, i)) for i, letter in enumerate("abcdefghij"))
    assert world.human == (1, 14)
    assert world.players == (Start((1, 15), 1), Start((1, 16), 2))
    assert world.starts == ((1, 15), (1, 16), (1, 16))
    assert world.keys == {"x": (1, 23), "y": (1, 24), "z": (1, 25)}
    assert world.doors == {"X": (0, 23), "Y": (0, 24), "Z": (0, 25)}
    assert world.grid().cost[1].tolist() == [1] * 26
    assert world.grid().cost[2].tolist() == [1, 1, *range(2, 10)] + [1] * 16
    assert world.to_text() == "".join(line.ljust(26) + "\n" for line in EVERY.splitlines())
    assert read_world(world.to_text()).to_text() == world.to_text()


TYPED = "Apa xXbA\nA   c   \nmonster b: vision 2, speed 101\nmonster a: aggressiveness 0\n"


@pytest.mark.req("S000-60", "S000-124")
def test_lines_below_the_map_give_types_of_monsters_and_are_written_again(tmp_path):
    world = read_world(TYPED)
    assert world.shape == (2, 8)
    assert world.monster_types == {"b": {"vision": 2, "speed": 101}, "a": {"aggressiveness": 0}}
    assert world.to_text() == TYPED
    path = tmp_path / "typed.txt"
    path.write_text(f"{TYPED}\n\n".replace("\n", "\r\n"))
    assert read_world(path).to_text() == TYPED
    assert at.load_map(path).shape == (2, 8)
    assert read_world("pxX").monster_types == {}


@pytest.mark.req("S000-124")
@given(
    st.dictionaries(
        st.sampled_from("abcdefghij"),
        st.dictionaries(
            st.sampled_from(["speed", "vision", "aggressiveness"]),
            st.integers(1, 100),
            min_size=1,
        ),
    )
)
def test_any_types_are_written_and_read_again(types):
    world = read_world("p axX")
    world.monster_types.update(types)
    assert read_world(world.to_text()).monster_types == types


@pytest.mark.req("S000-124")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("monster k: speed 3", "'k' is no type of monsters; they are a to j"),
        ("monster : speed 3", "'' is no type of monsters; they are a to j"),
        ("monster a: luck 3", "monster a has no 'luck'; a type has speed, vision, aggressiveness"),
        ("monster a: speed 0", "speed of monster a is 0; it must be at least 1"),
        ("monster a: vision 3, aggressiveness 101", "aggressiveness of monster a is 101; it must"),
        ("monster a: vision 3, vision 4", "'a: vision 3, vision 4' is no type of monsters; write"),
        ("monster a: speed fast", "'a: speed fast' is no type of monsters; write it as 'a: speed"),
        ("monster a", "'a' is no type of monsters; write it as 'a: speed 50, vision 8"),
        ("monster b: speed 9", "'b: speed 9' is the second type of monster b"),
        ("AAAA", "'AAAA' follows a line about monsters; the map comes before them"),
    ],
)
def test_types_that_cannot_be_are_refused_with_their_line(tmp_path, line, message):
    path = tmp_path / "cave.txt"
    path.write_text(f"pxX\n\nmonster b: speed 3\n\n{line}\n")
    with pytest.raises(at.InvalidValue, match=re.escape(f"cave.txt, line 5: {message}")):
        read_world(path)


@pytest.mark.req("S000-60")
@pytest.mark.parametrize("players", ["ppp", "qp", "pq", "r", "q", "pp", "p"])
def test_up_to_three_players_of_the_computer_in_any_mixture(players):
    world = read_world(players + "xX")
    assert len(world.starts) == sum({"p": 1, "q": 2, "r": 3}[letter] for letter in players)
    assert world.starts == tuple(
        (0, col) for col, letter in enumerate(players) for _ in range("pqr".index(letter) + 1)
    )


@pytest.mark.req("S000-60")
def test_a_file_is_read_as_its_text_is(tmp_path):
    path = tmp_path / "nested.txt"
    path.write_bytes(b"\xef\xbb\xbf" + NESTED.replace("\n", "\r\n").encode())
    world = read_world(path)
    assert world.name == "nested"
    assert world.to_text() == NESTED
    assert repr(world) == "<WorldMap 'nested' of 5 rows and 13 columns>"
    with pytest.raises(FileNotFoundError):
        read_world(Path(tmp_path / "none.txt"))


@pytest.mark.req("S000-60", "S000-61")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rxX\n p\n", "line 2: 'p' at character 2; more than 3 players led by the computer"),
        ("qq\nxX\n", "line 1: 'q' at character 2; more than 3 players led by the computer"),
        ("oxX\n\n o", "line 3: 'o' at character 2; there is one in line 1 at character 1"),
        ("pxX\n  x\n", "line 2: 'x' at character 3; there is one in line 1 at character 2"),
        ("pxX\nZ Z\n", "line 2: 'Z' at character 3; there is one in line 2 at character 1"),
        ("pxX\nA\tA", "line 2: '\\t' at character 2; a map holds no control characters"),
        ("", "line 1: the file is empty"),
    ],
)
def test_what_is_misplaced_is_refused_with_its_line_and_column(tmp_path, text, message):
    path = tmp_path / "cave.txt"
    path.write_text(text)
    with pytest.raises(at.InvalidValue, match=re.escape(f"cave.txt, {message}")):
        read_world(path)
    with pytest.raises(at.InvalidValue, match=re.escape(f"the text, {message}")):
        read_world(text)


@pytest.mark.req("S000-61")
@pytest.mark.parametrize("text", ["p", "px", "pX", "pxYA"])
def test_a_world_without_a_key_that_has_its_door_is_refused(text):
    with pytest.raises(at.InvalidValue, match="the text has no key with its door; a world needs x"):
        read_world(text)
    assert read_world(text + "zZ").goals[0].letter == "z"


def test_only_a_text_or_a_path_is_read():
    with pytest.raises(at.InvalidType, match="source is 3; it must be a text, or the Path of a"):
        read_world(3)
    with pytest.raises(at.InvalidValue, match=r"source is 'xX\.txt'; a file is named by a"):
        read_world("xX.txt")
    with pytest.raises(at.InvalidValue, match="diagonal is 'sometimes'"):
        read_world("pxX", diagonal="sometimes")


@pytest.mark.req("S000-62")
def test_goals_are_keys_each_with_its_door_in_the_order_of_letters():
    letters = [goal.letter for goal in read_world(NESTED).goals]
    assert letters == ["x", "X", "y", "Y", "z", "Z"]
    assert read_world("pZyzXY").goals == (
        Goal("y", (0, 2)),
        Goal("Y", (0, 5)),
        Goal("z", (0, 3)),
        Goal("Z", (0, 1)),
    )


@pytest.mark.req("S000-64")
@given(st.sets(st.sampled_from(KEYS)))
def test_doors_are_closed_to_players_without_their_keys(held):
    world = read_world(NESTED)
    shut = world.closed_doors(held)
    assert {door for door, cell in world.doors.items() if shut[cell]} == {
        door for door in DOORS if door.lower() not in held
    }
    view = world.grid().view(blocked=shut)
    assert at.find_path(view, (1, 1), world.keys["y"]).found == ("x" in held)
    assert shut.sum() == len(DOORS) - len(held)


@pytest.mark.req("S000-61")
def test_orders_that_cannot_be_kept_are_reported():
    assert read_world(NESTED).problems() == []
    assert read_world(NESTED.replace("x", "1").replace("y", "x").replace("1", "y")).problems() == [
        "from (1, 1) no player gets to key x at (1, 7): no path from (1, 1) without a key"
    ]
    assert read_world(NESTED.replace("Z", "A").replace("z", "Z").replace("o", "z")).problems() == [
        "door Z at (1, 11) has no key, so it never opens"
    ]
    assert read_world("pzAxX").problems() == [
        "key z at (0, 1) has no door, so it is not a goal",
        "from (0, 0) no player gets to key x at (0, 3): no path from (0, 0) without a key",
    ]
    assert read_world("xXyAYp").problems() == [
        "from (0, 5) no player gets to key x at (0, 0): no path from (0, 5) without a key"
    ]
    assert read_world("pxXyAYo").problems() == [
        "from (0, 0) no player gets to door Y at (0, 5): no path from (0, 3) with x and y",
        "from (0, 6) no player gets to key x at (0, 1): no path from (0, 6) without a key",
    ]
    assert read_world("xX").problems() == ["there is no start; o, p, q and r mark one"]


def test_no_monster_may_go_to_a_start_or_a_key():
    world = read_world("a o p q\n x  X  ")
    assert np.argwhere(world.safe).tolist() == [[0, 2], [0, 4], [0, 6], [1, 1]]


@pytest.mark.req("S000-72")
def test_a_tile_has_room_for_whatever_a_game_wants_to_add():
    world = read_world("p~x\n~4X\n", legend={"~": {"terrain": "water", "depth": 2}})
    assert world.tiles[0, 1] == ("~", 1, {"terrain": "water", "depth": 2})
    assert world.tiles[1, 1] == ("4", 4, {})
    world.tiles[0, 1].properties["resource"] = "fish"
    world.tiles[1, 1].properties["script"] = lambda player: player
    assert world.tiles[0, 1].properties["resource"] == "fish"
    assert world.tiles[1, 0].properties == {"terrain": "water", "depth": 2}  # each has its own
    assert world.tiles[1, 1].properties["script"]("anybody") == "anybody"
    assert len(world.tiles) == len(list(world.tiles)) == 6
    with pytest.raises(KeyError):
        world.tiles[2, 0]


def test_each_grid_is_a_new_one():
    world = read_world(NESTED, diagonal="never")
    grid = world.grid(diagonal_cost=1)
    grid[1, 1] = 0
    assert world.grid()[1, 1] == 1
    assert (grid.diagonal, grid.diagonal_cost) == ("never", 1)


@given(st.text(st.sampled_from("AaopqrxXyYzZ2 \n"), max_size=40))
def test_any_text_is_a_world_that_is_the_same_again_or_is_refused(text):
    try:
        world = read_world(text)
    except at.InvalidValue:
        return
    again = read_world(world.to_text())
    assert again.to_text() == world.to_text()
    assert (again.goals, again.players, again.monsters) == (
        world.goals,
        world.players,
        world.monsters,
    )
    assert all(isinstance(problem, str) for problem in world.problems())
