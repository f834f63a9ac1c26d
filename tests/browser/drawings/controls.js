// Controls: playback, speed, tools, tables, sheets, notices, and what they ask for.

import { AboutPanel } from "/lab/web/shared/about_panel.js";
import { boardFrame, button, download, drawer, element, notice, say, setText, toggle, voice, wordButton } from "/lab/web/shared/parts.js";
import { SceneText } from "/lab/web/shared/scene_text.js";
import { Shortcuts } from "/lab/web/shared/shortcuts.js";
import { Speed } from "/lab/web/shared/speed.js";
import { ToolBar, TOOLS } from "/lab/web/shared/tool_bar.js";
import { Transport } from "/lab/web/shared/transport.js";
import { ViewBar } from "/lab/web/shared/view_bar.js";
import { Finish } from "/lab/web/maze/finish.js";
import { GameBar } from "/lab/web/maze/game_bar.js";
import { goalName, ordinal, Scoreboard } from "/lab/web/maze/scoreboard.js";
import { figure, MazeStats } from "/lab/web/maze/stats.js";
import { touchPad } from "/lab/web/maze/touch_pad.js";
import { FrameBoard } from "/lab/web/playground/frame_board.js";
import { DebugMenu } from "/lab/web/tactics/debug_menu.js";
import { showRules } from "/lab/web/tactics/rules.js";
import { SearchSheet } from "/lab/web/terrain/search_sheet.js";
import upload from "/lab/web/shared/upload.js";
import { dark, fire, hands, log, outline, pass, round } from "./recorder.js";

const show = (value) => log(JSON.stringify(value, (_, each) => (typeof each === "number" ? Number(round(each)) : each)));

/** A made thing, in the page. */
function placed(root) {
  document.body.append(root);
  return root;
}

function spoken() {
  placed(voice());
  return () => log(`said: ${document.querySelector(".spoken").textContent}`);
}

function transportOf(live) {
  const transport = new Transport(placed(element("div")), "moves", (step) => log(`show(${step})`), live);
  const stand = () => show([transport.at, transport.playing, transport.goesOn, transport.label.textContent, transport.playButton.title, transport.speed.label.textContent]);
  return { transport, stand };
}

/** What gives a connection to a server that has done nothing yet. */
function server() {
  const made = { sent: 0, done: 0, send: ({ type, value }) => log(`send(${++made.sent}, ${type}, ${value})`) };
  return () => made;
}

const RUNNERS = [
  { name: "Ann", state: "planning", place: null, keys: [], goals: 0, of: 4, moves: null, expansions: null, ticks: null },
  { name: "Bob", state: "obstructed", place: 2, keys: ["x", "y"], goals: 1, of: 4, moves: 1200, expansions: 7.5, ticks: null },
  { name: "You", state: "finished", place: 1, keys: ["x"], goals: 4, of: 4, moves: 30, expansions: 0, ticks: 2500 },
];
const GOALS = [{ letter: "x" }, { letter: "X" }];

