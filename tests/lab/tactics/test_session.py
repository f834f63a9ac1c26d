"""The tactics page without a browser: play, history, editor, plans, links, and its texts."""

import re
from contextlib import suppress

import pytest
from hypothesis import given

import asterion as at
from asterion.games.tactics import (
    END,
    Match,
    attack,
    controllers,
    map_file,
    maps,
    move,
    select,
)
from asterion.games.tactics.controllers import Decision, Step
from asterion.games.tactics.moments import GameRecord
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link
from asterion.lab.tactics.payload import payload_of
from asterion.lab.tactics.players import (
    HUMAN,
    Plan,
    Player,
    described,
    flat,
    names,
    notes,
    title_of,
)
from asterion.lab.tactics.session import TacticsSession, meant
from asterion.lab.tactics.setup import TacticsSetup
from asterion.lab.tactics.unit_options import options_of
from asterion.lab.work import drained
from support.damage import damaged

BLASTER, MELEE = 21, 16  # of team 0 on map C.1, by their tiles


def number(x, y, width=5):
    return y * width + x


def session_of(*players, name="C.1", **more):
    """A game of these players; people where none is named."""
    session = TacticsSession()
    teams = {team: Player(each) for team, each in enumerate(players)}
    session.restore(TacticsSetup(GameRecord(maps.load(name)), teams, name=name, **more))
    return session


def play(session, *acts):
    for kind, *cell in acts:
        session.act(session.setup.last, kind, cell[0] if cell else None)


def think_and_play(session, turns=1):
    """Whole turns of computers."""
    for _ in range(turns):
        turn = session.setup.state.team, session.setup.state.turn
        while (session.setup.state.team, session.setup.state.turn) == turn:
            if session.setup.waits != "computer":
                return
            if not session.setup.pending:
                assert session.plan_for(session.setup, drained(session.thinking()))
            assert session.step()


# --- Playing


@pytest.mark.req("S004-51")
def test_a_click_means_actions_of_the_game():
    state = maps.load("C.1")
    assert meant(state, "select", MELEE) == [select((3, 1))]
    state = state.apply(select((3, 1)))
    assert meant(state, "walk", number(1, 1)) == [move((2, 1)), move((1, 1))]
    assert meant(state, "attack", 0) == [attack((0, 0))]
    assert meant(state, "end", None) == [END]
    with pytest.raises(at.InvalidValue, match=r"cannot walk to \(4, 0\)"):
        meant(state, "walk", 4)
    with pytest.raises(at.InvalidValue, match="cell is 25; it must be from 0 to 24"):
        meant(state, "select", 25)
    with pytest.raises(at.InvalidValue, match="action is 'dance'"):
        meant(state, "dance", 3)


def test_errors_count_teams_as_the_page_does():
    session = session_of(HUMAN, "Idle")
    with pytest.raises(at.InvalidValue, match=r"there is no unit of team 1 at \(3, 0\)"):
        session.act(0, "select", number(3, 0))
    play(session, ("end",))
    with pytest.raises(at.InvalidValue, match="team 2 is played by Idle, not by you"):
        session.act(1, "end", None)


@pytest.mark.req("S004-51")
def test_a_person_plays_a_turn_and_the_log_says_so():
    session = session_of(HUMAN, "Idle")
    play(session, ("select", BLASTER), ("attack", number(4, 1)), ("select", MELEE))
    play(session, ("walk", number(1, 1)), ("end",))
    assert [line["text"] for line in payload_of(session.setup, playing=True)["log"]] == [
        "Game has been reset.",
        "Team 1 (Human): Selected unit: Blaster at (1, 4).",
        "Team 1 (Human): Attacked (4, 1) using Blaster unit.",
        "Team 1 (Human): Selected unit: Melee at (1, 3).",
        "Team 1 (Human): Moved Melee unit from (1, 3) to (1, 2).",
        "Team 1 (Human): Moved Melee unit from (1, 2) to (1, 1).",
        "Team 1 (Human): End of turn 1.",
    ]
    think_and_play(session)
    assert session.setup.state.team == 0
    assert session.setup.moments[-1].lines == ("Team 1 (Idle): End of turn 0.",)


