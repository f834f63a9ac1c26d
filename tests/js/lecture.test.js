// Lecture mode: the keys that act in it.

import { fire, Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { isLecture, setLecture } from "../../src/asterion/lab/board/lecture.js";
import { Shortcuts } from "../../src/asterion/lab/board/shortcuts.js";

test("in lecture mode letters do nothing, plain keys and remote controls play, and Escape leaves it", () => {
  const done = [], canvas = new Element("canvas");
  const row = (key) => [[key], key, () => done.push(key)];
  const shortcuts = new Shortcuts(["x", "2", "ctrl+z", "space", "ArrowRight", "ArrowLeft", "0"].map(row));
  const press = (...keys) => {
    done.length = 0;
    for (const key of keys) fire(document, "keydown", { key, target: canvas });
    return done.join(" ");
  };
  assert.equal(press("x", "2", "ArrowRight", "PageDown"), "x 2 ArrowRight");
  setLecture(true);
  assert.equal(sessionStorage.getItem("asterion-lecture"), "on");
  assert.equal(press("x", "2", " ", "ArrowRight", "PageDown", "PageUp", "0"), "space ArrowRight ArrowRight ArrowLeft 0");
  fire(document, "keydown", { key: "z", ctrlKey: true, target: canvas });
  assert.ok(!done.includes("ctrl+z"));
  press("Escape");
  assert.equal(isLecture(), false);
  assert.equal(press("x"), "x");
  shortcuts.close();
});
