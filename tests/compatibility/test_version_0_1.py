"""Maps, links, files of the lab and small records that 0.1 wrote are read as they were.

The other tests of this folder read the rest: games, pickles and experiments.
"""

import base64
import json
import zlib
from fnmatch import fnmatch

import numpy as np
import pytest

import asterion as at
from asterion.games.tictactoe import Game, play_series, players
from compatibility.described import described, differences
from compatibility.files_of_0_1 import DATA, files, lab, told

# Every file is read by the tests of one of these patterns. A test takes all that match it.
READ_HERE = ["maps/*", "lab/*", "traces/*", "tictactoe/*"]
READ_ELSEWHERE = {
    "maze/*": "test_games_of_0_1.py",
    "tactics/*": "test_games_of_0_1.py",
    "pickles/*.json": "test_pickles_of_0_1.py",
    "experiments/*/*": "test_experiments_of_0_1.py",
}
MAPS = [name for name in files("maps/*") if not name.endswith((".json", ".scen"))]
SMALL_ENOUGH = 200_000  # bytes of a file
LINKS = told("lab/links.json")


def test_every_file_of_0_1_is_read_by_a_test():
    patterns = ["README.md", *READ_HERE, *READ_ELSEWHERE]
    for path in DATA.rglob("*"):
        if path.is_file():
            name = path.relative_to(DATA).as_posix()
            assert any(fnmatch(name, pattern) for pattern in patterns), f"nothing reads {name}"
            assert path.stat().st_size < SMALL_ENOUGH, name
    for test in READ_ELSEWHERE.values():
        assert DATA.with_name(test).exists()


# --- Maps


def test_every_map_is_told_of():
    assert {f"maps/{name}" for name in told("maps/maps.json")} == {
        *MAPS,
        *files("maps/*.scen"),
    }


@pytest.mark.parametrize("name", MAPS)
def test_a_map_has_the_costs_and_characters_that_it_had(name, tmp_path):
    before = told("maps/maps.json")[name.removeprefix("maps/")]
    grid = at.load_map(DATA / name)
    assert grid.cost.tolist() == before["cost"]
    assert grid.diagonal == before["diagonal"]
    characters = grid.characters
    assert (characters if characters is None else np.asarray(characters).tolist()) == (
        before["characters"]
    )
    again = tmp_path / f"again{(DATA / name).suffix}"
    at.save_map(grid, again)
    assert at.load_map(again).cost.tolist() == before["cost"]


@pytest.mark.parametrize("name", files("maps/*.scen"))
def test_a_scenario_has_its_problems_and_their_lengths(name):
    rooms = at.load_map(DATA / "maps/rooms.map")
    problems = at.load_scenario(DATA / name)
    told_of = told("maps/maps.json")[name.removeprefix("maps/")]
    assert json.loads(json.dumps(problems)) == told_of
    for problem in problems:
        path = at.find_path(rooms, problem.start, problem.goal)
        assert path.cost == pytest.approx(problem.length)


# --- The lab


def opened(link):
    """What stands in a link, whatever zlib has packed it."""
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))))


def check(setup, before):
    now = {name: described(getattr(setup, name)) for name in before}
    faults = [*differences(before, now)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("page", "number"),
    [(page, number) for page, all_ in LINKS.items() for number in range(len(all_))],
)
def test_a_link_holds_the_setup_that_it_held(page, number):
    row = LINKS[page][number]
    setup = lab().setups[page].from_link(row["link"])
    check(setup, row["is"])
    assert opened(setup.to_link()) == opened(row["link"])


def test_every_page_has_links():
    assert LINKS.keys() == lab().setups.keys()


def test_every_file_of_the_lab_is_told_of():
    listed = {f"lab/{name}" for name in told("lab/files.json")}
    assert listed | {"lab/files.json", "lab/links.json"} == {*files("lab/*")}


@pytest.mark.parametrize("name", files("lab/graph_*.json"))
def test_a_graph_that_was_saved_is_loaded_and_saved_as_it_was(name):
    text = (DATA / name).read_text(encoding="utf-8")
    setup = lab().setups["graphs"].from_file(text)
    check(setup, told("lab/files.json")[name.removeprefix("lab/")])
    assert json.loads(setup.to_file()) == json.loads(text)


@pytest.mark.parametrize("name", files("lab/playground.*"))
def test_a_map_of_the_playground_is_loaded_onto_it(name):
    costs = at.load_map(DATA / name).cost
    assert costs.tolist() == told("lab/files.json")[name.removeprefix("lab/")]
    setup = lab().setups["playground"]().with_map(costs.astype(np.uint8))
    assert (setup.cells == costs).all()


# --- Small records


@pytest.mark.parametrize("name", files("traces/*"))
def test_the_same_search_is_traced_in_the_same_words(name):
    grid = at.Grid.from_text("..3.\n.#..\n....")
    search = at.Search(grid, (0, 0), (2, 3), trace=True, algorithm="astar")
    search.run()
    assert json.loads(search.trace.to_json()) == told(name)


@pytest.mark.parametrize("name", files("tictactoe/*"))
def test_games_of_tictactoe_have_their_hashes_and_results(name):
    record = told(name)
    for row in record["games"]:
        game = Game.replay(tuple(cell) for cell in row["moves"])
        assert (game.hash, game.result, str(game.board)) == (
            row["hash"],
            row["result"],
            row["board"],
        )
    for player, seed, *scores in record["series"]:
        pair = players.computer(player, seed), players.computer("random", seed + 1)
        assert [*play_series(*pair, 20)] == scores
