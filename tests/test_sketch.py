"""Pictures in text: an explorer's belief, step by step, and the results of a search."""

import re
from pathlib import Path

import numpy as np
import pytest

import asterion as at

# The 5 x 5 world of the assignment on Adaptive A*: rows A to E, columns 1 to 5.
EXAMPLE = """
    .....
    ..#..
    ..#..
    ..#..
    ...#.
"""
START, GOAL = (4, 2), (4, 4)
NAVIGATORS = [info.name for info in at.algorithms("navigator")]
EXPLORERS = [name for name in NAVIGATORS if name != "lpa"]  # its ends are fixed
FRESH, OLD = "⇒⇓⇐⇑", "→↓←↑"


def example():
    return at.Grid.from_text(EXAMPLE, diagonal="never")


def split(picture):
    """The three panes of a picture, each as lines."""
    lines = picture.splitlines()
    at_columns = [match.start() for match in re.finditer(r"\w+", lines[0])]
    ends = [*at_columns[1:], None]
    return [
        [line[a:b].rstrip() for line in lines[1:]] for a, b in zip(at_columns, ends, strict=True)
    ]


@pytest.mark.req("S001-08")
@pytest.mark.parametrize("name", ["repeated-forward", "adaptive", "dstar-lite"])
def test_every_time_step_has_its_three_panes(name):
    world = example()
    agent = at.Explorer(world, START, GOAL, algorithm=name)
    beside = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)]
    seen, places, computed = set(), [], 0
    for picture in at.sketch.frames(agent):
        truth, known, presumed = split(picture)
        here = next(
            (r, c) for r, row in enumerate(truth) for c, at_ in enumerate(row) if at_ == "A"
        )
        places.append(here)
        seen |= {(here[0] + r, here[1] + c) for r, c in beside}
        for row in range(5):
            for col in range(5):
                cell = row, col
                if cell in {here, GOAL}:
                    continue
                true = ".#"[world[cell] == 0]
                assert truth[row][col] == true
                assert known[row][col] == (true if cell in seen else "?")
                if presumed[row][col] == "#" or cell in seen:
                    assert (presumed[row][col] == "#") == (true == "#")
        arrows = set("".join(presumed)) - set(".#AT")
        fresh = len(agent.searches) > computed
        computed = len(agent.searches)
        assert arrows <= set(FRESH if fresh else OLD)
    assert places == [tuple(cell) for cell in agent.journey.trajectory.tolist()]
    assert computed == 3


@pytest.mark.req("S001-08")
def test_a_path_that_was_just_computed_has_double_arrows():
    first, second, *_ = at.sketch.frames(at.Explorer(example(), START, GOAL, algorithm="adaptive"))
    assert split(first)[2] == [".....", ".....", ".⇒⇒⇒⇓", ".⇑#.⇓", ".⇑A#T"]
    assert split(second)[2] == [".....", ".....", ".→→→↓", ".↑#.↓", ".A.#T"]


def test_a_picture_changes_nothing():
    agent = at.Explorer(example(), START, GOAL, algorithm="adaptive")
    assert set(at.sketch.panes(agent)) & set(FRESH)  # it has to be planned, now or later
    assert not set(at.sketch.panes(agent)) & set(FRESH)
    assert agent.run().moves == 12
    assert [plan.expanded for plan in agent.searches] == [10, 10, 13]
    watched = at.Explorer(example(), START, GOAL, algorithm="adaptive")
    for _ in range(20):
        at.sketch.panes(watched)
        watched.step()
    assert (watched.journey.trajectory == agent.journey.trajectory).all()
    assert len(watched.searches) == 3


def test_the_end_of_a_journey_is_drawn_too():
    *_, last = at.sketch.frames(at.Explorer(example(), START, GOAL))
    assert "A" in split(last)[0][4]
    assert "T" not in last
    shut = at.Grid.from_text("..#.\n..#.", diagonal="never")
    *_, last = at.sketch.frames(at.Explorer(shut, (0, 0), (0, 3)))
    assert not set(last) & set(OLD + FRESH)


def test_costs_and_diagonals_are_drawn():
    world = at.Grid.from_text("4.4\n.#.\n...")
    agent = at.Explorer(world, (1, 0), (1, 2), unseen=12)
    assert split(next(at.sketch.frames(agent)))[2] == ["4.9", "A#T", "⇒⇒⇑"]
    open_field = at.Explorer(at.maps.field(3), (2, 0), (0, 2))
    assert split(next(at.sketch.frames(open_field)))[2] == ["..T", ".⇗.", "A.."]


