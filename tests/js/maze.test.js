// The maze arena: places and figures, the finish, the arrows for fingers, and runners on the board.

import { Element, fire } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Finish } from "../../src/asterion/lab/maze/finish.js";
import { ordinal } from "../../src/asterion/lab/board/numbers.js";
import { goalName, Scoreboard } from "../../src/asterion/lab/maze/scoreboard.js";
import { figure, MazeStats } from "../../src/asterion/lab/maze/stats.js";
import { touchPad } from "../../src/asterion/lab/maze/touch_pad.js";
import { drawMonster } from "../../src/asterion/lab/maze/art.js";
import { DARK, LIGHT, rgb } from "../../src/asterion/lab/board/palette.js";
import { runnerColour } from "../../src/asterion/lab/board/tokens.js";
import { MazeView } from "../../src/asterion/lab/maze/view.js";
import { angleOf, TURNS } from "../../src/asterion/lab/maze/moment.js";

const RUNNER = { name: "A*", state: "free", place: 1, keys: ["x"], goals: 1, of: 2, ticks: 40, waits: 3, moves: 1234, expansions: 50 };
const HUMAN = { ...RUNNER, name: "You", place: 3, keys: [], ticks: null, waits: null, moves: null, expansions: null };

test("places, goals and numbers are words", () => {
  assert.deepEqual([1, 2, 3, 4].map(ordinal), ["1st", "2nd", "3rd", "4th"]);
  assert.deepEqual([goalName("x"), goalName("X")], ["key x", "door X"]);
  assert.deepEqual([figure(1234567), figure(0.5)], ["1,234,567", "0.50"]);
});

test("the scoreboard says where each runner is, and what it does", () => {
  const board = new Scoreboard(), goals = [{ letter: "x" }, { letter: "X" }];
  const doing = (more) => {
    board.show([{ ...RUNNER, ...more }], goals, false);
    return board.lines[0].doing.textContent;
  };
  assert.equal(doing({}), "to door X");
  assert.equal(doing({ goals: 0, state: "obstructed" }), "to key x: a pit is in the way");
  assert.equal(doing({ state: "planning" }), "to door X: plans, waits");
  assert.equal(doing({ state: "stopped" }), "waits: no path");
  const reason = "pit at (12, 4) closes its path";
  assert.equal(doing({ state: "stopped", reason }), `waits: ${reason}`);
  assert.equal(doing({ goals: 0, state: "obstructed", reason }), `to key x: ${reason}`);
  assert.equal(doing({ state: "finished" }), "finished at 40");
  board.show([RUNNER, HUMAN], goals, true);
  assert.deepEqual(board.lines.map(({ token }) => token.textContent), ["1", "H"]);
  assert.deepEqual(board.lines.map(({ place }) => place.textContent), ["1st", "3rd"]);
  assert.deepEqual(board.lines.map(({ figures }) => figures.moves.textContent), ["1,234", "–"]);
  board.show([RUNNER], goals, false);
  assert.equal(board.root.children.length, 1);
});

test("the finish says who won, in the order of places; closed, it stays closed for that run", () => {
  const finish = new Finish({ again() {}, reseed() {} }), slow = { ...RUNNER, name: "D*", place: 2, ticks: 52, moves: 2000 };
  finish.show(1, [slow, RUNNER, HUMAN], true);
  assert.equal(finish.title.textContent, "2. A* wins, 12 ticks ahead");
  assert.deepEqual(finish.body.rows.map((row) => row.cells[0].textContent), ["1st", "2nd", "3rd"]);
  assert.match(finish.body.rows[2].textContent, /You.*still walks/);
  assert.ok(!finish.root.hidden);
  finish.hide();
  finish.show(1, [slow, RUNNER, HUMAN], true);
  assert.ok(finish.root.hidden);
  finish.show(2, [{ ...slow, place: 1 }, RUNNER], false);
  assert.equal(finish.title.textContent, "1. D* and 2. A* are level");
  finish.show(3, [slow, { ...HUMAN, place: 1 }], true);
  assert.equal(finish.title.textContent, "You win");
});