const scenes = {
  "small parts"() {
    outline(button("Label", "icon", () => log("clicked")));
    outline(wordButton("Text", "Label", () => {}));
    outline(drawer("Name", element("b", "", "inside")));
    outline(boardFrame(2, "img").frame);
    outline(boardFrame(0, "img", "kind").frame);
    outline(voice());
    const made = toggle("name", "Title", false, (on) => log(`change(${on})`));
    outline(made);
    made.click();
    outline(made);
    made.click();
    made.set(true);
    outline(made);
    const text = element("p", "class", 0);
    outline(text);
    const watcher = new MutationObserver(() => {});
    watcher.observe(text, { childList: true });
    setText(text, "0");
    log(watcher.takeRecords().length);
    setText(text, "1");
    log(watcher.takeRecords().length, text.textContent);
    const pressed = button("Label", "icon", () => log("clicked"));
    pressed.click();
    pressed.icon("other");
    outline(pressed);
  },
  "notices: once, four at most, and gone after a while"() {
    const stand = () => log([...document.querySelectorAll(".notice")].map((each) => `${each.className}: ${each.textContent}`).join("; "));
    notice("one");
    outline(document.querySelector(".notices"));
    notice("two", "error");
    notice("one");
    stand();
    notice("three", "info", "topic");
    notice("four", "info", "topic");
    stand();
    for (const text of ["five", "six", "seven"]) notice(text);
    stand();
    pass(4499);
    stand();
    pass(1);
    stand();
    notice("late", "error");
    pass(8999);
    stand();
    pass(1);
    stand();
  },
  "what is said aloud is the last of several things"() {
    const tell = spoken();
    say("one");
    pass(300);
    say("two");
    pass(399);
    tell();
    pass(1);
    tell();
    document.body.replaceChildren();
    say("three");
    pass(400);
  },
  "a download"() {
    URL.createObjectURL = () => "blob:made";
    URL.revokeObjectURL = (address) => log(`revoked ${address}`);
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      log(this.href, this.download);
    };
    download("file.png", null);
    pass(999);
    log("later");
    pass(1);
    HTMLAnchorElement.prototype.click = click;
  },
  async "an upload"() {
    const events = [];
    const files = [];
    const me = { $el: { files, value: "x", click: () => log("clicked") }, $emit: (name) => log(name), most: 10, address: "/to" };
    window.fetch = async (address, { method, headers, body }) => {
      log(address, method, JSON.stringify(headers), body.name);
      return { ok: body.size < 10 };
    };
    upload.methods.pick.call(me);
    for (const file of [null, { name: "a b", size: 9 }, { name: "b", size: 10 }, { name: "c", size: 11 }]) {
      files[0] = file;
      await upload.methods.send.call(me);
      log(me.$el.value === "" ? "emptied" : "kept", events.length);
    }
  },
  "speed: its slider and its words"() {
    const speed = new Speed();
    const stand = () => log(speed.factor, speed.label.textContent, "|", speed.slider.value, "|", speed.slider.title);
    stand();
    outline(speed.slider);
    outline(speed.label);
    speed.tell("a move", 0.5, 2);
    stand();
    for (const seconds of [0.004, 0.02, 0.123, 12.34, 456.7]) {
      speed.tell("a move", seconds, 1);
      stand();
    }
    for (const factor of [0.1, 0.5, 4, 100, 1.26]) {
      speed.set(factor);
      stand();
    }
    speed.tell("a move", 1, 0.25);
    stand();
    for (const [keys, text, act] of speed.keys()) {
      log(keys.join(), text);
      act();
      stand();
    }
    speed.slider.value = "1.5";
    fire(speed.slider, "input");
    stand();
    speed.tell("all", 1, 2);
    stand();
    show(speed.seconds);
    speed.hidden = true;
    show([speed.slider.hidden, speed.label.hidden]);
    speed.hidden = false;
    show([speed.slider.hidden, speed.label.hidden]);
    speed.times.textContent = "as it was";
    speed.tell("all", 1, 2);
    stand();
  },
  "playback of what is whole"() {
    const { transport, stand } = transportOf(null);
    const tell = spoken();
    outline(transport.bar);
    transport.setSteps(8);
    stand();
    transport.seek(3.7);
    stand();
    transport.setSteps(6);
    stand();
    transport.stepBy(1);
    transport.stepBy(-1);
    transport.stepBy(-9);
    transport.stepBy(9);
    stand();
    pass(400);
    tell();
    transport.setSteps(8);
    transport.play();
    stand();
    for (const milliseconds of [16, 484, 500, 1000, 2100]) {
      pass(milliseconds);
      stand();
    }
    transport.seek(2);
    transport.toggle();
    pass(48);
    transport.setSteps(9);
    stand();
    transport.toggle();
    pass(100);
    stand();
    transport.held = () => true;
    transport.play();
    pass(160);
    stand();
    transport.held = () => false;
    pass(32);
    transport.pause();
    stand();
    show([transport.rate, transport.isAtEnd]);
    transport.setUnit("frames", "all frames");
    stand();
    transport.slider.value = "5";
    transport.playing = true;
    fire(transport.slider, "input");
    stand();
    for (const made of transport.bar.querySelectorAll("button")) {
      log(made.title);
      made.click();
      stand();
    }
    transport.pause();
    transport.showAt({ at: 0.5 });
    stand();
    transport.showAt({ at: 0 });
    stand();
    transport.showAt({ play: true });
    stand();
    transport.showAt({});
    stand();
    transport.setSteps(0);
    show([transport.rate, transport.isAtEnd, transport.isOver]);
  },
  "playback of what goes on"() {
    const { transport, stand } = transportOf({ ...hands("go", "step"), server: server() });
    stand();
    transport.setLive({ on: false, over: false, speed: 2, move: 0.5 });
    stand();
    transport.setSteps(2);
    stand();
    transport.stepBy(1);
    transport.stepBy(-1);
    stand();
    transport.stepBy(1);
    stand();
    transport.toggle();
    stand();
    transport.setSteps(3);
    stand();
    transport.toggle();
    stand();
    transport.seek(2);
    transport.play();
    pass(200);
    stand();
    pass(200);
    stand();
    transport.pause();
    transport.setLive({ on: false, over: true, speed: 1, move: 0.5 });
    stand();
    show([transport.rate, transport.isOver]);
    transport.speed.set(4);
    stand();
  },
  "a speed that a server is told"() {
    const asked = server(), speed = new Speed(asked);
    const told = (done, factor) => {
      asked().done = done;
      speed.tell("a move", 1, factor);
      log(done, factor, speed.factor, speed.label.textContent);
    };
    told(0, 1);
    speed.set(2);
    speed.set(4);
    told(0, 1);
    told(1, 2);
    told(1, 4.01);
    told(2, 4);
    told(2, 1);
  },
  "tools"() {
    const bar = new ToolBar(hands("choose", "undo", "redo", "clear", "zoom", "whole"));
    placed(bar.root);
    outline(bar.root);
    show(TOOLS);
    for (const made of bar.root.querySelectorAll("button")) {
      made.click();
      log([...bar.root.querySelectorAll("[aria-pressed=true]")].map((each) => each.dataset.tool).join());
    }
    for (const [keys, text, act] of bar.keys()) {
      log(keys.join(" "), text);
      act();
    }
    dark(true);
    bar.paint();
    outline(bar.buttons.wall);
    outline(bar.buttons.goal);
    bar.strip.style.cssText = "width: 100px; overflow: scroll; white-space: nowrap";
    bar.strip.scrollLeft = 0;
    bar.choose("hand");
    show([bar.strip.scrollLeft > 0, bar.strip.scrollLeft + 0.5 >= bar.buttons.hand.offsetLeft + bar.buttons.hand.offsetWidth - bar.strip.offsetLeft - bar.strip.clientWidth]);
    bar.choose("wall");
    show(bar.strip.scrollLeft);
  },
  "views"() {
    const views = new ViewBar("v", () => log(`change ${views.at}`));
    placed(views.root);
    views.next();
    views.show([["All", "all of them"], ["One", "only one"], ["Two", "only two"]]);
    outline(views.root);
    views.next();
    views.next();
    views.root.children[1].click();
    views.choose(2);
    views.show([["All", "all of them"], ["Uno", "another"]]);
    outline(views.root);
    views.next();
  },
  "words about a scene"() {
    const text = new SceneText(document.body);
    text.show("Name", "what to see");
    outline(text.bar);
    text.bar.querySelector("button").click();
    log(text.bar.hidden);
    text.show("Other", "more");
    log(text.bar.hidden, text.words.textContent);
  },
  "about an algorithm"() {
    const frame = placed(element("section"));
    const panel = new AboutPanel({ frame });
    panel.light(new Set(["look"]));
    panel.show(null);
    outline(frame);
    const about = { title: "A*", lines: [["look", "while open:"], ["plan", "    close the best"]], summary: "S", guarantee: "G", paper: "P", page: "/a" };
    panel.show(about);
    panel.light(new Set(["plan"]));
    outline(frame);
    panel.opener.click();
    outline(frame);
    panel.light(new Set(["look"]));
    panel.show({ ...about });
    outline(frame);
    panel.toggle();
    show([panel.panel.hidden, panel.opener.getAttribute("aria-expanded")]);
    panel.toggle();
    panel.show({ ...about, title: "B", page: null });
    outline(frame);
    panel.show(null);
    show([panel.panel.hidden, panel.opener.hidden]);
  },
  "the keyboard, and its sheet"() {
    const events = hands("go", "undo", "zoom");
    const keys = new Shortcuts([
      [["space", "x"], "go on", () => events.go()], [["ctrl+z"], "undo", () => events.undo()], [["shift+Home"], null, () => events.zoom()],
      [["?"], "this sheet", () => keys.help()], [["Enter"], "enter", () => log("entered")],
    ], [[["Tab"], "to the next one"]]);
    const press = (key, more = {}, target = document.body) => log(key, fire(target, "keydown", { key, ...more }) ? "" : "taken");
    press(" ");
    press("x");
    press("z", { ctrlKey: true });
    press("z", { metaKey: true });
    press("z");
    press("X", { shiftKey: true });
    press("Home", { shiftKey: true });
    press("Home");
    for (const [tag, type] of [["textarea"], ["input", "text"], ["input", "number"], ["input", "range"], ["input", "checkbox"], ["button"], ["a"]]) {
      const field = placed(element(tag));
      if (type) field.type = type;
      log(tag, type ?? "");
      press("x", {}, field);
      press(" ", {}, field);
      press("Enter", {}, field);
    }
    const edited = placed(element("p"));
    edited.contentEditable = "true";
    press("x", {}, edited);
    press("?");
    outline(document.querySelector("dialog"));
    press("x");
    press("?");
    log(keys.sheet.open);
    keys.help();
    keys.sheet.querySelector("button").click();
    log(keys.sheet.open);
    keys.close();
    press("x");
    log(document.querySelectorAll("dialog").length);
  },
  "what was clicked gives the keys back"() {
    const keys = new Shortcuts([]);
    const focused = () => log(document.activeElement.localName + document.activeElement.className);
    const click = (target, detail) => {
      target.tabIndex = 0;
      target.focus();
      fire(target, "click", { detail });
      pass(1);
      focused();
    };
    click(placed(element("button", "one")), 1);
    click(placed(element("button", "two")), 0);
    click(placed(element("p", "plain")), 1);
    const box = placed(element("dialog", "sheet"));
    box.open = true;
    const inside = element("button", "in-a-sheet");
    box.append(inside);
    click(inside, 1);
    const select = placed(element("div", "q-select")), field = element("input", "field");
    select.append(field);
    const option = element("p", "an-option");
    option.setAttribute("role", "option");
    select.append(option);
    click(option, 0);
    field.focus();
    focused();
    click(option, 1);
    field.focus();
    focused();
    pass(1498);
    field.focus();
    focused();
    pass(1);
    field.blur();
    field.focus();
    focused();
    const slider = placed(element("div", "q-slider"));
    slider.tabIndex = 0;
    slider.focus();
    fire(slider, "pointerup");
    pass(1);
    focused();
    field.focus();
    fire(field, "pointerup");
    pass(1);
    focused();
    keys.close();
  },
  "sorting with Enter keeps the focus on the heading"() {
    const keys = new Shortcuts([]);
    const table = placed(element("table"));
    const row = table.createTHead().insertRow();
    for (const text of ["a", "b"]) {
      const head = element("th", "sortable", text);
      head.tabIndex = 0;
      head.addEventListener("click", () => log(`sorted by ${text}`));
      row.append(head);
    }
    fire(row.cells[1], "keydown", { key: "Enter" });
    keys.close();
  },
  "the bar of the maze"() {
    const bar = new GameBar({ ...hands("play", "back", "end", "show"), server: server() });
    placed(bar.root);
    const switches = { paths: true, states: false, trees: false, threat: true, grids: false, background: true };
    for (const phase of ["ready", "running", "paused", "over"]) {
      bar.show({ phase, switches, speed: 2, move: 0.5 });
      bar.tell({ phase, replaying: phase === "running" }, 7);
      log(bar.play.title, bar.play.getAttribute("aria-label"), bar.play.textContent, bar.back.disabled, bar.end.disabled, bar.place.textContent, bar.place.dataset.phase);
      bar.play.click();
    }
    outline(bar.root);
    outline(bar.layerBar);
    for (const made of bar.layerBar.children) made.click();
    bar.show({ phase: "ready", switches, speed: 2, move: 0.5 });
    bar.end.click();
    bar.show({ phase: "running", switches, speed: 2, move: 0.5 });
    bar.back.click();
    bar.speed.set(4);
    bar.tell({ phase: "unknown" }, 1);
    log(bar.place.textContent);
    bar.speed.slider.focus();
    fire(bar.speed.slider, "pointerup");
    pass(1);
    log(document.activeElement.localName);
  },
  "the end of a race"() {
    const finish = new Finish(hands("again", "reseed"));
    placed(finish.root);
    outline(finish.root);
    finish.show(1, RUNNERS.map((each, i) => ({ ...each, place: [3, 2, 1][i] })), true);
    outline(finish.root);
    finish.root.querySelector(".maze-finish-close").click();
    log(finish.root.hidden);
    finish.show(1, [], false);
    log(finish.root.hidden, finish.body.rows.length);
    finish.show(2, RUNNERS.map((each, i) => ({ ...each, place: [1, 1, 3][i], ticks: 5, moves: i, expansions: i })), false);
    outline(finish.root);
    for (const made of finish.root.querySelectorAll(".maze-finish-buttons button")) made.click();
    dark(true);
    finish.paint();
    outline(finish.body);
    finish.clear();
    log(finish.root.hidden, finish.run);
    finish.show(3, [{ ...RUNNERS[1], place: 1 }], false);
    log(finish.title.textContent);
    finish.show(4, [{ ...RUNNERS[1], place: 1 }], true);
    log(finish.title.textContent);
  },
  "the scoreboard"() {
    const scores = new Scoreboard();
    scores.show(RUNNERS, GOALS, true);
    outline(scores.root);
    scores.show([{ ...RUNNERS[1], state: "stopped" }, { ...RUNNERS[0], state: "free", goals: 9 }], GOALS, false);
    outline(scores.root);
    show([1, 2, 3, 4, 11, 0].map(ordinal));
    show(["x", "X", undefined].map(goalName));
  },
  "the figures of the players"() {
    const stats = new MazeStats();
    placed(stats.root);
    const players = [
      { name: "Ann", rows: [{ goal: "x", state: "reached", figures: [1234, 2.5] }, { goal: "X", state: "now", figures: [0, "–"] }], sum: [1234, 2.5] },
      { name: "Bob", rows: [{ goal: "x", state: "later", figures: ["", 3] }], sum: [1, 3] },
    ];
    const data = { columns: [["moves", "How many moves"], ["ms", "Time"]], players };
    stats.show(data);
    outline(stats.root);
    stats.tabs.children[1].click();
    outline(stats.root);
    const press = (key) => {
      const free = fire(stats.tabs, "keydown", { key });
      log(key, free, stats.at, document.activeElement.textContent);
    };
    document.body.addEventListener("keydown", ({ key }) => log(`heard ${key}`));
    ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "x"].forEach(press);
    stats.choose(2);
    stats.show({ ...data, players: players.slice(0, 1) });
    outline(stats.root);
    show([0, 1234567, 2.5, 1234.567].map(figure));
  },
  "arrows for fingers"() {
    const pad = placed(touchPad((key, on) => log(`hold(${key}, ${on})`)));
    outline(pad);
    pad.hidden = false;
    const [up] = pad.children;
    up.setPointerCapture = (id) => log(`captured ${id}`);
    fire(up, "pointerdown", { pointerId: 3 });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) fire(up, kind);
    for (const kind of ["keydown", "keyup"]) for (const key of [" ", "Enter", "x"]) fire(up, kind, { key });
    fire(up, "blur");
    log(fire(up, "contextmenu"));
  },
  "the requests of a frame budget"() {
    const board = { frame: placed(element("section")), caption: element("p"), view: {} };
    const frames = new FrameBoard(board, (unit) => log(`choose(${unit})`));
    const unit = (more) => ({ cell: 0, start: 0, goal: 5, status: "waiting", needs: "quick", before: 0, ahead: [0], quick: 0, step: "", ...more });
    const all = [
      unit(), unit({ status: "quick", needs: "full", before: 1, ahead: [1, 2], step: "quick" }), unit({ status: "quick", needs: "", ahead: [3] }),
      unit({ status: "full", needs: "splice", before: 2, ahead: [4, 5], step: "full" }), unit({ status: "full", needs: "", ahead: [4, 5, 6], step: "splice", goal: 0 }),
      unit({ status: "arrived", needs: "", before: 3, ahead: [5] }), unit({ status: "unreachable", needs: "quick", before: 3 }),
    ];
    const run = {
      frames: 3, last: 2, summary: { ends: all.map(() => [0, 5]), caption: "all done", expansions: 40 }, expanded: [10, 20, 30], sentBack: [0, 2, 1],
      unitsAt: (frame) => (frame === 2 ? all.slice(5, 6).concat(all.slice(0, 0)) : all),
    };
    log(frames.take(run), frames.take(run));
    frames.show(0);
    outline(board.frame);
    show(board.view.overlay);
    log(board.caption.textContent);
    log(frames.captionAt(1), "|", frames.captionAt(2), "|", frames.captionAt(2, []));
    frames.rows[3].pick.click();
    show([frames.chosen, frames.ends(0), frames.ends(1)]);
    show([0, 2, 5, 9].map((cell) => frames.describe(cell, 0)));
    run.frames = 0;
    log(frames.captionAt(0));
    run.frames = 1;
    run.last = 0;
    log(frames.captionAt(0));
    log(frames.take({ ...run, summary: { ...run.summary, ends: [[1, 2], [3, 4]] } }), frames.chosen, frames.rows.length);
    frames.remove();
    outline(board.frame);
  },
  "the rules of tactics"() {
    showRules([{ name: "Melee", mp: 1, ap: 2, range: 3 }, { name: "Blaster", mp: 4, ap: 5, range: 6 }], 1);
    outline(document.querySelector("dialog"));
    fire(document.querySelector("dialog"), "keydown", { key: "x" });
    document.querySelector("dialog button").click();
  },
  "the debug menu"() {
    const app = { resources: new Map([["welcome", 1], ["tactics", 2]]), debugMenu: null, fps: 59.6, cursor: { x: 1.4, y: 2.6 }, console: { lines: ["one", "two"] }, ...hands("switchScene", "wake") };
    const menu = new DebugMenu(app);
    menu.show();
    menu.toggle(document.body);
    outline(document.body);
    log(app.debugMenu === menu);
    menu.window.querySelector("button").click();
    menu.toggle(document.body);
    log(app.debugMenu, document.body.children.length);
  },
  "one search on a sheet"() {
    const sheet = new SearchSheet();
    const map = { rows: 2, cols: 3, costs: Uint8Array.of(1, 1, 1, 1, 1, 1), start: 0, goal: 2 };
    const events = { kind: [0, 3, 0, 3], node: [0, 0, 1, 1], parent: [-1, -1, 0, 0], g: [0, 0, 1, 1], h: [2, 2, 1, 1] };
    sheet.open("A*", map, events, [0, 1], Uint8Array.of(1, 1, 1, 0, 0, 0));
    outline(sheet.dialog);
    const stand = () => show([sheet.transport.at, sheet.replay.step]);
    stand();
    const board = sheet.dialog.querySelector("canvas"), { left, top, width, height } = board.getBoundingClientRect();
    show([width, document.activeElement === board]);
    const point = (share, low) => {
      fire(board, "pointermove", { clientX: left + width * share, clientY: top + height * low });
      log(sheet.dialog.querySelector(".hover-text").textContent);
    };
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "x", "Escape"]) {
      fire(board, "keydown", { key });
      stand();
    }
    fire(sheet.transport.slider, "keydown", { key: "ArrowRight" });
    stand();
    point(0.1, 0.1);
    point(0.9, 0.9);
    point(2, 2);
    sheet.open("B", map, null, [], null);
    log(document.querySelectorAll("dialog").length, sheet.replay.steps, sheet.dialog.querySelector("h2").textContent);
    sheet.dialog.querySelector(":scope > button").click();
    log(document.querySelectorAll("dialog").length, sheet.dialog);
    sheet.close();
  },
};

export default scenes;
