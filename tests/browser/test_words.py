"""The words of the lab: names, explanations, options with help, and results that compare."""

import re

import pytest
from playwright.sync_api import expect

from asterion.lab.tactics.players import described, names, title_of
from support.boards import Boards, open_drawer


@pytest.fixture
def tab(open_tab):
    return open_tab("/playground")


def test_a_list_has_names_and_a_line_on_each(page):
    page.get_by_label("Board 1", exact=True).click()
    option = page.get_by_role("option").filter(has=page.get_by_text("A*", exact=True))
    expect(option).to_contain_text("Cheapest path, guided by an estimate of the remaining cost.")
    assert "astar" not in " ".join(page.get_by_role("option").all_inner_texts())


def test_controllers_have_plain_names_and_a_line_on_each(open_tab):
    page = open_tab("/tactics").page
    expect(page.get_by_label("Team 2", exact=True)).to_have_value("A*, avoids harm")
    page.get_by_label("Team 2", exact=True).click()
    options = page.get_by_role("option")
    expect(options).to_have_count(len(names()))
    for option, name in zip(options.all(), names(), strict=True):
        assert option.inner_text().split("\n") == [title_of(name), described(name)]
        assert option.evaluate("(it) => it.scrollWidth <= it.clientWidth")


def test_options_have_a_title_help_and_a_reset(page, boards):
    page.get_by_label("Options of A*", exact=True).click()
    card = page.locator(".lab-options")
    expect(card).to_contain_text("Options of A*")
    expect(card).to_contain_text("weight of the estimate: above 1 is faster")
    card.get_by_label("weight", exact=True).fill("3")
    boards.wait("boards.boards[1].summary?.title === 'A*, weight 3'")
    card.get_by_role("button", name="Reset").click()
    boards.wait("boards.boards[1].summary?.title === 'A*'")


def test_the_best_is_marked_and_costs_name_their_distance(open_tab):
    tab = open_tab("/playground#scene=greedy-in-a-trap")
    page = tab.page
    page.locator(".scene-text strong").wait_for()
    Boards(tab).settled()
    open_drawer(page)
    rows = page.locator(".lab-results tbody tr")
    expect(rows.nth(0)).to_contain_text(re.compile(r"\+3\.\d %"))
    expect(rows.nth(1).locator("td").nth(2).locator(".graded.best")).to_have_count(1)
    expect(rows.nth(0).locator("td").nth(4).locator(".graded.best")).to_have_count(1)
    shares = rows.locator("td:nth-child(5) .graded").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).getPropertyValue('--share'))"
    )
    assert float(shares[0]) < float(shares[1]) == 1
    expect(page.locator(".board .caption").first).to_contain_text("over the optimum")


def test_a_column_is_sorted_by_key(page, boards):
    open_drawer(page)
    boards.settled()
    names = page.locator(".lab-results tbody tr td:nth-child(2)")
    before = names.all_inner_texts()
    heading = page.locator(".lab-results th", has_text="expanded")
    heading.focus()
    for order in ("ascending", "descending"):
        page.keyboard.press("Enter")
        expect(heading).to_have_attribute("aria-sort", order)
    values = page.locator(".lab-results tbody tr td:nth-child(5)").all_inner_texts()
    counts = [int(text.split()[0].replace(",", "")) for text in values]
    assert counts == sorted(counts, reverse=True)
    assert sorted(names.all_inner_texts()) == sorted(before)


# --- Costs that show through


def test_one_picture_has_all_boards_with_titles_and_costs(page, boards):
    boards.settled()
    with page.expect_download() as saved:
        page.keyboard.press("e")
    assert saved.value.suggested_filename == "playground.png"
    from PIL import Image  # of the lab's extra

    picture = Image.open(saved.value.path())
    widths = boards.ask("boards.boards.map((each) => each.view.canvas.clientWidth)")
    assert picture.width > sum(widths)
    top = picture.crop((0, 0, picture.width, 60)).convert("L")
    left, right = (top.crop((x, 0, x + picture.width // 3, 60)) for x in (0, picture.width // 2))
    assert left.getextrema()[0] < 100 > right.getextrema()[0]  # titles in ink
    bottom = picture.crop((0, picture.height - 90, picture.width, picture.height)).convert("L")
    assert bottom.getextrema()[0] < 100


def test_the_legend_lists_what_is_on_the_boards(page, boards):
    open_drawer(page)
    listed = page.locator(".legend li:visible")
    signs = lambda: {text.split(":")[0] for text in listed.all_inner_texts()}  # noqa: E731
    pointed = "branch to the cell under the pointer"
    assert signs() == {"start", "goal", "open", "closed", "path", "wall", pointed}
    page.get_by_role("button", name="closed").click()
    page.get_by_role("button", name="heuristic").click()
    assert signs() == {"start", "goal", "open", "path", "wall", "estimate", pointed}
    page.get_by_text("Paths for many units").click()
    boards.wait("boards.frames")
    boards.settled()
    assert signs() == {"start", "goal", "quick", "whole", "spliced", "wall"}


def test_the_legend_has_the_colours_of_the_boards(open_tab):
    tab = open_tab("/playground", color_scheme="light")
    page = tab.page
    open_drawer(page)
    shade = "(each) => getComputedStyle(each).backgroundColor"
    path = page.locator(".legend li", has_text="path").locator("i")
    assert path.evaluate(shade) == "rgb(240, 180, 0)"
    page.get_by_role("button", name="Light or dark").click()
    expect(path).to_have_css("background-color", "rgb(255, 210, 63)")
