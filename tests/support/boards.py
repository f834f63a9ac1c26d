"""The boards of a page by cells instead of pixels."""

from contextlib import suppress

STANDS = """JSON.stringify({
  hidden: document.hidden, focus: document.activeElement?.outerHTML.slice(0, 120),
  said: document.querySelector(".notices")?.textContent,
  sent: boards.connection.sent, done: boards.connection.done, last: boards.connection.lastType,
  at: boards.transport?.at, steps: boards.transport?.steps, playing: boards.transport?.playing,
  isRunning: boards.transport?.isRunning, time: boards.recording?.time,
})"""

# NiceGUI's controls send messages that the page does not count. The server answers this one when
# all of those have begun, and the empty message then waits for their work.
FENCE = """async () => {
  const message = { client_id: "", next_message_id: 0 };
  await window.socket.timeout(2000).emitWithAck("ack", message).catch(() => {});
  window.asterionBoards.connection.send({ type: "part", text: "" });
}"""

# Else the next choice may be made from the list that is going away.
FOLDED = """!document.activeElement.closest('.q-select') &&
  !document.querySelector('[role=option]')"""


# A window of another size has been laid out, and drawn.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Boards:
    """The boards of a tab, as a person sees and uses them."""

    def __init__(self, tab):
        self.page = tab.page

    def ask(self, expression):
        """The value of a JavaScript expression, in which `boards` are the page's."""
        return self.page.evaluate(
            f"(() => {{ const boards = window.asterionBoards; return {expression}; }})()"
        )

    def wait(self, expression):
        """Wait until a JavaScript expression is true; on failure describe the page."""
        from playwright.sync_api import TimeoutError as Timeout  # only browser tests have it

        try:
            self.page.wait_for_function(
                f"(() => {{ const boards = window.asterionBoards; return {expression}; }})()"
            )
        except Timeout as error:
            raise AssertionError(f"{expression} is not true: {self.ask(STANDS)}") from error

    def settled(self):
        """Wait until all results match the present map."""
        self.page.evaluate(FENCE)
        self.wait("boards.ready()")

    def point(self, cell, board=0):
        """The place of a cell on the page."""
        row, col = cell
        return self.page.evaluate(
            """([board, row, col]) => {
                const view = window.asterionBoards.boards[board].view;
                return view.pointOf(row * view.map.cols + col);
            }""",
            [board, row, col],
        )

    def drag(self, *cells, board=0, button="left"):
        """Drag from cell to cell with the pointer down."""
        mouse = self.page.mouse
        mouse.move(*self.point(cells[0], board))
        mouse.down(button=button)
        for cell in cells[1:]:
            mouse.move(*self.point(cell, board), steps=6)
        mouse.up(button=button)
        self.settled()

    def cost(self, cell):
        """The cost of a cell, as the page knows it."""
        row, col = cell
        return self.ask(f"boards.map.costs[{row} * boards.map.cols + {col}]")

    def end(self, name):
        """The cell of start or goal."""
        return divmod(self.ask(f"boards.map.{name}"), self.ask("boards.map.cols"))

    def summary(self, board=0):
        """The server's result of a search."""
        return self.ask(f"boards.boards[{board}].summary")


def open_drawer(page):
    """Open the parts below the boards: tables, and the legend."""
    page.locator(".lab-drawer > summary:visible").click()


def choose(page, label, value):
    """Pick a value of a list; afterwards the page has the keys again."""
    from playwright.sync_api import TimeoutError as Timeout  # only browser tests have it

    option = page.get_by_role("option").filter(has=page.get_by_text(value, exact=True))
    for _ in range(8):  # news from the server may close the list, as it does for people
        page.get_by_label(label, exact=True).click()
        with suppress(Timeout):
            option.click(timeout=2_000)
            break
    else:
        raise AssertionError(f"the list {label} does not stay open")
    page.wait_for_function(FOLDED)
