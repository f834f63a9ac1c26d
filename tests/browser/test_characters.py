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
    expect(news).to_have_text(
        "No plan for 'win': 'load' needs clips ≥ 1, and no action gives that."
    )
    expect(page.locator(".character-missing strong")).to_have_text("clips ≥ 1")
    expect(page.get_by_role("button", name="Do the next action")).to_be_disabled()
    for name in ("go to enemy", "stab with the dagger"):
        page.get_by_role("checkbox", name=name, exact=True).click()
    expect(page.locator(".character-plan li strong")).to_have_text(
        ["go to enemy", "stab with the dagger", "win"]
    )
    page.get_by_label("Priority of live").fill("9")
    expect(news).to_have_text(
        re.compile("^Drops 'win': 'live' matters more now. A plan for 'live'")
    )
    expect(page.locator(".character-log li").first).to_contain_text("priority 9, was 0")
    page.keyboard.press("Tab")
    boards.settled()
    page.locator("h3").first.click()
    page.keyboard.press("u")
    expect(page.locator(".character-plan .character-goal strong")).to_have_text("win")


def test_the_search_is_stepped_through_with_estimates_beside_true_costs(open_tab):
    tab = open_tab("/characters#scene=an-estimate-that-is-too-high")
    page, boards = tab.page, Boards(tab)
    page.locator(".scene-text strong").wait_for()
    boards.settled()
    states, told = page.locator("[data-node]"), page.locator(".character-step")
    page.keyboard.press("End")
    expect(told).to_have_text(
        re.compile("too high hid the cheapest: it costs 3, after 3 expansions")
    )
    expect(states.first).to_have_text("nowf 3 = 0 + 3h 3 of 2")
    assert page.locator("rect.high").count() == 3
    page.keyboard.press("Home")
    expect(states).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(states).to_have_count(5)  # four actions are possible
    states.last.hover()
    expect(page.locator(".hover-text")).to_have_text(
        re.compile("^After fetch the cart: cart. Open")
    )
    page.get_by_role("button", name="exact", exact=True).click()
    page.keyboard.press("End")
    expect(told).to_have_text("Found the plan: it costs 2, after 2 expansions.")
    expect(page.locator("rect.high")).to_have_count(0)
