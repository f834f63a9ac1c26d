// The tactics board: units, signs, ground, plans, motion, and the picture that they make together.

import { palette } from "/lab/web/shared/palette.js";
import { Motion } from "/lab/web/tactics/motion.js";
import { drawOrder, drawPlan } from "/lab/web/tactics/plan_arrows.js";
import { TacticsScene } from "/lab/web/tactics/scene.js";
import { App, Console, Resources, Scene, Welcome } from "/lab/web/tactics/scenes.js";
import { drawAim, drawArrow, drawBurst, drawCross, drawLine, drawNumber, drawPlate } from "/lab/web/tactics/signs.js";
import { Stroke } from "/lab/web/tactics/stroke.js";
import { drawNumbers, drawTerrain } from "/lab/web/tactics/terrain.js";
import { drawUnit, teamSign, unitSign } from "/lab/web/tactics/units.js";
import { canvas, dark, fire, hands, log, outline, pass, pen, ratio, round } from "./recorder.js";

const SIDE = 100;
const middle = (cell) => [50 + 100 * (cell % 4), 50 + 100 * Math.floor(cell / 4)];
const show = (value) => log(JSON.stringify(value, (_, each) => (typeof each === "number" ? Number(round(each)) : each)));

// A board of four columns and three rows: a wall, three units of team 0, one of team 1.
const KINDS = [0, 1, 2, 0, 3, 0, 0, 4, 0, 0, 5, 0];
const cellsOf = (kinds = KINDS) => kinds.map((kind, cell) => ({ kind, team: kind && cell === 7 ? 1 : 0 }));

const OPTIONS = {
  units: {
    2: { name: "Melee", mp: 1, ap: 2, range: 1, reach: { 3: [1, [2, 3]], 6: [1, [2, 6]] }, hits: [1, 3], hidden: [0], blocked: { 0: 1 } },
    7: { name: "Sniper", mp: 2, ap: 9, range: 8, reach: {}, hits: [2, 3], hidden: [5], blocked: {} },
  },
};

function page(more = {}) {
  return {
    board: { rows: 3, cols: 4 }, layers: { reach: true, sight: true, trace: true, plan: true }, editor: { open: false, kind: 0, team: 0 },
    options: OPTIONS, plan: undefined, hoverText: document.createElement("p"), nameOf: (cell) => `(${cell % 4}, ${Math.floor(cell / 4)})`,
    ...hands("act", "edit", "complain", "showHint", "drawOrders", "layout"), ...more,
  };
}

function position(more = {}) {
  return { at: 5, cells: cellsOf(), waits: "person", team: 0, mp: 4, ap: 3, selected: 2, action: null, ...more };
}

/** A scene on a board of four by three tiles of 100 pixels. */
function stage(more = {}, where = {}) {
  const app = new App({ canvas: canvas(404, 304), clock: { now: () => 0, next: () => 1, cancel() {} } });
  const scene = new TacticsScene(page(more));
  app.initialise({ tactics: scene });
  scene.side = SIDE;
  scene.position = position(where);
  return scene;
}

/** What is drawn above the ground and below it there is nothing else. */
function picture(scene) {
  scene.app.scene = scene;
  scene.app.render();
}

const NONE = { rows: 0, cols: 0 };

/** Only what is above the ground, which has scenes of its own. */
function bare(more, where) {
  const scene = stage({ ...more, board: NONE }, { cells: cellsOf([0, 1, 5, 0, 0, 0, 0, 5]), ...where });
  scene.middle = middle;
  scene.page.layers = { reach: true, sight: true, trace: true, plan: true, ...more?.layers };
  return scene;
}

const move = (from, to) => ({ kind: "move", from, to });
const attack = (from, to) => ({ kind: "attack", from, to });

function moving(action, before = cellsOf(), after = cellsOf()) {
  const motion = new Motion();
  motion.start([{ cells: before, waits: "person" }, { cells: after, action }], 1);
  motion.update(0);
  return motion;
}

