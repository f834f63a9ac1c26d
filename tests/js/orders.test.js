// Orders under fog, as a browser shows them: what all agents know, the twin who remembers nothing,
// and what a click means.

import { Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Terrain } from "../../src/asterion/lab/terrain/terrain.js";

const STARTED = {
  type: "Started", shape: [3, 3], start: 0, goal: -1, starts: [0, 2], mode: "orders", agents: 2,
  cost: Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1, 1]), tiling: "square",
};
const seen = (agent, cells) => ({ type: "Seen", agent, cells, costs: cells.map((cell) => STARTED.cost[cell]) });
const planned = (agent, number, path) => ({ type: "Planned", agent, number, path, expanded: 3, state: null });
const ordered = (agent, number, start, cell) => ({ type: "Ordered", agent, number, start, cell });
const moved = (agent, cell) => ({ type: "Moved", agent, cell });
const ended = (agent) => ({ type: "Ended", agent, message: "I reached the target." });
const TICK = { type: "Tick" };
// Agent 0 goes from 0 to 1, and then on to 2; its twin, number 2, does the same.
const RUN = [
  STARTED, TICK, seen(0, [0, 1, 3, 4]), seen(1, [2, 5]),
  ordered(0, 1, 0, 1), planned(0, 1, [0, 1]), ordered(2, 1, 0, 1), seen(2, [0, 1, 3, 4]), planned(2, 1, [0, 1]),
  TICK, moved(0, 1), ended(0), moved(2, 1), ended(2),
  ordered(0, 2, 1, 2), planned(0, 2, [1, 2]), ordered(2, 2, 1, 2), seen(2, [0, 1, 2, 4]), planned(2, 1, [1, 2]),
];

function orders(t, records = RUN) {
  const root = new Element("div"), sent = [];
  document.body.append(root);
  const page = new Terrain(root, "0");
  page.connection = { send: (message) => sent.push(message), sent: 0, done: 0, settled: true };
  page.observer = { observe() {} };
  page.build();
  t.after(() => page.shortcuts.close());
  page.onMessage({ type: "agents", titles: ["D* Lite", "MPAA*"], about: [null, null] });
  page.onMessage({ type: "recording", records });
  return { page, root, sent, captions: () => page.boards.map(({ caption }) => caption.textContent) };
}

test("what one has seen all know, and a twin forgets it with each order", (t) => {
  const { page } = orders(t);
  const { agents, twins } = page.recording.at(1);
  assert.equal(agents[0].known, agents[1].known);
  assert.deepEqual([...agents[1].known], [1, 1, 1, 1, 1, 1, 0, 0, 0]);
  assert.deepEqual([...twins[0].known], [1, 1, 1, 0, 1, 0, 0, 0, 0]);
  assert.deepEqual([...twins[1].known], Array(9).fill(0));
  assert.deepEqual([...page.recording.at(0).twins[0].known], [1, 1, 0, 1, 1, 0, 0, 0, 0]);
});

test("the boards are what is known, the twin of the agent that is sent, and the true world", (t) => {
  const { page, captions } = orders(t, [...RUN, TICK, moved(0, 2), ended(0)]);
  const titles = () => page.boards.map(({ title }) => title.textContent);
  assert.deepEqual(titles(), ["Known to all agents", "Agent 1 without memory", "True world"]);
  assert.deepEqual(captions(), ["agent 1, order 2: arrived after 1 move", "agent 1, order 2: 0 moves", "after 2 moves"]);
  const [known, twin, world] = page.boards.map(({ view }) => view.overlay);
  assert.deepEqual(known.agents.map(({ cell, chosen }) => [cell, chosen]), [[2, true], [2, false]]);
  assert.deepEqual(known.goals, []); // who has arrived needs none
  assert.deepEqual(twin.goals.map(({ cell, label }) => [cell, label]), [[2, "1"]]);
  assert.deepEqual([known.trails[0].cells, twin.trails[0].cells], [[1, 2], [1]]); // of the last order
  assert.equal(world.known, undefined);
  page.views.choose(1);
  assert.equal(titles()[1], "Agent 2 without memory");
  assert.deepEqual(captions().slice(0, 2), ["agent 2, no order yet", "agent 2, no order yet"]);
});

test("a click on a cell sends the chosen agent at once, and on an agent it chooses", (t) => {
  const { page, sent } = orders(t);
  assert.equal(page.toolName, "order");
  page.transport.seek(0);
  page.click(8);
  assert.deepEqual(sent, [{ type: "order", agent: 0, cell: 8 }, { type: "walk", on: true }]);
  assert.equal(page.transport.at, 1); // orders are given now, not then
  page.click(2);
  assert.equal(page.views.at, 1);
  page.click(7);
  assert.deepEqual(sent.at(-1), { type: "order", agent: 1, cell: 7 });
  assert.ok(page.takesEnd("goal", 6));
  page.chooseTool("start");
  page.click(3);
  assert.deepEqual(sent.slice(-2), [{ type: "order", agent: 1, cell: 6 }, { type: "post", agent: 1, cell: 3 }]);
});

test("of agents on one cell each click chooses the next", (t) => {
  const { page, sent } = orders(t, [{ ...STARTED, agents: 2, starts: [4, 4] }, TICK]);
  for (const at of [1, 0, 1]) {
    page.click(4);
    assert.equal(page.views.at, at);
  }
  assert.deepEqual(sent, []);
});

test("tools, legend and views are as the world needs them", (t) => {
  const { page } = orders(t);
  const hidden = () => ["order", "goal"].map((name) => Boolean(page.tools.buttons[name].hidden));
  const views = () => [...page.views.root.children].map(({ textContent }) => textContent);
  assert.deepEqual([hidden(), views()], [[false, true], ["1. D* Lite", "2. MPAA*"]]);
  assert.deepEqual([page.isShown("orders"), page.isShown("ends"), page.isShown("path")], [true, false, true]);
  page.onMessage({ type: "recording", records: [{ ...STARTED, mode: "unknown", goal: 8 }, TICK] });
  assert.deepEqual([hidden(), views()], [[true, false], ["All", "1. D* Lite", "2. MPAA*"]]);
  assert.notEqual(page.toolName, "order");
  assert.equal(page.clicks, false);
  assert.equal(page.takesEnd("goal", 6), false);
  page.chooseTool("order"); // by its key
  assert.notEqual(page.toolName, "order");
});
