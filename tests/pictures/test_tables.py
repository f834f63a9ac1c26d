"""The contents of tables of plans and reports: words, rows, bars and notes."""

import pytest

import asterion as at
from asterion.games.tictactoe import Game, players
from asterion.pictures.display import drawn

TAKE = at.goap.Action("take axe", cost=2, needs={"axe": False}, gives={"axe": True})
CHOP = at.goap.Action("chop", cost=4, needs={"axe": True}, gives={"wood": at.goap.add(1)})
MOVE_IN = at.goap.Action("move in", cost=1, needs={}, gives=dict.fromkeys("abcdef", True))
BARE = {"axe": False, "wood": 0}
ROAD = at.Graph([("A", "B", 3), ("B", "C", 1)], kinds=[7, 8])
ROADS = ROAD.view([2, 1])
CUT = at.Grid.from_text("..#..")
HALL = at.Grid([[1, 1, 1]])
HALL.links.add((0, 0), (0, 2), 0.5)
HALL.layers["mud"] = [[0, 2, 0]]
MUDDY = HALL.view(layers={"mud": 3})
BENT = at.Grid([[1, 1, 5], [0, 1, 1]], diagonal="never")
PATCH = at.Grid([[1, 9], [1, 1]], diagonal="always")


class Counting:
    """Up to a number by ones and twos."""

    start = 0

    def __init__(self, end, steps=("one", "two")):
        self.end, self.steps = end, [*steps]

    def actions(self, state):
        return self.steps if state < self.end else []

    def apply(self, state, action):
        return state + (1 if action == "one" else 2)

    def cost(self, _state, action, _result):
        return 1 if action == "one" else 1.5

    def is_goal(self, state):
        return state == self.end


