// The story on a page: its keys, and the person's own set-up that the tab keeps meanwhile.

import { Element, fire, page as browser } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { setLecture } from "../../src/asterion/lab/board/lecture.js";
import { Playground } from "../../src/asterion/lab/playground/playground.js";

const TOLD = {
  story: "A story", number: 2, of: 8, idea: "An idea of _layers_.", task: "Try it.", question: "Why?",
  answer: "Because.", before: "/playground#scene=story-1", after: "/terrain#scene=story-3",
};

/** The playground with a story on it; `went` has the addresses that it goes to. */
function told(t, more = {}) {
  const root = new Element("div"), sent = [], went = [];
  document.body.append(root);
  Object.assign(browser.location, { assign: (address) => went.push(address) });
  globalThis.history = { replaceState() {} };
  globalThis.scrollTo = browser.window.scrollTo = () => {};
  const page = new Playground(root, "0");
  page.connection = {
    key: "own", kept: "a link", send: (message) => sent.push(message),
    sendLink: (link, message) => sent.push({ ...message, link }),
  };
  page.build();
  page.freshView = {};
  t.after(() => page.shortcuts.close());
  page.scene.open("story-2");
  page.scene.take({ name: "A scene", text: "", view: {}, story: { ...TOLD, ...more } });
  const key = (name) => fire(document, "keydown", { key: name, target: document.body });
  const answer = root.querySelector(".story-answer");
  return { page, root, sent, went, key, answer };
}

// Lecture mode comes first: this runtime does not remove listeners that capture.
for (const isLecture of [true, false])
  test(`page keys tell the answer, then turn to the next scene${isLecture ? ", in lecture mode too" : ""}`, (t) => {
    const { page, key, went, answer } = told(t), step = t.mock.method(page.transport, "stepBy", () => {});
    setLecture(isLecture);
    t.after(() => setLecture(false));
    assert.ok(answer.hidden);
    assert.ok(key("PageDown").defaultPrevented);
    assert.ok(!answer.hidden);
    assert.deepEqual(went, []);
    key("PageDown");
    key("PageUp");
    assert.deepEqual(went, [TOLD.after, TOLD.before]);
    assert.equal(step.mock.callCount(), 0); // which are arrows otherwise, in lecture mode
    key("ArrowRight");
    assert.equal(step.mock.callCount(), 1);
  });

test("at its ends the story leads nowhere", (t) => {
  const { key, went, root } = told(t, { before: "", after: "" });
  for (const name of ["PageUp", "PageDown", "PageDown"]) key(name);
  assert.deepEqual(went, []);
  const [back, next] = root.querySelector(".story-ways").children;
  assert.ok(back.disabled && next.disabled);
});

test("each scene hides its answer again, and names of controls are marked", (t) => {
  const { page, key, answer, root } = told(t);
  key("PageDown");
  page.scene.take({ name: "Another", text: "", view: {}, story: { ...TOLD, number: 3, answer: "So." } });
  assert.ok(answer.hidden);
  assert.equal(answer.firstChild.textContent, "So.");
  assert.equal(root.querySelectorAll(".story").length, 1);
  assert.equal(root.querySelector("em").textContent, "layers");
});

test("the tab keeps the person's own set-up, which comes back at the end", (t) => {
  const { page, root, sent, key, went } = told(t);
  assert.equal(page.connection.key, "own-story");
  root.querySelector(".story-ways").lastChild.click();
  assert.deepEqual(sent.at(-1), { type: "leave", link: "a link" });
  assert.equal(page.connection.key, "own");
  assert.equal(root.querySelector(".story"), null);
  assert.ok(!key("PageDown").defaultPrevented); // the page scrolls again
  assert.deepEqual(went, []);
});

test("another scene comes after the person's own set-up, and another map keeps it out", (t) => {
  const { page, sent, root } = told(t);
  page.scene.open("greedy-in-a-trap");
  assert.deepEqual(sent.slice(-2).map(({ type }) => type), ["leave", "scene"]);
  page.scene.take({ name: "Greedy in a trap", text: "A trap.", view: {}, story: null });
  assert.equal(root.querySelector(".story"), null);
  assert.ok(!root.querySelector(".scene-text").hidden);
  page.scene.take({ name: "A scene", text: "", view: {}, story: TOLD });
  assert.ok(root.querySelector(".scene-text").hidden);
  page.scene.leave(false); // a map was loaded
  assert.equal(root.querySelector(".story"), null);
  assert.equal(page.connection.key, "own");
  assert.notEqual(sent.at(-1).type, "leave");
});
