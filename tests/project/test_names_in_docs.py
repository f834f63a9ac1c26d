"""Every name that the docs put into backticks exists: files, classes, functions, commands."""

import pytest

from support.docs_names import NOT_OURS, RECEIVERS, ROOT, faults, find

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("examples/*/README.md")),
]
PAGES.remove(ROOT / "docs" / "requirements.md")  # quotes the specification; a tool writes the rest


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_name_in_backticks_exists(page):
    wrong = [
        f"{page.relative_to(ROOT)}:{line}: `{name}`: {problem}"
        for line, name, problem in faults(page.read_text(), page)
    ]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("src/asterion/maps.py", "src/asterion/map.py", "there is no file"),
        ("lab/app.py", "lab/application.py", "there is no file"),
        ("lab/<page>/page.py", "lab/<page>/view.py", "there is no file"),
        ("search/bfs.hpp", "search/depth.hpp", "there is no file"),
        ("bfs.hpp", "breadth.hpp", "there is no file"),
        ("table.json", "tables.json", "there is no file"),
        (".map", ".maps", "no file is of this kind"),
        ("at.find_path", "at.find_paht", "asterion has no find_paht"),
        ("asterion.world.dice", "asterion.dice", "asterion has no dice"),  # its former name
        ("at.Grid.view(layers=...)", "at.Grid.sight()", "asterion has no Grid.sight"),
        ("grid.view(blocked=...)", "grid.view(shut=...)", "nothing here takes shut="),
        ("agent.stats", "agent.statistics", "has no statistics"),
        ("Path.from_nodes", "Path.of_nodes", "Path has no of_nodes"),
        ("tactics::State", "tactics::Position", "unknown: tactics"),
        ("BestFirst", "WorstFirst", "no such class"),
        ("Landmarks", "LandMarks", "no such class"),
        ("enum class Algorithm", "enum class Algorithms", "no such class"),
        ("AStarFour", "AStarFive", "no such class"),
        ("start_search()", "commence_search()", "no such function or method"),
        ("add(5, most=10)", "add(5, maximum=10)", "nothing here takes maximum="),
        ('ties="high-g"', 'tied="high-g"', "nothing here takes tied="),
        ("asterion play maze --world NAME", "asterion play chess", "play has no command chess"),
        ("asterion bench MAP", "asterion bench MAP --turbo", "bench has no option --turbo"),
        ("--workers N", "--helpers N", "nothing has an option --helpers"),
        ("python benchmarks/maze.py", "python benchmarks/mazes.py", "there is no file"),
        ("make bench", "make benchmarks", "the Makefile has no target benchmarks"),
        ("make lab LAB_ARGS=x", "make lab LAB_OPTIONS=x", "no variable LAB_OPTIONS"),
        ("max_expansions", "expansions_at_most", "occurs nowhere in the code"),
        ("dstar-lite", "dstar-light", "occurs nowhere in the code"),
        ("`bfs` in `search/registry.py`", "`bfs` in `search/jps.hpp`", "jps.hpp does not have it"),
    ],
)
def test_a_wrong_name_of_each_kind_is_found(right, wrong, problem):
    page = "# A page\n\nIt names {} and\n\n```\n`no_fence_is_read`\n```\n"
    quoted = [name if "`" in name else f"`{name}`" for name in (right, wrong)]
    assert list(faults(page.format(quoted[0]))) == []
    ((line, name, said),) = faults(page.format(quoted[1]))
    assert line == 3
    assert name in wrong
    assert problem in said


def test_a_name_that_is_broken_over_two_lines_is_read_whole():
    assert [line for line, *_ in faults("see `asterion play\nchess`, or `make\nnothing`")] == [1, 2]


def test_the_lists_of_exceptions_hold_nothing_that_is_not_needed():
    texts = "".join(page.read_text() for page in PAGES)
    for reason, names in NOT_OURS.items():
        unused = [name for name in names.split() if f"`{name}`" not in texts]
        assert not unused, f"{reason}: no page names {unused}"
    for name, meanings in RECEIVERS.items():
        assert f"`{name}." in texts, name
        assert all(map(find, meanings)), meanings
