// The tactics board: the meaning of a click, strokes of the editor, motion, plans, and units.

import { Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { DARK, LIGHT } from "../../src/asterion/lab/board/palette.js";
import { Motion } from "../../src/asterion/lab/tactics/motion.js";
import { drawPlan, partsOf } from "../../src/asterion/lab/tactics/plan_arrows.js";
import { Stroke } from "../../src/asterion/lab/tactics/stroke.js";
import { drawUnit, SHAPES } from "../../src/asterion/lab/tactics/units.js";
import { TacticsView } from "../../src/asterion/lab/tactics/view.js";

const COLS = 5, EMPTY = { kind: 0, team: 0 };

/** A board of 5 x 5 cells: a Sniper of team 0 at 6, an enemy at 8, a friend at 11, a wall at 13. */
function board(more = {}) {
  const cells = Array.from({ length: 25 }, () => EMPTY), done = [];
  cells[6] = { kind: 4, team: 0 };
  cells[8] = { kind: 2, team: 1 };
  cells[11] = { kind: 3, team: 0 };
  cells[13] = { kind: 1, team: 0 };
  const unit = { name: "Sniper", mp: 2, ap: 2, range: 3, reach: { 5: [2, [6, 5]] }, hits: [8, 11], blocked: { 14: 13 } };
  const page = {
    board: { rows: 5, cols: COLS }, editor: { open: false, kind: 1, team: 0 }, options: { units: { 6: unit } }, layers: {},
    hoverText: new Element("div"), nameOf: (cell) => `(${cell % COLS}, ${Math.floor(cell / COLS)})`,
    act: (...all) => done.push(all), edit: (...all) => done.push(["edit", ...all]),
    complain: (text) => done.push(["said", text]), showHint() {}, drawOrders() {}, layout() {},
  };
  const made = new TacticsView(new Element("canvas"), page);
  made.show({ at: 0, waits: "person", team: 0, cells, mp: 4, ap: 2, selected: 6, ...more });
  made.fit(400, 400);
  const event = (type, cell, properties = {}) => {
    const [x, y] = made.middle(cell);
    made.onEvent({ type, clientX: x, clientY: y, button: 0, ...properties });
  };
  return { made, page, done, event, unit };
}

test("the cell under its own middle is that cell, in any room; outside there is none", () => {
  const { made } = board();
  for (const room of [[400, 400], [1200, 500], [90, 300]]) {
    made.fit(...room);
    for (let cell = 0; cell < 25; cell++) {
      const [x, y] = made.middle(cell);
      assert.equal(made.cellAt({ x, y }), cell);
    }
    assert.equal(made.cellAt({ x: -1, y: 5 }), -1);
    assert.equal(made.cellAt({ x: made.canvas.width + 1, y: 5 }), -1);
  }
});

test("a click walks, selects, deselects, attacks an enemy in sight, or says why not", () => {
  const { made, done } = board();
  for (const cell of [5, 6, 11, 8, 24]) made.press(cell, false);
  assert.deepEqual(done.slice(0, 4), [["walk", 5], ["cancel", 6], ["select", 11], ["attack", 8]]);
  assert.match(done[4][1], /cannot be reached: the Sniper needs 2 MP a tile; 4 left/);
});

test("in the mode of attacks a click hits what is in sight, friends too, and says what is not", () => {
  const { made, done, unit } = board();
  made.toggleAttack();
  for (const cell of [8, 11, 14, 24]) made.press(cell, false);
  assert.deepEqual(done.slice(0, 2), [["attack", 8], ["attack", 11]]);
  assert.match(done[2][1], /out of sight: \(3, 2\) is in the way/);
  assert.match(done[3][1], /out of range: the Sniper reaches 3/);
  unit.ap = 3;
  assert.match(made.meant(8).text, /needs 3 AP; 2 left/);
});

test("what is not a person's turn says so, and an unselected unit is asked for", () => {
  assert.match(board({ waits: "computer" }).made.meant(5).text, /A computer plays team 1/);
  assert.match(board({ waits: null }).made.meant(5).text, /The game is over/);
  const { made, done } = board({ selected: null });
  made.press(5, false);
  made.press(5, true);
  assert.match(done[0][1], /Select a unit of team 1 first/);
  assert.match(done[1][1], /Select a unit first/);
});

test("arrow keys walk over the board and stop at its edge; Enter and Delete are the two buttons", () => {
  const { made, done } = board();
  made.onKey({ key: "ArrowRight" });
  assert.equal(made.hover, 6); // where the selected unit is
  for (let i = 0; i < 9; i++) made.onKey({ key: "ArrowLeft" });
  assert.equal(made.hover, 5);
  made.onKey({ key: "Enter" });
  made.onKey({ key: "Delete" });
  assert.deepEqual([done, made.attacks], [[["walk", 5]], true]);
  assert.equal(made.onKey({ key: "t" }), false);
});

test("a finger that taps twice acts, on the same cell; one that scrolls does nothing", () => {
  const { done, event } = board(), touch = { pointerType: "touch" };
  event("pointerdown", 5, touch);
  event("pointercancel", 5, touch);
  event("pointerdown", 5, touch);
  event("pointerup", 10, touch);
  assert.deepEqual(done, []);
  event("pointerdown", 5, touch);
  event("pointerup", 5, touch); // shows the walk
  assert.deepEqual(done, []);
  event("pointerdown", 5, touch);
  event("pointerup", 5, touch);
  assert.deepEqual(done, [["walk", 5]]);
});

test("a stroke of the editor draws all on its way, the right button removes, and it ends once", () => {
  const { page, done, event } = board();
  page.editor.open = true;
  event("pointerdown", 0);
  event("pointermove", 2);
  event("pointermove", 12);
  event("pointerup", 12);
  event("pointermove", 24); // the pointer is up
  event("pointerdown", 2, { button: 2 });
  event("pointerup", 2, { button: 2 });
  assert.deepEqual(done, [["edit", [0, 1, 2, 7, 12], 1], ["edit", [2], 0]]);
});

test("a unit is put on one tile", () => {
  const stroke = new Stroke(3, 4, 1, COLS);
  stroke.reach(9);
  assert.deepEqual([...stroke.cells], [3]);
  assert.deepEqual(stroke.on(Array(25).fill(EMPTY))[3], { kind: 4, team: 1 });
});

/** Positions of a game: one, and others after these actions. */
function positions(...actions) {
  const cells = Array.from({ length: 25 }, () => EMPTY);
  cells[6] = { kind: 4, team: 0 };
  cells[8] = { kind: 2, team: 1 };
  return [{ waits: "person", cells }, ...actions.map((action) => ({ waits: "person", cells, action }))];
}

test("a unit slides from cell to cell, and is there in the end", () => {
  const motion = new Motion(), middle = (cell) => [10 * cell, 0];
  motion.start(positions({ kind: "move", from: 6, to: 7 }), 1);
  assert.ok(motion.update(99)); // the time before the first frame does not count
  assert.deepEqual(motion.placeOf(6, middle), [60, 0]);
  const places = [];
  while (motion.update(0.02)) places.push(motion.placeOf(6, middle)[0]);
  assert.deepEqual(places, [...places].sort((a, b) => a - b));
  assert.ok(places.length > 3 && places.at(-1) < 70);
  assert.deepEqual(motion.parts, []);
});

test("an attack hits before it ends, is said, and is forgotten after a while", () => {
  const motion = new Motion();
  motion.start(positions({ kind: "attack", from: 6, to: 8 }), 1);
  motion.update(0);
  motion.update(0.1);
  assert.deepEqual(motion.hits, []);
  motion.update(0.2);
  assert.deepEqual(motion.hits.map(({ cell, text }) => [cell, text]), [[8, "destroyed"]]);
  for (let i = 0; i < 99; i++) motion.update(0.05);
  assert.deepEqual([motion.hits, motion.parts], [[], []]);
});

test("the game does not wait: a new state ends what moves, and a computer's actions are over in time", () => {
  const motion = new Motion(), many = Array.from({ length: 30 }, () => ({ kind: "attack", from: 6, to: 8 }));
  motion.start(positions(...many), 1);
  assert.ok(motion.parts.reduce((sum, { seconds }) => sum + seconds, 0) < 1.61);
  motion.end();
  assert.deepEqual(motion.parts, []);
  const computers = positions({ kind: "attack", from: 6, to: 8 });
  computers[0].waits = "computer";
  motion.start(computers, 0.1);
  assert.ok(motion.parts[0].seconds <= 0.09 + 1e-9);
});

test("steps of one walk are one part of a plan; what is done of it is fainter until all is", () => {
  const act = (kind, from, to) => ({ action: { kind, from, to } });
  const rows = [act("move", 1, 2), act("move", 2, 3), act("attack", 3, 8), {}, act("move", 5, 6)];
  assert.deepEqual(partsOf(rows).map(({ kind, cells, until }) => [kind, cells, until]),
    [["move", [1, 2, 3], 2], ["attack", [3, 8], 3], ["move", [5, 6], 5]]);
  const faint = (done) => {
    const { pen } = new Element("canvas"), alphas = [];
    const watched = new Proxy(pen, { get: (_, name) => pen[name], set: (_, name, value) => {
      if (name === "globalAlpha") alphas.push(value);
      return true;
    } });
    drawPlan(watched, { rows: [act("attack", 0, 1), act("attack", 2, 3)], team: 0 }, done, (cell) => [cell, 0], 10, LIGHT);
    return alphas.slice(0, 2);
  };
  assert.deepEqual([0, 1, 2].map(faint), [[1, 1], [0.5, 1], [1, 1]]);
});

test("every line of a picture of a unit is drawn, and no two kinds or teams have the same picture", () => {
  for (const colours of [LIGHT, DARK]) {
    const pictures = new Set();
    for (const kind of [2, 3, 4, 5])
      for (let team = 0; team < SHAPES.length; team++) {
        const { pen } = new Element("canvas");
        drawUnit(pen, { x: 20, y: 20, side: 40 }, { kind, team }, colours);
        let isOpen = false;
        for (const { name } of pen.calls) {
          if (name === "beginPath") {
            assert.ok(!isOpen);
            isOpen = true;
          }
          if (name === "fill" || name === "stroke") isOpen = false;
        }
        assert.ok(!isOpen);
        pictures.add(JSON.stringify(pen.calls));
      }
    assert.equal(pictures.size, 4 * SHAPES.length);
  }
});
