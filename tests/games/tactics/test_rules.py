"""The rules of the tactics game, after the text and the two printed games of Smith's thesis."""

import pickle
from collections import Counter
from math import floor

import pytest

import asterion as at
from asterion.games.tactics import (
    CANCEL,
    END,
    KINDS,
    Action,
    IllegalAction,
    attack,
    from_text,
    maps,
    move,
    select,
)
from asterion.world.dice import Dice
from support.effort import SHARE, scaled
from support.tactics_oracle import between, legal, offered, play, position_of, random_state, same
from support.tactics_oracle import result as result_of
from support.tactics_oracle import sees as oracle_sees

KINDS_OF_ACTIONS = ("select", "cancel", "move", "attack", "end")


def played(state, *actions):
    for action in actions:
        state = state.apply(action)
    return state


def every_action(state):
    """All possible actions, also with cells just outside the board."""
    for row in range(-1, state.height + 1):
        for col in range(-1, state.width + 1):
            for kind in ("select", "move", "attack"):
                yield Action(kind, (row, col))
    yield from (CANCEL, END)


@pytest.mark.req("S004-32")
def test_the_kinds_of_units_match_the_table():
    table = {name: (kind.mp, kind.ap, kind.range) for name, kind in KINDS.items()}
    assert table == {
        "melee": (1, 1, 1),
        "blaster": (2, 1, 3),
        "sniper": (2, 2, 10),
        "laser": (3, 3, 25),
    }
    for name, (mp, ap, reach) in table.items():
        state = maps.blank(32, 2, mp, ap).edited((0, 0), name).edited((1, 31), "melee", 1)
        state = state.apply(select((0, 0)))
        assert state.apply(move((0, 1))).mp == 0
        assert state.apply(attack((0, 0))).ap == 0
        assert state.why_not(attack((0, reach))) is None
        assert state.why_not(attack((0, reach + 1))) == (
            f"(0, {reach + 1}) is {reach + 1} tiles away; a {name.capitalize()} reaches {reach}"
        )


@pytest.mark.req("S004-33", "S004-34", "S004-35", "S004-30", "S004-36")
def test_the_core_and_plain_python_have_the_same_rules():
    dice, kinds = Dice(41), Counter()
    for _ in range(scaled(500)):
        state = random_state(dice)
        for _ in range(10):
            position = position_of(state)
            assert state.actions() == offered(position)
            assert state.result == result_of(position)
            if dice.below(4) == 0:  # all possible actions: slow
                for action in every_action(state):
                    assert (state.why_not(action) is None) == legal(position, *turned(action))
            choices = [CANCEL, END, *state.actions(), attack(some_cell(state, dice))]
            kind = KINDS_OF_ACTIONS[dice.below(5)]
            choices = [each for each in choices if each.kind == kind]
            action = choices[dice.below(len(choices))] if choices else END
            assert (state.why_not(action) is None) == legal(position, *turned(action))
            if state.why_not(action) is not None:
                continue
            kinds[action.kind] += 1
            state = state.apply(action)
            assert same(state, play(position, *turned(action)))
    assert min(kinds[kind] for kind in KINDS_OF_ACTIONS) > 50 * SHARE


def turned(action):
    """The action in the form of the oracle: (x, y)."""
    return action.kind, action.cell and action.cell[::-1]


def some_cell(state, dice):
    return dice.below(state.height), dice.below(state.width)


@pytest.mark.req("S004-30", "S004-33")
def test_whole_games_go_as_in_plain_python():
    dice, results = Dice(43), Counter()
    for _ in range(scaled(200)):
        state = random_state(dice, longest=6, teams=3).with_resources(4, 3)
        position = position_of(state)
        for _ in range(400):
            actions = state.actions()
            assert actions == offered(position)
            if not actions:
                break
            action = actions[dice.below(len(actions))]
            state = state.apply(action)
            position = play(position, *turned(action))
        assert same(state, position)
        results[state.result] += 1
    assert min(results[team] for team in (0, 1, 2)) > 0


