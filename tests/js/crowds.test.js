// The crowds page: even walks between ticks, pictures of units, traffic, and drawings as messages.

import { Element, fire } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { DARK, LIGHT } from "../../src/asterion/lab/board/palette.js";
import { captionOf, CROWD_TOOLS, Crowds } from "../../src/asterion/lab/crowds/crowds.js";
import { Heat } from "../../src/asterion/lab/crowds/heat.js";
import { matched, Player } from "../../src/asterion/lab/crowds/player.js";
import { Sprites, stamp, STATES } from "../../src/asterion/lab/crowds/sprites.js";
import { ToolBar } from "../../src/asterion/lab/board/tool_bar.js";

const COUNTS = { units: 7, there: 2, rate: 1.25, arrivals: 40, waiting: 3, jammed: 0, ms: 0.123 };

/** A moment of one board: units as [id, cell]. */
const moment = (tick, ...units) => ({
  tick, boards: [{
    ids: units.map(([id]) => id), cells: units.map(([, cell]) => cell), goals: units.map(() => 99),
    teams: units.map(() => 1), waits: units.map(() => 0), counts: COUNTS,
  }],
});

// --- The player

test("units are matched by their ids, whoever comes or goes", () => {
  for (let run = 0; run < 300; run++) {
    const pick = () => Array.from({ length: 12 }, (_, id) => id).filter(() => Math.random() < 0.6);
    const before = pick(), after = pick(), { from, gone } = matched(before, after);
    assert.deepEqual([...from], after.map((id) => before.indexOf(id)));
    assert.deepEqual(gone, before.map((_, row) => row).filter((row) => !after.includes(before[row])));
  }
});

test("time passes evenly, never beyond the newest moment", () => {
  const player = new Player();
  player.add(moment(0, [0, 5]));
  assert.equal(player.advance(10, 4), false);
  assert.equal(player.at, 0);
  player.add(moment(1, [0, 6]));
  player.add(moment(2, [0, 7]));
  const seen = [];
  while (player.advance(0.05, 4)) seen.push([player.now.before.boards[0].cells[0], player.now.after.boards[0].cells[0], player.now.share]);
  const places = seen.map(([a, b, share]) => a + (b - a) * share);
  assert.ok(places.every((place, i) => i === 0 || Math.abs(place - places[i - 1] - 0.2) < 1e-9), places);
  assert.equal(player.now.share, 1);
  assert.equal(player.now.after.tick, 2);
});

test("one who lags behind catches up, and moments that are over are forgotten", () => {
  const player = new Player();
  for (let tick = 0; tick <= 40; tick++) player.add(moment(tick, [0, tick]));
  for (let i = 0; i < 60; i++) player.advance(1 / 30, 4); // 8 ticks at the usual rate
  assert.ok(player.at > 25, player.at);
  assert.ok(player.moments.length <= 42 - Math.floor(player.at), player.moments.length);
});

test("a moment that comes again replaces itself, and an earlier one begins again", () => {
  const player = new Player();
  player.add(moment(0, [0, 5]));
  player.add(moment(1, [0, 6]));
  player.add(moment(1, [0, 6], [1, 9]));
  assert.equal(player.moments.length, 2);
  assert.deepEqual([...player.newest.boards[0].from], [0, -1]);
  player.add(moment(0, [0, 3]));
  assert.deepEqual([player.moments.length, player.at], [1, 0]);
});

// --- Pictures

const alpha = (pixel) => pixel >>> 24;

