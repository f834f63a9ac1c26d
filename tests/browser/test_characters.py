"""The Characters page: change a cost or a fact, and the plan changes."""

import re

import pytest
from playwright.sync_api import expect

from support.boards import Boards


@pytest.fixture
def tab(open_tab):
    return open_tab("/characters")


def plan(page):
    return page.locator(".character-plan li strong").all_inner_texts()


def test_a_plan_is_carried_out_and_follows_what_a_person_changes(page, boards):
    news = page.locator(".character-news")
    first = plan(page)
    assert first[-2:] == ["shoot from cover", "win"]
    page.get_by_role("button", name="Do the next action").click()
    expect(news).to_have_text(re.compile("^Keeps its plan for 'win'"))
    assert plan(page) == first[1:]
    page.get_by_label("clips", exact=True).fill("0")
    expect(news).to_contain_text("clips ≥ 1 for 'load', and no action gives that")
    expect(page.get_by_role("button", name="Do the next action")).to_be_disabled()
    for name in ("go to enemy", "stab with the dagger"):
        page.get_by_role("checkbox", name=name, exact=True).click()
    expect(page.locator(".character-plan li strong")).to_have_text(
        ["go to enemy", "stab with the dagger", "win"]
    )
    page.get_by_label("Priority of live").fill("9")
    expect(news).to_have_text("Drops 'win': 'live' matters more now.")
    page.keyboard.press("Tab")
    boards.settled()
    page.locator("h3").first.click()
    page.keyboard.press("u")
    expect(page.locator(".character-plan .character-goal strong")).to_have_text("win")


def test_the_search_is_stepped_through_with_estimates_beside_true_costs(open_tab):
    tab = open_tab("/characters#scene=orkin-s-estimate-is-too-high")
    page, boards = tab.page, Boards(tab)
    page.locator(".scene-text strong").wait_for()
    boards.settled()
    rows = page.locator(".character-tree tbody tr:visible")
    expect(rows.first.locator("td")).to_have_text(["now", "0", "3", "2", "3"])
    expect(rows.first.locator("td.bad")).to_have_text("3")
    expect(page.locator(".character-step")).to_have_text("Found a plan that costs 3.")
    expect(page.locator(".character-others td.bad")).to_have_text("3, not the cheapest")
    page.keyboard.press("Home")
    expect(rows).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".character-tree tr.now")).to_have_text(re.compile("^now"))
    expect(rows).to_have_count(5)  # four actions are possible