# An object; the title of its table; its head; its rows.
TABLES = {
    "plan": (
        at.solve(Counting(3)),
        "Plan (found): 2 actions, cost 2.5",
        ["action", "cost"],
        [["one", "1"], ["two", "1.5"], ["in all", "2.5"]],
    ),
    "plan of one action": (
        at.solve(Counting(2)),
        "Plan (found): 1 action, cost 1.5",
        ["action", "cost"],
        [["two", "1.5"], ["in all", "1.5"]],
    ),
    "plan in vain": (
        at.solve(Counting(3, ["two"])),
        "No plan: unreachable",
        ["why"],
        [["no actions lead to a goal"]],
    ),
    "plan of goap": (
        at.goap.plan([TAKE, CHOP], BARE, {"wood": 1}),
        "Plan (found): 2 actions, cost 6",
        ["action", "cost", "changes"],
        [["take axe", "2", "axe = True"], ["chop", "4", "wood = 1"], ["in all", "6", ""]],
    ),
    "action that changes much": (
        at.goap.plan([MOVE_IN], {"a": True}, {"f": True}),
        "Plan (found): 1 action, cost 1",
        ["action", "cost", "changes"],
        [
            ["move in", "1", "b = True, c = True, d = True, e = True and 1 more"],
            ["in all", "1", ""],
        ],
    ),
    "no plan of goap": (
        at.goap.plan([CHOP], BARE, {"wood": 1}),
        "No plan: unreachable",
        ["why"],
        [["'axe' must be True for 'chop', and no action gives that"]],
    ),
    "why there is none": (
        at.goap.plan([CHOP], BARE, {"wood": 1}).explain(),
        "No plan",
        ["why"],
        [["'axe' must be True for 'chop', and no action gives that"]],
    ),
    "costs of a plan": (
        players.Astar().plan(Game.replay([(0, 0), (1, 1), (0, 1)]).board).explain(),
        "Costs of a plan of 1 action",
        ["action", "cost", "missed win", "unblocked", "no near-win"],
        [["(0, 2)", "7", "0", "0", "7"], ["in all", "7", "0", "0", "7"]],
    ),
    "costs of a layer": (
        at.explain(at.find_path(MUDDY, (0, 0), (0, 1))),
        "Costs of a path: 7 for 1 move",
        ["from", "to", "moves", "cost", "base", "mud x 3", "diagonal"],
        [["(0, 0)", "(0, 1)", "1", "7", "1", "6", "0"]],
    ),
    "costs of a link": (
        at.explain(at.find_path(MUDDY, (0, 0), (0, 2))),
        "Costs of a path: 0.5 for 1 move",
        ["from", "to", "moves", "cost", "base", "mud x 3", "diagonal"],
        [["(0, 0)", "(0, 2)", "1", "0.5", "0.5", "0", "link"]],
    ),
    "costs of a diagonal": (
        at.explain(at.find_path(PATCH, (0, 0), (1, 1))),
        "Costs of a path: 1.41421 for 1 move",
        ["from", "to", "moves", "cost", "base", "diagonal"],
        [["(0, 0)", "(1, 1)", "1", "1.41421", "1", "0.414214"]],
    ),
    "costs on a graph": (
        at.explain(at.find_path(ROADS, "A", "C")),
        "Costs of a path: 7 over 2 connections",
        ["connection", "from", "to", "kind", "cost"],
        [["0", "A", "B", "7", "6 = 3 x 2"], ["1", "B", "C", "8", "1"]],
    ),
    "barrier": (
        at.explain(at.find_path(CUT, (0, 0), (0, 4))),
        "There is no path from (0, 0) to (0, 4) unless this cell is opened:",
        ["what to open"],
        [["(0, 2)  a wall"], ["then a path of 4 moves costs 4"]],
    ),
    "barrier on a graph": (
        at.explain(at.find_path(ROAD, "C", "A")),
        "There is no path from 'C' to 'A', even over closed connections; one is missing:",
        ["what to open"],
        [["'C' -> 'A'  missing"]],
    ),
    "bad heuristic": (
        at.check_heuristic(at.maps.field(5), "manhattan", (0, 0)),
        "The heuristic is neither admissible nor consistent",
        ["property", "holds", "excess", "worst at"],
        [
            ["admissible", "no", "by up to 2.34315", "(4, 4)"],
            ["consistent", "no", "by up to 0.585786", "((1, 1), (0, 0))"],
        ],
    ),
    "good heuristic": (
        at.check_heuristic(CUT, "auto", (0, 0)),
        "The heuristic is admissible and consistent",
        ["property", "holds", "excess", "worst at"],
        [["admissible", "yes", "", ""], ["consistent", "yes", "", ""]],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_the_words_and_the_rows_of_its_thing(name):
    thing, title, head, rows = TABLES[name]
    table = drawn(thing)
    assert (table.title, table.head, table.rows, table.note) == (title, head, rows, "")


def test_a_bar_is_as_long_as_the_share_of_its_row():
    table = drawn(TABLES["costs on a graph"][0])
    assert table.shares == pytest.approx([6 / 7, 1 / 7])
    path = at.find_path(BENT, (0, 0), (1, 2), turn_cost=2)
    table = drawn(at.explain(path))
    assert table.shares == pytest.approx([1 / path.cost] * 3)
    assert table.note == f"turns cost {path.cost - 3:g} of it"


@pytest.mark.parametrize(("actions", "rest"), [(20, []), (21, [["and 1 more actions", ""]])])
def test_a_long_table_ends_with_how_many_more_there_are(actions, rest):
    plan = at.solve(Counting(2 * actions, ["two"]))
    cost = f"{1.5 * actions:g}"
    for thing in (plan, plan.explain()):
        assert drawn(thing).rows == [["two", "1.5"]] * 20 + rest + [["in all", cost]]


@pytest.mark.parametrize(("legs", "note"), [(20, ""), (21, "and 1 more "), (22, "and 2 more ")])
def test_a_long_report_has_a_note(legs, note):
    chain = at.Graph([(node, node + 1, 1) for node in range(legs)])
    table = drawn(at.explain(at.find_path(chain, 0, legs)))
    assert (len(table.rows), len(table.shares)) == (20, 20)
    assert table.note == (note and f"{note}connections")
    steps = at.Grid([[1 + col % 2 for col in range(legs + 1)]])
    table = drawn(at.explain(at.find_path(steps, (0, 0), (0, legs))))
    assert (len(table.rows), len(table.shares)) == (20, 20)
    assert table.note == (note and f"{note}legs")


def test_statistics_are_rows_of_names_and_figures():
    path = at.find_path(CUT, (0, 0), (0, 1), algorithm="astar")
    table = drawn(path.stats)
    assert table.title == f"What a search has cost: {path.stats.expanded} expanded"
    rows = dict(table.rows)
    for name in ("expanded", "generated", "reopened", "peak open", "flood", "fill"):
        assert rows[name] == str(getattr(path.stats, name.replace(" ", "_")))
    agent = at.Navigator(at.maps.rooms(31, seed=5), (1, 1), (29, 29))
    _ = agent.path
    table = drawn(agent.stats)
    assert table.title == "What the planning of an agent has cost: 1 search"
    assert dict(table.rows)["memory"] == f"{agent.stats.memory:,}"
    assert dict(table.rows)["mean open"] == f"{agent.stats.mean_open:.6g}"
