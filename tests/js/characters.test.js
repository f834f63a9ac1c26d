// The search for a plan as a tree of states: what is known after each expansion, and where it stands.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { layoutOf, momentOf } from "../../src/asterion/lab/characters/tree.js";

// A cheaper way to b, by c, is found after b was expanded: h of c was too high.
const SEARCH = {
  nodes: ["a", "b", "c", "goal"].map((name) => ({ facts: [name], h: { a: 0, c: 3 }[name] ?? 0, exact: 1 })),
  steps: [
    { node: 0, g: 0, moves: [["to b", 1, 3], ["to c", 2, 1]] },
    { node: 1, g: 3, moves: [["end", 3, 9], ["back", 0, 1]] },
    { node: 2, g: 1, moves: [["slip", 1, 1]] },
    { node: 1, g: 2, moves: [["end", 3, 9]] },
  ],
  path: [0, 2, 1, 3],
};

test("a cheaper way to an expanded state opens it again, and it is expanded again", () => {
  const after = (step) => momentOf(SEARCH, step);
  assert.deepEqual(after(0).g, [0, null, null, null]);
  assert.equal(after(0).now, -1);
  assert.deepEqual([...after(2).closed], [0, 1]);
  assert.deepEqual(after(2).from[1], { node: 0, name: "to b" });
  assert.deepEqual([...after(3).closed], [0, 2]);
  assert.deepEqual(after(3).from[1], { node: 2, name: "slip" });
  assert.deepEqual(after(4).g, [0, 2, 1, 11]);
});

/** A tree in which each state has these many children, down to a depth. */
function tree(children, depth) {
  const nodes = [{ facts: [], h: 1, exact: 2 }], steps = [];
  const grow = (node, left) => {
    if (!left) return;
    const moves = Array.from({ length: children }, (_, i) => [`action ${"long ".repeat(i)}`, nodes.push({ facts: [], h: 1, exact: "∞" }) - 1, 1]);
    steps.push({ node, g: depth - left, moves });
    for (const [, to] of moves) grow(to, left - 1);
  };
  grow(0, depth);
  return { nodes, steps, path: [0, steps[0].moves.at(-1)[1]] };
}

test("boxes do not cover each other, and the plan is the top line", () => {
  for (const [children, depth] of [[1, 6], [2, 4], [3, 3], [9, 1]]) {
    const search = tree(children, depth), { boxes, width, height } = layoutOf(search);
    assert.equal(new Set(search.path.map((node) => boxes[node].y)).size, 1);
    assert.equal(Math.min(...boxes.map(({ y }) => y)), boxes[search.path.at(-1)].y);
    boxes.forEach((one, i) => {
      assert.ok(one.x >= 0 && one.x + one.width < width && one.y >= 0 && one.y + 54 < height);
      for (const two of boxes.slice(i + 1))
        assert.ok(two.x >= one.x + one.width || one.x >= two.x + two.width || Math.abs(one.y - two.y) >= 60);
    });
  }
});

test("a box has room for the longest action that leads to its state", () => {
  const { boxes } = layoutOf(tree(4, 1));
  assert.ok(boxes[1].width >= 7 * "action long long long ".length);
});
