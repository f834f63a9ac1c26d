// The tic-tac-toe page: nine buttons, and beside them A*'s candidates.

import { GameShell, MIDDLE } from "../games/game_shell.js";
import { polyline, write } from "../board/canvas_shapes.js";
import { mix, palette } from "../board/palette.js";
import { element, wordButton } from "../board/parts.js";
import { TOUCH } from "../board/touch.js";

const LAYERS = [
  ["values", "v", "How the game ends after each move, with perfect play"],
  ["costs", "c", "The penalty of each move for A*, and its parts"],
];
const WORDS = {
  place: (at, last) => `${at} of ${last} moves`,
  reset: "New game", resetHelp: "A new game with the same players (n)", resetKey: "new game",
};
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const SVG = "http://www.w3.org/2000/svg";
const CELL = 100, BETWEEN = 6; // of the board in a picture
const STROKES = { x: ["M24 24 76 76", "M76 24 24 76"], o: ["M50 21a29 29 0 1 0 .1 0z"] };

export class TicTacToe extends GameShell {
  constructor(root, session) {
    super(root, "tictactoe", session, LAYERS, WORDS);
  }

  build() {
    this.hoverText.textContent = `${TOUCH ? "Tap a free cell" : "Click a free cell, or press 1 to 9"}. You can continue from any earlier position.`;
    super.build();
  }

  buildBoard(field) {
    this.board = new Field(field, this);
    this.cells = this.board.cells;
  }

  /** In a window of middle width its few words and the log are below the board. */
  layout() {
    if (!this.log || MIDDLE.matches === (this.log.parentNode === this.frame)) return;
    if (MIDDLE.matches) this.frame.append(this.now, this.log);
    else {
      this.beside.prepend(this.now);
      this.beside.append(this.log);
    }
  }

  drawBoard(position) {
    this.board.draw(position);
  }

  get pictures() {
    const { element: board } = this.board, scale = board.getBoundingClientRect().width / (3 * CELL + 2 * BETWEEN);
    return [{
      title: this.turn, caption: null, element: board, scale, paint: (context) => this.board.paintOn(context, this.position),
    }];
  }

  gameKeys() {
    return [this.cells.map((_, i) => [[String(i + 1)], null, () => this.mark(i)]), [
      [["b"], "new game, the other side begins", () => this.connection.send({ type: "new", swapped: true })],
    ], [
      [["1", "...", "9"], "mark a cell, row by row"],
      [["Tab"], "to the next cell or control"],
      [["Arrows", "Enter"], "on a cell: to another one, and mark it"],
    ]];
  }

  mark(cell) {
    this.connection.send({ type: "mark", at: this.at, cell });
  }

  animateFrom() {
    this.board.drawStrokes(this.position.last);
  }

  signOf({ side }) {
    return sign(side.toLowerCase());
  }

  pointAt({ cell }, isPointed) {
    this.cells[cell].classList.toggle("pointed", isPointed);
  }

  drawThoughts(thoughts) {
    super.drawThoughts(thoughts);
    for (const made of this.cells) made.classList.remove("pointed"); // by a row that is gone
  }
}

/** The board: buttons, which screen readers know, and no canvas. */
class Field {
  constructor(field, page) {
    this.page = page;
    this.element = element("div", "ttt");
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", "Board");
    this.cells = Array.from({ length: 9 }, (_, i) => this.#cell(i));
    this.element.append(...this.cells);
    field.append(this.element);
  }

  #cell(i) {
    const made = wordButton("", "", () => this.page.mark(i));
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

  draw(position) {
    this.element.dataset.human = String(position.waits === "person");
    this.cells.forEach((made, i) => this.#drawCell(made, i, position));
  }

  #drawCell(made, i, { cells, last, line, worth, waits }) {
    const mark = cells[i];
    const value = this.page.layers.values ? worth[i] : undefined;
    const said = [this.page.game.names[i], mark === "." ? "free" : mark.toUpperCase()];
    if (i === last) said.push("the last move");
    if (line.includes(i)) said.push("in the winning row");
    if (value) said.push(inWords(value));
    made.setAttribute("aria-label", said.join(", "));
    made.title = value ? inWords(value) : "";
    made.setAttribute("aria-disabled", String(mark !== "." || waits !== "person"));
    made.dataset.mark = mark;
    made.classList.toggle("last", i === last);
    made.classList.toggle("won", line.includes(i));
    if (made.firstChild?.dataset.mark === mark) return; // it may just be appearing
    made.replaceChildren();
    if (mark !== ".") made.append(sign(mark));
    else if (value) {
      const [sign, below] = signOfValue(value);
      made.append(element("span", `worth ${value.kind}`, sign, ...(below ? [element("small", "", below)] : [])));
    }
  }

  /** Draws the same board on a context. */
  paintOn(context, { cells, last, line, worth }) {
    const colours = palette(), shades = { x: colours.team0, o: colours.team1 };
    cells.forEach((mark, i) => {
      const x = i % 3 * (CELL + BETWEEN), y = Math.floor(i / 3) * (CELL + BETWEEN), middle = [x + CELL / 2, y + CELL / 2];
      const own = shades[mark], isWon = line.includes(i), value = this.page.layers.values && worth[i];
      context.fillStyle = isWon ? mix(colours.free, own, 0.24) : colours.free;
      context.strokeStyle = isWon ? own : mix(colours.free, colours.ink, 0.2);
      context.lineWidth = 1.5;
      context.beginPath();
      context.roundRect(x + 1, y + 1, CELL - 2, CELL - 2, 7);
      context.fill();
      context.stroke();
      context.strokeStyle = context.fillStyle = own ?? mix(colours.free, colours.ink, 0.6);
      context.lineWidth = 11;
      context.lineCap = "round";
      context.beginPath();
      if (mark === "o") context.arc(...middle, 29, 0, 2 * Math.PI);
      context.stroke();
      for (const [from, to] of mark === "x" ? [[24, 76], [76, 24]] : []) polyline(context, [[x + from, y + 24], [x + to, y + 76]]);
      if (i === last) context.fillRect(x + CELL - 12, y + 6, 6, 6);
      if (own || !value) return;
      const [sign, below] = signOfValue(value), [across, down] = middle;
      write(context, sign, across, below ? down - 6 : down, "15px system-ui, sans-serif");
      if (below) write(context, below, across, down + 11, "12px system-ui, sans-serif");
    });
  }

  /** A mark that was just made appears stroke by stroke. */
  drawStrokes(cell) {
    const mark = sign(this.cells[cell].dataset.mark);
    mark.classList.add("new");
    this.cells[cell].replaceChildren(mark);
  }
}

/** Read at a glance: a draw is "=", a win or a loss has the number of moves until then below it. */
function signOfValue({ kind, moves }) {
  return kind === "draw" ? ["=", ""] : [kind, moves === 1 ? "now" : `in ${moves}`];
}

function inWords({ kind, moves }) {
  if (kind === "draw") return "a draw with perfect play";
  return `a ${kind} ${moves === 1 ? "at once" : `in ${moves} moves`} with perfect play`;
}

function sign(mark) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.mark = mark;
  for (const stroke of STROKES[mark]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", stroke);
    path.setAttribute("pathLength", 1);
    svg.append(path);
  }
  return svg;
}
