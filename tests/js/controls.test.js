// Keys and buttons: who gets a key, undo and tools, the sheet of keys, views, the wheel, notices.

import { Element, fire } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { notice, setText, toggle } from "../../src/asterion/lab/board/parts.js";
import { Shortcuts } from "../../src/asterion/lab/board/shortcuts.js";
import { endingsOf, listen, uploadFor } from "../../src/asterion/lab/page/drop.js";
import { ToolBar, TOOLS } from "../../src/asterion/lab/board/tool_bar.js";
import { ViewBar } from "../../src/asterion/lab/board/view_bar.js";
import { zoomByWheel } from "../../src/asterion/lab/board/wheel.js";

function made(tag, properties = {}) {
  const element = Object.assign(new Element(tag), properties);
  document.body.append(element);
  return element;
}

/** Keys of a page, and the actions done; the page is closed when the test ends. */
function keysOf(t, table, more = [], root = null) {
  const shortcuts = new Shortcuts(table, more, root);
  t.after(() => shortcuts.close());
  return shortcuts;
}

const press = (key, more = {}) => fire(document, "keydown", { key, target: document.body, ...more });

test("a key acts once, and its default is kept from the browser", (t) => {
  const done = [];
  keysOf(t, [[["space"], "play", () => done.push("play")], [["ctrl+z", "u"], "undo", () => done.push("undo")],
    [["z"], "zoom", () => done.push("zoom")], [["shift+Home"], "far", () => done.push("far")]]);
  assert.ok(press(" ").defaultPrevented);
  press("z", { ctrlKey: true });
  press("z", { metaKey: true });
  press("u");
  press("z");
  press("Home", { shiftKey: true });
  assert.ok(!press("q").defaultPrevented);
  assert.deepEqual(done, ["play", "undo", "undo", "undo", "zoom", "far"]);
});

test("keys typed into a field are the field's, also undo; a slider and a box leave letters to the page", (t) => {
  const done = [];
  keysOf(t, [[["u"], "undo", () => done.push("u")], [["ctrl+z"], "undo", () => done.push("z")]]);
  const fields = [made("textarea"), made("input", { type: "text" }), made("input", { type: "number" }),
    made("div", { isContentEditable: true })];
  for (const target of fields) {
    press("u", { target });
    press("z", { ctrlKey: true, target });
  }
  assert.deepEqual(done, []);
  for (const type of ["range", "checkbox"]) press("u", { target: made("input", { type }) });
  assert.deepEqual(done, ["u", "u"]);
});

test("a button that has the focus keeps space and Enter", (t) => {
  const done = [];
  keysOf(t, [[["space"], "play", () => done.push("play")], [["x"], "clear", () => done.push("clear")]]);
  const target = made("button");
  assert.ok(!press(" ", { target }).defaultPrevented);
  press("x", { target });
  assert.deepEqual(done, ["clear"]);
});

test("the sheet lists all keys with a text; while it is open only ? acts", (t) => {
  const done = [], table = [[["x"], "clear", () => done.push("x")], [["7"], null, () => {}]];
  const shortcuts = keysOf(t, [...table, [["?"], "this sheet", () => shortcuts.help()]], [[["Tab"], "to the next board"]]);
  press("?", { shiftKey: true }); // a sign that needs shift is named without it
  const { sheet } = shortcuts;
  assert.ok(sheet.open);
  assert.deepEqual(sheet.querySelectorAll("td").map(({ textContent }) => textContent),
    ["clear", "this sheet", "to the next board"]);
  press("x");
  assert.deepEqual(done, []);
  press("?");
  assert.ok(!sheet.open);
  press("x");
  assert.deepEqual(done, ["x"]);
});

test("keys of a board in a notebook are heard in it alone", (t) => {
  const root = made("div"), done = [];
  keysOf(t, [[["x"], "clear", () => done.push("x")]], [], root);
  press("x");
  assert.deepEqual(done, []);
  fire(root, "keydown", { key: "x" });
  assert.deepEqual(done, ["x"]);
});

function toolBar() {
  const asked = [], hands = Object.fromEntries(["undo", "redo", "clear", "zoom", "whole"]
    .map((name) => [name, (...values) => asked.push([name, ...values])]));
  const bar = new ToolBar({ ...hands, choose: (does) => { bar_does.push(does); } });
  return { bar, asked };
}
let bar_does = [];

test("each tool is chosen by a click and by its key, and says its key", () => {
  const { bar } = toolBar(), table = bar.keys();
  for (const [name, { key, does }] of Object.entries(TOOLS)) {
    for (const choose of [() => bar.buttons[name].click(), table.find(([keys]) => keys.includes(key) && keys.length === 1)[2]]) {
      bar_does = [];
      choose();
      assert.deepEqual(bar_does, [does]);
      const pressed = Object.values(bar.buttons).filter((each) => each.getAttribute("aria-pressed") === "true");
      assert.deepEqual(pressed, [bar.buttons[name]]);
    }
    assert.ok(bar.buttons[name].title.endsWith(`(${key})`));
  }
});

test("undo, redo, clear and zoom are beside the tools, each with its key", () => {
  const { bar, asked } = toolBar(), buttons = bar.strip.children.slice(-6);
  for (const each of buttons) each.click();
  const byClick = asked.splice(0);
  for (const each of buttons) {
    const [, key] = /\((.*)\)$/.exec(each.title);
    bar.keys().find(([keys]) => keys.includes(key))[2]();
  }
  assert.deepEqual(asked, byClick);
  assert.deepEqual(byClick.map(([name]) => name), ["undo", "redo", "clear", "zoom", "zoom", "whole"]);
  for (const [key, name] of [["u", "undo"], ["r", "redo"]]) {
    bar.keys().find(([keys]) => keys.includes(key))[2]();
    assert.equal(asked.at(-1)[0], name);
  }
});