# --- Who plays


@pytest.mark.req("S004-50")
@pytest.mark.parametrize("name", [name for name in names() if name != HUMAN])
def test_every_controller_can_take_over_at_any_state(name):
    session = session_of(HUMAN, "Idle")
    play(session, ("select", MELEE), ("walk", number(2, 2)))
    session.adopt(session.setup.with_player(0, Player(name)))
    think_and_play(session)
    assert session.setup.moments[4].by == name
    assert session.setup.state.team == 1 or session.setup.waits is None
    session.play(session.setup.cut(3))
    session.adopt(session.setup.with_player(0, Player(HUMAN)))
    play(session, ("end",))
    assert session.setup.moments[4].by == HUMAN


@pytest.mark.req("S004-55")
def test_a_game_is_rewound_a_person_steps_in_and_computers_resume():
    session = session_of("Random", "Random", seed=5)
    think_and_play(session, turns=4)
    first = session.setup
    turn = next(i for i, each in enumerate(first.moments) if each.state.team == 1)
    session.play(session.setup.cut(turn))
    assert session.setup.moments == first.moments[: turn + 1]
    session.adopt(session.setup.with_player(1, Player(HUMAN)))
    play(session, ("end",))
    session.adopt(session.setup.with_player(1, Player("Random")))
    think_and_play(session, turns=3)
    assert session.setup.moments[turn + 1].by == HUMAN
    assert {each.by for each in session.setup.moments[turn + 2 :]} == {"Random"}
    # Random choices follow from seed and state: after a rewind they are the same.
    session.adopt(first.cut(turn))
    think_and_play(session, turns=3)
    assert session.setup.moments == first.moments


@pytest.mark.req("S004-53")
def test_continuing_from_a_past_state_drops_later_ones_until_an_undo():
    session = session_of()
    play(session, ("select", MELEE), ("walk", number(2, 2)), ("end",), ("end",))
    full = session.setup
    session.play(session.setup.cut(2))
    assert session.setup.moments == full.moments[:3]
    assert session.undo()
    assert session.setup == full
    session.act(1, "end", None)  # acting on a past state does the same
    assert session.setup.last == 2
    assert session.undo()
    assert session.setup == full
    assert session.redo()
    assert session.setup.last == 2


@pytest.mark.req("S004-53")
def test_any_state_is_told_with_its_points_and_members():
    session = session_of()
    play(session, ("select", BLASTER), ("attack", number(4, 1)), ("end",))
    told = payload_of(session.setup, playing=True)
    assert [dict(each["facts"]) for each in told["positions"]][2:] == [
        {"Turn": "1", "To play": "team 1", "MP": "5 of 5", "AP": "2 of 3"}
        | {"Team 1": "4 units", "Team 2": "3 units"},
        {"Turn": "1", "To play": "team 2", "MP": "5 of 5", "AP": "3 of 3"}
        | {"Team 1": "4 units", "Team 2": "3 units"},
    ]
    board = {}
    for position, moment in zip(told["positions"], session.setup.moments, strict=True):
        board.update({cell: (kind, team) for cell, kind, team in position["changes"]})
        units = {unit.cell[0] * 5 + unit.cell[1]: unit.team for unit in moment.state.units()}
        assert {cell: team for cell, (kind, team) in board.items() if kind > 1} == units
    assert told["positions"][2]["action"] == {"kind": "attack", "from": 21, "to": 9}


# --- The editor


