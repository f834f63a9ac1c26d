// A board of the lab in a cell of a notebook. The lab's own modules draw, take the mouse and the
// keys, and play searches; widget.py explains the messages between this and Python.

import { drawingHands } from "../lab/board/drawing.js";
import { GridView } from "../lab/board/grid_view.js";
import { theme } from "../lab/board/palette.js";
import { boardFrame, element, icons, say, setText, toggle, voice, wordButton } from "../lab/board/parts.js";
import { Painter } from "../lab/board/painter.js";
import { Replay } from "../lab/board/replay.js";
import { costText, nodeText, searchAt } from "../lab/board/search_overlay.js";
import { Shortcuts } from "../lab/board/shortcuts.js";
import { ToolBar } from "../lab/board/tool_bar.js";
import { Transport } from "../lab/board/transport.js";
import { unpack } from "../lab/wire/unpack.js";
import { drawIcon } from "../lab/board/icons.js";
import { isPageDark, onTheme } from "./page_theme.js";

const LAYERS = [
  ["open", "o", "Cells that were found and not yet expanded"],
  ["closed", "c", "Cells that were expanded"],
  ["path", "p", "The path"],
  ["tree", "t", "From each cell to the one it was reached from"],
  ["numbers", "v", "g and f above, h below, where cells are large enough"],
];
const KINDS = { search: "Searches", navigator: "Navigators" };
const LATE = 1500; // milliseconds without an answer, after which the board says that it waits
const BUSY = "Waiting for Python: it is busy with a cell, or not running.";
const HINT = "Draw walls, drag start and goal; ? has all keys.";

icons.draw = drawIcon;
theme.isDark = isPageDark;

class NotebookBoard {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.map = null;
    this.tool = null;
    this.busy = false; // a stroke is in progress: the map in the page is the newest
    this.waiting = []; // a person's actions that were not sent yet
    this.sent = Math.floor(Math.random() * 2 ** 30); // the number of the last message: other pages have others
    this.isAway = false; // it was not answered yet
    this.layers = { open: true, closed: true, path: true };
    this.#build();
    this.onShown = () => this.#take();
    model.on("change:_shown", this.onShown);
    this.observer = new ResizeObserver(() => this.#layout());
    this.observer.observe(this.stage);
    this.dropTheme = onTheme(() => this.#paint());
    this.#paint();
    this.#take();
  }

  close() {
    this.model.off("change:_shown", this.onShown);
    this.observer.disconnect();
    this.dropTheme();
    this.shortcuts.close();
    this.transport.pause();
    clearTimeout(this.late);
  }

  #build() {
    const { root } = this;
    root.classList.add("asterion-board");
    root.dataset.lmSuppressShortcuts = "true"; // keys here are not JupyterLab's
    this.stage = element("div", "stage");
    this.themed = element("div", "theme", this.stage);
    root.append(this.themed);
    this.select = element("select");
    this.select.addEventListener("change", () => {
      const [kind, algorithm] = JSON.parse(this.select.value);
      this.#send({ type: "choose", kind, algorithm });
    });
    this.walk = wordButton("Step", "The agent makes one move (n)", () => this.#send({ type: "step" }));
    this.walk.classList.add("walk");
    const head = element("div", "head", element("label", "", "Algorithm", this.select), this.walk, this.#layerBar());
    const tell = (type) => () => this.#send({ type });
    this.tools = new ToolBar({
      choose: (does) => {
        this.tool = does;
      },
      undo: tell("undo"), redo: tell("redo"), clear: tell("clear"),
      zoom: (factor) => this.view?.zoomBy(factor),
      whole: () => this.view?.resetZoom(),
    });
    this.note = element("p", { class: "note", role: "alert" });
    this.hoverText = element("div", "hover-text");
    this.stage.append(head, this.tools.root, this.note, element("div", "boards", this.#board()));
    this.transport = new Transport(this.stage, "expansions", (step) => this.#showStep(step));
    this.stage.append(this.hoverText, voice());
    this.#buildKeys();
  }

  #layerBar() {
    this.switches = Object.fromEntries(LAYERS.map(([name, key, title]) => [
      name, toggle(name, `${title} (${key})`, Boolean(this.layers[name]), (isOn) => {
        this.layers[name] = isOn;
        this.view.draw();
      }),
    ]));
    const looks = { class: "layer-bar", role: "group", label: "Layers" };
    return element("div", looks, ...Object.values(this.switches));
  }

  #board() {
    const { frame, title, canvas, caption } = boardFrame(0, "application");
    title.remove(); // the algorithm is in the list above
    this.caption = caption;
    this.canvas = canvas;
    this.view = new GridView(canvas);
    this.view.layers = this.layers;
    this.view.fills = false;
    new Painter(this.view, drawingHands({
      map: () => this.map,
      tool: () => this.tool,
      send: (act) => this.#send(act),
      redraw: () => this.view.draw(),
      setBusy: (isBusy) => {
        this.busy = isBusy;
      },
      hover: (cell) => this.#hover(cell),
      cursor: (cell) => {
        this.#hover(cell);
        say(this.#describe(cell));
      },
      takesFocus: true,
    }));
    return frame;
  }

  #buildKeys() {
    const play = (does) => () => this.hasSteps && does();
    this.shortcuts = new Shortcuts([
      [["space"], "play or pause the search", play(() => this.transport.toggle())],
      [["]"], "one expansion forward", play(() => this.transport.stepBy(1))],
      [["["], "one expansion back", play(() => this.transport.stepBy(-1))],
      [["n"], "the agent makes one move", () => this.walk.hidden || this.walk.click()],
      ...this.tools.keys(),
      ...LAYERS.map(([name, key]) => [[key], `layer: ${name}`, () => this.switches[name].click()]),
      [["?"], "this sheet", () => this.shortcuts.help()],
    ], [
      [["Arrows", "Enter"], "move the cursor over the map, and paint"],
      [["s", "g"], "on the map: move start or goal to the cursor"],
    ], this.root);
    this.root.addEventListener("keydown", (event) => event.stopPropagation()); // nor other notebooks'
  }

  // --- To Python: one message at a time, so that a slow search has no queue of strokes behind it

  #send(act) {
    const last = this.waiting.at(-1);
    if (act.type === "paint" && last?.type === "paint" && last.cost === act.cost) last.cells.push(...act.cells);
    else if (act.type === "move" && last?.type === "move" && last.end === act.end) last.cell = act.cell;
    else this.waiting.push(act);
    this.#flush();
  }

  #flush() {
    if (this.isAway || !this.waiting.length) return;
    this.isAway = true;
    this.sent++;
    this.model.send({ n: this.sent, acts: this.waiting });
    this.waiting = [];
    this.late = setTimeout(() => this.#say(BUSY), LATE);
  }

  #say(words) {
    this.note.hidden = !words;
    setText(this.note, words);
  }

  // --- From Python

  #take() {
    const shown = this.model.get("_shown");
    if (!shown?.algorithms) return;
    if (this.isAway && shown.n === this.sent) {
      this.isAway = false;
      clearTimeout(this.late);
    }
    if (!this.isAway) this.#say(shown.note);
    this.shown = shown;
    this.#fillList(shown);
    // While the page has strokes unknown to Python, its map is the newest.
    if (!this.busy && !this.isAway && !this.waiting.length) this.#takeMap();
    else if (!this.map) this.#takeMap();
    if (shown.answer !== this.answer) this.#takeAnswer(shown);
    this.#flush();
  }