test("no key stands for two things of the tools", () => {
  const keys = toolBar().bar.keys().filter(([all]) => !all.includes("...")).flatMap(([all]) => all);
  assert.equal(new Set(keys).size, keys.length);
});

test("the view that was chosen stays while views come and go, and keys go around", () => {
  let changes = 0;
  const bar = new ViewBar("n", () => { changes += 1; });
  const pressed = () => bar.root.children.findIndex((each) => each.getAttribute("aria-pressed") === "true");
  bar.show([["All", ""], ["1", ""], ["2", ""]]);
  bar.choose(2);
  bar.show([["All", ""], ["1", ""], ["2", ""], ["3", ""]]);
  assert.deepEqual([bar.at, pressed()], [2, 2]);
  bar.show([["All", ""], ["1", ""]]);
  assert.deepEqual([bar.at, pressed(), bar.root.children.length], [1, 1, 2]);
  bar.next();
  assert.deepEqual([bar.at, pressed(), changes], [0, 0, 2]);
});

test("the wheel zooms, by as much as it turns; where the page scrolls, only with ctrl or shift", () => {
  const canvas = new Element("canvas"), zooms = [];
  zoomByWheel({ canvas, zoomAt: (x, y, factor) => zooms.push(factor) });
  const turned = (more) => fire(canvas, "wheel", { deltaX: 0, deltaY: 0, ...more }).defaultPrevented;
  document.scrollingElement = canvas.parentElement = { scrollHeight: 900, clientHeight: 500 };
  assert.ok(!turned({ deltaY: -100 }));
  assert.ok(turned({ deltaY: -100, ctrlKey: true }));
  assert.ok(turned({ deltaX: -100, shiftKey: true })); // some browsers turn it sideways
  assert.ok(turned({ shiftKey: true }));
  assert.ok(turned({ deltaY: 100, ctrlKey: true }));
  assert.deepEqual(zooms.splice(0), [1.25, 1.25, 0.8]);
  document.scrollingElement.scrollHeight = 500;
  assert.ok(turned({ deltaY: -100 }));
  turned({ deltaY: -10 }); // a trackpad
  turned({ deltaY: -10, ctrlKey: true }); // its pinch
  turned({ deltaY: 9000 });
  turned({ deltaX: 100 }); // sideways alone
  assert.deepEqual(zooms.map((each) => Number(each.toFixed(3))), [1.25, 1.023, 1.118, 0.64]);
});

test("the same notice is shown once, newer words replace older ones, and four are kept", () => {
  const said = () => document.querySelector(".notices").children.map(({ textContent }) => textContent);
  notice("no", "error");
  notice("no", "error");
  assert.deepEqual(said(), ["no"]);
  notice("taken", "error", "refused");
  notice("too far", "error", "refused");
  assert.deepEqual(said(), ["no", "too far"]);
  for (const each of ["a", "b", "c"]) notice(each);
  assert.deepEqual(said(), ["too far", "a", "b", "c"]);
});

test("a switch says whether it is on", () => {
  const changes = [], made = toggle("path", "The path (p)", true, (on) => changes.push(on));
  made.click();
  made.set(true);
  assert.deepEqual(changes, [false, true]);
  assert.equal(made.getAttribute("aria-pressed"), "true");
});

test("words are set only if they differ: screen readers read what is set", () => {
  let sets = 0;
  const target = { get textContent() { return "same"; }, set textContent(_) { sets += 1; } };
  setText(target, "same");
  setText(target, "other");
  assert.equal(sets, 1);
});

// --- Files dropped on a page

test("dropped files go to the upload that knows most of them, whatever their case and order", () => {
  const maps = { endings: [".map", ".tmx"], others: [".tsx", ".json"] }, runs = { endings: [".json"], others: [] };
  const all = [maps, runs];
  assert.equal(uploadFor(["LEVEL.TMX", "tiles.tsx"], all), maps);
  assert.equal(uploadFor(["tiles.tsx", "a.map", "b.json"], all), maps);
  assert.equal(uploadFor(["run.json"], [runs, maps]), runs);
  assert.equal(uploadFor(["a.map"], [runs, maps]), maps);
  assert.equal(uploadFor(["notes.doc"], all), undefined);
  assert.equal(uploadFor(["a.map"], []), undefined);
  assert.equal(endingsOf(all), ".map, .tmx, .json");
});

test("a file that is dropped never makes the browser leave the page, whether it opens here or not", (t) => {
  const target = new EventTarget(), sent = [], dataTransfer = { types: ["Files"], files: [{ name: "a.map" }] };
  t.after(() => delete window.asterionUploads);
  listen(target);
  const say = (kind, data = dataTransfer) => {
    const event = Object.assign(new Event(kind, { cancelable: true }), { dataTransfer: data });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  for (const endings of [[], [".png"], [".map"]]) {
    window.asterionUploads = new Set(endings.length ? [{ endings, others: [], send: (files) => sent.push(...files) }] : []);
    assert.ok(say("dragover") && say("drop"));
    assert.equal(dataTransfer.dropEffect, endings.length ? "copy" : "none");
  }
  assert.deepEqual(sent, dataTransfer.files);
  assert.ok(!say("drop", { types: ["text/plain"], files: [] })); // text goes where it is dropped
});
