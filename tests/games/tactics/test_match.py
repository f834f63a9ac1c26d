"""Matches: the printed games, controllers, refused actions, and undo."""

import json
import os
import subprocess
import sys

import pytest

import asterion as at
from asterion.games.tactics import (
    CANCEL,
    END,
    IllegalAction,
    Match,
    State,
    attack,
    controllers,
    from_text,
    maps,
    move,
    select,
)
from support.printed_games import SECOND, THIRD


def cells(text):
    """Actions in short: ``s41 a14`` selects (4, 1) and attacks (1, 4); ``e`` ends the turn."""
    deeds = {"s": select, "m": move, "a": attack}
    return [
        END if word == "e" else deeds[word[0]]((int(word[1]), int(word[2])))
        for word in text.split()
    ]


SECOND_TURNS = [
    cells("s41 a14 s30 a03 m20 s40 m30 e"),
    cells("s04 m14 a41 e"),
    cells("s31 m21 s30 a14 s20 m10 m11 e"),
    cells("s13 a13"),
]
THIRD_TURNS = [
    cells("s41 m42 a13 a14 m32 a03 s31 m41 e"),
    cells("s04 m03 a30 e"),
    cells("s32 a03"),
]


class Odd:
    """Raises when it is compared or counted with."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError

    def __index__(self):
        raise RuntimeError

    def __repr__(self):
        return "odd"


class Scripted:
    """Plays given turns."""

    def __init__(self, name, turns):
        self.name, self.turns, self.asked = name, list(turns), []

    def decide(self, state):
        self.asked.append(state)
        return list(self.turns.pop(0)) if self.turns else [END]


def printed(name, turns):
    return [Scripted(name, turns[team::2]) for team in (0, 1)]


def spent(match):
    """The MP and AP that each finished turn took."""
    return [
        (before.max_mp - before.mp, before.max_ap - before.ap)
        for before, action in zip(match.states, match.actions[1:], strict=False)
        if action == END
    ]


@pytest.mark.req("S004-40", "S004-30", "S004-36")
@pytest.mark.parametrize(
    ("name", "turns", "text", "points"),
    [
        ("AStarTwo", SECOND_TURNS, SECOND, [(5, 3), (3, 3), (5, 3)]),
        ("AStarThree", THIRD_TURNS, THIRD, [(5, 3), (3, 3)]),
    ],
)
def test_the_printed_games_can_be_played_again_to_the_letter(name, turns, text, points):
    match = Match(maps.load("C.1"), printed(name, turns))
    assert match.run() == 0
    assert "\n".join(match.log) + "\n" == text
    assert match.refused == []
    assert spent(match) == points


@pytest.mark.req("S004-30")
def test_the_last_unit_of_a_team_may_kill_itself():
    match = Match(maps.load("C.1"), printed("AStarTwo", SECOND_TURNS))
    match.run()
    before, after = match.states[-2:]
    assert before.units(1) == (before.at((1, 3)),)
    assert (before.team, match.actions[-1], after.units(1)) == (1, attack((1, 3)), ())
    assert match.result == 0  # at once: no line says that the turn ended
    assert match.step() is None
    with pytest.raises(IllegalAction, match="the match is over"):
        match.act(END)


def test_a_match_is_played_turn_by_turn_and_the_last_turn_has_no_end():
    match = Match(maps.load("C.1"), printed("AStarTwo", SECOND_TURNS))
    assert [match.play_turn() for _ in SECOND_TURNS] == SECOND_TURNS
    assert match.result == 0
    assert match.play_turn() == []


@pytest.mark.req("S004-40")
def test_what_the_figures_do_not_show_has_lines_too():
    match = Match(maps.load("C.1"))
    match.act(select((3, 1)))
    match.act(CANCEL)
    match.push(match.state.with_resources(7, 3))
    assert match.log[2:] == ["Team 0 (Human): Cancelled selection.", "State has been edited."]
    tie = Match(from_text("M .\n. m"), ["Idle", "Idle"], turn_limit=0)
    assert tie.run() == "tie"
    assert tie.log[-2:] == ["Team 1 (Idle): End of turn 0.", "Game Over, Tie!"]


@pytest.mark.req("S004-30")
def test_after_the_last_turn_the_larger_team_wins():
    for text, winner in (("M .\n. m", "tie"), ("M B\n. m", 0), ("M .\n# m\ns m2", 1)):
        state = from_text(text)
        match = Match(state, ["Idle"] * 3)
        assert match.turn_limit == 2 * state.width * state.height
        assert match.run() == winner
        assert match.state.turn == match.turn_limit + 1
        assert match.state.result is None  # only the match knows the limit
        with pytest.raises(IllegalAction, match="the match is over"):
            match.act(END)
    short = Match(maps.load("C.1"), ["Idle", "Idle"], turn_limit=3)
    short.run()
    assert short.log.count("Team 1 (Idle): End of turn 3.") == 1
    assert (short.state.turn, short.result) == (4, "tie")


@pytest.mark.req("S004-39")
@pytest.mark.parametrize(
    ("bogus", "why"),
    [
        (move((2, 1)), "no unit is selected"),
        (select((0, 4)), "there is no unit of team 0 at (0, 4)"),
        (attack((9, 9)), "cell (9, 9) is outside the board of 5 rows and 5 columns"),
        (("jump", (0, 0)), "('jump', (0, 0)) is not an action; an action is a kind and a cell"),
        (None, "None is not an action; an action is a kind and a cell"),
        (("move", "here"), "cell is 'here'; a cell is (row, column)"),
        ([[], []], "[[], []] is not an action; an action is a kind and a cell"),
        ((Odd(), (0, 0)), "(odd, (0, 0)) is not an action; an action is a kind and a cell"),
        (("select", (0, Odd())), "cell is (0, odd); a cell is (row, column)"),
    ],
)
def test_an_illegal_action_of_a_controller_is_refused_and_ends_its_turn(bogus, why):
    start = maps.load("C.1")
    cheat = Scripted("Cheat", [[bogus, select((3, 1)), END]])
    match = Match(start, [cheat, "Idle"])
    assert match.step() == END
    (refusal,) = match.refused
    assert (refusal.number, refusal.team, refusal.why) == (0, 0, why)
    assert refusal.action is bogus
    assert (match.state.team, match.state.units()) == (1, start.units())
    assert match.log == ["Game has been reset.", "Team 0 (Cheat): End of turn 0."]
    match.back_to(0)
    assert match.refused == []


@pytest.mark.req("S004-39")
def test_what_was_legal_before_an_illegal_action_stays_done():
    turn = [select((3, 1)), move((2, 1)), move((4, 4)), attack((2, 1)), END]
    match = Match(maps.load("C.1"), [Scripted("Cheat", [turn]), "Idle"])
    assert match.play_turn() == [select((3, 1)), move((2, 1)), END]
    assert match.refused[0][:3] == (2, 0, move((4, 4)))
    assert match.state.at((2, 1)).kind == "melee"
    assert match.play_turn() == [END]  # of Idle, and nothing that the cheat left behind


@pytest.mark.req("S004-39")
def test_a_turn_that_is_not_ended_is_ended():
    match = Match(maps.load("C.1"), [Scripted("Short", [[select((3, 1))], []]), "Idle"])
    assert match.play_turn() == [select((3, 1)), END]
    assert match.play_turn() == [END]
    assert match.play_turn() == [END]
    assert match.refused == []


@pytest.mark.req("S004-37")
def test_all_controllers_see_the_same_state():
    each = [Scripted(f"Scripted{team}", []) for team in range(3)]
    match = Match(from_text("M . m\n. . .\ns2. ."), each, turn_limit=4)
    match.run()
    for team, controller in enumerate(each):
        assert len(controller.asked) == 5
        for state in controller.asked:
            assert type(state) is State
            assert any(
                state is known for known in match.states
            )  # the same object: nothing is hidden
            assert (state.team, len(state.units())) == (team, 3)


@pytest.mark.req("S004-50")
def test_idle_ends_its_turns_and_random_plays_any_legal_action():
    match = Match(maps.load("C.3"), ["Random", "Idle"], seed=3)
    match.run()
    acted = list(zip(match.states, match.actions[1:], strict=False))
    assert {action for state, action in acted if state.team == 1} == {END}
    mine = [action for state, action in acted if state.team == 0]
    assert {action.kind for action in mine} == {"select", "move", "attack", "end"}
    for state, action in acted:
        assert action in state.actions()
    assert match.refused == []


@pytest.mark.req("S004-50")
def test_random_takes_each_action_as_often():
    state = maps.load("C.1")
    first = [controllers.Random(seed).decide(state)[0] for seed in range(2000)]
    for action in state.actions():
        assert 330 < first.count(action) < 470


@pytest.mark.req("S004-50", "S004-55")
def test_controllers_can_be_changed_at_any_state():
    played = Match(maps.load("C.1"), ["Random", "Random"], seed=1)
    played.run()
    assert len(played.states) > 30
    for number in range(0, len(played.states) - 1, 7):
        match = Match.load(played.save())
        state = match.back_to(number)
        assert state == played.view(number)
        match.controllers[0], match.controllers[1] = controllers.Idle(), controllers.Human()
        assert match.step() == (END if state.team == 0 else None)
        if match.result is None:
            assert (match.state.team, match.step()) == (1, None)  # a person's turn: it waits
            match.act(END)
            assert match.log[-1].startswith(("Team 1 (Human): End of turn", "Game Over"))
        match.controllers[0] = match.controllers[1] = controllers.Random(5)
        assert match.run() is not None


@pytest.mark.req("S004-55")
def test_a_controller_changed_in_mid_turn_decides_again():
    plan = [[select((3, 1)), move((2, 1)), move((1, 1)), END]]
    match = Match(maps.load("C.1"), [Scripted("One", plan), "Idle"])
    match.step()
    match.step()
    two = Scripted("Two", [[select((3, 0)), END]])
    match.controllers[0] = two
    assert match.step() == select((3, 0))
    assert two.asked[0].at((2, 1)).kind == "melee"
    assert match.log[-1] == "Team 0 (Two): Selected unit: Sniper at (0, 3)."


@pytest.mark.req("S004-55")
def test_rewind_intervene_and_resume():
    match = Match(maps.load("C.1"), printed("AStarTwo", SECOND_TURNS))
    match.run()
    before = len(match.states) - 3  # team 1 has its Melee left, and has not chosen to end itself
    match.back_to(before)
    match.controllers[1] = controllers.Human()
    assert match.step() is None
    for action in (select((1, 3)), move((1, 2)), attack((1, 1)), END):  # the Sniper beside it
        match.act(action)
    assert match.log[-2] == "Team 1 (Human): Attacked (1, 1) using Melee unit."
    assert match.result is None
    match.controllers[1] = controllers.Idle()
    match.controllers[0] = controllers.Random(2)
    assert match.run() is not None
    assert match.log[: before + 1] == SECOND.splitlines()[: before + 1]


@pytest.mark.req("S004-53")
def test_any_past_state_can_be_seen_and_going_on_from_it_drops_the_later_ones():
    match = Match(maps.load("C.1"), ["Random", "Random"], seed=1)
    match.run()
    states, log, actions = match.states, match.log, match.actions
    for number, state in enumerate(states):
        assert match.view(number) == state
    assert match.states == states  # reading changes nothing
    for number in (len(states) - 2, 17, 3, 0):
        match.back_to(number)
        assert (match.states, match.actions) == (states[: number + 1], actions[: number + 1])
        assert match.log == log[: number + 1]
        assert match.result is None
    match.run()  # the same controllers and the same states: the same match
    assert (match.states, match.log) == (states, log)
    for number in (-1, len(states)):
        with pytest.raises(at.InvalidValue, match=f"number is -1|state {len(states)} is not"):
            match.view(number)
    match.reset()
    assert (match.states, match.log) == (states[:1], ["Game has been reset."])


@pytest.mark.req("S004-53")
def test_actions_and_edits_are_undone_one_by_one():
    match = Match(maps.load("C.1"), {1: "Random"}, seed=2)
    match.act(select((3, 1)))
    edited = match.state.edited((2, 2), "wall").edited((0, 0), "laser", 4)
    match.push(edited)
    assert (match.state, match.actions[-1], match.controllers[4].name) == (edited, None, "Human")
    assert match.undo() is None
    assert match.undo() == select((3, 1))
    with pytest.raises(at.InvalidValue, match="there is nothing to undo"):
        match.undo()
    match.act(select((3, 1)))
    match.act(END)
    match.play_turn()
    assert (match.state.team, len(match.states) > 3) == (0, True)
    assert match.undo("Human") == END  # and all that the computer has done since
    assert (match.state.team, match.actions) == (0, [None, select((3, 1))])


@pytest.mark.req("S004-30", "S004-50")
@pytest.mark.parametrize("teams", range(2, 9))
def test_any_number_of_teams_can_play(teams):
    rows = [[".", "."] * 4 for _ in range(teams)]
    for team in range(teams):
        letter = "M" if team == 0 else "m"
        rows[team][team] = letter if team < 2 else f"m{team}"
        rows[team][(team + 4) % 8] = rows[team][team]
    state = from_text("\n".join(" ".join(row) for row in rows))
    assert state.teams == tuple(range(teams))
    match = Match(state, ["Random"] * teams, seed=teams)
    result = match.run()
    assert result in (*range(teams), "tie")
    assert match.refused == []
    quiet = Match(state, ["Idle"] * teams, turn_limit=1)
    quiet.run()
    assert [each.team for each in quiet.states[:-1]] == [*range(teams)] * 2


def test_a_match_can_be_saved_and_continues_as_it_would_have():
    match = Match(maps.load("keep"), ["Random", "Random"], seed=7, turn_limit=30)
    for _ in range(25):
        match.step()
    match.push(match.state.edited((2, 3), "wall"))
    match.step()
    saved = json.loads(json.dumps(match.save()))
    again = Match.load(saved)
    assert (again.states, again.actions, again.log) == (match.states, match.actions, match.log)
    assert (again.hash, again.turn_limit) == (match.hash, 30)
    assert again.save() == saved
    assert again.run() == match.run()
    assert again.log == match.log


def test_a_loaded_match_keeps_the_names_of_those_that_acted_though_others_play_now():
    match = Match(maps.load("C.1"), ["Random", "Idle"], seed=1)
    match.play_turn()
    match.controllers[0] = controllers.Idle()
    again = Match.load(match.save())
    assert again.log == match.log
    assert "(Random)" in again.log[1]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda v: v.update(format="chess"), "is no match of the tactics game"),
        (lambda v: v.pop("moments"), "the saved match lacks 'moments'"),
        (lambda v: v.update(version=1), "version is 1; this program reads version 2"),
        (lambda v: v.update(moments=7), "the saved match does not hold a game"),
        (lambda v: v["moments"].pop(0), "begins without a state"),
        (lambda v: v["moments"].append({"by": "X", "action": ["move", [9, 9]]}), "moment 9: move"),
        (lambda v: v["controllers"].update({"0": {"name": "God", "seed": 0, "settings": {}}}),
         "controller is 'God'; choose one of Human, Idle, Random"),
        (lambda v: v["moments"][0]["state"].update(board=["M x"]), "'x' is nothing that stands"),
        (lambda v: v["moments"][0]["state"].pop("selected"), "the position lacks 'selected'"),
    ],
)  # fmt: skip
def test_a_damaged_match_is_refused(damage, message):
    match = Match(maps.load("C.1"), ["Random", "Idle"], seed=1)
    while len(match.states) < 9:
        match.step()
    values = json.loads(json.dumps(match.save()))
    damage(values)
    with pytest.raises(at.InvalidValue, match=message):
        Match.load(values)
    with pytest.raises(at.InvalidValue, match="is no match"):
        Match.load([])


HASHES = """
from asterion.games.tactics import Match, maps
for seed in range(3):
    match = Match(maps.load("C.4"), ["Random", "Random"], seed=seed)
    match.run()
    print(match.hash, hash(match.state))