  #takeMap() {
    const map = messageOf(this.model.get("_map"));
    const isResized = !this.map;
    this.map = this.view.map = map;
    if (isResized) this.#layout();
    this.view.draw();
    this.#tellCell();
  }

  #takeAnswer(shown) {
    this.answer = shown.answer;
    const packed = this.model.get("_answer");
    if (!packed?.byteLength || !this.map) return;
    const { summary, log, path, state } = messageOf(packed);
    const isNavigator = shown.kind === "navigator";
    setText(this.caption, summary.caption);
    this.caption.classList.toggle("bad", summary.status !== "found");
    this.canvas.setAttribute("aria-label", `Map: ${summary.title}, ${summary.caption}`);
    this.walk.hidden = !isNavigator;
    for (const name of ["tree", "numbers"]) this.switches[name].hidden = isNavigator; // it does not tell them
    this.trail = isNavigator ? shown.trail : null;
    this.hasSteps = Boolean(log);
    if (!summary.brief) this.transport.bar.hidden = !log; // in a stroke there is none, and it stays
    this.path = Array.from(path);
    this.state = state;
    this.replay = log ? new Replay(log, this.map.rows * this.map.cols) : null;
    if (this.replay) this.transport.setSteps(this.replay.steps);
    this.#showStep(this.transport.at);
    if (!summary.brief) say(`${summary.title}: ${summary.caption}`);
  }

  #fillList({ kind, algorithm, algorithms }) {
    const key = JSON.stringify(algorithms);
    if (key !== this.listed) {
      this.listed = key;
      this.select.replaceChildren(...Object.entries(algorithms).map(([each, names]) => {
        const options = names.map(([name, title]) => element("option", { value: JSON.stringify([each, name]) }, title));
        const group = element("optgroup", "", ...options);
        group.label = KINDS[each];
        return group;
      }));
    }
    if (!this.isAway) this.select.value = JSON.stringify([kind, algorithm]);
  }

  // --- Showing

  #showStep(step) {
    if (!this.view) return;
    this.view.overlay = this.replay ? searchAt(this.replay, step, this.path) : { state: this.state, path: this.path };
    if (this.trail) this.view.overlay.trail = this.trail;
    this.view.draw();
    this.#tellCell();
  }

  #layout() {
    const width = this.stage.clientWidth - 2; // less the frame of the canvas
    if (!this.map || width <= 0) return;
    this.view.resize(width, this.shown.height);
  }

  #paint() {
    this.themed.classList.toggle("body--dark", theme.isDark());
    this.tools.paint();
    this.view.draw();
  }

  #hover(cell) {
    this.view.hover = cell;
    this.view.draw();
    if (cell >= 0) this.pointed = cell;
    this.#tellCell();
  }

  #tellCell() {
    const isThere = this.map && this.pointed >= 0 && this.pointed < this.map.costs.length;
    setText(this.hoverText, isThere ? this.#describe(this.pointed) : HINT);
  }

  #describe(cell) {
    const { replay, map } = this;
    const known = replay && (replay.state[cell] ? nodeText(replay, cell, map.cols) : "not seen");
    return [costText(map, cell), known].filter(Boolean).join("  ·  ");
  }
}

/** The message in the bytes of a trait, which are a part of a larger buffer. */
function messageOf(view) {
  return unpack(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
}

export default {
  render({ model, el }) {
    const board = new NotebookBoard(model, el);
    el.asterionBoard = board; // for the console, and for tests
    return () => board.close();
  },
};