def boxes(picture):
    """Six samples per cell: upper left and right, lower left and right, the middle and the fill."""
    lines = picture.splitlines()
    grid = []
    for top, middle, bottom in zip(lines[1::4], lines[2::4], lines[3::4], strict=True):
        row = []
        parts = (text.strip("|").split("|") for text in (top, middle, bottom))
        for upper, centre, lower in zip(*parts, strict=True):
            fill = centre[0]
            numbers = [[*re.split(r"[ ░#]+", text), "", ""][:2] for text in (upper, lower)]
            row.append((*numbers[0], *numbers[1], centre.strip(" ░"), fill))
        grid.append(row)
    return grid


# The first two searches of Adaptive A* in the assignment's example, rows A to E: g upper left, f
# upper right, h lower left, the new h lower right. The expanded cells, ten and ten, are shaded.
FIRST_SEARCH = """\
+-------+-------+-------+-------+-------+
|       |       |       |       |       |
|       |       |       |       |       |
|       |       |       |       |       |
+-------+-------+-------+-------+-------+
|       |4    10|5    10|6    10|7    10|
|       |   ↓   |   ↓   |   ↓   |   ↓   |
|       |6      |5      |4      |3      |
+-------+-------+-------+-------+-------+
|4    10|3░░░░░8|4░░░░░8|5░░░░░8|6░░░░░8|
|   ↓   |░░░↓░░░|░░░←░░░|░░░←░░░|░░░←░░░|
|6      |5░░░░░5|4░░░░░4|3░░░░░3|2░░░░░2|
+-------+-------+-------+-------+-------+
|3░░░░░8|2░░░░░6|#######|6     8|7░░░░░8|
|░░░↓░░░|░░░↓░░░|#######|   ↑   |░░░↑░░░|
|5░░░░░5|4░░░░░6|#######|2      |1░░░░░1|
+-------+-------+-------+-------+-------+
|2░░░░░6|1░░░░░4|0░░░░░2|#######|8     8|
|░░░→░░░|░░░→░░░|░░░*░░░|#######|   ↑   |
|4░░░░░6|3░░░░░7|2░░░░░8|#######|0      |
+-------+-------+-------+-------+-------+"""
SECOND_SEARCH = """\
+-----+-----+-----+-----+-----+
|     |2   9|3   9|4   9|5   9|
|     |  ↓  |  ↓  |  ↓  |  ↓  |
|     |7    |6    |5    |4    |
+-----+-----+-----+-----+-----+
|2   9|1░░░7|2░░░7|3░░░7|4░░░7|
|  ↓  |░░↓░░|░░←░░|░░←░░|░░←░░|
|7    |6░░░6|5░░░5|4░░░4|3░░░3|
+-----+-----+-----+-----+-----+
|1░░░7|0░░░5|#####|4   7|5░░░7|
|░░→░░|░░*░░|#####|  ↑  |░░↑░░|
|6░░░6|5░░░7|#####|3    |2░░░2|
+-----+-----+-----+-----+-----+
|2░░░7|1░░░7|#####|7   9|6░░░7|
|░░→░░|░░↑░░|#####|  →  |░░↑░░|
|5░░░5|6░░░6|#####|2    |1░░░1|
+-----+-----+-----+-----+-----+
|3   9|2   9|     |#####|7   7|
|  ↑  |  ↑  |     |#####|  ↑  |
|6    |7    |     |#####|0    |
+-----+-----+-----+-----+-----+"""


@pytest.mark.req("S001-42")
def test_the_search_pictures_of_the_example_to_the_letter():
    agent = at.Explorer(example(), START, GOAL, algorithm="adaptive")
    shadow = at.Navigator(agent.belief, START, GOAL, algorithm="adaptive", ties="high-g")
    rows, cols = np.indices((5, 5))
    manhattan = abs(rows - GOAL[0]) + abs(cols - GOAL[1])
    assert shadow.path.cost == 8
    learned = shadow.h
    arrays = {"g": shadow.g, "state": shadow.state, "parent": shadow.parent}
    drawn = at.sketch.table(agent.belief, h=manhattan, new_h=learned, **arrays)
    assert drawn == FIRST_SEARCH
    agent.run(3)  # the agent walks to C2, where C3 turns out to be blocked
    shadow.move_to(agent.position)
    assert shadow.path.cost == 7
    arrays = {"g": shadow.g, "state": shadow.state, "parent": shadow.parent}
    drawn = at.sketch.table(agent.belief, h=learned, new_h=shadow.h, **arrays)
    assert drawn == SECOND_SEARCH


