"""The Python of a page: opened, copied, and following an edit, on a large screen and a phone."""

from playwright.sync_api import expect

from support.boards import Boards

BOX = "document.querySelector('.lab-python').getBoundingClientRect()"
CANVAS = "document.querySelector('canvas').getBoundingClientRect()"


def test_the_python_follows_an_edit_beside_the_boards_and_is_copied(open_tab):
    tab = open_tab("/playground", viewport={"width": 1440, "height": 900})
    page, boards = tab.page, Boards(tab)
    page.keyboard.press("q")
    code = page.get_by_label("Code", exact=True)
    expect(code).to_contain_text("at.maps.rooms((41, 41), seed=4)\nstart, goal")
    boards.wait(f"{CANVAS}.right <= {BOX}.left")
    boards.drag((3, 2), (3, 6))
    expect(code).to_contain_text("grid[3, 2:7] = 0")
    page.get_by_role("button", name="Copy the code").click()
    expect(page.locator(".notice")).to_have_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == code.text_content()
    exec(compile(text, "page.py", "exec"), names := {})  # noqa: S102
    found = names["path"]  # the last one, of A*
    shown = f"cost {found.cost:.4g} (optimal), {found.stats.expanded} expanded"
    expect(page.locator(".caption", has_text="expanded").nth(1)).to_have_text(shown)
    page.get_by_role("button", name="Close the Python").click()
    expect(code).to_be_hidden()


def test_the_python_of_a_crowd_is_saved_with_its_file_on_a_phone(open_tab, tmp_path):
    tab = open_tab("/crowds", viewport={"width": 420, "height": 900}, has_touch=True)
    page = tab.page
    page.get_by_role("button", name="Python that prints what is shown").tap()
    expect(page.get_by_label("Code", exact=True)).to_contain_text('Path("crowd.json")')
    assert page.evaluate(f"{BOX}.right <= innerWidth && {BOX}.height < 0.61 * innerHeight")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save crowd.json").tap()
    download.value.save_as(tmp_path / "crowd.json")
    assert (tmp_path / "crowd.json").stat().st_size > 1000
