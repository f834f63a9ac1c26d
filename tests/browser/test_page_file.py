"""A run as one HTML file: it plays from the disk, without the lab and without a network."""

import pytest

from support.boards import Boards

PAGES = {
    "/playground": "void boards.pace.set(8)",
    "/terrain": "boards.connection.send({type: 'skip', steps: 30})",
    "/crowds": "boards.connection.send({type: 'skip', steps: 5})",
}
WORDS = "boards.boards.map(({ title, caption }) => title.textContent + caption.textContent)"


class Alone:
    """A tab that has nothing but a file, and what went wrong in it."""

    def __init__(self, chromium, path):
        self.context = chromium.new_context(offline=True)
        self.page = self.context.new_page()
        self.wrong = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("request", lambda request: self._note(request.url, path.as_uri()))
        self.page.goto(path.as_uri())

    def _note(self, url, own):
        if url != own and not url.startswith("data:"):
            self.wrong.append(url)


@pytest.mark.parametrize("path", PAGES)
def test_a_run_in_a_file_plays_to_the_same_end(chromium, open_tab, tmp_path, path):
    boards = Boards(open_tab(path))
    boards.ask(PAGES[path])
    boards.settled()
    with boards.page.expect_download() as download:
        boards.ask("void boards.save('html')")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.stat().st_size < 600_000
    alone = Alone(chromium, file)
    played = Boards(alone)
    played.wait("boards?.boards.length && boards.shownStep >= 1")
    played.wait(f"boards.shownStep === {boards.ask('boards.shownStep')}")
    played.wait("boards.transport ? !boards.transport.playing : !boards.state.on && !boards.moving")
    assert played.ask(WORDS) == boards.ask(WORDS)
    row, col = 1, 1
    alone.page.mouse.move(*played.point((row, col)))
    shown = played.ask("boards.hoverText.textContent")
    assert shown == boards.ask(f"boards.describe({row} * boards.map.cols + {col})")
    before = played.ask("boards.map.costs.join()")
    wall = divmod(played.ask("boards.map.costs.indexOf(0)"), played.ask("boards.map.cols"))
    alone.page.mouse.click(*played.point(wall), button="right")
    alone.page.keyboard.press("x")
    assert played.ask("boards.map.costs.join()") == before
    assert alone.wrong == []
    alone.context.close()
