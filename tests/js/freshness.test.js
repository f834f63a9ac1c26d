// Whether results belong to the map that is shown: what was drawn since, and for how long they stay.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Freshness, LATE } from "../../src/asterion/lab/board/freshness.js";

/** A page whose board shows the result of a version; n messages were sent before. */
function page() {
  const made = new Freshness(() => {});
  let order = 0;
  const take = (version) => {
    order = Math.max(order, made.orderOf(version));
    made.answered(order);
  };
  made.told(7, 1, 0);
  take(7);
  return { made, take, isOld: () => made.isOld(order), isLate: (now) => made.isLate(order, now) };
}

test("a result is old from the stroke on until one comes that has it", () => {
  const { made, take, isOld, isLate } = page();
  assert.ok(!isOld());
  made.sent({ type: "paint" }, 3, 1000);
  assert.ok(isOld() && !isLate(1000 + LATE - 1) && isLate(1000 + LATE));
  made.told(8, 2, 1001); // a version without that stroke, made elsewhere
  take(8);
  assert.ok(isOld());
  made.told(9, 3, 1002);
  assert.ok(isOld());
  take(9);
  assert.ok(!isOld());
});

test("while a person draws without a pause a result is late only if it lacks what is that long ago", () => {
  const { made, take, isOld, isLate } = page();
  for (let i = 0; i < 50; i++) {
    const now = 1000 + 16 * i;
    made.sent({ type: "paint" }, 2 + i, now);
    made.told(8 + i, 2 + i, now);
    if (i >= 3) take(8 + i - 3); // 48 ms later
    assert.ok(isOld() && !isLate(now), `stroke ${i}`);
  }
  assert.ok(isLate(1000 + 16 * 49 + LATE));
});

test("a set-up that a control has changed makes results old too, and an undo that changes nothing does not", () => {
  const { made, take, isOld, isLate } = page();
  made.told(8, 1, 500);
  assert.ok(isOld() && isLate(500 + LATE));
  take(8);
  made.sent({ type: "undo" }, 2, 600);
  assert.ok(isOld());
  made.told(8, 2, 610); // done, and the version is the same
  made.answered(made.orderOf(8));
  assert.ok(!isOld());
  made.sent({ type: "begin" }, 3, 700);
  assert.ok(!isOld());
});

test("a new server counts its versions anew", () => {
  const { made, take, isOld } = page();
  made.told(0, 4, 900);
  assert.ok(isOld());
  take(0);
  assert.ok(!isOld());
});
