// The dock that explains a step: which board it is about, its lit lines, and its list.

import { Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { StepAccount } from "../../src/asterion/lab/board/step_account.js";
import { StepDock } from "../../src/asterion/lab/board/step_dock.js";

const about = (title) => ({
  title, summary: "", guarantee: "", paper: "", page: "", lines: [["closed", "take it"], ["opened", "  open it"], ["", "go on"]],
});

/** A dock of boards with these algorithms, null for a board without one. */
function dock(...titles) {
  const changes = [], made = new StepDock("i", () => changes.push(!made.root.hidden));
  const boards = titles.map((title) => {
    const each = made.add(new Element("section"));
    each.show(title && about(title));
    return each;
  });
  const lit = () => made.code.querySelectorAll("li").filter((line) => line.classList.contains("now")).length;
  return { made, boards, changes, lit };
}

test("the key opens the dock on the first algorithm and closes it; the boards take or give room", () => {
  const { made, boards, changes } = dock(null, "A*", "Dijkstra");
  assert.ok(made.root.hidden);
  made.toggle();
  assert.deepEqual([made.chosen, made.title.textContent], [boards[1], "A*"]);
  assert.deepEqual(boards.map(({ opener }) => opener.getAttribute("aria-expanded")), ["false", "true", "false"]);
  made.toggle();
  assert.deepEqual(changes, [true, false]);
});

test("the button of a board opens the dock on it, goes over to it, or closes it", () => {
  const { made, boards: [first, second] } = dock("A*", "Dijkstra");
  second.opener.click();
  assert.deepEqual([made.root.hidden, made.title.textContent], [false, "Dijkstra"]);
  first.opener.click();
  assert.deepEqual([made.root.hidden, made.title.textContent], [false, "A*"]);
  first.opener.click();
  assert.ok(made.root.hidden);
});

test("a dock whose board goes away turns to another, and hides with the last one", () => {
  const { made, boards: [first, second] } = dock("A*", "Dijkstra");
  second.opener.click();
  made.keep([first]);
  assert.equal(made.title.textContent, "A*");
  first.show(null);
  assert.ok(made.root.hidden);
});

test("only the board that is shown is explained, and its present lines are lit", () => {
  const { made, boards: [first, second], lit } = dock("A*", "Dijkstra");
  let asked = 0;
  const account = () => (asked++, { sentence: "told" });
  first.light(new Set(["closed"]), account);
  assert.equal(asked, 0); // it is closed: nobody reads it
  made.toggle();
  assert.deepEqual([asked, lit(), made.sentence.textContent], [1, 1, "told"]);
  second.light(new Set(["closed", "opened"]), () => assert.fail());
  first.light(new Set(["closed", "opened"]), account);
  assert.equal(lit(), 2);
});

test("the list has the first of the open nodes, and the columns that order them", () => {
  const log = {
    kind: [0, 3, 0, 0, 3], node: [0, 0, 1, 2, 2], parent: [-1, -1, 0, 0, 0], g: [0, 0, 5, 1, 1], h: [0, 0, 0, 0, 0],
  };
  const names = { of: (node) => "SAB"[node], one: "node", many: "nodes" };
  const account = new StepAccount(log, 3, { by: "g", ties: "lifo" }, names);
  const { made, boards: [board] } = dock("Dijkstra");
  made.toggle();
  board.light(new Set(), () => account.at(1));
  const cells = made.list.querySelectorAll("td").map((each) => each.textContent);
  assert.deepEqual(cells, ["1.", "B", "1", "2.", "A", "5"]);
  board.light(new Set(), () => account.at(2));
  assert.equal(made.sentence.textContent, "Expanded B: its g of 1 is the smallest of 2 open nodes.");
  board.light(new Set(), () => account.at(1)); // and back
  assert.equal(made.sentence.textContent, "Expanded S: it was the only open node.");
});

test("whatever way one goes to a step, it is told alike", () => {
  const log = { kind: [], node: [], parent: [], g: [], h: [] };
  let seed = 5;
  const random = (count) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % count;
  const event = (kind, node, parent, g) => {
    for (const [column, value] of Object.entries({ kind, node, parent, g, h: 0 })) log[column].push(value);
  };
  event(0, 0, -1, 0);
  const open = new Set([0]), seen = new Set([0]);
  while (open.size && log.kind.length < 300) { // a search that takes any open node
    const node = [...open][random(open.size)];
    open.delete(node);
    event(3, node, -1, 0);
    for (let i = 0; i < 4; i++) {
      const next = random(200);
      if (seen.has(next)) continue;
      seen.add(next);
      open.add(next);
      event(0, next, node, random(9));
    }
  }
  const names = { of: String, one: "node", many: "nodes" };
  const told = (account, step) => JSON.stringify(account.at(step));
  for (const order of [{ by: "g", ties: "fifo" }, { by: "queue" }, { by: "", why: "?", seen: true }]) {
    const walked = new StepAccount(log, 200, order, names);
    for (let i = 0; i < 60; i++) {
      const step = random(walked.steps + 1);
      assert.equal(told(walked, step), told(new StepAccount(log, 200, order, names), step));
    }
  }
});

test("what a trace does not bear out is not claimed", () => {
  const log = { kind: [0, 3, 0, 0, 3], node: [0, 0, 1, 2, 2], parent: [-1, -1, 0, 0, 0], g: [0, 0, 1, 5, 5], h: [0, 0, 0, 0, 0] };
  const names = { of: String, one: "node", many: "nodes" };
  for (const [order, words] of [
    [{ by: "g", ties: "lifo" }, "Expanded 2, with g 5; 2 nodes were open."],
    [{ by: "queue" }, "Expanded 2, from the queue of 2 nodes."],
    [{ by: "", why: "", seen: false }, "Expanded 2, reached at a cost of 5."],
    [{ by: "", why: "", seen: true }, "Expanded 2; 1 other node seen and not yet expanded."],
  ])
    assert.equal(new StepAccount(log, 3, order, names).at(2).sentence, words);
});
