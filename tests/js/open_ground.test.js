// Outlines drawn by hand become obstacles without crossings, of few corners.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { area, isInside, simplified, untangled } from "../../src/asterion/lab/open_ground/shapes.js";

/** Numbers from 0 to 1, the same each time. */
function* chances(seed) {
  for (let state = seed; ; state = (state * 1103515245 + 12345) % 2 ** 31) yield state / 2 ** 31;
}

function outline(seed, count) {
  const chance = chances(seed), next = () => Math.round(chance.next().value * 24000) / 1000;
  return Array.from({ length: count }, () => [next(), next()]);
}

const turn = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));

/** Whether two edges of a ring that are not neighbours cross. */
function crosses(ring) {
  const end = (i) => ring[(i + 1) % ring.length];
  return ring.some((a, i) => ring.some((c, j) => {
    if (j < i + 2 || (i === 0 && j === ring.length - 1)) return false;
    return turn(a, end(i), c) * turn(a, end(i), end(j)) < 0 && turn(c, end(j), a) * turn(c, end(j), end(i)) < 0;
  }));
}

test("of an outline that crosses itself the larger part is left", () => {
  const bow = [[0, 0], [4, 4], [4, 0], [0, 3]]; // a large and a small triangle
  const left = untangled(bow);
  assert.equal(left.length, 3);
  assert.ok(isInside([3.5, 2], left) && !isInside([0.2, 1], left));
});

test("no scribble crosses itself afterwards, and a plain outline stays as it is", () => {
  for (let seed = 1; seed < 200; seed++) {
    const ring = untangled(outline(seed, 4 + seed % 20));
    assert.ok(!crosses(ring), `seed ${seed}`);
    assert.deepEqual(untangled(ring), ring);
  }
});

test("a line keeps its ends, and all its points within a distance", () => {
  const circle = Array.from({ length: 200 }, (_, i) => [12 + 8 * Math.cos(i / 32), 12 + 8 * Math.sin(i / 32)]);
  const few = simplified(circle, 0.1);
  assert.deepEqual([few[0], few.at(-1)], [circle[0], circle.at(-1)]);
  assert.ok(few.length < circle.length / 4);
  assert.ok(Math.abs(area(few) - area(circle)) < 5);
});