test("a sprite has the colour of its team and is seen whole, at every size and place", () => {
  for (const colours of [LIGHT, DARK])
    for (const size of [3, 5, 8.5, 20, 60])
      for (const team of [1, 2]) {
        const sprites = new Sprites(size, colours), { side } = sprites;
        for (const state of Object.values(STATES)) {
          const sprite = sprites.of(team, state, 0.7, 0.2);
          const least = state === STATES.chosen ? 60 : 180; // a thin ring
          assert.ok(sprite.some((pixel) => alpha(pixel) > least), `${size} ${team} ${state}`);
          for (let i = 0; i < side; i++) { // nothing is cut off
            assert.ok(alpha(sprite[i]) < 130 && alpha(sprite[i * side]) < 130);
            assert.ok(alpha(sprite[side * side - 1 - i]) < 130 && alpha(sprite[side - 1 + i * side]) < 130);
          }
        }
        const middle = sprites.of(team, STATES.walking, 0.5, 0.5)[Math.floor(side / 2) * (side + 1)];
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(colours[`team${team - 1}`].slice(at, at + 2), 16));
        assert.equal(middle & 0xffffff, b << 16 | g << 8 | r);
      }
});

test("teams and states differ in shape, too", () => {
  const sprites = new Sprites(20, LIGHT), seen = new Set();
  for (const team of [1, 2])
    for (const state of Object.values(STATES)) {
      const own = sprites.of(team, STATES.walking, 0.5, 0.5).find((pixel) => alpha(pixel) === 255);
      seen.add([...sprites.of(team, state, 0.5, 0.5)].map((pixel) => (alpha(pixel) > 128 ? +(pixel === own) : ".")).join(""));
    }
  assert.equal(seen.size, 8);
});

test("a sprite at an edge is cut off there and nowhere else", () => {
  const side = 5, sprite = new Uint32Array(side * side).fill(0xff000001), width = 12, height = 9;
  for (let left = -6; left <= width; left++)
    for (let top = -6; top <= height; top++) {
      const pixels = new Uint32Array(width * height);
      stamp(pixels, width, height, sprite, side, left, top);
      pixels.forEach((pixel, i) => {
        const x = i % width, y = Math.floor(i / width);
        const isInside = x >= left && x < left + side && y >= top && y < top + side;
        assert.equal(pixel, isInside ? 0xff000001 : 0);
      });
    }
});

test("where sprites meet, the more solid pixel is seen", () => {
  const pixels = new Uint32Array(1);
  for (const [next, seen] of [[0x40000001, 0x40000001], [0x80000002, 0x80000002], [0x70000003, 0x80000002]]) {
    stamp(pixels, 1, 1, Uint32Array.of(next), 1, 0, 0);
    assert.equal(pixels[0], seen);
  }
});

test("traffic counts moves where they lead to, and fades", () => {
  const heat = new Heat(10), player = new Player();
  let before = moment(0, [0, 1], [1, 5]);
  player.add(before);
  for (let tick = 1; tick <= 20; tick++) {
    const after = moment(tick, [0, 1 + tick % 2], [1, 5]);
    player.add(after);
    heat.add(before.boards[0], after.boards[0]);
    before = after;
  }
  assert.ok(heat.values[1] > 5 && heat.values[2] > 5);
  assert.equal(heat.values[5], 0); // it stands
  const then = heat.values[1];
  heat.add(before.boards[0], before.boards[0], 10);
  assert.ok(heat.values[1] < then * 0.85);
});

// --- The page

/** A page without a server, with a floor of 6 x 9, and its messages. */
function built(t, ...units) {
  const root = new Element("div"), sent = [];
  document.body.append(root);
  const page = new Crowds(root, "0");
  page.connection = { send: (message) => sent.push(message), sent: 1, done: 1, settled: true };
  page.observer = { observe() {} };
  page.build();
  t.after(() => page.shortcuts.close());
  page.onMessage({ type: "walking", on: false, over: false, speed: 1, move: 0.2, titles: ["PIBT"], then: "stay" });
  page.onMessage({
    type: "map", rows: 6, cols: 9, costs: new Uint8Array(54).fill(1), targets: new Uint8Array(54), hints: [],
    start: -1, goal: -1, tiling: "square", links: [], fences: [], jam: 10, session: 1,
  });
  page.onMessage({ type: "moments", session: 1, moments: [moment(0, ...units)] });
  const key = (name) => fire(document, "keydown", { key: name, target: document.body });
  return { page, sent, key };
}

