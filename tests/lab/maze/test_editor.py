"""The world editor: what is drawn is what is saved, shared, read and played."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.games.maze.world_file import DOORS, HUMAN, KEYS, PLAYERS, read_world
from asterion.games.maze.worlds import WORLDS, load_world
from asterion.lab import limits
from asterion.lab.maps.links import link_of
from asterion.lab.maze.draft import LETTERS, Draft
from asterion.lab.maze.moment import moment_of
from asterion.lab.maze.payload import draft_payload, stats_payload
from asterion.lab.maze.setup import MazeSetup
from support.maze_sessions import QUIET, SMALL, TUNNEL, run, session_in

VALUES = {"speed": (1, 840), "vision": (0, 64), "aggressiveness": (0, 100)}


@st.composite
def edits(draw):
    """Something that a person does in the editor, as a function of drafts."""
    kind = draw(st.sampled_from(["paint", "paint", "type", "size", "forget"]))
    if kind == "paint":
        letter = draw(st.sampled_from(sorted(LETTERS)))
        places = draw(st.lists(st.integers(0, 10**4), min_size=1, max_size=6))

        def painted(draft):
            rows, cols = draft.shape
            return draft.painted([*{place % (rows * cols) for place in places}], letter)

        return painted
    if kind == "size":
        width, height = draw(st.integers(1, 12)), draw(st.integers(1, 9))
        return lambda draft: draft.resized(width, height)
    letter = draw(st.sampled_from("abj"))
    if kind == "forget":
        return lambda draft: draft.without_type(letter)
    name = draw(st.sampled_from(sorted(VALUES)))
    value = draw(st.none() | st.integers(*VALUES[name]))
    return lambda draft: draft.with_type(letter, name, value)


def edited(draft, changes):
    for change in changes:
        try:
            draft = change(draft)
        except at.InvalidValue as error:
            if "players led by the computer" not in str(error):
                raise
    return draft


@given(st.lists(edits(), max_size=25))
def test_a_drawn_world_comes_back_from_a_file_and_from_a_link(changes):
    draft = edited(Draft.first(9, 5), changes)
    file = draft.to_text().encode()
    assert Draft.of_file(f"{draft.name}.txt", file) == draft
    setup = replace(MazeSetup.default(), draft=draft)
    assert MazeSetup.from_link(setup.to_link()) == setup


@given(st.lists(edits(), max_size=25))
def test_a_world_without_problems_is_what_the_game_reads_and_others_say_why(changes):
    draft = edited(Draft.first(9, 5), changes)
    stops = [each for each in draft.problems() if each.stops]
    text = "".join(draft.rows)
    assert all(text.count(each) <= 1 for each in HUMAN + KEYS + DOORS)
    pairs = [key for key in KEYS if key in text and key.upper() in text]
    starts = [each for each in text if each in {*PLAYERS, HUMAN}]
    assert bool(stops) >= (not pairs or not starts)
    if pairs:
        world = read_world(draft.to_text())
        assert world.to_text() == draft.to_text()
        assert bool(stops) == any(
            "mark one" in each or "no path" in each for each in world.problems()
        )


@pytest.mark.parametrize("name", WORLDS)
def test_worlds_of_the_package_are_unchanged_by_the_editor(name):
    world = load_world(name)
    assert Draft.of(name, world.to_text()).to_text() == world.to_text()


def test_every_tile_of_the_format_can_be_drawn():
    listed = {"A": "T", "2": "9", "a": "j", "o": "r", "x": "z", "X": "Z"}
    wanted = {chr(i) for low, high in listed.items() for i in range(ord(low), ord(high) + 1)}
    assert wanted | {" "} == LETTERS


def test_of_what_a_world_has_one_the_last_place_counts():
    draft = Draft.first(9, 5).painted([12, 13], "x").painted([14], "x")
    assert ["".join(draft.rows).index("x"), "".join(draft.rows).count("x")] == [14, 1]


def test_a_fourth_player_is_refused():
    draft = Draft.first(9, 5).painted([10], "q")
    with pytest.raises(at.InvalidValue, match="4 players led by the computer; a world has 3"):
        draft.painted([11], "p")
    assert draft.painted([10], "p").painted([11], "p").shape == (5, 9)


def test_sizes_have_limits():
    with pytest.raises(at.InvalidValue, match="the lab takes 65536 at most"):
        Draft.first(limits.WORLD_CELLS, 3)
    with pytest.raises(at.InvalidValue, match="width is 4; it must be at least 5"):
        Draft.first(4, 3)


def test_a_link_with_a_drawing_of_uneven_rows_is_refused():
    values = link_values(rows=["AAA", "A"])
    with pytest.raises(at.InvalidValue, match="rows of a drawn world differ"):
        MazeSetup.from_link(link_of(values))


def link_values(rows):
    return {**asdict(MazeSetup.default()), "draft": {"name": "x", "rows": rows, "types": {}}}


# --- In the page


def drawing(text=SMALL):
    session = session_in(text, rules=QUIET)
    session.draw(on=True)
    return session


def paint(session, cells, letter):
    session.stroke(on=True)
    for cell in cells:
        session.redraw(lambda draft, cell=cell: draft.painted([cell], letter))
    session.stroke(on=False)


def test_a_drawn_world_is_played():
    session = drawing(TUNNEL)
    paint(session, [11, 12], "9")
    assert session.phase == "drawing"
    session.start()
    assert session.phase == "running"
    assert session.game.world.tiles[1, 3].weight == 9
    run(session)
    assert session.over


def test_a_stroke_is_undone_at_once_also_after_the_world_was_played():
    session = drawing(TUNNEL)
    before = session.setup.draft
    paint(session, [10, 11, 12], "5")
    paint(session, [13], "a")
    after = session.setup.draft
    session.undo()
    session.undo()
    assert session.setup.draft == before
    session.redo()
    session.redo()
    assert session.setup.draft == after
    session.draw(on=False)
    assert session.setup.text == after.to_text()
    session.draw(on=True)
    session.undo()
    session.undo()
    assert session.setup.draft == before


@pytest.mark.parametrize(
    ("text", "letter", "cell", "why"),
    [
        (TUNNEL, " ", 14, "no key with its door"),
        (TUNNEL, " ", 9, "there is no start"),
        (TUNNEL, "A", 22, r"no player gets to door X at \(3, 6\)"),
    ],
)
def test_a_world_that_cannot_be_played_is_told_where_and_why_and_not_played(
    text, letter, cell, why
):
    session = drawing(text)
    paint(session, [cell], letter)
    told = draft_payload(session)["problems"]
    assert [each["stops"] for each in told] == [True]
    runs = session.runs
    for begin in (session.start, lambda: session.press("space"), session.finish):
        with pytest.raises(at.InvalidValue, match=f"cannot be played yet: .*{why}"):
            begin()
    assert (session.runs, session.phase) == (runs, "drawing")
    if "gets to" in why:
        assert told[0]["cells"] == [14, 30]  # from the key to the door
    with pytest.raises(at.InvalidValue, match=f"the editor keeps it: .*{why}"):
        session.draw(on=False)
    assert session.setup.text == text
    session.draw(on=True)
    assert "".join(session.setup.draft.rows)[cell] == letter


def test_another_world_ends_what_is_kept():
    session = drawing(TUNNEL)
    paint(session, [14], " ")
    with pytest.raises(at.InvalidValue, match="the editor keeps it"):
        session.draw(on=False)
    session.change(lambda setup: setup.in_world("small", SMALL))
    session.draw(on=True)
    assert session.setup.draft.to_text() == SMALL
    session.undo()
    assert session.setup.draft.to_text() == SMALL


def test_a_running_game_locks_the_editor():
    session = session_in(TUNNEL, rules=QUIET)
    session.start()
    session.tick()
    with pytest.raises(at.InvalidValue, match="locked until all players have finished"):
        session.draw(on=True)
    session.reset()
    session.draw(on=True)
    assert session.drawing


def test_a_changed_world_of_the_package_has_another_name():
    session = drawing(load_world("tutorial").to_text())
    session.redraw(lambda draft: draft.named("tutorial"))
    assert session.setup.draft.name == "tutorial"
    paint(session, [30], "B")
    assert session.setup.draft.name == "my tutorial"


# --- Pits


def test_pits_are_dug_while_a_game_goes_on_and_gone_when_it_starts_again():
    session = session_in(SMALL, rules=QUIET)
    session.start()
    session.tick()
    session.dig(17)  # (1, 5)
    session.tick()
    assert moment_of(1, session.game)["pits"].tolist() == [17]
    session.dig(17)
    assert not session.game.traps.open
    session.dig(17)
    session.reset()
    assert not session.game.traps.open
    session.draw(on=True)
    with pytest.raises(at.InvalidValue, match="pits are dug while a game goes on"):
        session.dig(17)


# --- Levels


def levels(*texts):
    session = session_in(texts[0], rules=QUIET)
    files = {f"{i}.txt": text.encode() for i, text in enumerate(texts)}
    session.change(lambda setup: setup.in_files(files))
    return session


def test_levels_are_played_one_after_the_other_by_the_same_players():
    session = levels(TUNNEL, SMALL, TUNNEL)
    ticks = []
    for number, text in enumerate([TUNNEL, SMALL, TUNNEL]):
        assert (session.setup.level, session.setup.text) == (number, text)
        assert (session.game.rules, session.game.seed) == (QUIET, session.setup.seed)
        session.start()
        run(session)
        ticks.append(session.race.finishes[0])
        assert all(not player.goals_left for player in session.game.players)
        session.next_level()
    assert session.over
    assert stats_payload(session)["runners"][0]["total"] == sum(ticks)
    session.next_level()
    assert session.setup.level == 2  # the last one


def test_a_level_starts_again_without_losing_the_results_before_it():
    session = levels(TUNNEL, TUNNEL)
    session.start()
    run(session)
    session.next_level()
    session.next_level()
    assert (session.setup.level, session.phase) == (1, "running")
    session.reset()
    session.start()
    run(session)
    assert session.total_of(0) == 2 * session.game.now
    session.go_to_level(0)
    assert session.total_of(0) is None


def test_a_link_holds_all_levels_and_the_present_one():
    session = levels(TUNNEL, SMALL, TUNNEL)
    session.go_to_level(1)
    again = MazeSetup.from_link(session.setup.to_link())
    assert again == session.setup
    assert [level.text for level in again.levels] == [TUNNEL, SMALL, TUNNEL]


def test_levels_are_added_drawn_and_taken_out():
    session = drawing(TUNNEL)
    paint(session, [11], "4")
    drawn = session.setup.draft.to_text()
    session.add_level()
    assert (session.drawing, session.setup.level) == (True, 1)
    assert not session.problems  # it can be played as it is
    session.go_to_level(0)
    assert session.setup.draft.to_text() == drawn
    paint(session, [9], " ")  # its only start
    with pytest.raises(at.InvalidValue, match="cannot be played yet: there is no start"):
        session.go_to_level(1)
    assert session.setup.level == 0
    session.drop_level()
    assert [level.name for level in session.setup.levels] == ["level 2"]
    with pytest.raises(at.InvalidValue, match="the only world"):
        session.drop_level()


def test_there_are_no_more_levels_than_the_lab_takes():
    files = {f"{i:02}.txt": TUNNEL.encode() for i in range(limits.WORLD_LEVELS + 1)}
    with pytest.raises(at.InvalidValue, match="21 levels; the lab takes 1 to 20"):
        MazeSetup.default().in_files(files)