@pytest.mark.req("S004-52")
def test_the_editor_creates_and_destroys_in_the_middle_of_a_game():
    session = session_of(HUMAN, "Idle")
    play(session, ("select", MELEE))
    session.edit(1, [12], 1, 0)
    session.edit(2, [0], 5, 1)
    session.edit(3, [24], 0, 0)
    assert session.setup.last == 3  # nothing was there to destroy: no state is pushed
    state = session.setup.state
    assert state.at((2, 2)) == "wall"
    assert state.at((0, 0)) == ("laser", 1, (0, 0))
    session.edit(3, [12], 0, 0)
    assert session.setup.state.at((2, 2)) is None
    assert session.setup.moments[-1].action is None
    assert session.undo()
    assert session.setup.state == state
    play(session, ("end",))  # the game continues from the drawn position
    assert session.setup.moments[-2].state == state
    for thing in (-1, 6, "wall"):
        with pytest.raises(at.AsterionError, match="object is"):
            session.edit(0, [3], thing, 0)


def test_a_stroke_continues_from_the_state_that_is_shown_and_drops_the_later_ones():
    session = session_of(HUMAN, "Idle")
    before = session.setup.state
    play(session, ("select", MELEE))
    session.edit(0, [12], 1, 0)
    drawn = before.edited((2, 2), "wall", 0)
    assert [moment.state for moment in session.setup.moments] == [before, drawn]
    session.edit(None, [11], 1, 0)  # on the present state, whichever that is
    assert session.setup.state == drawn.edited((2, 1), "wall", 0)
    assert session.setup.last == 2


def test_a_third_team_can_be_drawn_and_plays_in_its_turn():
    session = session_of(HUMAN, "Idle")
    session.edit(0, [2], 3, 2)
    session.adopt(session.setup.with_player(2, Player("Random")))
    assert (
        dict(payload_of(session.setup, playing=True)["positions"][1]["facts"])["Team 3"] == "1 unit"
    )
    play(session, ("end",))
    think_and_play(session, turns=2)
    assert {moment.by for moment in session.setup.moments} == {None, HUMAN, "Idle", "Random"}
    assert (session.setup.state.team, session.setup.state.turn) == (0, 1)


@pytest.mark.req("S004-52")
def test_a_blank_map_is_drawn_saved_loaded_and_played(tmp_path):
    session = session_of(HUMAN, "Idle")
    session.load_blank(7, 4)
    session.save_resources(0, 7, 3)
    assert session.setup.last == 1  # a copy was pushed
    assert payload_of(session.setup, playing=True)["positions"][-1]["status"].startswith(
        "Put units"
    )
    session.edit(1, [3], 1, 0)
    session.edit(2, [0], 2, 0)
    session.edit(3, [27], 4, 1)
    state = session.setup.state
    assert (state.shape, state.max_mp, state.max_ap) == ((4, 7), 7, 3)
    data = session.file_of(4)
    path = tmp_path / "mine.map"
    path.write_bytes(data)
    assert map_file.read(path) == state.with_resources(7, 3)
    session.play(session.setup.restarted())
    assert session.setup.record == GameRecord(state)  # a reset keeps what was drawn
    session.load_named("C.2")
    session.load_file(data, "mine.map")
    assert (session.setup.name, session.setup.state) == ("mine", map_file.read(path))
    play(session, ("select", 0), ("walk", 1), ("end",))
    assert session.setup.waits == "computer"


@pytest.mark.req("S004-57")
def test_a_bad_map_file_is_refused_and_the_game_stays():
    session = session_of()
    before = session.setup
    for data in (b"", b"5,5\n5,3\n{\n(25,0,2)\n}\n", b"\xff\xfe", b"5,5\n5,3\n{\n(1,0,9)\n}\n"):
        with pytest.raises(at.InvalidValue, match=r"bad\.map"):
            session.load_file(data, "bad.map")
    assert session.setup is before


