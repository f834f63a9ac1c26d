"""Structures, fields and straight lines of a map, with a mouse in a real browser."""

import re

from playwright.sync_api import expect

from support.boards import Boards


def test_a_structure_and_a_field_follow_what_is_drawn_and_are_in_a_link(open_tab):
    tab = open_tab("/playground#scene=quadtree")
    page, boards = tab.page, Boards(tab)
    boards.settled()
    note, structure = page.locator(".map-note"), page.get_by_label("Layer: structure")
    expect(structure).to_have_value("quadtree")
    expect(note).to_contain_text("quadtree: 37 chunks")
    boards.drag((16, 20), (16, 30))  # a wall across a large chunk
    expect(note).not_to_contain_text(" 37 chunks")
    expect(note).to_contain_text(re.compile(r"quadtree: \d+ chunks"))
    page.mouse.move(*boards.point((16, 22)))
    expect(page.locator(".hover-text")).to_contain_text(re.compile(r"chunk \d+, \d+ x \d+ cells"))

    structure.select_option("clusters")
    page.get_by_label("Layer: field").select_option("flow")
    boards.settled()
    expect(note).to_contain_text(re.compile(r"clusters: \d+ region.*flow: arrows"))
    page.get_by_text("Cluster table").click()
    expect(page.locator(".cluster-table tr.at th")).to_have_text("0")
    boards.drag((7, 7), (24, 20))  # the start
    expect(note).to_contain_text("from the start")
    page.get_by_role("button", name="straight").click()
    boards.settled()
    expect(page.locator(".board .caption")).to_contain_text("smoothed")

    page.keyboard.press("l")
    page.wait_for_function("location.hash.includes('structure:clusters;field:flow')")
    other = open_tab(page.url.removeprefix(tab.address))
    Boards(other).settled()
    expect(other.page.locator(".map-note")).to_have_text(note.inner_text())
    button = other.page.locator(".lab-python-button")
    button.click()
    expect(other.page.locator("#python")).to_contain_text("at.FlowField(grid, goal)")