test("figures have a tab of all players and one of each; arrows go around them", () => {
  const stats = new MazeStats(), columns = [["moves", "steps"], ["size", "mean"]];
  const player = (name) => ({ name, rows: [{ goal: "x", state: "now", figures: [3, 0.5] }], sum: [3, 0.5] });
  stats.show({ columns, players: [player("one"), player("two")] });
  const cells = () => stats.table.children[1].rows.map((row) => row.cells.map(({ textContent }) => textContent));
  assert.deepEqual(cells(), [["one", "3", "0.50"], ["two", "3", "0.50"]]);
  fire(stats.tabs, "keydown", { key: "ArrowLeft" });
  assert.deepEqual([stats.at, document.activeElement], [2, stats.tabs.children[2]]);
  assert.deepEqual(cells(), [["x", "3", "0.50"]]);
  assert.equal(stats.table.children[2].rows.length, 1); // the sum
  stats.show({ columns, players: [player("one")] });
  assert.equal(stats.at, 1);
  assert.equal(stats.panel.getAttribute("aria-label"), "one");
});

test("an arrow for fingers is held while it is touched or its key is down, and let go however that ends", () => {
  const held = [], pad = touchPad((key, isHeld) => held.push([key, isHeld])), right = pad.children[3];
  for (const [begin, end] of [["pointerdown", "pointerup"], ["pointerdown", "pointercancel"], ["pointerdown", "blur"]]) {
    fire(right, begin);
    fire(right, end);
    assert.deepEqual(held.splice(0), [["ArrowRight", true], ["ArrowRight", false]]);
  }
  fire(right, "keydown", { key: "Enter" });
  fire(right, "keyup", { key: "Enter" });
  fire(right, "keydown", { key: "t" });
  assert.deepEqual(held, [["ArrowRight", true], ["ArrowRight", false]]);
});

test("headings turn clockwise from up", () => {
  assert.equal(angleOf(2), 0); // to the right, as a canvas has it
  assert.equal(angleOf(4), Math.PI / 2);
  assert.equal(angleOf(9), null);
  assert.equal(new Set(TURNS.map(String)).size, 8);
});

test("runners at one place are all seen on the board of all, each with the path in its colour", () => {
  const view = new MazeView(new Element("canvas"), undefined, new Map());
  view.map = { rows: 5, cols: 9, run: 1, walls: new Int8Array(45).fill(-1), goals: [], costs: [], tiles: " ".repeat(45) };
  const runner = { row: 2, col: 4, heading: 2, state: "free", finished: false, reached: 0, path: [22, 23, 24] };
  view.frame = { tick: 1, pits: [], monsters: [], human: null, players: [{ ...runner }, { ...runner }, { ...runner }] };
  view.looks = { free: { light: "#111111", dark: "#222222", dash: [] } };
  view.switches = { paths: true, background: false };
  view.canvas.box = { left: 0, top: 0, width: 450, height: 250 };
  view.resize(450, 250);
  const { calls } = view.canvas.pen;
  calls.length = 0;
  view.drawNow();
  for (let i = 0; i < 3; i++) assert.ok(calls.some(({ name, stroke }) => name === "stroke" && stroke === runnerColour(i)));
  const colours = [0, 1, 2].map(runnerColour);
  const bodies = calls.filter(({ name, fill }) => name === "fill" && colours.includes(fill));
  assert.ok(new Set(bodies.map(({ fill }) => fill)).size === 3);
});

/** How clearly two colours differ, 1 to 21, as WCAG has it. */
function contrast(...colours) {
  const bright = colours.map((colour) => {
    const [r, g, b] = rgb(colour).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  });
  return Math.max(...bright) / Math.min(...bright);
}

test("monsters of all types are seen on the floor, whatever was drawn before them", () => {
  for (const colours of [LIGHT, DARK])
    for (const letter of "abcdefghij") {
      const { pen } = new Element("canvas");
      pen.fillStyle = colours.free;
      drawMonster(pen, 9, 9, 18, { letter, heading: 2, chasing: false }, colours);
      const { fill } = pen.calls.find(({ name }) => name === "fill");
      assert.match(fill, /^#[0-9a-f]{6}$/);
      assert.ok(contrast(fill, colours.free) >= 3, `${letter}: ${fill}`); // as graphics need
    }
});
