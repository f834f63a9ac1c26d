// Time: the events of a search, forward and back; play, pause, step and scrub; and the speed.

import { Element, frame } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { branch, CoarseReplay, Replay, replayOf } from "../../src/asterion/lab/board/replay.js";
import { FASTEST, SLOWEST, Speed } from "../../src/asterion/lab/board/speed.js";
import { Transport } from "../../src/asterion/lab/board/transport.js";

const OPENED = 0, IMPROVED = 1, REOPENED = 2, CLOSED = 3;
const SIZE = 12;

/** A small generator of numbers, so that every run has the same random worlds. */
function random(seed) {
  return () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

function randomLog(seed, length = 60) {
  const next = random(seed), log = { kind: [], node: [], parent: [], g: [], h: [] };
  for (let i = 0; i < length; i++) {
    log.kind.push(Math.floor(next() * 4));
    log.node.push(Math.floor(next() * SIZE));
    log.parent.push(Math.floor(next() * SIZE));
    log.g.push(Math.round(next() * 9));
    log.h.push(Math.round(next() * 9));
  }
  return log;
}

/** The open and closed nodes after a number of expansions: event by event, from the start. */
function replayed(log, steps) {
  const state = Array(SIZE).fill(0), parent = Array(SIZE).fill(-1);
  let closed = 0;
  for (let i = 0; i < log.kind.length; i++) {
    // Events after an expansion belong to it, up to the next one.
    if (log.kind[i] === CLOSED && closed++ === steps) break;
    const at = log.node[i];
    if (log.kind[i] !== CLOSED) parent[at] = log.parent[i];
    if (log.kind[i] === CLOSED) state[at] = 2;
    else if (log.kind[i] !== IMPROVED || state[at] === 0) state[at] = 1;
  }
  return { state, parent };
}

test("a replay is at every step what its events make, whichever way one goes there", () => {
  for (let seed = 1; seed < 20; seed++) {
    const log = randomLog(seed), replay = new Replay(log, SIZE), next = random(seed + 99);
    for (let i = 0; i < 30; i++) {
      const step = Math.floor(next() * (replay.steps + 1));
      replay.seek(step);
      const { state, parent } = replayed(log, step);
      assert.deepEqual([Array.from(replay.state), Array.from(replay.parent)], [state, parent]);
    }
  }
});

test("a seek goes over the events in between, back as well as forward", () => {
  const log = randomLog(5, 600), replay = new Replay(log, SIZE), next = random(3);
  for (let i = 0; i < 40; i++) {
    const before = replay.ends[replay.step], step = Math.floor(next() * (replay.steps + 1)), { revision } = replay;
    const moves = step !== replay.step;
    replay.seek(step);
    const { from, to } = replay.touched;
    if (moves) assert.deepEqual([from, to], [before, replay.ends[step]].sort((a, b) => a - b));
    assert.equal(replay.revision, revision + (moves ? 1 : 0));
  }
});

/** A search of 30 expansions that is kept at 4 moments; cell 2 is opened again. */
const MOMENTS = {
  expanded: Uint32Array.of(8, 16, 24, 30), ends: Uint32Array.of(3, 5, 6, 8),
  cells: Int32Array.of(0, 1, 2, 1, 3, 2, 2, 3), states: Uint8Array.of(2, 1, 2, 2, 1, 1, 2, 2),
};

test("a coarse replay shows the last moment until a step, whichever way one goes there", () => {
  const replay = replayOf({ log: null, moments: MOMENTS }, 4);
  assert.ok(replay instanceof CoarseReplay);
  assert.equal(replay.steps, 30);
  const at = { 0: [0, 0, 0, 0], 7: [0, 0, 0, 0], 8: [2, 1, 2, 0], 23: [2, 2, 2, 1], 24: [2, 2, 1, 1], 30: [2, 2, 2, 2] };
  for (const step of [30, 0, 24, 8, 23, 7, 30, 23, 24]) {
    replay.seek(step);
    assert.deepEqual(Array.from(replay.state), at[step], `step ${step}`);
  }
  replay.seek(25);
  const { revision } = replay;
  replay.seek(29); // the same moment: nothing to draw
  assert.equal(replay.revision, revision);
});

test("a step names what it did, and the last one has expanded its node", () => {
  const log = { kind: [OPENED, CLOSED, OPENED, REOPENED, CLOSED], node: [3, 3, 4, 5, 4], parent: [-1, -1, 3, 3, 3],
    g: [0, 0, 1, 1, 1], h: [0, 0, 0, 0, 0] };
  const replay = new Replay(log, SIZE);
  assert.deepEqual([replay.steps, replay.current, [...replay.deeds]], [2, -1, ["opened"]]);
  replay.seek(1);
  assert.deepEqual([replay.current, [...replay.deeds]], [3, ["closed", "opened", "reopened"]]);
  replay.seek(99);
  assert.deepEqual([replay.step, replay.current], [2, 4]);
});

test("a branch leads from the root to its node, and ends where parents go in a circle", () => {
  assert.deepEqual([...branch([-1, 0, 1, 1], 3)], [0, 1, 3]);
  assert.ok(branch([1, 0], 0).length <= 3);
});

/** A transport with a number of steps, and the steps that it has shown. */
function transport(steps, live = null) {
  const shown = [], made = new Transport(new Element("div"), "expansions", (step) => shown.push(step), live);
  made.setSteps(steps);
  return { made, shown };
}

/** Frames of the browser over some seconds. */
function watch(seconds) {
  const from = performance.now();
  for (let passed = 0; passed <= seconds; passed += 1 / 64) frame(from + 1000 * passed);
}

test("whatever has all its steps is played in four seconds, at twice the speed in two", () => {
  for (const steps of [10, 3000])
    for (const factor of [1, 2]) {
      const { made } = transport(steps);
      made.speed.set(factor);
      made.seek(0);
      made.play();
      watch(4 / factor * 0.9);
      assert.ok(!made.isAtEnd && made.at > steps * 0.8);
      watch(4 / factor * 1.1);
      assert.ok(made.isAtEnd && !made.playing);
    }
});

test("an edit keeps the place: at the end the end, else the step", () => {
  const { made } = transport(100);
  made.setSteps(130);
  assert.equal(made.at, 130);
  made.seek(40);
  made.setSteps(90);
  assert.equal(made.at, 40);
  made.setSteps(20);
  assert.equal(made.at, 20);
});

test("to play at the end begins again; to step or scrub pauses", () => {
  const { made, shown } = transport(5);
  made.toggle();
  assert.ok(made.playing && made.at === 0);
  made.stepBy(2);
  assert.ok(!made.playing);
  assert.equal(shown.at(-1), 2);
  made.stepBy(-9);
  assert.equal(shown.at(-1), 0);
  made.toggle();
  made.slider.value = "4";
  made.slider.dispatchEvent(new Event("input"));
  assert.deepEqual([made.playing, shown.at(-1)], [false, 4]);
});

test("the play button says what it will do", () => {
  const { made } = transport(5);
  const words = () => [made.playButton.title, made.playButton.getAttribute("aria-label")];
  assert.deepEqual(words(), ["Play (space)", "Play (space)"]);
  made.play();
  assert.deepEqual(words(), ["Pause (space)", "Pause (space)"]);
  made.pause();
  assert.equal(words()[0], "Play (space)");
  assert.equal(made.label.textContent, "0 of 5 expansions");
});

test("at the end of what is live, to play or step is to let it go on; before it, the record is played", () => {
  const asked = [];
  const { made } = transport(3, { go: (isOn) => asked.push(isOn), step: () => asked.push("step"), server: () => null });
  made.stepBy(1);
  made.toggle();
  assert.deepEqual(asked, ["step", true]);
  assert.equal(made.label.textContent, "3 of 3 expansions, live");
  made.toggle();
  assert.deepEqual(asked, ["step", true, false]);
  made.seek(1);
  made.stepBy(1);
  assert.deepEqual([made.at, asked.length], [2, 3]);
});

test("a scene begins at its share of all steps, or plays", () => {
  const { made } = transport(40);
  made.showAt({ at: 0.25 });
  assert.equal(made.at, 10);
  made.showAt({ play: true });
  assert.ok(made.playing && made.at === 0);
  made.pause();
});

test("the speed goes from half to eight times, by key and slider, and is said as a duration", () => {
  const speed = new Speed();
  speed.tell("a move", 0.6, 1);
  assert.equal(speed.label.textContent, "1\u00d7, a move in 0.6 s");
  const [[, , faster], [, , slower]] = speed.keys();
  for (const wanted of [2, 4, 8, 8]) {
    faster();
    assert.equal(speed.factor, wanted);
  }
  for (const wanted of [4, 2, 1, 0.5, 0.5]) {
    slower();
    assert.equal(speed.factor, wanted);
  }
  assert.deepEqual([speed.seconds, SLOWEST, FASTEST], [1.2, 0.5, 8]);
  speed.slider.value = "3"; // in doublings
  speed.slider.dispatchEvent(new Event("input"));
  assert.equal(speed.slider.getAttribute("aria-valuetext"), "8\u00d7, a move in 0.075 s");
});

test("the speed that a person chose counts until the server has heard of it", () => {
  const server = { done: 0, sent: 0, send() { this.sent += 1; } };
  const speed = new Speed(() => server);
  speed.set(4);
  speed.tell("a move", 1, 1); // of a moment ago
  assert.equal(speed.factor, 4);
  server.done = 1;
  speed.tell("a move", 1, 2);
  assert.equal(speed.factor, 2);
});