def test_units_are_shuffled_another_way_each_time():
    session = session_of()
    boards = set()
    for _ in range(4):
        session.shuffle()
        boards.add(str(session.setup.state))
        assert len(session.setup.state.units()) == 8
    assert len(boards) == 4
    session.adopt(session.setup.with_seed(limits.HIGHEST_SEED))
    session.shuffle()
    assert session.setup.seed == 0


# --- Computers' thoughts


class Slow:
    """Thinks in slices, for as long as it is let."""

    name = "Slow"

    turn = (END,)

    def think(self, _state):
        self.processed, self.open = 0, 1
        return self

    def advance(self, *, seconds):
        assert seconds > 0
        self.processed += 100
        self.open += 7
        return "running" if self.processed < 1000 else "found"

    def decision(self):
        return Decision(self.processed, self.open, 7.0, (Step(END, 7.0, {"wait": 7.0}),))


@pytest.fixture
def slow():
    """A controller that can be stopped, beside the others."""
    controllers.register("Slow", lambda _seed, _settings: Slow())
    yield
    controllers.registry._MAKERS.pop("Slow")


@pytest.mark.req("S004-54")
@pytest.mark.usefixtures("slow")
def test_the_counts_of_a_search_are_seen_while_it_runs_and_it_can_be_stopped():
    session = session_of("Slow", HUMAN)
    counts = []
    plan = drained(session.thinking(lambda *both: counts.append(both) or True))
    assert counts == [(100 * i, 1 + 7 * i) for i in range(1, 10)]
    assert not plan.was_stopped
    plan = drained(session.thinking(lambda processed, _: processed < 300))
    assert plan.was_stopped
    assert plan.decision.processed == 300
    assert session.plan_for(session.setup, plan)
    told = payload_of(session.setup, playing=False)["plans"][0]
    assert told["note"].startswith("The best so far: the search was stopped. Cost 7. 300 states")
    assert told["head"] == ["action", "cost", "wait"]
    assert [row["cells"] for row in told["rows"]] == [["1. End the turn", "7", "7"]]


def test_a_plan_over_groups_of_actions_says_what_each_action_is_a_part_of():
    session = session_of("AStarMacro", HUMAN)
    session.plan_for(session.setup, drained(session.thinking()))
    told = payload_of(session.setup, playing=False)["plans"][0]
    assert told["head"][:3] == ["action", "in one", "cost"]
    named = [row["cells"][1] for row in told["rows"]]
    assert named[-1] == ""  # the end of the turn
    struck = [row["cells"] for row in told["rows"] if "Attack" in row["cells"][0]]
    assert struck
    for words, group, *_ in struck:  # with x before y, as everywhere on the page
        assert group.endswith(words[words.index(" at ") + 4 :])
    assert all(len(row["cells"]) == len(told["head"]) for row in told["rows"])


def test_what_a_controller_says_of_cells_is_said_as_in_the_log():
    session = session_of("Idle", HUMAN)
    decision = Decision(explanation="aims at (0, 3)", details={"goal": "kill (0, 3)"})
    session.plan_for(session.setup, Plan(0, 0, "Idle", (END,), decision))
    note = payload_of(session.setup, playing=True)["plans"][0]["note"]
    assert note == "Goal: kill (3, 0). Aims at (3, 0)"


@pytest.mark.usefixtures("slow")
def test_a_plan_for_another_game_is_not_taken():
    session = session_of("Slow", HUMAN)
    setup = session.setup
    plan = drained(session.thinking())
    session.adopt(setup.with_player(0, Player("Idle")))
    assert not session.plan_for(setup, plan)
    assert session.setup.pending == ()


@pytest.mark.usefixtures("slow")
def test_a_plan_is_dropped_when_its_player_is_another():
    session = session_of("Slow", HUMAN)
    session.plan_for(session.setup, drained(session.thinking()))
    assert session.setup.pending == (END,)
    session.adopt(session.setup.with_player(0, Player("Random")))
    assert session.setup.pending == ()
    assert not session.step()


