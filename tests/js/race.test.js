// Races by time: who ends first, and how far each search is at any moment.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { TimeRace } from "../../src/asterion/lab/playground/race.js";

test("the search that takes the fewest milliseconds ends first, however many expansions it makes", () => {
  const race = new TimeRace([{ steps: 10, ms: 4 }, { steps: 3000, ms: 1 }, { steps: 500, ms: 2 }]);
  const end = (i, steps) => Array.from({ length: race.ticks + 1 }, (_, tick) => tick).find((tick) => race.stepAt(i, tick) === steps);
  const ends = [end(0, 10), end(1, 3000), end(2, 500)];
  assert.deepEqual(ends.map((tick) => Math.round(race.msAt(tick) * 100) / 100), [4, 1, 2]);
});

test("each search goes from none to all of its expansions, evenly, and never back", () => {
  const race = new TimeRace([{ steps: 7, ms: 0.3 }, { steps: 400, ms: 1.7 }, null]);
  for (const [i, { steps, ms }] of race.entrants.slice(0, 2).entries()) {
    let before = 0;
    for (let tick = 0; tick <= race.ticks; tick++) {
      const step = race.stepAt(i, tick), share = Math.min(1, race.msAt(tick) / ms);
      assert.ok(step >= before && Math.abs(step - share * steps) <= 1);
      before = step;
    }
    assert.equal(before, steps);
  }
});

test("in a step of the timeline the fastest search makes one expansion", () => {
  const race = new TimeRace([{ steps: 90, ms: 3 }, { steps: 100, ms: 1 }]);
  assert.deepEqual([0, 1, 2, 50, 100].map((tick) => race.stepAt(1, tick)), [0, 1, 2, 50, 100]);
  assert.equal(race.ticks, 300);
});

test("a race needs a time of each search that is played, and says where it is in milliseconds", () => {
  assert.ok(new TimeRace([{ steps: 9, ms: 1 }, null]).isKnown);
  for (const entrants of [[{ steps: 9, ms: 1 }, { steps: 4, ms: undefined }], [null, null], []])
    assert.ok(!new TimeRace(entrants).isKnown);
  const race = new TimeRace([{ steps: 40, ms: 2 }, { steps: 4, ms: 0.5 }]);
  assert.equal(race.words(race.ticks / 2), "1.00 of 2.00 ms");
});