@pytest.mark.req("S004-33")
def test_an_action_that_breaks_a_rule_is_refused_by_name():
    state = maps.load("C.1")
    chosen = state.apply(select((3, 1)))
    tired = played(chosen, *[move((2, 1)), move((3, 1))] * 2, move((2, 1)))
    rules = {
        (state, move((2, 1))): "move (2, 1): no unit is selected",
        (state, CANCEL): "cancel: no unit is selected",
        (state, select((0, 4))): "select (0, 4): there is no unit of team 0 at (0, 4)",
        (state, select((2, 2))): "select (2, 2): there is no unit of team 0 at (2, 2)",
        (chosen, select((3, 1))): "select (3, 1): the unit at (3, 1) is selected already",
        (chosen, move((2, 2))): "move (2, 2): (2, 2) is not beside the unit at (3, 1); "
        "a move is one tile up, down, left or right",
        (chosen, move((3, 0))): "move (3, 0): there is a Sniper at (3, 0); "
        "a unit moves to an empty tile",
        (tired, move((1, 1))): "move (1, 1): a Melee needs 1 MP to move; 0 left",
        (chosen, attack((1, 1))): "attack (1, 1): (1, 1) is 2 tiles away; a Melee reaches 1",
        (chosen, attack((5, 1))): "attack (5, 1): cell (5, 1) is outside the board of 5 rows and "
        "5 columns",
        (chosen, ("dance", (0, 0))): "('dance', (0, 0)): ('dance', (0, 0)) is not an action; "
        "an action is a kind and a cell",
        (chosen, Action("end", (0, 0))): "end (0, 0): end takes no cell",
        (chosen, Action("move")): "move: cell is None; a cell is (row, column)",
    }
    spent = played(state, select((4, 0)), attack((3, 0)), select((4, 1)))
    rules[spent, attack((3, 1))] = "attack (3, 1): a Blaster needs 1 AP to attack; 0 left"
    hidden = played(state, select((4, 0)))
    rules[hidden, attack((1, 0))] = "attack (1, 0): something stands between (4, 0) and (1, 0)"
    won = from_text("M . .")
    rules[won, END] = "end: the game is over"
    for (before, action), message in rules.items():
        with pytest.raises(IllegalAction) as error:
            before.apply(action)
        assert str(error.value) == message
        assert message.endswith(before.why_not(action))
    assert issubclass(IllegalAction, at.InvalidValue)


@pytest.mark.req("S004-31")
def test_points_are_the_teams_and_come_back_each_turn():
    state = played(maps.load("C.1"), select((3, 1)), move((2, 1)), select((3, 0)), move((3, 1)))
    assert (state.mp, state.ap) == (2, 3)  # 1 of the Melee and 2 of the Sniper
    state = played(state, attack((3, 1)))
    assert (state.mp, state.ap, state.selected) == (2, 1, None)
    state = state.apply(END)
    assert (state.team, state.turn, state.mp, state.ap) == (1, 0, 5, 3)
    state = state.apply(END)  # nothing need be spent
    assert (state.team, state.turn, state.mp, state.ap) == (0, 1, 5, 3)
    for name in ("C.1", "C.2", "C.3", "C.4"):
        board = maps.load(name)
        assert (board.max_mp, board.max_ap, board.mp, board.ap) == (5, 3, 5, 3)


@pytest.mark.req("S004-34")
def test_range_counts_diagonal_steps_as_one():
    state = played(maps.load("C.1"), select((4, 1)))
    assert state.why_not(attack((1, 4))) is None  # 3 right and 3 up: Euclid would say 4.24


@pytest.mark.req("S004-34")
def test_sight_is_at_any_angle_and_friends_block_it():
    # The shot of the first printed game: the Laser at (0, 3) hits (4, 1) once the Melee stepped up.
    open_line = from_text(". . . . .\n. . . m l\n. M . . .\nL . . . .\n. . . . .")
    assert between((0, 3), (4, 1)) == [(1, 3), (2, 2), (3, 2)]
    assert open_line.sees((3, 0), (1, 4))
    closed = open_line.edited((2, 1), None).edited((3, 1), "melee")
    assert not closed.sees((3, 0), (1, 4))
    assert "something stands between" in closed.apply(select((3, 0))).why_not(attack((1, 4)))


@pytest.mark.req("S004-34")
def test_corners_do_not_block_a_diagonal_line():
    state = from_text(". # m\n# . #\nM # .")
    assert state.sees((2, 0), (0, 2))
    assert played(maps.blank(3, 3, 5, 3), *()).sees((0, 0), (2, 2))


@pytest.mark.req("S004-34")
def test_sight_is_symmetric_and_as_the_textbook_draws_lines():
    differs = 0
    for shape in ((7, 7), (9, 9), (3, 30)):
        height, width = shape
        cells = [(row, col) for row in range(height) for col in range(width)]
        for a in cells:
            for b in cells:
                line = between(a[::-1], b[::-1])
                assert line in (between(b[::-1], a[::-1]), between(b[::-1], a[::-1])[::-1])
                if shape == (7, 7) and a != b:
                    differs += set(line) != set(half_up(a[::-1], b[::-1]))
    assert differs == 348
    dice = Dice(47)
    for _ in range(40):
        state = random_state(dice, longest=12)
        position = position_of(state)
        cells = [(row, col) for row in range(state.height) for col in range(state.width)]
        for a in cells:
            for b in cells[dice.below(5) :: 5]:
                assert (
                    state.sees(a, b) == state.sees(b, a) == oracle_sees(position, a[::-1], b[::-1])
                )


