// The world editor: what is drawn is seen at once as the game draws it, and sent as its characters.

import { fire, frame, Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Editor } from "../../src/asterion/lab/maze/editor.js";
import { MazeView } from "../../src/asterion/lab/maze/view.js";
import { frameOf, kindOf, letterOf, mapOf, wordsOf } from "../../src/asterion/lab/maze/world_letters.js";

const ALL = "ABCDEFGHIJKLMNOPQRST23456789abcdefghijopqrxyzXYZ ";
const ROWS = 4, COLS = 8, WORLD = "AAAAAAAAAp    xAA 3 ~  XAAAAAAAA";
const DRAFT = { on: true, rows: ROWS, cols: COLS, letters: WORLD, problems: [] };
const KEY = 14, FLOOR = 11, START = 9;

/** The editor on a page with one board. */
function opened(draft = DRAFT) {
  const sent = [], page = {
    connection: { send: (message) => sent.push(message) }, boards: [], said: [],
    redraw: () => editor.fill(view), point() {}, describe: (cell) => editor.describe(cell), takeTool() {},
  };
  const canvas = new Element("canvas"), view = new MazeView(canvas, -1, new Map());
  const editor = new Editor(page);
  editor.show(draft);
  editor.fill(view);
  view.resize(COLS * 20, ROWS * 20);
  canvas.box = { left: 0, top: 0, width: canvas.width, height: canvas.height };
  editor.attach(view, false);
  const pointer = (type, cell, more = {}) => {
    const [clientX, clientY] = view.pointOf(cell);
    fire(canvas, `pointer${type}`, { clientX, clientY, ...more });
  };
  const stroke = (cells, more) => {
    pointer("down", cells[0], more);
    for (const cell of cells.slice(1)) pointer("move", cell, more);
    pointer("up", cells.at(-1), more);
  };
  const text = () => Array.from(editor.map.letters, letterOf).join("");
  const key = (name) => fire(canvas, "keydown", { key: name });
  return { editor, view, canvas, sent, stroke, text, key };
}

test("every character of the format has a tool, a key and words; no two have the same", () => {
  const { editor } = opened();
  for (const letter of ALL) {
    const row = editor.keys().find(([keys]) => keys.includes(letter === " " ? "space" : letter));
    row[2]();
    assert.deepEqual([letterOf(editor.does.cost), editor.tools.name], [letter, kindOf(letter)]);
  }
  assert.equal(new Set([...ALL].map(wordsOf)).size, ALL.length);
});

test("a world is shown as the game would show it", () => {
  const map = mapOf(DRAFT, 1), at = frameOf(map);
  assert.deepEqual(map.goals, [{ letter: "x", cell: KEY }, { letter: "X", cell: 23 }]);
  assert.deepEqual([map.walls[0], map.walls[START], map.costs[18], map.costs[20], map.costs[0]], [0, -1, 3, 1, 0]);
  assert.deepEqual(at.players.map(({ row, col }) => [row, col]), [[1, 1]]);
  assert.equal(frameOf(mapOf({ ...DRAFT, letters: WORLD.replace("p", "r") }, 2)).players.length, 3);
});

test("a stroke of the left button draws, one of the right button erases; each is sent between its ends", () => {
  const { editor, sent, stroke, text } = opened();
  editor.choose("K");
  stroke([11, 12, 13]);
  assert.equal(text().slice(8, 16), "Ap KKKxA");
  assert.deepEqual(sent.map(({ type }) => type), ["begin", "paint", "end"]);
  assert.deepEqual([sent[1].letter, [...sent[1].cells]], ["K", [11, 12, 13]]);
  stroke([12, 13, KEY], { button: 2 });
  assert.equal(text().slice(8, 16), "Ap K   A");
  assert.equal(sent.at(-2).letter, " ");
});

test("a key that is put elsewhere is no longer where it was; a thing is put on one tile, and taken away by a click on it", () => {
  const { editor, stroke, text } = opened();
  editor.choose("x");
  stroke([FLOOR, 12, 13]);
  assert.equal(text().slice(8, 16), "Ap x   A");
  stroke([FLOOR]);
  assert.ok(!text().includes("x"));
});

test("with the keyboard the cursor draws and erases, and characters on the board are words", () => {
  const { editor, view, sent, key, text } = opened();
  editor.choose("c");
  view.cursor = 10;
  key("ArrowRight");
  key("Enter");
  assert.equal(text()[FLOOR], "c");
  assert.equal(editor.describe(FLOOR), "(1, 3)  ·  monster c");
  key("Delete");
  assert.equal(text()[FLOOR], " ");
  assert.equal(sent.filter(({ type }) => type === "end").length, 2);
});

test("other characters of a file are floor, and stay what they are", () => {
  const { editor, stroke, text } = opened();
  editor.choose("B");
  stroke([12]);
  assert.equal(text()[20], "~");
  assert.equal(editor.describe(20), "(2, 4)  ·  floor");
});

test("a drawing that comes while a stroke is drawn does not disturb it", () => {
  const { editor, view, canvas, text } = opened();
  editor.choose("B");
  const [clientX, clientY] = view.pointOf(12);
  fire(canvas, "pointerdown", { clientX, clientY });
  frame();
  editor.show(DRAFT);
  assert.equal(text()[12], "B");
  fire(canvas, "pointerup", { clientX, clientY });
  editor.show(DRAFT);
  assert.equal(text()[12], " ");
});

test("what keeps a world from being played is said below the board, and marked on it", () => {
  const { editor, view } = opened({ ...DRAFT, problems: [{ text: "no way", cells: [9, 14], stops: true }] });
  assert.match(editor.told.textContent, /Not playable yet: no way/);
  assert.deepEqual(view.marked, [9, 14]);
  editor.show({ ...DRAFT, problems: [{ text: "key z has no door", cells: [9], stops: false }] });
  assert.match(editor.told.textContent, /Ready to play, but key z has no door/);
  editor.show({ on: false });
  assert.ok(!editor.isOpen && editor.root.hidden && editor.told.hidden);
});
