"""A page that shows a board as a notebook does: the widget's own script, and a stub of its model.

What the page sends goes to the board of this process; what that shows goes back to the page. Only
Jupyter is missing.
"""

import json
from base64 import b64encode

from asterion.notebook.widget import script, styles

ADDRESS = "http://board.test"
TRAITS = ("_map", "_answer", "_shown")
PAGE = """<!doctype html><html lang="en"><head><title>A notebook</title>
<link rel="stylesheet" href="/board.css"></head>
<body data-jp-theme-light="%s"><main><h1>A notebook</h1><div id="cell"></div></main>
<script type="module">
import widget from "/board.js";
const state = {}, listeners = new Map();
const bytes = (text) =>
  new DataView(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
window.model = {
  sends: 0, away: 0,
  get: (name) => state[name],
  set() { throw new Error("the page sets no trait"); },
  on(event, listener) { listeners.set(event, [...listeners.get(event) ?? [], listener]); },
  off(event, listener) {
    listeners.set(event, listeners.get(event).filter((each) => each !== listener));
  },
  async send(content) {
    this.sends++;
    this.away++;
    const answer = await window.toPython(JSON.stringify(content));
    this.away--;
    this.receive(answer);
  },
  receive(traits) {
    for (const [name, value] of Object.entries(traits))
      state[name] = name === "_shown" ? value : bytes(value);
    for (const name of Object.keys(traits))
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
  },
};
window.model.receive(await window.toPython("null"));
window.close_board = widget.render({ model: window.model, el: document.getElementById("cell") });
window.board = document.getElementById("cell").asterionBoard;
</script></body></html>"""


class NotebookPage:
    """A board of this process on a page."""

    def __init__(self, context, board, *, dark=False):
        self.board = board
        self.page = context.new_page()
        self.faults = []
        self.messages = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        texts = {
            "/": ("text/html", PAGE % ("false" if dark else "true")),
            "/board.js": ("text/javascript", script()),
            "/board.css": ("text/css", styles()),
        }

        def fulfill(route):
            kind, text = texts.get(route.request.url.removeprefix(ADDRESS), ("text/plain", ""))
            route.fulfill(content_type=f"{kind}; charset=utf-8", body=text)

        self.page.route("**/*", fulfill)
        self.page.expose_function("toPython", self._take)
        self.page.goto(ADDRESS + "/")
        self.page.wait_for_function("window.board?.map && board.view.frames")

    def _hear(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _take(self, text):
        message = json.loads(text)
        if message is not None:
            self.messages.append(message)
            self.board.widget._handle_custom_msg(message, [])
        return self.state()

    def state(self):
        traits = {name: getattr(self.board.widget, name) for name in TRAITS}
        return {
            name: value if name == "_shown" else b64encode(value).decode()
            for name, value in traits.items()
        }

    def push(self):
        """The board's present state, which no message of the page has asked for."""
        self.page.evaluate("(state) => model.receive(state)", self.state())

    def settled(self):
        """Wait until all actions have been answered."""
        self.page.wait_for_function("!model.away && !board.isAway && !board.waiting.length")

    def point(self, cell):
        row, col = cell
        cols = self.board.grid.shape[1]
        return self.page.evaluate("(cell) => board.view.pointOf(cell)", row * cols + col)

    def drag(self, *cells, button="left"):
        mouse = self.page.mouse
        mouse.move(*self.point(cells[0]))
        mouse.down(button=button)
        for cell in cells[1:]:
            mouse.move(*self.point(cell))
        mouse.up(button=button)
        self.settled()

    def ask(self, script):
        return self.page.evaluate(script)