def test_nothing_is_stepped_without_a_plan_or_after_its_end():
    setup = session_of("Idle", "Idle").setup
    with pytest.raises(at.InvalidValue, match="no computer has a plan to continue"):
        setup.stepped()
    played = setup.planned(Plan(0, 0, "Idle", (END,))).stepped()
    assert (played.state.team, len(played.plans)) == (1, 1)
    with pytest.raises(at.InvalidValue, match="no computer has a plan to continue"):
        played.stepped()


def test_a_plan_is_made_again_where_a_game_is_continued():
    session = session_of("Idle", HUMAN)
    plan = Plan(0, 0, "Idle", (select((3, 1)), move((2, 1)), END))
    session.plan_for(session.setup, plan)
    session.step()
    assert session.setup.pending == (move((2, 1)), END)
    session.step()
    session.play(session.setup.cut(1))
    assert session.setup.pending == ()
    assert session.setup.plans == (plan._replace(actions=plan.actions[:1]),)
    session.play(session.setup.cut(0))
    assert session.setup.plans == ()


def test_an_illegal_action_of_a_plan_ends_the_turn():
    session = session_of("Idle", HUMAN)
    plan = Plan(0, 0, "Idle", (select((3, 1)), attack((0, 4)), move((2, 1)), END))
    session.plan_for(session.setup, plan)
    assert session.step()
    assert session.step()
    assert session.setup.state.team == 1
    assert [each.action for each in session.setup.moments[1:]] == [select((3, 1)), END]
    told = payload_of(session.setup, playing=True)["plans"][0]
    assert told["note"] == (  # with (x, y), as everywhere on the page
        "The last action was refused, and the turn ended: "
        "(4, 0) is 3 tiles away; a Melee reaches 1."
    )
    play(session, ("end",))
    assert session.setup.pending == ()  # the rest of that plan is not for the next turn
    assert [row["cells"][0] for row in told["rows"]] == [
        "1. Select Melee at (1, 3)",
        "2. Attack Laser at (4, 0)",
    ]


def changed_somehow(player, setting, value):
    """Another value of a setting that the player takes, and the player with it."""
    others = [not value] if isinstance(value, bool) else [value - 1, value + 1, 0.5]
    for other in others:
        with suppress(at.InvalidValue):
            return other, player.with_setting(setting, other)
    raise AssertionError(f"{player.name} takes nothing but {value!r} for {setting}")


@pytest.mark.slow
@pytest.mark.req("S004-54")
def test_every_setting_of_every_controller_can_be_changed_and_put_back():
    for name in names():
        player = Player(name)
        assert flat(controllers.settings(name)).items() <= player.values.items()
        assert described(name)
        for setting, value in player.values.items():
            if isinstance(value, str):
                continue  # a word, of which the controller says which there are
            other, changed = changed_somehow(player, setting, value)
            assert changed.values == {**player.values, setting: other}
            assert changed.with_setting(setting, value) == player
    limited = Player("Reply").with_setting("max_expansions", "5000")  # as it is typed
    assert limited.values["max_expansions"] == 5000
    assert limited.with_setting("max_expansions", "auto") == Player("Reply")
    with pytest.raises(at.InvalidValue, match="Idle has no setting 'patience'"):
        Player("Idle").with_setting("patience", 3)
    with pytest.raises(at.InvalidValue, match="controller is 'Nobody'"):
        Player("Nobody")


def test_what_a_setting_means_is_read_from_the_file_it_stands_in():
    told = notes("AStarThree")
    assert told["defence_below"].startswith("defends itself if allies are fewer")
    assert told["constants.miss"] == "an attack on an empty tile"
    assert notes("Idle") == {}
    for name in names():
        assert notes(name).keys() <= Player(name).values.keys()


