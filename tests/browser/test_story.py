"""The story as a lecture: with the mouse and the page keys of a remote control."""

from playwright.sync_api import expect

from support.boards import Boards

WALLS = "boards.map.costs.join()"


def comes(boards, name):
    """Wait for a scene; it fits into the window."""
    expect(boards.page.locator(".story h2")).to_have_text(name)
    boards.settled()
    assert boards.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def turned(boards, key, address):
    """Press a key that leads to another page."""
    boards.page.keyboard.press(key)
    boards.page.wait_for_function(f"location.pathname === '{address}'")
    boards.wait("boards?.ready()")


def leave(boards):
    boards.page.get_by_role("button", name="Leave the story").click()
    boards.settled()
    expect(boards.page.locator(".story")).to_be_hidden()


def test_a_lecture_from_dijkstra_to_d_star_lite_and_back_to_the_own_map(open_tab):
    tab = open_tab("/playground", viewport={"width": 1024, "height": 768})
    page, boards, answer = tab.page, Boards(tab), tab.page.locator(".story-answer")
    link = page.get_by_role("link", name="From Dijkstra to D* Lite")
    page.mouse.click(*boards.point((5, 5)))
    boards.settled()
    page.get_by_role("button", name="numbers").click()
    own = boards.ask(WALLS)
    link.click()
    comes(boards, "Dijkstra: the nearest first")
    assert not boards.ask("boards.hasLayer('numbers')")
    leave(boards)
    assert boards.ask(WALLS) == own
    assert boards.ask("boards.hasLayer('numbers')")
    link.click()
    comes(boards, "Dijkstra: the nearest first")
    expanded = boards.summary()["expanded"]
    boards.drag(boards.end("goal"), (12, 14))  # nearer: the wave is smaller
    assert boards.summary()["expanded"] < expanded / 2
    expect(answer).to_be_hidden()
    page.get_by_role("button", name="Lecture mode").click()
    page.keyboard.press("PageDown")
    expect(answer).to_contain_text(f"{expanded} of the")  # of the scene as it came
    page.keyboard.press("PageDown")
    comes(boards, "A*: add what remains")
    assert boards.end("goal") == (13, 20)
    page.goto(page.url.replace("story-2", "story-4"))
    comes(boards, "Ties: the larger g")
    page.get_by_role("button", name="Answer").click()
    turned(boards, "PageDown", "/terrain")
    comes(boards, "Repeated A*: the world is not known")
    expect(page.locator("html.lecture")).to_be_attached()
    boards.ask("boards.transport.speed.set(8)")
    page.keyboard.press("Space")
    boards.wait("boards.recording.time >= 85 && !boards.walking")
    page.keyboard.press("PageDown")
    expanded = boards.ask("boards.recording.at(85).agents[0].expanded")
    expect(answer).to_contain_text(f"{expanded:,} expansions")
    turned(boards, "PageUp", "/playground")
    comes(boards, "Ties: the larger g")
    leave(boards)
    assert boards.ask(WALLS) == own