function tellMotion(motion) {
  show({ parts: motion.parts.length, seconds: motion.parts.map(({ seconds }) => seconds), age: motion.age, hits: motion.hits });
}

const scenes = {
  "each unit, of team 0"() {
    for (const kind of [2, 3, 4, 5]) {
      log(`kind ${kind}`);
      drawUnit(pen(), { x: 50, y: 50, side: SIDE }, { kind, team: 0 }, palette());
    }
  },
  "the plates of the other teams, and of the ninth"() {
    for (let team = 1; team <= 8; team++) {
      log(`team ${team}`);
      drawUnit(pen(), { x: 50, y: 50, side: SIDE }, { kind: 5, team }, palette());
    }
  },
  "a unit on small tiles, and a faint one"() {
    drawUnit(pen(), { x: 10, y: 20, side: 31 }, { kind: 5, team: 1 }, palette());
    drawUnit(pen(), { x: 10, y: 20, side: 32 }, { kind: 5, team: 1 }, palette());
    drawUnit(pen(), { x: 50, y: 50, side: SIDE }, { kind: 5, team: 0 }, palette(), true);
  },
  "signs among words"() {
    ratio(2);
    outline(unitSign({ kind: 5, team: 2 }, 32));
    outline(teamSign(9));
    log(unitSign({ kind: 5, team: 2 }, 32).style.cssText, unitSign({ kind: 5, team: 2 }, 33).width);
  },
  "lines, with dashes and with the width that they have by themselves"() {
    const context = pen();
    drawLine(context, [[10, 10], [50, 10], [50, 90]], "red", "white");
    drawLine(context, [[10, 10], [20, 30]], "red", "white", { width: 2, dashes: [5, 6] });
    log("dashes are gone");
    drawLine(context, [[10, 10], [20, 30]], "red", "white", { width: 2 });
  },
  "an aim"() {
    drawAim(pen(), 50, 60, 20, "red", "white");
  },
  "a cross"() {
    drawCross(pen(), 50, 60, 20, "red", "white");
  },
  "a plate in the middle, at the left edge, at the right edge, at the top"() {
    for (const [x, y] of [[200, 80], [5, 80], [395, 80], [200, 3]]) drawPlate(pen(400), x, y, "2 of 3 AP", palette(), 400);
  },
  "arrows"() {
    drawArrow(pen(), [[10, 20], [60, 20], [60, 80]], "red", "white");
    drawArrow(pen(), [[10, 20], [60, 20]], "red", "white", { width: 2, head: 20 });
  },
  "a number"() {
    drawNumber(pen(), 50, 60, 3, "red", "white");
  },
  "a burst, at its beginning and near its end"() {
    for (const share of [0, 0.75]) {
      const context = pen();
      context.rect(1, 2, 3, 4); // of before
      drawBurst(context, 50, 60, 40, share, "red", "white");
      context.fillRect(0, 0, 1, 1);
    }
  },
  "ground: floor, grass, a wall and its shade"() {
    drawTerrain(pen(400, 300), cellsOf([0, 1, 0, 0, 0, 0, 0, 0, 0]), { rows: 3, cols: 3 }, { left: 2, top: 4, side: 120 }, palette());
  },
  "ground of small tiles: no grass, no stones"() {
    drawTerrain(pen(), cellsOf([0, 1, 0, 0]), { rows: 2, cols: 2 }, { left: 20, top: 20, side: 17 }, palette());
  },
  "ground of tiles that have just room for stones, and for grass"() {
    drawTerrain(pen(), cellsOf([1]), { rows: 1, cols: 1 }, { left: 20, top: 20, side: 18 }, palette());
    drawTerrain(pen(), cellsOf([0, 0]), { rows: 1, cols: 2 }, { left: 20, top: 20, side: 29 }, palette());
    drawTerrain(pen(), cellsOf([0, 0]), { rows: 1, cols: 2 }, { left: 20, top: 20, side: 30 }, palette());
  },
  "numbers of columns and rows: in large tiles, in middling ones, beside small ones"() {
    drawNumbers(pen(), cellsOf([0, 1, 0, 0, 0, 0]), { rows: 2, cols: 3 }, { left: 2, top: 3, side: 120 }, palette());
    drawNumbers(pen(), cellsOf([0, 1, 0, 0, 0, 0]), { rows: 2, cols: 3 }, { left: 2, top: 2, side: 90 }, palette());
    drawNumbers(pen(), cellsOf([0, 1, 0, 0, 0, 0]), { rows: 2, cols: 3 }, { left: 20, top: 22, side: 80 }, palette());
    drawNumbers(pen(), cellsOf([0, 1, 0, 0, 0, 0]), { rows: 2, cols: 3 }, { left: 20, top: 22, side: 14 }, palette());
  },
  "a plan before, in and after its turn"() {
    const rows = [move(4, 5), move(5, 6), attack(6, 7), move(6, 10), attack(6, 7)].map((action) => ({ action }));
    for (const done of [0, 3]) {
      log(`${done} done`);
      drawPlan(pen(), { rows: [...rows, {}], team: 9 }, done, middle, SIDE, palette());
      drawOrder(pen(), { rows: [...rows, {}], team: 9 }, done, middle, SIDE, palette());
    }
    log("all done");
    drawPlan(pen(), { rows, team: 0 }, 5, middle, SIDE, palette());
  },
  "a stroke of the editor"() {
    const wall = new Stroke(0, 1, 2, 4);
    wall.reach(10);
    wall.reach(8);
    wall.reach(3);
    show([...wall.cells]);
    const back = new Stroke(11, 1, 2, 4);
    back.reach(8);
    back.reach(0);
    show([...back.cells]);
    show(wall.on(cellsOf()));
    const unit = new Stroke(0, 2, 1, 4);
    unit.reach(3);
    show([...unit.cells]);
  },
  "a unit slides to its tile"() {
    const motion = moving(move(2, 3));
    tellMotion(motion);
    for (const seconds of [0.04, 0.08]) {
      show([motion.update(seconds), motion.placeOf(2, middle), motion.placeOf(4, middle)]);
      motion.draw(pen(), middle, SIDE, palette(), 400);
    }
    show([motion.update(0.05), motion.parts.length]);
  },
  "shots of a blaster, a sniper and a laser, and what they hit"() {
    for (const from of [4, 7, 10]) {
      const motion = moving(attack(from, 2), cellsOf(), cellsOf(KINDS.map((kind, cell) => (cell === 2 ? 0 : kind))));
      log(`unit ${from}`);
      for (const seconds of [0.06, 0.12, 0.08, 0.2, 0.3, 0.5]) {
        show([motion.update(seconds), motion.placeOf(from, middle), motion.cells(null)?.[2].kind]);
        motion.draw(pen(), middle, SIDE, palette(), 400);
      }
    }
  },
  "a melee strikes by itself"() {
    const motion = moving(attack(2, 1));
    for (const seconds of [0.1, 0.1, 0.1]) {
      motion.update(seconds);
      show(motion.placeOf(2, middle));
      motion.draw(pen(), middle, SIDE, palette(), 400);
    }
  },
  "what a hit says"() {
    for (const to of [2, 1, 0]) {
      const motion = moving(attack(4, to));
      motion.end();
      tellMotion(motion);
      motion.clear();
      tellMotion(motion);
    }
  },
  "hits are forgotten: after a while, and the oldest of five"() {
    const motion = new Motion();
    motion.hits = [0, 1, 2, 3, 4].map((cell) => ({ cell, text: "missed", age: 0 }));
    show([motion.update(0.5), motion.hits.map(({ cell }) => cell)]);
    show([motion.update(0.59), motion.hits.length]);
    show([motion.update(0.01), motion.hits.length]);
  },
  "many actions take no longer than a computer's next one, or than a person waits"() {
    const states = [{ cells: cellsOf() }, ...Array.from({ length: 10 }, () => ({ cells: cellsOf(), action: attack(4, 7) })), { cells: cellsOf() }];
    for (const waits of ["computer", "person"]) {
      const motion = new Motion();
      states[0].waits = waits;
      motion.start(states, 0.2);
      tellMotion(motion);
      show([motion.update(0.5), motion.age, motion.update(0.5), motion.age, motion.parts.length]);
    }
    const short = new Motion();
    short.start([{ cells: cellsOf(), waits: "person" }, { cells: cellsOf(), action: move(0, 1) }], 0.2);
    tellMotion(short);
  },
  "a board at rest, with a unit selected"() {
    picture(stage());
  },
  "a board of small tiles, with a unit selected"() {
    const scene = stage({ board: { rows: 1, cols: 2 } }, { cells: cellsOf([2, 0]), selected: 0 });
    scene.side = 23;
    picture(scene);
  },
  "the reach of the selected unit: not while a computer plays, nor without its layer"() {
    picture(bare({}));
    log("a computer plays");
    picture(bare({}, { waits: "computer" }));
    log("without its layer");
    picture(bare({ layers: { reach: false } }));
    log("while the editor is open");
    picture(bare({ editor: { open: true, kind: 0, team: 0 } }));
  },
  "what can be hit: by the selected unit in attack mode, by the unit under the pointer"() {
    const scene = bare({});
    scene.attacks = true;
    picture(scene);
    scene.attacks = false;
    scene.hover = 7;
    log("another one under the pointer");
    picture(scene);
    scene.page.layers.sight = false;
    log("without its layer");
    picture(scene);
    scene.page.layers.sight = true;
    scene.hover = 2;
    log("the selected one under the pointer");
    picture(scene);
  },
  "the last action, and one that a row of the plan stands for"() {
    const scene = bare({ options: undefined }, { cells: [], selected: null, action: move(4, 5) });
    picture(scene);
    scene.page.layers.trace = false;
    log("without its layer");
    picture(scene);
    scene.pointed = attack(4, 6);
    log("pointed at");
    picture(scene);
    scene.pointed = { kind: "end" };
    log("the end of a turn");
    picture(scene);
  },
  "a plan on the board"() {
    const rows = [{ action: move(4, 5) }, { action: attack(5, 7) }];
    picture(bare({ options: undefined, plan: { rows, team: 0, from: 4 } }, { cells: [], selected: null, action: move(0, 1) }));
  },
  "the way to a tile, the line to a target, and what is in its way"() {
    const scene = bare({}, { cells: cellsOf([0, 1, 2, 0, 0, 0, 0, 0]) });
    scene.page.layers.reach = false;
    for (const [hover, attacks] of [[6, false], [1, true], [0, true], [5, false], [-1, false]]) {
      Object.assign(scene, { hover, attacks });
      scene.page.options = { units: { 2: { ...OPTIONS.units[2], hits: [1], hidden: [] } } };
      log(`at ${hover}${attacks ? ", attacking" : ""}`);
      picture(scene);
    }
  },
  "the editor under the pointer: nothing, a wall, a unit"() {
    for (const kind of [0, 1, 5]) {
      const scene = bare({ options: undefined, editor: { open: true, kind, team: 1 } }, { cells: [], selected: null });
      scene.hover = 0;
      log(`kind ${kind}`);
      picture(scene);
    }
  },
  "a stroke and a motion are seen instead of the state"() {
    const scene = bare({}, { cells: cellsOf([2, 0, 2]), selected: 2 });
    scene.stroke = new Stroke(0, 5, 1, 4);
    log("a stroke");
    picture(scene);
    scene.stroke = null;
    scene.page.plan = undefined;
    scene.motion = moving(move(0, 1), cellsOf([2, 0, 0]), cellsOf([0, 2, 0]));
    scene.motion.update(0.08);
    log("a motion");
    picture(scene);
  },
  "cells as large as the room allows, and where they are"() {
    const scene = stage();
    for (const [width, height] of [[404, 10000], [10000, 400], [260, 200], [259, 1000], [10, 10], [9000, 9000]]) {
      scene.fit(width, height);
      show([scene.margin, scene.side, scene.app.canvas.width, scene.app.canvas.height, scene.middle(7)]);
    }
    scene.side = SIDE;
    scene.margin = 20;
    show([[19, 20], [20, 19], [20, 20], [119, 20], [120, 20], [419, 319], [420, 319], [419, 320]].map(([x, y]) => scene.cellAt({ x, y })));
  },
  "what a click means"() {
    const scene = stage();
    for (const [cell, attacks, where] of [
      [2, false], [4, false], [7, false], [7, true], [3, false], [8, false], [1, false], [1, true], [0, true], [9, true], [3, true],
      [0, false, { selected: null }], [4, false, { selected: null }], [0, true, { selected: null }], [0, false, { waits: null }],
      [7, false, { waits: "computer", team: 1 }], [1, true, { ap: 1 }], [1, true, { ap: 2 }], [2, false, { selected: undefined }], [2, true],
    ]) {
      scene.position = position(where);
      scene.attacks = attacks;
      log(`${cell}${attacks ? " attacking" : ""} ${where ? JSON.stringify(where) : ""}`);
      show(scene.meant(cell));
    }
    scene.page.options = undefined;
    scene.position = position();
    scene.attacks = false;
    show(scene.meant(4));
    show(scene.meant(0));
  },
  "clicks and keys"() {
    const scene = stage();
    scene.app.running = true;
    scene.draw(scene.position);
    scene.press(3, false);
    scene.press(8, false);
    scene.press(3, true);
    show([scene.attacks, scene.hover]);
    scene.toggleAttack();
    scene.position = position({ selected: null });
    scene.toggleAttack();
    show([scene.attacks]);
    scene.hover = -1;
    const key = (name) => show([name, scene.onKey({ key: name }), scene.hover]);
    ["ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"].forEach(key);
    scene.hover = 3;
    key("ArrowRight");
    scene.position = position();
    scene.hover = -1;
    key("Enter");
    key("Delete");
    ["ArrowUp", "ArrowLeft", "Enter", "Delete", "Backspace", "x"].forEach(key);
  },
  "pointers: a mouse presses at once, a finger when it goes up on the same cell"() {
    const scene = stage();
    scene.app.running = true;
    scene.app.scene = scene;
    const { canvas: board } = scene.app;
    board.style.cssText += "; position: absolute; left: 0; top: 0";
    board.setPointerCapture = () => log("captured");
    const event = (type, cell, more = {}) => {
      const [x, y] = scene.middle(cell);
      log(type, cell, JSON.stringify(more));
      show(scene.app.handleEvent({ type, clientX: x, clientY: y, target: board, preventDefault: () => log("prevented"), ...more }));
    };
    event("pointermove", 3);
    event("pointerdown", 3, { button: 0 });
    event("pointerdown", 3, { button: 2 });
    event("pointerdown", 3, { button: 2 });
    event("pointerdown", 6, { pointerType: "touch" });
    event("pointerup", 6);
    event("pointerdown", 6, { pointerType: "touch" });
    event("pointerup", 3);
    event("pointerdown", 6, { pointerType: "touch" });
    event("pointercancel", 6);
    event("pointerup", 6);
    event("pointerdown", 100);
    event("contextmenu", 3);
    event("pointerleave", 3);
    event("wheel", 3);
    event("pointermove", 3, { target: document.body });
    scene.page.editor = { open: true, kind: 1, team: 1 };
    event("pointerdown", 0, { button: 0 });
    event("pointermove", 2);
    event("pointermove", 100);
    event("pointerup", 2);
    event("pointerdown", 5, { button: 2 });
    event("pointerup", 5);
    scene.press(5, true);
    scene.press(6, false);
    const input = document.createElement("input");
    document.body.append(input);
    event("pointermove", 5, { target: input });
    scene.app.running = false;
    event("pointermove", 6);
  },
  "another state ends the attack mode, the stroke and the motion"() {
    const scene = stage();
    Object.assign(scene, { attacks: true, stroke: new Stroke(0, 1, 0, 4), isDown: false });
    scene.draw(scene.position);
    show([scene.attacks, Boolean(scene.stroke)]);
    scene.motion = moving(move(2, 3));
    scene.isDown = true;
    scene.draw(position());
    show([scene.attacks, Boolean(scene.stroke), scene.motion.parts.length]);
    scene.isDown = false;
    scene.draw(position({ at: 6 }));
    show([scene.attacks, Boolean(scene.stroke)]);
    scene.hover = 3;
    scene.hideScene();
    show([scene.hover, scene.app.canvas.tabIndex]);
    scene.showScene();
    show(scene.app.canvas.tabIndex);
  },
  "an app sleeps until there is something to draw"() {
    let turn = null, time = 0;
    const made = canvas(50, 40), events = hands("next");
    const app = new App({ canvas: made, clock: { now: () => time, next: (each) => ((turn = each), events.next(), 7), cancel: (number) => log("cancelled", number) } });
    class Moving extends Scene {
      onUpdate(seconds) {
        log("update", round(seconds));
        return time < 200;
      }

      showScene() {
        log("shown");
      }

      hideScene() {
        log("hidden");
      }
    }
    app.initialise({ moving: new Moving(), welcome: new Welcome() });
    app.wake();
    app.start("moving");
    for (time = 100; time < 400; time += 100) {
      const each = turn;
      turn = null;
      each?.(time);
    }
    show([app.fps, app.console.lines]);
    app.wake();
    turn(time - 5000);
    turn = null;
    app.debugMenu = hands("show");
    app.wake();
    app.wake();
    turn(time + 1000);
    app.switchScene("moving");
    app.switchScene("welcome");
    show([app.sceneName, app.turn]);
    app.stop();
    app.stop();
    show(app.turn);
    try {
      app.switchScene("nowhere");
    } catch (error) {
      log(error.message);
    }
    const lines = new Console();
    [1, 2, 3, 4, 5, 6].forEach((each) => lines.say(each));
    show(lines.lines);
    show([...new Resources([["a", 1]]).keys()]);
    show([new App().canvas, new App().update(0.5), new Scene().onUpdate(1), new Scene().onEvent({})]);
    const fast = new App();
    for (const seconds of [0.5, 0.02, 0.05, 0]) fast.update(seconds), show(fast.fps);
    new App().render();
  },
  "the circle of the first scene follows the pointer"() {
    const welcome = new Welcome();
    const app = new App({ canvas: canvas(200, 100) }).initialise({ welcome });
    app.cursor = { x: 100, y: 20 };
    for (const seconds of [0.05, 1, 0]) show([welcome.onUpdate(seconds), welcome.circle]);
    app.cursor = { x: 100.6, y: 20 };
    show([welcome.onUpdate(0), welcome.onEvent({ type: "pointermove" }), welcome.onEvent({ type: "wheel" })]);
    app.scene = welcome;
    ratio(2);
    app.render();
    app.resize(30, 20.2);
    show([app.canvas.width, app.canvas.height, app.canvas.style.width, app.canvas.style.height]);
  },
  "in the dark"() {
    dark(true);
    drawUnit(pen(), { x: 50, y: 50, side: SIDE }, { kind: 4, team: 3 }, palette());
    drawNumbers(pen(), cellsOf([1]), { rows: 1, cols: 1 }, { left: 2, top: 3, side: 120 }, palette());
  },
};

export default scenes;
