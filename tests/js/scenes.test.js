// The app of the tactics page, without a canvas: time passes when a test says so.

import { Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { App, Scene, Welcome } from "../../src/asterion/lab/tactics/scenes.js";

/** An app, its clock, and what its scenes were called for. */
function headless(...names) {
  const calls = [], scenes = {};
  class Spy extends Scene {
    constructor(name) {
      super();
      Object.assign(this, { name, moves: false });
    }

    showScene() { calls.push(`${this.name} shown`); }
    hideScene() { calls.push(`${this.name} hidden`); }
    onRender() { calls.push(`${this.name} drawn`); }

    onUpdate(seconds) {
      calls.push(`${this.name} ${seconds}`);
      return this.moves;
    }

    onEvent({ type }) {
      calls.push(`${this.name} ${type}`);
      return type !== "wheel";
    }
  }
  const clock = {
    time: 0, waiting: null,
    now: () => clock.time,
    next: (turn) => {
      clock.waiting = turn;
      return 1;
    },
    cancel: () => { clock.waiting = null; },
    tick(milliseconds = 16) { // returns how many frames there were
      const turn = clock.waiting;
      clock.time += milliseconds;
      clock.waiting = null;
      turn?.(clock.time);
      return turn ? 1 : 0;
    },
  };
  for (const name of names) scenes[name] = new Spy(name);
  const app = new App({ clock }).initialise(scenes);
  const point = (type, x, y, target) => app.handleEvent({ type, clientX: x, clientY: y, target });
  return { app, clock, scenes, point, taken: () => calls.splice(0) };
}

test("an app is started and stopped; without a canvas time passes, and nothing is drawn", () => {
  const { app, clock, taken } = headless("one");
  assert.equal(app.running, false);
  app.start("one");
  assert.deepEqual([app.running, app.sceneName, ...taken()], [true, "one", "one shown"]);
  clock.tick(16);
  assert.deepEqual(taken(), ["one 0.016"]);
  app.stop();
  assert.deepEqual([app.running, clock.tick(16), ...taken()], [false, 0, "one hidden"]);
});

test("switching hides one scene and shows another; an unknown name changes nothing", () => {
  const { app, taken } = headless("one", "two");
  app.start("one");
  taken();
  app.switchScene("two");
  assert.deepEqual([app.sceneName, ...taken()], ["two", "one hidden", "two shown"]);
  app.switchScene("two");
  assert.deepEqual(taken(), []);
  assert.throws(() => app.switchScene("three"), { message: 'unknown scene "three"; choose one of one, two' });
  assert.equal(app.sceneName, "two");
  assert.deepEqual(app.console.lines, ["scene: one", "scene: two"]);
});

test("only the scene that is on gets time and input", () => {
  const { app, clock, point, taken } = headless("one", "two");
  app.start("one");
  taken();
  assert.deepEqual([point("pointermove", 30, 40), point("wheel", 0, 0)], [true, false]);
  clock.tick(20);
  assert.deepEqual(taken(), ["one pointermove", "one wheel", "one 0.02"]);
});

test("a window above the scene captures input", () => {
  const { app, point, taken } = headless("one");
  app.start("one");
  taken();
  const above = new Element("div"), inside = new Element("button");
  above.setAttribute("data-captures", "");
  above.append(inside);
  const targets = [inside, new Element("canvas"), new Element("input")];
  assert.deepEqual(targets.map((each) => point("pointerdown", 5, 6, each)), [false, true, false]);
  assert.deepEqual(taken(), ["one pointerdown"]);
});

test("the loop sleeps while nothing moves, and runs for the debug menu", () => {
  const { app, clock, scenes } = headless("one");
  app.start("one");
  const turns = [clock.tick(), clock.tick(), clock.tick()];
  scenes.one.moves = true;
  app.wake();
  turns.push(clock.tick(), clock.tick());
  scenes.one.moves = false;
  turns.push(clock.tick(), clock.tick());
  assert.deepEqual(turns, [1, 0, 0, 1, 1, 1, 0]);
  let shown = 0;
  app.debugMenu = { show: () => { shown += 1; } };
  app.wake();
  for (let i = 0; i < 60; i++) clock.tick(20);
  assert.equal(shown, 60);
  assert.ok(Math.abs(app.fps - 50) <= 1);
});

test("the circle of the welcome follows the pointer, and comes to rest", () => {
  const { app, clock, point } = headless(), welcome = new Welcome();
  app.initialise({ welcome }).start("welcome");
  point("pointermove", 300, 200);
  const far = () => Math.hypot(welcome.circle.x - 300, welcome.circle.y - 200);
  const distances = [far()];
  while (clock.tick(16)) distances.push(far());
  assert.deepEqual(distances, [...distances].sort((a, b) => b - a));
  assert.ok(far() < 1 && distances.length > 5 && distances.length < 200);
});

test("an app with a canvas clears it, and its scene draws", () => {
  const { clock, scenes, taken } = headless("one");
  const canvas = new Element("canvas"), drawn = new App({ canvas, clock }).initialise(scenes);
  drawn.start("one");
  drawn.resize(200, 100);
  clock.tick();
  assert.deepEqual(canvas.pen.calls.map(({ name }) => name), ["setTransform", "clearRect"]);
  assert.deepEqual([canvas.style.width, canvas.style.height], ["200px", "100px"]);
  assert.equal(taken().at(-1), "one drawn");
});