def half_up(a, b):
    """The line whose cells are rounded, halves upwards: the other candidate."""
    (x0, y0), (x1, y1) = a, b
    steps = max(abs(x1 - x0), abs(y1 - y0))
    return [
        (floor(x0 + i * (x1 - x0) / steps + 0.5), floor(y0 + i * (y1 - y0) / steps + 0.5))
        for i in range(1, steps)
    ]


@pytest.mark.req("S004-35")
def test_one_hit_destroys_whatever_stands_there():
    state = from_text("B # .\nM m .\n. s .").apply(select((0, 0)))
    targets = {"enemy": (1, 1), "wall": (0, 1), "friend": (1, 0), "itself": (0, 0)}
    for cell in targets.values():
        after = state.apply(attack(cell))
        assert (state.at(cell) is None, after.at(cell)) == (False, None)
        assert after.ap == 2
        assert after.selected == (None if cell == (0, 0) else (0, 0))
    # An empty tile may be attacked too, but that is not offered.
    assert state.why_not(attack((0, 2))) == "something stands between (0, 0) and (0, 2)"
    assert played(state, attack((0, 1)), attack((0, 2))).ap == 1
    assert attack((0, 2)) not in played(state, attack((0, 1))).actions()
    # A cleared cell can be entered at once.
    assert played(state, attack((0, 1)), move((0, 1))).selected == (0, 1)


@pytest.mark.req("S004-30")
def test_the_last_team_with_units_has_won_at_once_whichever_team_shot():
    assert played(from_text("M m ."), select((0, 0)), attack((0, 1))).result == 0
    assert played(from_text("M m ."), select((0, 0)), attack((0, 0))).result == 1
    three = from_text("M m s2")
    assert three.teams == (0, 1, 2)
    state = played(three, select((0, 0)), attack((0, 1)))
    assert (state.result, state.alive, state.teams) == (None, (0, 2), (0, 1, 2))
    assert (state.apply(END).team, state.apply(END).turn) == (2, 0)  # team 1 is left out
    assert played(state, END, END).turn == 1
    assert maps.blank(2, 2).result == "tie"
    assert (maps.blank(2, 2).actions(), maps.blank(2, 2).why_not(END)) == ([], "the game is over")