@pytest.mark.req("S001-42")
def test_an_adaptive_explorer_shows_its_estimates_before_and_after():
    """Figure 7 of the assignment, from the agent alone; the corridor in between is its third."""
    agent = at.Explorer(example(), START, GOAL, algorithm="adaptive")
    assert at.sketch.values(agent) == FIRST_SEARCH
    agent.run(2)
    assert at.sketch.values(agent) == FIRST_SEARCH
    agent.run(1)
    assert at.sketch.values(agent) == SECOND_SEARCH
    agent.run()
    first, second, third = agent.plans()
    assert at.sketch.values(first) == FIRST_SEARCH
    assert at.sketch.values(second) == SECOND_SEARCH
    assert (third.h == second.new_h).all()
    assert len(agent.searches) == 3


def test_other_explorers_show_their_last_search():
    agent = at.Explorer(example(), START, GOAL, algorithm="repeated-forward")
    agent.run(3)
    drawn = boxes(at.sketch.values(agent))
    assert [sum(box[-1] == "░" for row in drawn for box in row)] == [13]  # as in Figure 5
    upper_left, upper_right, lower_left, lower_right, arrow, _ = drawn[2][1]
    assert (upper_left, upper_right, lower_left, lower_right, arrow) == ("0", "5", "5", "", "*")


@pytest.mark.req("S001-42")
def test_a_paused_search_can_be_drawn():
    search = at.Search(example(), START, GOAL, algorithm="astar")
    search.step(2)
    drawn = boxes(at.sketch.values(search))
    for cell in np.ndindex(5, 5):
        upper_left, upper_right, lower_left, _, _, fill = drawn[cell[0]][cell[1]]
        if search.state[cell] == 0:
            assert upper_left == upper_right == lower_left == ""
            continue
        assert float(upper_left) == search.g[cell]
        assert float(upper_right) == search.g[cell] + search.h[cell]
        assert float(lower_left) == search.h[cell]
        assert (fill == "░") == (search.state[cell] == 2)


@pytest.mark.parametrize("name", NAVIGATORS)
def test_every_navigator_can_be_drawn(name):
    agent = at.Navigator(example(), START, GOAL, algorithm=name)
    lines = at.sketch.values(agent).splitlines()
    assert len(lines) == 21
    assert len({len(line) for line in lines}) == 1
    assert "░" in "".join(lines)


@pytest.mark.req("S000-44")
@pytest.mark.parametrize("name", [name for name in NAVIGATORS if name not in {"jps", "index"}])
def test_the_picture_of_the_tree_differs_by_ties(name):
    world = at.maps.field(9, diagonal="never")
    ties = ("fifo", "lifo", "random")
    agents = [at.Navigator(world, (0, 1), (8, 7), algorithm=name, ties=each) for each in ties]
    assert {agent.path.cost for agent in agents} == {14}
    assert len({at.sketch.values(agent) for agent in agents}) == 3


def test_bad_arguments_are_named():
    with pytest.raises(TypeError, match="explorer is 3; it must be an Explorer"):
        at.sketch.panes(3)
    with pytest.raises(TypeError, match="explorer is 3; it must be an Explorer"):
        next(at.sketch.frames(3))
    with pytest.raises(TypeError, match="searched is 3; it must be a Search, a Nav"):
        at.sketch.values(3)
    shape = np.zeros((2, 2))
    for wrong in ((3,), (4,), (1, 4)):
        words = re.escape(f"h has the shape {wrong}; it must be that of the")
        with pytest.raises(ValueError, match=words):
            at.sketch.table(at.maps.field(2), g=shape, h=np.zeros(wrong), state=shape, parent=shape)


@pytest.mark.req("S001-46")
@pytest.mark.parametrize("name", ["auto", *EXPLORERS])
def test_the_first_move_is_towards_a_target_behind_an_unseen_wall(name):
    world = at.Grid.from_text(".....\n..#..\n..#..\n..#..\n.....", diagonal="never")
    agent = at.Explorer(world, (2, 0), (2, 4), algorithm=name)
    assert [*agent.path] == [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)]
    assert agent.step() == (2, 1)  # east: nothing speaks against it yet
    assert agent.run().reached


@pytest.mark.req("S001-46")
def test_the_docs_answer_why_the_first_move_is_east():
    """Their demonstration is run as a doctest; the numbers of the answer are these."""
    page = (Path(__file__).parents[1] / "docs" / "navigators.md").read_text()
    answer = page.split("### Why is the first move east?")[1].split("\n## ")[0]
    answer = " ".join(answer.split())
    assert "A step north adds 1 to g and 1 to h, so f is 6" in answer
    assert "expands that while there is a path with f = 4" in answer
    belief = at.maps.field(5, diagonal="never")
    search = at.Search(belief, (2, 0), (2, 4), algorithm="dijkstra")
    search.run()
    agent = at.Navigator(belief, (2, 0), (2, 4), algorithm="astar", ties="high-g")
    assert agent.path.cost == 4
    assert agent.f[1, 0] == 6  # north
    assert agent.f[2, 1] == 4  # east
