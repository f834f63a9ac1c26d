// The boards of the playground: one map, up to four searches of it side by side, one place in time.

import { GridView, short } from "./grid_view.js";
import { Painter } from "./painter.js";
import { download, notice, toggle } from "./parts.js";
import { Replay } from "./replay.js";
import { Shortcuts } from "./shortcuts.js";
import { Line } from "./socket.js";
import { Transport } from "./transport.js";

const MAP = 1, RESULT = 2; // as in sessions/codec.py
const LAYERS = [
  ["open", "o", "Cells that were found and not yet expanded"],
  ["closed", "c", "Cells that were expanded"],
  ["path", "p", "The path, or the branch of the last cell expanded"],
  ["tree", "t", "From each cell to the one it was reached from"],
  ["heuristic", "h", "The estimate of what remains, as a colour"],
  ["numbers", "v", "g and f above, h and the learned h below, where cells are large enough"],
];
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Playground {
  constructor(root, session) {
    this.root = root;
    root.classList.add("stage");
    this.boards = [];
    this.brushCost = 0;
    this.map = null;
    this.busy = false; // a stroke is under way: the map in the page is the newest
    this.layers = { open: true, closed: true, path: true };
    this.first = true;
    this.#build();
    this.line = new Line(`/lab/ws/playground/${session}`, "asterion-playground", {
      onText: (message) => this.#hear(message),
      onBytes: (view) => this.#see(view),
      onState: (state) => this.#lineState(state),
    });
    this.shortcuts = this.#makeShortcuts();
    this.observer = new ResizeObserver(() => this.#layout());
    this.observer.observe(root);
    this.theme = new MutationObserver(() => this.boards.forEach((board) => board.view.draw()));
    this.theme.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    window.asterionBoards = this; // for the console, and for tests
  }

  close() {
    this.line.close();
    this.shortcuts.close();
    this.observer.disconnect();
    this.theme.disconnect();
  }

  /** Whether all boards show what became of the last edit. */
  ready() {
    return !this.busy && this.line.settled && this.boards.length > 0 &&
      this.boards.every((board) => board.told);
  }

  // --- Parts of the page

  #build() {
    this.status = document.createElement("div");
    this.status.className = "line-state";
    this.status.hidden = true;
    this.grid = document.createElement("div");
    this.grid.className = "boards";
    this.told = document.createElement("div");
    this.told.className = "hover-told";
    this.told.textContent = "Point at a cell to see what the searches know of it.";
    this.root.append(this.status, this.grid, this.told);
    this.transport = new Transport(this.root, "expansions", (step) => this.#show(step));
    const bar = document.createElement("div");
    bar.className = "layer-bar";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Layers");
    this.switches = {};
    for (const [name, key, title] of LAYERS) {
      this.switches[name] = toggle(name, `${title} (${key})`, Boolean(this.layers[name]), (on) => {
        this.layers[name] = on;
        this.boards.forEach((board) => board.view.draw());
      });
      bar.append(this.switches[name]);
    }
    this.root.append(bar);
  }

  #makeShortcuts() {
    const flip = (name) => this.switches[name].click();
    const table = [
      [["space"], "play or pause", () => this.transport.toggle()],
      [["ArrowRight"], "one expansion on", () => this.transport.stepBy(1)],
      [["ArrowLeft"], "one expansion back", () => this.transport.stepBy(-1)],
      [["Home"], "to the beginning", () => this.transport.seek(0)],
      [["End"], "to the end", () => this.transport.seek(this.transport.steps)],
      [["]"], "faster", () => this.transport.faster(1.6)],
      [["["], "slower", () => this.transport.faster(1 / 1.6)],
      [["w"], "brush: walls", () => this.#choose(0)],
      [["f"], "brush: floor", () => this.#choose(1)],
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((cost) =>
        [[String(cost)], `brush: cells that cost ${cost}`, () => this.#choose(cost)]),
      [["ctrl+z", "u"], "undo", () => this.line.send({ type: "undo" })],
      [["ctrl+y", "ctrl+shift+Z", "r"], "redo", () => this.line.send({ type: "redo" })],
      [["x"], "floor everywhere", () => this.line.send({ type: "clear" })],
      ...LAYERS.map(([name, key]) => [[key], `layer: ${name}`, () => flip(name)]),
      [["l"], "copy a link to all this", () => this.share()],
      [["e"], "save the boards as a picture", () => this.savePictures()],
      [["?"], "this sheet", () => this.shortcuts.help()],
    ];
    const onBoards = [
      [["Tab"], "to the next board or control"],
      [["Arrows", "Enter"], "on a board: to another cell, and paint it"],
      [["s", "g"], "on a board: bring start or goal to the cell"],
      [["+", "-"], "on a board: nearer and farther (also ctrl and wheel)"],
    ];
    return new Shortcuts(table, onBoards);
  }

  #choose(cost) {
    this.setBrush(cost);
    this.line.send({ type: "brush", cost });
  }

  #lineState(state) {
    this.status.hidden = state !== "lost";
    this.status.textContent = "The lab does not answer. Trying again; what you drew is kept here.";
    if (state === "restarted")
      notice("The lab was started anew. Your set-up was brought back from this tab.");
  }

  // --- What the server says

  #hear(message) {
    if (message.type === "error") {
      notice(message.text, "error");
      this.busy = false;
      this.line.send({ type: "again" });
    } else if (message.type === "link") {
      this.link = message.link;
      this.line.keep(message.link);
      if (location.hash.startsWith("#s=")) history.replaceState(null, "", location.pathname);
    } else if (message.type === "boards") {
      this.#setBoards(message.titles);
    }
  }

  #see(data) {
    const kind = data.getUint8(0);
    if (kind === MAP) this.#takeMap(data);
    else if (kind === RESULT) this.#takeResult(data);
  }

  #takeMap(data) {
    if (this.busy) return;
    const [rows, cols, start, goal] = [4, 8, 12, 16].map((at) => data.getUint32(at, true));
    const costs = new Uint8Array(data.buffer, 20, rows * cols).slice();
    const changed = !this.map || this.map.rows !== rows || this.map.cols !== cols;
    this.map = { rows, cols, costs, start, goal };
    for (const board of this.boards) {
      board.view.map = this.map;
      if (changed) {
        board.view.overlay = {};
        board.view.zoom = 1;
        board.replay = null;
      }
    }
    if (changed) this.#layout();
    else this.boards.forEach((board) => board.view.draw());
  }

  #takeResult(data) {
    const board = this.boards[data.getUint8(1)];
    if (!board || !this.map) return;
    const [, events, length, hasState, textLength] = [4, 8, 12, 16, 20]
      .map((at) => data.getUint32(at, true));
    let at = 24;
    const bytes = (count) => {
      const part = new Uint8Array(data.buffer, at, count);
      at += count + (4 - count % 4) % 4;
      return part;
    };
    const words = (Type, count) => {
      const part = new Type(data.buffer, at, count);
      at += 4 * count;
      return part;
    };
    board.told = JSON.parse(new TextDecoder().decode(bytes(textLength)));
    const log = {
      kind: bytes(events), node: words(Int32Array, events), parent: words(Int32Array, events),
      g: words(Float32Array, events), h: words(Float32Array, events),
    };
    board.path = Array.from(words(Int32Array, length));
    board.last = hasState ? bytes(this.map.rows * this.map.cols) : null;
    board.replay = events ? new Replay(log, this.map.rows * this.map.cols) : null;
    board.fresh = true;
    board.caption.textContent = caption(board.told);
    board.caption.classList.toggle("bad", !["found"].includes(board.told.status));
    this.#settle();
  }

  /** Once all boards have news: as many steps as the longest of them. */
  #settle() {
    if (this.boards.some((board) => !board.told)) return;
    const steps = Math.max(0, ...this.boards.map((board) => board.replay?.steps ?? 0));
    this.transport.setSteps(steps);
    if (this.first && steps > 0 && this.boards.every((board) => board.fresh)) {
      this.first = false;
      if (STILL) return;
      this.transport.faster(steps / 4 / this.transport.rate); // some four seconds
      this.transport.seek(0);
      this.transport.play();
    }
  }

  // --- Boards

  #setBoards(titles) {
    if (titles.join("\n") === this.titles) return;
    this.titles = titles.join("\n");
    while (this.boards.length > titles.length) this.boards.pop().frame.remove();
    while (this.boards.length < titles.length) this.boards.push(this.#makeBoard(this.boards.length));
    titles.forEach((title, i) => {
      const board = this.boards[i];
      board.title.textContent = title;
      board.view.canvas.setAttribute("aria-label", `Map searched by ${title}`);
      board.told = null;
    });
    this.grid.dataset.count = titles.length;
    this.#layout();
  }

  #makeBoard(index) {
    const frame = document.createElement("section");
    frame.className = "board";
    const title = document.createElement("h3");
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "application");
    canvas.dataset.board = index;
    const caption = document.createElement("p");
    caption.className = "caption";
    frame.append(title, canvas, caption);
    this.grid.append(frame);
    const view = new GridView(canvas);
    view.layers = this.layers;
    view.map = this.map;
    new Painter(view, {
      brush: () => this.brushCost,
      begin: () => {
        this.busy = true;
        this.line.send({ type: "begin" });
      },
      paint: (cells, cost) => {
        this.line.send({ type: "paint", cells, cost });
        this.boards.forEach((board) => board.view.draw());
      },
      move: (end, cell) => {
        this.map[end] = cell;
        if (this.map.costs[cell] === 0) this.map.costs[cell] = 1;
        this.line.send({ type: "move", end, cell });
        this.boards.forEach((board) => board.view.draw());
      },
      end: () => {
        this.busy = false;
        this.line.send({ type: "end" });
      },
      hover: (cell) => this.#hover(cell),
    });
    return { frame, title, caption, view, replay: null, path: [], told: null };
  }

  #layout() {
    if (!this.map) return;
    const columns = getComputedStyle(this.grid).gridTemplateColumns.split(" ").length;
    const rows = Math.ceil(this.boards.length / columns);
    const free = window.innerHeight - this.grid.getBoundingClientRect().top - window.scrollY - 190;
    const height = Math.max(220, free / rows - 70);
    for (const { frame, view } of this.boards) view.resize(frame.clientWidth - 2, height);
  }

  #show(step) {
    for (const board of this.boards) {
      const { view, replay } = board;
      if (replay) {
        replay.seek(step);
        const atEnd = step >= replay.steps;
        const path = atEnd && board.path.length ? board.path : null;
        const cost = path ? replay.g[path[path.length - 1]] : NaN;
        view.overlay = {
          state: replay.state, parent: replay.parent, g: replay.g, h: replay.h,
          current: atEnd ? -1 : replay.current, path,
          // What Adaptive A* would know now: what is left of the path's cost beyond this cell.
          newH: path ? (cell) => (replay.state[cell] === 2 ? cost - replay.g[cell] : NaN) : null,
        };
      } else {
        view.overlay = { state: board.last, path: board.path };
      }
      view.draw();
    }
  }

  #hover(cell) {
    this.hovered = cell;
    for (const { view } of this.boards) {
      view.hover = cell;
      view.draw();
    }
    this.told.textContent = cell < 0 || !this.map
      ? "Point at a cell to see what the searches know of it."
      : this.#tellOf(cell);
  }

  #tellOf(cell) {
    const { cols, costs } = this.map;
    const place = `(${Math.floor(cell / cols)}, ${cell % cols})`;
    const ground = costs[cell] === 0 ? "a wall" : `costs ${costs[cell]}`;
    const known = this.boards.map(({ replay, told }) => {
      if (!replay || replay.state[cell] === 0) return `${told?.algorithm ?? ""}: not seen`;
      const { g, h, parent } = replay;
      const from = parent[cell];
      const back = from < 0 ? "the root" : `from (${Math.floor(from / cols)}, ${from % cols})`;
      const where = replay.state[cell] === 2 ? "closed" : "open";
      return `${told.algorithm}: ${where}, g ${short(g[cell])}, h ${short(h[cell])}, ` +
        `f ${short(g[cell] + h[cell])}, ${back}`;
    });
    return [`${place} ${ground}`, ...known].join("  ·  ");
  }

  // --- What controls of the page call

  setBrush(cost) {
    this.brushCost = cost;
  }

  async share() {
    if (!this.link) return;
    const address = `${location.origin}${location.pathname}#s=${this.link}`;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      notice("The link is on the clipboard. It holds the map, the ends and the searches.");
    } catch {
      notice("The link is in the address bar. It holds the map, the ends and the searches.");
    }
  }

  savePictures() {
    this.boards.forEach(({ view, told }, i) => {
      view.drawNow();
      view.canvas.toBlob((blob) => download(`asterion-${i + 1}-${told?.algorithm ?? ""}.png`, blob));
    });
  }
}

function caption(told) {
  if (told.status !== "found") return told.result;
  return `cost ${short(told.cost)} (${told.result}), ${told.expanded ?? "?"} expanded`;
}