test("a page shows what it is told of its session, and no moments of another", (t) => {
  const { page } = built(t, [0, 12]);
  assert.ok(page.ready());
  assert.equal(page.place.textContent, "tick 0");
  page.onMessage({ type: "moments", session: 1, moments: [moment(1, [0, 13])] });
  assert.equal(page.place.textContent, "tick 1");
  page.onMessage({ type: "moments", session: 2, moments: [moment(9, [0, 14])] });
  assert.equal(page.place.textContent, "tick 1");
  page.onMessage({ ...page.map, type: "map", session: 2 }); // nothing is known of it yet
  const [{ caption }] = page.boards;
  assert.deepEqual([page.place.textContent, caption.textContent], ["tick 0", "starting\u2026"]);
});

test("what is taken away is the units that are shown there", (t) => {
  const { page } = built(t, [3, 12], [8, 20]);
  assert.deepEqual(page.drawnAt({ layer: "units", cost: 0, cells: [20, 21] }), { ids: [8] });
  assert.deepEqual(page.drawnAt({ layer: "units", cost: 1, cells: [20] }), { ids: [] });
  assert.deepEqual(page.drawnAt({ layer: "costs", cost: 0, cells: [20] }), { ids: [] });
  assert.equal(page.map.units[12], 1);
});

test("a group is chosen by a drag or by two corners, and sent by a click or Enter", (t) => {
  const { page, sent } = built(t, [3, 10], [4, 12], [8, 40]), [{ view }] = page.boards;
  view.cellAt = (x) => x; // the cell under the pointer
  const at = (type, cell) => fire(view.canvas, type, { clientX: cell, clientY: 0, buttons: 1 });
  const drag = (from, to) => [["pointerdown", from], ["pointermove", to], ["pointerup", to]].forEach((each) => at(...each));
  const enter = (cell) => {
    view.cursor = cell;
    fire(view.canvas, "keydown", { key: "Enter" });
  };
  page.tools.choose("group");
  drag(0, 22);
  assert.deepEqual([...page.group.ids], [3, 4]);
  drag(50, 50);
  assert.deepEqual(sent, [{ type: "order", ids: [3, 4], cell: 50 }]);
  fire(view.canvas, "keydown", { key: "Escape" });
  for (const cell of [36, 44, 2]) enter(cell);
  assert.deepEqual(sent.slice(1), [{ type: "order", ids: [8], cell: 2 }]);
  page.tools.choose("wall"); // then the pointer draws
  drag(30, 30);
  assert.deepEqual(sent.slice(2).map(({ type }) => type), ["begin", "paint", "end"]);
});

test("a cell says who is there and where it goes", (t) => {
  const { page } = built(t, [3, 12]);
  assert.match(page.describe(12), /blue unit 3 to \(11, 0\)/);
  assert.doesNotMatch(page.describe(13), /unit/);
});

test("keys play, step, begin again and repeat", (t) => {
  const { sent, key } = built(t, [0, 12]);
  for (const name of [" ", " ", "ArrowRight", "a", "y"]) key(name);
  assert.deepEqual(sent, [
    { type: "walk", on: true }, { type: "walk", on: false }, { type: "step" }, { type: "restart" }, { type: "replay" },
  ]);
});

test("each tool of the page has a key of its own, and none stands for two things", (t) => {
  const { page } = built(t, [0, 12]);
  const bar = new ToolBar({ choose() {} }, CROWD_TOOLS);
  for (const { key } of Object.values(CROWD_TOOLS)) assert.ok(bar.keys().some(([keys]) => keys.includes(key)));
  const keys = page.shortcuts.table.filter(([all]) => !all.includes("...")).flatMap(([all]) => all);
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), []);
});

test("captions say what has been reached, by what units do at their goals", () => {
  assert.match(captionOf(COUNTS, "stay", 10), /^2 of 7 at their goals; 3 wait; 0.12 ms a tick$/);
  assert.match(captionOf(COUNTS, "again", 10), /^40 goals reached, 1.3 per tick; /);
  assert.match(captionOf({ ...COUNTS, jammed: 1 }, "leave", 10), /^40 have left, 7 still here; 3 wait, 1 for 10 ticks or more; /);
});
