"""The tic-tac-toe page, used as a person would: with mouse and keyboard, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from asterion.lab.tictactoe.setup import NAMES, Made, TicTacToeSetup
from support.boards import Boards, choose

FORK = [0, 1, 4, 8, 6, 2, 3]  # how a person beats A*


@pytest.fixture
def tab(open_tab):
    return open_tab("/tictactoe")


def link(cells, x="human", o="astar"):
    moves = tuple(Made(cell, (x, o)[i % 2]) for i, cell in enumerate(cells))
    return f"/tictactoe#s={TicTacToeSetup(moves, x, o).to_link()}"


def cell(page, number):
    field = page.get_by_role("group", name="Board")
    return field.get_by_role("button", name=re.compile(f"^{NAMES[number]},"))


def marks(boards):
    """The marks on the board, row by row."""
    boards.settled()
    return "".join(boards.ask("boards.cells.map((cell) => cell.dataset.mark)"))


def click(page, boards, number):
    cell(page, number).click()
    boards.settled()


def status(page):
    return page.locator(".game-status")


def player(page, side, name):
    choose(page, {"x": "X (begins)", "o": "O"}[side], name)


# --- Playing


def test_a_person_beats_the_search_with_the_mouse(page, boards):
    expect(status(page)).to_have_text("X to move: choose a cell.")
    for number in FORK[:4:2]:
        click(page, boards, number)
    signs = page.locator(".ttt .worth")  # of free cells only
    expect(signs).to_have_text(["=", "winin 3", "=", "winin 3", "="])
    for number in FORK[4::2]:
        click(page, boards, number)
    expect(signs).to_have_count(0)
    assert marks(boards) == "xooxx.x.o"
    expect(status(page)).to_have_text("X wins with the left column.")
    expect(page.locator(".ttt .won")).to_have_count(3)
    expect(cell(page, 3)).to_have_accessible_name(
        "middle left, X, the last move, in the winning row"
    )
    expect(page.locator(".ttt .last")).to_have_count(1)
    expect(page.locator(".game-log button")).to_have_text(
        [f"{i + 1}. {'XO'[i % 2]} {NAMES[n]}" for i, n in enumerate(FORK)]
    )


def test_a_person_plays_o_and_sides_are_changed(page, boards):
    page.get_by_role("button", name="A new game in which the other side begins").click()
    expect(status(page)).to_have_text("O to move: choose a cell.")
    assert marks(boards).count("x") == 1
    click(page, boards, 8)
    assert marks(boards)[8] == "o"
    page.keyboard.press("b")
    assert marks(boards) == "." * 9
    expect(page.get_by_label("O", exact=True)).to_have_value("A*")


def test_two_computers_are_watched_stopped_and_stepped(page, boards):
    player(page, "x", "Perfect")
    player(page, "o", "Random")
    expect(page.get_by_label("Seed")).to_be_visible()
    boards.settled()
    expect(status(page)).to_have_text(re.compile("wins|draw"))
    page.get_by_role("button", name="New game", exact=True).click()
    expect(page.get_by_label("Seed")).to_have_value("1")
    page.get_by_role("button", name="Pause the computers").click()
    boards.settled()
    expect(status(page)).to_have_text(re.compile("waits until you press play"))
    before = marks(boards).count(".")
    page.keyboard.press("ArrowRight")
    assert marks(boards).count(".") == before - 1
    page.keyboard.press(" ")
    boards.settled()
    expect(status(page)).to_have_text(re.compile("wins|draw"))


# --- History


# --- Players' thoughts


# --- Links, widths, light and dark


def test_a_link_holds_the_game(page, boards, open_tab):
    for number in FORK[:4:2]:
        click(page, boards, number)
    player(page, "o", "Human")
    boards.settled()
    page.keyboard.press("l")
    expect(page.locator(".notice")).to_contain_text("The link is on the clipboard")
    address = page.evaluate("navigator.clipboard.readText()")
    other = open_tab(address[address.index("/tictactoe") :])
    assert marks(Boards(other)) == "xo..x...o"
    expect(other.page.get_by_label("O", exact=True)).to_have_value("Human")
    expect(other.page.locator(".game-log button").nth(3)).to_have_attribute("title", "by A*")


@pytest.mark.parametrize(("width", "scheme"), [(420, "dark")])
def test_all_of_it_fits_a_narrow_window(open_tab, width, scheme):
    tab = open_tab(link(FORK[:6]), viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = tab.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in (".ttt", ".game-thoughts table", ".game-log", ".transport"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