def test_every_controller_has_a_plain_name_and_one_line():
    titles = [title_of(name) for name in names()]
    assert len({*titles}) == len(titles)
    for name, title in zip(names(), titles, strict=True):
        assert not re.search(r"[a-z][A-Z]", title), name  # no name of a class
        assert 0 < len(described(name)) <= 62
        assert described(name).endswith(".")
    assert title_of("AStarThree") == "A*, avoids harm"


def test_links_keep_the_names_of_the_game_and_the_page_shows_plain_ones():
    session = session_of("AStarThree", "AStarThree")
    think_and_play(session)
    link = session.setup.to_link()
    assert decoded_link(link)["players"].keys() == {"0", "1"}
    again = TacticsSetup.from_link(link)
    assert again.player(1).name == "AStarThree"
    told = payload_of(again, playing=False)
    assert told["positions"][-1]["status"].startswith("Team 2 to play: A*, avoids harm")
    assert told["log"][-1]["text"] == "Team 1 (A*, avoids harm): End of turn 1."
    assert again.record.moments[-1].lines[-1] == "Team 0 (AStarThree): End of turn 0."


# --- The view of a board


def taken(state):
    return [*state.walls, *(unit.cell for unit in state.units())]


def walled(state, cells):
    """An empty board of the same size with these walls alone."""
    board = maps.blank(state.width, state.height)
    for cell in cells:
        board = board.edited(cell, "wall")
    return board


def far(one, other):
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.req("S004-51")
def test_the_paths_and_costs_of_the_selected_unit_match_the_game():
    state = maps.load("C.3").apply(select((5, 1)))
    look = options_of(state)
    melee = look[5 * 7 + 1]
    assert len(look) == 8
    for cell, (mp, path) in melee["reach"].items():
        after = state
        for tile in path[1:]:
            after = after.apply(move(divmod(tile, 7)))
        assert after.selected == divmod(cell, 7)
        assert state.mp - after.mp == mp
    assert all(not unit["reach"] for cell, unit in look.items() if cell != 36)


@pytest.mark.req("S004-51")
@pytest.mark.parametrize("name", maps.NAMES)
def test_sight_lines_match_the_game_and_what_blocks_stands_on_them(name):
    state = maps.load(name)
    for unit in state.units():
        chosen = state if unit.team else state.apply(select(unit.cell))
        told = options_of(chosen)[unit.cell[0] * state.width + unit.cell[1]]
        cells = range(state.width * state.height)
        hits = [c for c in cells if state.in_reach(unit.cell, divmod(c, state.width))]
        assert told["hits"] == hits
        if not unit.team:
            assert {*told["blocked"]} == {*told["hidden"]}
        for cell, by in told["blocked"].items():
            target, blocker = divmod(cell, state.width), divmod(by, state.width)
            assert not state.sees(unit.cell, target)
            assert state.at(blocker) is not None
            assert not walled(state, [blocker]).sees(unit.cell, target)
            nearer = [c for c in taken(state) if far(unit.cell, c) < far(unit.cell, blocker)]
            assert walled(state, nearer).sees(unit.cell, target)  # it is the first on the line


# --- Links


def test_a_link_holds_the_whole_game_and_continues_as_it_would_have():
    session = session_of(HUMAN, "Random", seed=11)
    play(session, ("select", MELEE), ("walk", number(2, 2)))
    session.edit(3, [3], 1, 0)
    play(session, ("end",))
    setup = TacticsSetup.from_link(session.setup.to_link())
    assert setup == session.setup
    other = TacticsSession()
    other.restore(setup)
    assert not other.playing  # it waits for a viewer
    think_and_play(session)
    think_and_play(other)
    assert other.setup == session.setup
    assert Match.load(setup.match.save()).log == [
        line for moment in setup.moments for line in moment.lines
    ]


@given(damaged(TacticsSetup().to_link().encode()))
def test_a_damaged_link_is_refused_or_holds_a_game(data):
    try:
        setup = TacticsSetup.from_link(data.decode(errors="replace"))
    except at.InvalidValue:
        return
    payload_of(setup, playing=True)