@pytest.mark.req("S004-36")
def test_the_turn_rises_when_all_teams_have_played():
    text = "M m m2 m3 m4 m5 m6 m7"
    state = from_text(text)
    assert state.teams == tuple(range(8))
    assert str(state) == "M m m2m3m4m5m6m7"
    seen = []
    for _ in range(17):
        seen.append((state.turn, state.team))
        state = state.apply(END)
    assert seen == [(i // 8, i % 8) for i in range(17)]


@pytest.mark.req("S004-33")
def test_selection_is_free_follows_the_unit_and_can_be_cancelled():
    state = maps.load("C.1").apply(select((3, 1)))
    assert (state.mp, state.ap, state.selected) == (5, 3, (3, 1))
    state = state.apply(move((2, 1)))
    assert state.selected == (2, 1)
    assert select((2, 1)) not in state.actions()
    assert CANCEL not in state.actions()
    state = state.apply(CANCEL)
    assert (state.selected, state.mp) == (None, 4)
    # Move, shoot, move, shoot.
    there = from_text("B . . .\n. . . .\nm . m .").apply(select((0, 0)))
    state = played(there, move((0, 1)), attack((2, 0)), move((0, 2)), attack((2, 2)))
    assert (state.result, state.mp, state.ap) == (0, 1, 1)


@pytest.mark.req("S004-31", "S004-34")
def test_what_the_text_says_of_map_c3():
    state = maps.load("C.3")
    for cell, can in (((6, 1), False), ((5, 1), False), ((5, 0), True), ((6, 0), False)):
        enemies = {unit.cell for unit in state.units(1)}
        actions = state.apply(select(cell)).actions()
        assert any(a.kind == "attack" and a.cell in enemies for a in actions) == can
    turn = (select((6, 1)), move((6, 2)), select((6, 0)), move((6, 1)), attack((1, 5)))
    after = played(state, *turn)
    assert (after.mp, after.ap, len(after.units(1))) == (0, 0, 3)


@pytest.mark.req("S004-41")
def test_walls_keep_the_squads_of_c2_and_c4_apart():
    for name in ("C.2", "C.4"):
        state = maps.load(name)
        assert state.exposed(0) == state.exposed(1) == ()
    crossed = maps.load("C.2")
    for unit in crossed.units():
        own_turn = crossed if unit.team == 0 else crossed.apply(END)
        actions = own_turn.apply(select(unit.cell)).actions()
        assert not any(a.kind == "move" for a in actions)
        walls = [a.cell for a in actions if a.kind == "attack" and a.cell in crossed.walls]
        assert (2, 2) not in walls or unit.kind == "melee"


@pytest.mark.req("S004-33", "S004-41")
def test_a_first_turn_leads_to_as_many_states_as_were_counted():
    counts = {
        "C.1": (28058, 8471),
        "C.2": (22420, 6657),
        "C.3": (15892, 4849),
        "C.4": (83563, 23776),
    }
    for name, (states, boards) in counts.items():
        assert maps.load(name).count_states() == states
        assert maps.load(name).count_states(selection=False) == boards
    assert 1000 <= maps.load("C.4").count_states(limit=1000) < 1020


@pytest.mark.req("S004-06")
def test_equal_states_hash_equal_and_hashes_do_not_pile_up():
    """All 28,058 states of a first turn; half of them were reached in more than one way."""
    start = maps.load("C.1")
    known, left, met_again = {start: start}, [start], 0
    while left:
        here = left.pop()
        for action in here.actions():
            after = here.apply(action)
            if action == END:
                continue
            if (before := known.setdefault(after, after)) is after:
                left.append(after)
            else:
                met_again += 1
                assert (before == after, hash(before) == hash(after)) == (True, True)
    assert len(known) == 28_058
    assert met_again > len(known)
    hashes = {hash(state) for state in known}
    assert len(hashes) == len(known)
    tables = [Counter(value >> shift & 0xFFFF for value in hashes) for shift in (0, 16, 32)]
    for buckets in tables:  # of 65,536; by chance the fullest has six or seven
        assert max(buckets.values()) <= 10
        assert len(buckets) > 0.3 * 65_536


@pytest.mark.req("S004-38")
def test_nothing_changes_a_state():
    dice = Dice(53)
    for _ in range(50):
        state = random_state(dice)
        before, value, drawn = pickle.dumps(state), hash(state), str(state)
        for action in every_action(state):
            if state.why_not(action) is None:
                after = state.apply(action)
                assert (after == state) == (pickle.dumps(after) == before)
        state.edited((0, 0), "wall")
        state.edited((1, 1), "laser", 3)
        state.with_resources(9, 9)
        state.count_states(limit=200)
        maps.blank(3, 3).edited((0, 0), "wall")
        assert (pickle.dumps(state), hash(state), str(state)) == (before, value, drawn)
        again = pickle.loads(before)
        assert again is not state
        assert (again, hash(again)) == (state, value)
        with pytest.raises(AttributeError):
            state.mp = 3


@pytest.mark.req("S004-38")
def test_a_state_is_board_team_turn_points_and_selection():
    state = from_text("M . m", mp=4, ap=2, team=1, turn=3, left=(2, 1), selected=(0, 2))
    fields = ("team", "turn", "mp", "ap", "max_mp", "max_ap", "selected", "shape", "teams")
    assert [getattr(state, name) for name in fields] == [1, 3, 2, 1, 4, 2, (0, 2), (1, 3), (0, 1)]
    others = [
        from_text("M . b", mp=4, ap=2, team=1, turn=3, left=(2, 1), selected=(0, 2)),
        from_text("M . m", mp=4, ap=2, team=0, turn=3, left=(2, 1), selected=(0, 0)),
        from_text("M . m", mp=4, ap=2, team=1, turn=4, left=(2, 1), selected=(0, 2)),
        from_text("M . m", mp=4, ap=2, team=1, turn=3, left=(1, 1), selected=(0, 2)),
        from_text("M . m", mp=4, ap=2, team=1, turn=3, left=(2, 2), selected=(0, 2)),
        from_text("M . m", mp=5, ap=2, team=1, turn=3, left=(2, 1), selected=(0, 2)),
        from_text("M . m", mp=4, ap=2, team=1, turn=3, left=(2, 1)),
    ]
    assert len({state, *others}) == len({hash(each) for each in (state, *others)}) == 8
    assert state != "M . m"


def test_which_units_could_be_hit_from_where_the_enemy_stands():
    state = from_text("L . # .\n. . . m\nB . . s\n. . . .")
    for team in (0, 1):
        hit = [
            unit.cell
            for unit in state.units(team)
            if any(state.in_reach(other.cell, unit.cell) for other in state.units(1 - team))
        ]
        assert list(state.exposed(team)) == list(state.exposed(team, by=1 - team)) == hit
    assert state.exposed(0) == ((0, 0), (2, 0))
    assert state.exposed(1) == ((1, 3), (2, 3))
    assert state.exposed(1, by=5) == ()
    assert state.with_resources(5, 0).exposed(0) == ()  # no unit has the points for a shot
    with pytest.raises(at.InvalidValue, match=r"there is no unit at \(3, 3\)"):
        state.in_reach((3, 3), (0, 0))
