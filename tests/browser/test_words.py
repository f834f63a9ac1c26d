"""What the lab says: names, explanations, options with help, and results that compare."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from asterion.lab.playground.setup import Setup
from asterion.lab.shared.ground import Ground
from asterion.lab.shared.scenes import drawn
from asterion.lab.shared.search_run import Run
from asterion.lab.tactics.players import described, names, title_of
from support.boards import Boards, choose, open_drawer

# A board as a picture of its own: reading the board itself would slow it down.
COPY = """
    const view = window.asterionBoards.boards[board].view;
    view.drawNow();
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [view.canvas.width, view.canvas.height];
    const pen = copy.getContext("2d", { willReadFrequently: true });
    pen.drawImage(view.canvas, 0, 0);
    const box = view.canvas.getBoundingClientRect(), ratio = view.canvas.width / box.width;
"""
SHADE = (
    "([board, row, col]) => {"
    + COPY
    + """
    const [x, y] = view.pointOf(row * view.map.cols + col);
    const beside = view.size * 0.25; // off the hatching, the digit and the lines between cells
    const [left, top] = [x - box.left, y - box.top].map((at) => Math.round(at * ratio - beside));
    return [...pen.getImageData(left, top, 1, 1).data];
}"""
)
STROKES = (
    "([board, row, col]) => {"
    + COPY
    + """
    const [x, y] = view.pointOf(row * view.map.cols + col), size = Math.ceil(view.size);
    const left = Math.round((x - box.left) * ratio), middle = Math.round((y - box.top) * ratio);
    const { data } = pen.getImageData(left, middle - Math.round(size / 2), 1, size);
    let dark = 0, before = false;
    for (let i = 0; i < data.length; i += 4) {
        const isDark = data[i] < 110;
        dark += isDark && !before;
        before = isDark;
    }
    return dark;
}"""
)


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
    expect(page.get_by_label("Team 1", exact=True)).to_have_value("A*, avoids harm")
    page.get_by_label("Team 1", exact=True).click()
    options = page.get_by_role("option")
    expect(options).to_have_count(len(names()))
    for option, name in zip(options.all(), names(), strict=True):
        assert option.inner_text().split("\n") == [title_of(name), described(name)]
        assert option.evaluate("(it) => it.scrollWidth <= it.clientWidth")


def test_options_have_a_title_help_and_a_reset(page, boards):
    page.get_by_label("Options of A*", exact=True).click()
    card = page.locator(".lab-options")
    expect(card).to_contain_text("Options of A*")
    expect(card).to_contain_text("Weight of the estimate: above 1 is faster")
    card.get_by_label("weight", exact=True).fill("3")
    boards.wait("boards.boards[1].summary?.title === 'A*, weight 3'")
    card.get_by_role("button", name="Reset").click()
    boards.wait("boards.boards[1].summary?.title === 'A*'")


def test_nothing_in_the_options_card_overlaps(page):
    page.get_by_label("Options of A*", exact=True).click()
    card = page.locator(".lab-options")
    card.get_by_label("weight", exact=True).wait_for()
    page.wait_for_timeout(400)  # the card unfolds
    boxes = [each.bounding_box() for each in card.locator("> *").all()]
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 1


def test_lines_of_the_pseudocode_light_up_while_stepping(page, boards):
    boards.settled()
    page.get_by_role("button", name="About A*").click()
    panel = page.get_by_role("complementary", name="About A*")
    expect(panel).to_contain_text("take the node with the smallest f = g + h")
    expect(panel).to_contain_text("Hart, N. J. Nilsson")
    expect(panel).to_contain_text("Finds a cheapest path, if the estimate never exceeds")
    page.keyboard.press("Home")
    expect(panel.locator("li.now")).to_have_count(1)  # the start is opened
    page.keyboard.press("ArrowRight")
    expect(panel.locator("li.now", has_text="take the node")).to_have_count(1)
    expect(panel.locator("li.now", has_text="if it is new")).to_have_count(1)
    page.get_by_role("button", name="About A*").click()
    expect(panel).to_be_hidden()


def test_an_explanation_leads_to_the_page_of_the_algorithm(page):
    page.get_by_role("button", name="About Dijkstra").click()
    page.get_by_role("link", name="More on Dijkstra").click()
    expect(page.get_by_role("heading", name="Dijkstra", level=1)).to_be_visible()


def test_agents_are_explained_too(open_tab):
    tab = open_tab("/terrain")
    page, boards = tab.page, Boards(tab)
    page.get_by_role("button", name="About D* Lite").click()
    panel = page.get_by_role("complementary", name="About D* Lite")
    expect(panel.locator("li.now", has_text="repair the search").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    boards.wait("boards.recording.time === 1")
    expect(panel.locator("li.now", has_text="take one step")).to_have_count(1)
    assert page.locator(".about-button:visible").count() == 2  # the true world has none


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


def test_labels_that_answer_are_named(open_tab):
    tab = open_tab("/playground#scene=nowhere-to-go")
    tab.page.locator(".scene-text strong").wait_for()
    Boards(tab).settled()
    open_drawer(tab.page)
    row = tab.page.locator(".lab-results tbody tr").nth(1)
    expect(row).to_contain_text("unreachable: component labels answer")


def test_what_a_column_means_is_said(page):
    open_drawer(page)
    title = page.locator(".lab-results abbr", has_text="ms").get_attribute("title")
    assert "median of up to five runs" in title


# --- Ground that shows through


def ground(open_tab, costs, cols=29):
    rows = ["." * cols for _ in range(15)]
    rows[7] = "S" + rows[7][1:-1] + "G"
    for col, cost in enumerate(costs, 6):
        rows[7] = rows[7][:col] + str(cost) + rows[7][col + 1 :]
    setup = Setup(*drawn("\n".join(rows)), "never", (Run("dijkstra"),))
    assert isinstance(setup, Ground)
    return open_tab(f"/playground#s={setup.to_link()}")


def test_the_ground_shows_through_the_search(open_tab):
    tab = ground(open_tab, (5, 9))
    boards = Boards(tab)
    boards.settled()
    shades = [tab.page.evaluate(SHADE, [0, 7, col])[:3] for col in (5, 6, 7)]
    assert shades[0] == [191, 208, 230]  # closed floor
    assert sum(shades[2]) < sum(shades[1]) < sum(shades[0])
    tab.page.get_by_role("button", name="closed", exact=False).first.click()
    bare = [tab.page.evaluate(SHADE, [0, 7, col])[:3] for col in (5, 6, 7)]
    assert bare[0] == [255, 255, 255]
    assert all(a != b for a, b in zip(bare, shades, strict=True))


def test_dear_ground_has_strokes_from_six_pixels_and_digits_from_ten(open_tab):
    tab = ground(open_tab, (2, 5, 9), cols=150)
    boards = Boards(tab)
    boards.settled()
    size = boards.ask("boards.boards[0].view.size")
    assert 6 <= size < 10
    strokes = [tab.page.evaluate(STROKES, [0, 7, col]) for col in (5, 6, 7, 8)]
    assert strokes[0] == 0
    assert strokes[1] < strokes[2] < strokes[3]


def test_one_picture_has_all_boards_with_titles_and_costs(page, boards):
    boards.settled()
    with page.expect_download() as saved:
        page.keyboard.press("e")
    assert saved.value.suggested_filename == "searches.png"
    from PIL import Image  # of the lab's extra

    picture = Image.open(saved.value.path())
    widths = boards.ask("boards.boards.map((each) => each.view.canvas.clientWidth)")
    assert picture.width > sum(widths)
    top = picture.crop((0, 0, picture.width, 40)).convert("L")
    left, right = top.crop((0, 0, 300, 40)), top.crop((picture.width // 2, 0, picture.width, 40))
    assert left.getextrema()[0] < 100 > right.getextrema()[0]  # titles in ink
    bottom = picture.crop((0, picture.height - 40, picture.width, picture.height)).convert("L")
    assert bottom.getextrema()[0] < 100


def test_an_animation_has_all_boards(page, boards):
    boards.settled()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the boards as an animation").click()
    assert saved.value.suggested_filename == "searches.gif"
    from PIL import Image  # of the lab's extra

    with Image.open(saved.value.path()) as film:
        assert film.n_frames > 20
        assert film.width > 1.7 * film.height  # two boards of a square map


def test_four_boards_keep_their_explanations(page, boards):
    page.get_by_role("button", name="Add board").click()
    boards.wait("boards.boards.length === 3 && boards.ready()")
    choose(page, "Board 3", "IDA*")
    boards.wait("boards.boards[2].summary?.algorithm === 'ida'")
    page.get_by_role("button", name="About IDA*").click()
    expect(page.get_by_role("complementary", name="About IDA*")).to_contain_text("limit")


def test_the_legend_has_the_colours_of_the_boards(open_tab):
    tab = open_tab("/playground", color_scheme="light")
    page = tab.page
    open_drawer(page)
    shade = "(each) => getComputedStyle(each).backgroundColor"
    path = page.locator(".legend li", has_text="path").locator("i")
    assert path.evaluate(shade) == "rgb(240, 180, 0)"
    page.get_by_role("button", name="Light or dark").click()
    expect(path).to_have_css("background-color", "rgb(255, 210, 63)")


def test_the_search_of_a_graph_is_explained_too(open_tab):
    page = open_tab("/graphs").page
    page.get_by_role("button", name="About Dijkstra").click()
    panel = page.get_by_role("complementary", name="About Dijkstra")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(panel.locator("li.now", has_text="take the node with the smallest g")).to_have_count(1)


def test_players_of_the_maze_are_explained_on_their_boards(open_tab):
    page = open_tab("/maze").page
    expect(page.locator(".about-button:visible")).to_have_count(0)  # all players are on one board
    page.get_by_role("button", name="2. D*", exact=True).click()
    page.get_by_role("button", name="About D*", exact=True).click()
    panel = page.get_by_role("complementary", name="About D*", exact=True)
    expect(panel).to_contain_text("pass the rise on to its children")
