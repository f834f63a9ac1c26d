// The tic-tac-toe page: nine buttons, the positions of a game one after the other, and beside them
// what A* weighs. The server sends the whole game: any position is shown without asking.

import { Boards } from "./boards.js";
import { button, wordButton } from "./parts.js";
import { Shortcuts } from "./shortcuts.js";

const LAYERS = [
  ["values", "v", "How the game ends if a free cell is marked and nobody errs thereafter"],
  ["costs", "c", "What A* weighs: the penalty of each move, and what it is made of"],
];
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const SVG = "http://www.w3.org/2000/svg";
const SHAPES = { x: "M22 22 78 78M78 22 22 78", o: "M50 20a30 30 0 1 0 .1 0z" };

export class TicTacToe extends Boards {
  constructor(root, session) {
    super(root, "tictactoe", session, LAYERS, LAYERS.map(([name]) => name));
    this.at = 0; // moves of the game that are shown
  }

  /** Whether the page shows what became of all that was asked for, and no computer is to answer. */
  ready() {
    if (!this.line.settled || !this.game) return false;
    const { next } = this.game.positions[this.last];
    return !this.game.playing || next === null || next === "human";
  }

  build() {
    this.told.textContent = "Click a free cell, or press 1 to 9. Any earlier position can be played on.";
    this.grid.classList.add("ttt-page");
    const frame = element("section", "board");
    this.state = element("h3", "ttt-status");
    this.state.setAttribute("role", "status");
    this.field = element("div", "ttt");
    this.field.setAttribute("role", "group");
    this.field.setAttribute("aria-label", "Board");
    this.cells = Array.from({ length: 9 }, (_, i) => this.#cell(i));
    this.field.append(...this.cells);
    frame.append(this.state, this.field);
    this.beside = element("section", "ttt-beside");
    this.thoughts = element("div", "ttt-thoughts");
    this.moves = element("ol", "ttt-moves");
    this.moves.setAttribute("aria-label", "Moves");
    this.beside.append(this.thoughts, this.moves);
    this.grid.append(frame, this.beside);
    frame.append(this.#bar());
    this.root.append(this.layerBar);
    this.#buildKeys();
  }

  #cell(i) {
    const made = wordButton("", "", () => this.#mark(i));
    made.removeAttribute("title");
    made.addEventListener("keydown", (event) => {
      const [down, right] = STEPS[event.key] ?? [];
      if (down === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation(); // here arrows walk over the cells, not through the game
      const row = Math.floor(i / 3) + down, col = i % 3 + right;
      if (row >= 0 && row < 3 && col >= 0 && col < 3) this.cells[3 * row + col].focus();
    });
    return made;
  }

  #bar() {
    const bar = element("div", "transport");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "History");
    this.playButton = button("Play (space)", "play_arrow", () => this.#toggle());
    this.playButton.classList.add("play");
    this.slider = element("input", "scrub");
    Object.assign(this.slider, { type: "range", min: 0, max: 0, step: 1 });
    this.slider.setAttribute("aria-label", "Where in the game");
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.place = element("output", "place");
    this.onButton = wordButton("Play on from here", "What came later is dropped; undo brings it back (p)",
      () => this.#playOn());
    bar.append(
      button("To the beginning (Home)", "skip_previous", () => this.seek(0)),
      button("One move back (←)", "navigate_before", () => this.seek(this.at - 1)),
      this.playButton,
      button("One move on (→)", "navigate_next", () => this.#forward()),
      button("To the end (End)", "skip_next", () => this.seek(this.last)),
      this.slider, this.place, this.onButton,
    );
    return bar;
  }

  #buildKeys() {
    const begin = (swapped) => this.line.send({ type: "new", swapped });
    this.shortcuts = new Shortcuts([
      [["1", "...", "9"], "mark a cell, row by row", () => {}],
      ...this.cells.map((_, i) => [[String(i + 1)], null, () => this.#mark(i)]),
      [["space"], "computers move, or wait", () => this.#toggle()],
      [["ArrowRight"], "one move on", () => this.#forward()],
      [["ArrowLeft"], "one move back", () => this.seek(this.at - 1)],
      [["Home"], "to the beginning", () => this.seek(0)],
      [["End"], "to the end", () => this.seek(this.last)],
      [["p"], "play on from here", () => this.#playOn()],
      [["n"], "new game", () => begin(false)],
      [["b"], "new game, the other one begins", () => begin(true)],
      [["ctrl+z", "u"], "undo", () => this.line.send({ type: "undo" })],
      [["ctrl+y", "r"], "redo", () => this.line.send({ type: "redo" })],
      ...this.layerKeys(LAYERS),
      [["l"], "copy a link to the game", () => this.share()],
      [["?"], "this sheet", () => this.shortcuts.help()],
    ], [
      [["Tab"], "to the next cell or control"],
      [["Arrows", "Enter"], "on a cell: to another one, and mark it"],
    ]);
  }

  // --- What the hand does

  #mark(cell) {
    this.line.send({ type: "mark", at: this.at, cell });
  }

  #toggle() {
    if (this.hasComputer) this.line.send({ type: "toggle" });
  }

  #playOn() {
    if (this.at < this.last) this.line.send({ type: "on", at: this.at });
  }

  /** At the end of what was played, on is the next computer's move. */
  #forward() {
    if (this.at < this.last) this.seek(this.at + 1);
    else this.line.send({ type: "step" });
  }

  seek(at) {
    this.at = Math.max(0, Math.min(at, this.last));
    this.redraw();
  }

  // --- What the server says

  hear(message) {
    if (message.type !== "game") return;
    const before = this.game?.moves ?? [];
    const followed = this.at === this.last;
    this.game = message;
    // Whoever looks at an earlier position stays there, unless the game has become another one.
    const goesOn = before.every((move, i) => message.moves[i]?.cell === move.cell);
    this.seek(followed || !goesOn ? this.last : this.at);
  }

  get last() {
    return this.game?.moves.length ?? 0;
  }

  get hasComputer() {
    return Object.values(this.game?.players ?? {}).some((name) => name !== "human");
  }

  // --- Drawing

  layout() {} // the style sheet does it

  redraw() {
    if (!this.game) return;
    const { moves, playing, positions } = this.game;
    const position = positions[this.at];
    const past = this.at < this.last;
    setText(this.state, past ? `Earlier position. ${position.status}` : position.status);
    this.field.dataset.human = String(position.next === "human");
    this.cells.forEach((made, i) => this.#drawCell(made, i, position));
    this.#drawThoughts(position.thoughts);
    this.#drawMoves(moves);
    this.slider.max = this.last;
    this.slider.value = this.at;
    this.place.textContent = `${this.at} of ${this.last} moves`;
    this.playButton.icon(playing ? "pause" : "play_arrow");
    const label = playing ? "Let the computers wait (space)" : "Let the computers move (space)";
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    this.playButton.hidden = !this.hasComputer;
    this.onButton.hidden = !past;
  }

  #drawCell(made, i, { cells, last, line, worth, next }) {
    const mark = cells[i];
    const value = this.layers.values ? worth[i] : undefined;
    const said = [this.game.names[i], mark === "." ? "free" : mark.toUpperCase()];
    if (i === last) said.push("the last move");
    if (line.includes(i)) said.push("in the winning row");
    if (value) said.push(inWords(value));
    made.setAttribute("aria-label", said.join(", "));
    made.title = value ? inWords(value) : "";
    made.setAttribute("aria-disabled", String(mark !== "." || next !== "human"));
    made.dataset.mark = mark;
    made.classList.toggle("last", i === last);
    made.classList.toggle("won", line.includes(i));
    made.replaceChildren();
    if (mark !== ".") made.append(sign(mark));
    else if (value) {
      const text = element("span", `worth ${value.kind}`);
      text.textContent = value.kind;
      made.append(text);
    }
  }

  #drawThoughts(thoughts) {
    this.thoughts.replaceChildren();
    if (!this.layers.costs || !thoughts) return;
    const title = element("h3");
    title.textContent = thoughts.title;
    const table = element("table");
    const head = table.createTHead().insertRow();
    head.append(...["cell", "penalty", ...thoughts.names].map((name) => {
      const cell = element("th");
      cell.scope = "col";
      cell.textContent = name;
      return cell;
    }));
    const body = table.createTBody();
    for (const { number, cell, cost, parts, best } of thoughts.rows) {
      const row = body.insertRow();
      row.classList.toggle("best", best);
      for (const text of [best ? `✓ ${cell}` : cell, cost, ...parts]) row.insertCell().textContent = text;
      row.addEventListener("pointerenter", () => this.cells[number].classList.add("pointed"));
      row.addEventListener("pointerleave", () => this.cells[number].classList.remove("pointed"));
    }
    for (const made of this.cells) made.classList.remove("pointed"); // by a row that is gone
    this.thoughts.append(title, table);
  }

  #drawMoves(moves) {
    while (this.moves.children.length > moves.length) this.moves.lastChild.remove();
    moves.forEach(({ cell, mark, by }, i) => {
      if (!this.moves.children[i]) {
        const item = element("li");
        item.append(wordButton("", "", () => this.seek(i + 1)));
        this.moves.append(item);
      }
      const made = this.moves.children[i].firstChild;
      setText(made, `${i + 1}. ${mark.toUpperCase()} ${cell}`);
      made.title = `by ${by}`;
      made.classList.toggle("later", i >= this.at);
      if (i + 1 === this.at) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
    });
  }
}

function inWords({ kind, moves }) {
  if (kind === "draw") return "a draw if nobody errs";
  return `a ${kind} ${moves === 1 ? "at once" : `in ${moves} moves`} if nobody errs`;
}

function sign(mark) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[mark]);
  svg.append(path);
  return svg;
}

/** Only if it is another: a reader of screens says what is set. */
function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function element(name, className = "") {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
