"""The descriptions of algorithms on boards."""

import pytest

import asterion as at
from asterion.lab.searches.about import about, built_in, lines_of
from asterion.search.registry import _REGISTRY
from asterion.search.registry import KINDS as KINDS_OF_ALGORITHMS
from asterion.search.trace import KINDS
from support.needs import needed

BUILT_IN = [info for info in at.algorithms() if info.factory is None]
DEEDS = {"look", "plan", "move"}


@pytest.mark.parametrize("info", BUILT_IN, ids=lambda info: f"{info.kind} {info.name}")
def test_every_algorithm_is_explained(info):
    told = about(info.name, info.kind)
    assert told["title"] == info.title
    assert told["paper"] == info.paper
    assert told["page"] == f"/algorithms/{info.kind}/{info.name}"
    assert len(told["lines"]) >= 4
    tags = {tag for tag, _ in told["lines"]} - {""}
    assert tags <= ({*KINDS} if info.kind == "search" else DEEDS)
    assert ("closed" if info.kind == "search" else "plan") in tags


@pytest.mark.parametrize("info", at.algorithms("search"), ids=lambda info: info.name)
def test_what_a_search_records_has_a_line(info):
    """No line of the pseudocode omits a step of the search."""
    kinds = set()
    for seed in range(5):
        grid = at.maps.scattered((20, 20), seed=seed, density=0.2)
        grid[0, 0] = grid[19, 19] = 1
        if info.name not in ("jps", "ida"):
            grid[5:9, 5:12] = 4
        search = at.Search(grid, (0, 0), (19, 19), trace=True, max_expansions=3000, **needed(info))
        search.run()
        kinds |= {KINDS[kind] for kind in search.trace.kind.tolist()}
    tags = {tag for tag, _ in lines_of(built_in("search", info.name))}
    assert kinds - {"improved"} <= tags
    assert "improved" not in kinds or "improved" in tags or info.name in ("greedy", "dfs", "bfs")


def test_titles_differ_and_a_custom_algorithm_goes_by_its_own():
    for kind in KINDS_OF_ALGORITHMS:
        titles = [info.title for info in BUILT_IN if info.kind == kind]
        assert len(set(titles)) == len(titles)
    at.register("mine", lambda *_, **__: None)
    at.register("yours", lambda *_, **__: None, title="Yours*")
    try:
        assert [about(name)["title"] for name in ("mine", "yours")] == ["mine", "Yours*"]
        assert about("mine")["lines"] == ()
        assert about("mine")["page"] == ""
        with pytest.raises(at.InvalidValue, match="custom"):
            built_in("search", "mine")
    finally:
        for name in ("mine", "yours"):
            del _REGISTRY["search", name]


@pytest.mark.parametrize("kind", ["", "game", "search "])
def test_a_kind_that_does_not_exist_has_no_page(kind):
    with pytest.raises(at.InvalidValue, match="kind"):
        built_in(kind, "astar")
