"""The table of a player, from goal to goal and in sum, and the log that it goes into."""

import csv
from math import log2

import pytest

import asterion as at
from asterion.games.maze.rules import Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.statistics import COLUMNS, SUM, write_logs
from support.maze_games import FULL, game, world

BUSY = Rules(trap_amount=3, trap_interval=5, trap_shortest=20, trap_longest=100, monsters=False)
COUNTS = ("inserts", "removes", "total", "depth", "expansions", "searches", "moves", "waits")


@pytest.fixture(scope="module")
def finished():
    play = Simulation(world(FULL), rules=BUSY, seed=1)
    play.run()
    return play


@pytest.mark.req("S000-97")
def test_the_last_row_is_the_sum_of_those_above(finished):
    for player in finished.players:
        *rows, last = player.table()
        assert [row["goal"] for row in rows] == ["x", "X", "y", "Y", "z", "Z"]
        assert last["goal"] == SUM
        for column in (*COUNTS, "ticks", "caught"):
            assert last[column] == sum(row[column] for row in rows), column


@pytest.mark.req("S000-110")
@pytest.mark.req("S000-111")
def test_each_goal_has_its_counts_and_what_follows_from_them(finished):
    for player in finished.players:
        for row in player.table()[:-1]:
            assert row.keys() == {*COLUMNS}
            assert row["inserts"] > 0
            assert row["removes"] > 0
            assert row["total"] == row["inserts"] + row["removes"]
            assert row["height"] == pytest.approx(log2(row["mean_size"]))
            assert row["depth"] == pytest.approx(row["total"] * row["height"])
        last = player.table()[-1]
        sizes = [(row["mean_size"], row["expansions"]) for row in player.table()[:-1]]
        mean = sum(size * n for size, n in sizes) / last["expansions"]
        assert last["mean_size"] == pytest.approx(mean)


@pytest.mark.req("S000-110")
def test_the_counts_match_a_navigator_that_does_the_same():
    play = game("AAAAAAAAA\nAp  AxX A\nA       A\nAAAAAAAAA", ["dstar"])
    agent = at.Navigator(play.players[0].world, (1, 1), (1, 5), algorithm="dstar")
    while agent.step():
        pass
    play.run()
    row = play.players[0].table()[0]
    assert (row["inserts"], row["removes"]) == (agent.stats.pushes, agent.stats.pops)
    assert row["searches"] == agent.stats.searches == 1
    assert row["moves"] == 5


def test_the_table_counts_on_while_a_player_walks():
    play = game("AAAAAAAAA\nAp    xXA\nAAAAAAAAA")
    player = play.players[0]
    play.run(25)
    assert [segment.goal for segment in player.stats] == ["x"]
    assert player.stats[0].moves == 2
    assert player.stats[0].ticks == 25
    play.run(30)
    assert [row["goal"] for row in player.table()] == ["x", "X", SUM]
    assert [row["ticks"] for row in player.table()] == [50, 5, 55]


@pytest.mark.req("S000-98")
def test_logs_are_tab_delimited_and_have_the_numbers_of_the_table(finished, tmp_path):
    written = write_logs(finished.players, tmp_path / "logs")
    names = [path.name for path in written]
    assert names == [
        "player_1_focused-dstar.txt",
        "player_2_dstar.txt",
        "player_3_astar.txt",
    ]
    for player, path in zip(finished.players, written, strict=True):
        with path.open(newline="") as file:
            rows = [*csv.DictReader(file, dialect="excel-tab")]
        assert "\t" in path.read_text()
        assert len(rows) == 7
        for row, shown in zip(rows, player.table(), strict=True):
            assert row.keys() == shown.keys()
            assert row["goal"] == shown["goal"]
            numbers = {name: float(value) for name, value in row.items() if name != "goal"}
            assert numbers == {name: value for name, value in shown.items() if name != "goal"}


@pytest.mark.req("S000-98")
def test_a_log_is_written_when_its_player_has_finished_and_no_sooner(tmp_path):
    play = Simulation(world(FULL), players=["jps", "jps"], rules=BUSY, seed=1)
    play.players[1].stride = 1
    assert write_logs(play.players, tmp_path) == []
    play.run(1200)
    assert [player.finished for player in play.players] == [True, False]
    assert [path.name for path in write_logs(play.players, tmp_path)] == ["player_1_jps.txt"]