"""


@pytest.mark.parametrize("name", [name for name in controllers.NAMES if name != "Human"])
def test_the_same_seed_gives_the_same_match(name):
    def played(seed):
        match = Match(maps.load("C.1"), [name, "Random"], seed=seed, turn_limit=4)
        match.run()
        return match.hash

    assert played(4) == played(4)
    assert len({played(seed) for seed in range(5)}) > 1


@pytest.mark.slow
def test_the_hash_of_a_match_is_the_same_in_every_process():
    outputs = [
        subprocess.run(
            [sys.executable, "-c", HASHES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert len(set(outputs[0].split())) == 6


@pytest.mark.req("S004-50")
def test_controllers_are_made_by_name():
    assert controllers.NAMES[:3] == ("Human", "Idle", "Random")
    for name in controllers.NAMES:
        made = controllers.make(name.lower(), seed=1)
        assert made.name == name
        assert isinstance(controllers.settings(name), dict)
    with pytest.raises(at.InvalidValue, match="controller is 'god'; choose one of Human, Idle"):
        controllers.make("god")
    with pytest.raises(at.InvalidValue, match="Idle has no setting 'wit'; it has none"):
        controllers.make("Idle", wit=3)
    with pytest.raises(at.InvalidValue, match="seed is -1"):
        controllers.make("Random", seed=-1)
    with pytest.raises(at.InvalidType, match=r"state is 'C\.1'; it must be a State"):
        Match("C.1")
    with pytest.raises(at.InvalidType, match="state is None; it must be a State"):
        Match(maps.load("C.1")).push(None)
