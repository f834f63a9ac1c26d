// The world editor of the maze arena: while it is open, the board shows the world that is drawn.
// Strokes are seen at once; the server keeps the drawing, and says what is wrong with it.

import { Painter } from "../board/painter.js";
import { element, say, setText } from "../board/parts.js";
import { placeOf } from "../board/tiles.js";
import { ToolBar } from "../board/tool_bar.js";
import { TOUCH } from "../board/touch.js";
import { frameOf, isSingle, kindOf, letterOf, KINDS, mapOf, tilesOf, wordsOf } from "./world_letters.js";
import { LetterChips, worldTools } from "./world_tools.js";

const LISTED = 2; // problems below the board; all of them are beside it
const SHOWN = { background: true, grids: true }; // on the board that is drawn on

/** The hint while it is open, and rows for its sheet of keys. */
export const DRAW = TOUCH ? "Choose a tile above the board, and draw."
  : "Choose a tile, or type its letter. The left button draws, the right one erases.";
export const MORE_KEYS = [
  [["A \u2026 T", "2 \u2026 9", "a \u2026 j"], "tool: wall, ground of this cost, monster of this type"],
  [["x", "y", "z", "X", "Y", "Z"], "tool: key, or its door"],
  [["p", "q", "r", "o"], "tool: start of 1, 2 or 3 players, or your own"],
  [["space"], "tool: floor"],
  [["Arrows", "Enter", "Delete"], "on the board: to another tile, draw, erase"],
];

export class Editor {
  /** page: {connection, boards, redraw(), point(cell), describe(cell), takeTool(does)}. */
  constructor(page) {
    this.page = page;
    this.map = null; // as a GridView has it, with a layer of characters
    this.problems = [];
    this.isBusy = false; // a stroke is in progress: the map in the page is the newest
    this.runs = 0; // changes of the map: a board keeps pictures of one
    const ask = (type) => () => page.connection.send({ type });
    this.chips = new LetterChips((letter) => this.choose(letter));
    this.tools = new ToolBar({
      choose: (does) => this.#take(does), undo: ask("undo"), redo: ask("redo"), clear: ask("clear"),
      zoom: (factor) => page.boards[0]?.view.zoomBy(factor), whole: () => page.boards[0]?.view.resetZoom(),
    }, worldTools(), "Clear the world: floor with a wall around it");
    this.told = element("p", { class: "maze-told", role: "status", hidden: true });
    this.root = element("div", { class: "maze-drawing", hidden: true }, this.tools.root, this.chips.root);
  }

  get isOpen() {
    return this.map !== null;
  }

  /** Takes a message about the drawing; returns whether the editor was opened or closed by it. */
  show(draft) {
    const wasOpen = this.isOpen;
    if (!draft.on) {
      this.map = null;
      this.isBusy = false;
    } else if (!this.isBusy) {
      this.map = mapOf(draft, `drawing ${++this.runs}`);
      this.problems = draft.problems;
      this.#tell();
    }
    this.root.hidden = this.told.hidden = !this.isOpen;
    return wasOpen !== this.isOpen;
  }

  #tell() {
    const stops = this.problems.filter(({ stops }) => stops), others = this.problems.filter(({ stops }) => !stops);
    const list = (problems) => [
      ...problems.slice(0, LISTED).map(({ text }) => text),
      ...problems.length > LISTED ? [`and ${problems.length - LISTED} more`] : [],
    ].join("; ");
    this.told.dataset.state = stops.length ? "stops" : "ready";
    setText(this.told, stops.length ? `Not playable yet: ${list([...stops, ...others])}.`
      : `Ready to play${others.length ? `, but ${list(others)}` : ""}.`);
  }

  // --- Tools

  /** Chooses a character, and the tool that puts it. */
  choose(letter) {
    const name = kindOf(letter), { does } = this.tools.tools[name];
    Object.assign(does, { letter, cost: letter === " " ? 0 : letter.charCodeAt(0) });
    this.tools.choose(name);
    this.tools.paint();
    say(`tool: ${wordsOf(letter)}`);
  }

  #take(does) {
    this.does = does;
    this.chips.show(does.letter ? kindOf(does.letter) : "hand", does.letter);
    this.page.takeTool(does);
  }

  paint() {
    this.tools.paint();
    this.chips.paint();
  }

  /** Rows for a table of keys. */
  keys() {
    const letters = Object.values(KINDS).flatMap(({ letters }) => [...letters]);
    const choose = letters.map((letter) => [[letter === " " ? "space" : letter], null, () => this.choose(letter)]);
    const kept = this.tools.keys().map(([keys, ...row]) =>
      [keys.filter((key) => key.length > 1 || "+-0m".includes(key)), ...row]);
    return [...choose, ...kept.filter(([keys, text]) => keys.length && text && keys[0] !== "space")];
  }

  // --- Strokes

  /** Lets a pointer and the keyboard draw on a board. */
  attach(view, isFixed) {
    const { page } = this, send = (message) => page.connection.send(message);
    view.canvas.style.cursor = "crosshair";
    return new Painter(view, {
      hasEnds: false, isFixed, map: () => this.map, tool: () => this.does,
      begin: () => {
        this.isBusy = true;
        send({ type: "begin" });
      },
      paint: (cells, code) => {
        send({ type: "paint", cells, letter: letterOf(code) });
        this.#put(cells, code);
      },
      end: () => {
        this.isBusy = false;
        send({ type: "end" });
      },
      hover: (cell) => page.point(cell),
      cursor: (cell) => {
        page.point(cell);
        say(page.describe(cell));
      },
    });
  }

  /** Shows a stroke before the server has answered. */
  #put(cells, code) {
    const { letters } = this.map;
    if (isSingle(letterOf(code))) {
      letters.forEach((each, cell) => {
        if (each === code && cell !== cells.at(-1)) letters[cell] = 0;
      });
    }
    Object.assign(this.map, { run: `drawing ${++this.runs}`, ...tilesOf(letters) });
    this.page.redraw();
  }

  /** Gives a board what it shows. */
  fill(view) {
    Object.assign(view, { map: this.map, frame: frameOf(this.map), switches: SHOWN, marked: this.problems.flatMap(({ cells }) => cells) });
  }

  describe(cell) {
    return `(${placeOf(cell, this.map.cols).join(", ")})  ·  ${wordsOf(letterOf(this.map.letters[cell]))}`;
  }
}
