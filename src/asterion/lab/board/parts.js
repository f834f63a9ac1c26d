// Small pieces of pages: buttons, switches, notices.

import { forFinger } from "./touch.js";

/** Whether a person has asked for no motion. */
export const STILL = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the boards have the window, as in lab.css: the page does not scroll. */
export const WIDE = window.matchMedia("(min-width: 901px)");

/** Draws an icon by its name; a page without NiceGUI's Material Icons sets another function. */
export const icons = {
  draw: (place, name) => {
    place.textContent = name;
  },
};

/** An icon of the Material Icons. */
export function icon(name) {
  const made = element("i", { class: "material-icons", ariaHidden: "true" });
  icons.draw(made, name);
  return made;
}

/** A button with an icon; button.tell(label, name) changes both. */
export function button(label, name, action) {
  const made = element("button", { type: "button", click: action }, icon(name));
  made.tell = (label, other) => {
    const text = forFinger(label);
    made.title = text;
    made.setAttribute("aria-label", text);
    icons.draw(made.firstChild, other);
  };
  made.tell(label, name);
  return made;
}

/** A button with words on it. */
export function wordButton(text, label, action) {
  return element("button", { type: "button", title: forFinger(label), click: action }, text);
}

/** A switch with a name; it calls change(isOn). */
export function toggle(label, title, on, change) {
  const made = wordButton(label, title, () => set(made.getAttribute("aria-pressed") !== "true"));
  made.className = "toggle";
  made.dataset.title = title;
  const set = (value) => {
    made.setAttribute("aria-pressed", String(value));
    change(value);
  };
  made.setAttribute("aria-pressed", String(on));
  made.set = set;
  return made;
}

/**
 * Says something at the foot of the page. kind: "info" or "error"; an error stays longer. about:
 * its subject, if newer words about that replace older ones.
 */
export function notice(text, kind = "info", about = "") {
  let place = document.querySelector(".notices");
  if (!place) {
    place = element("div", { class: "notices", role: "status", ariaLive: "polite" });
    document.body.append(place);
  }
  for (const said of [...place.children]) // once is enough
    if (said.textContent === text || (about && said.dataset.about === about)) said.remove();
  putOverHint(place);
  const line = element("div", `notice ${kind}`, text);
  line.dataset.about = about;
  place.append(line);
  while (place.children.length > 4) place.firstChild.remove();
  setTimeout(() => line.remove(), kind === "error" ? 9000 : 4500);
}

/** Puts notices where the hint is, so that they cover neither boards nor controls; else above what plays. */
function putOverHint(place) {
  const boxes = [".hover-text", ".transport"].map((each) => document.querySelector(each)?.getBoundingClientRect());
  const isHint = boxes[0]?.width > 200, box = isHint ? boxes[0] : boxes[1];
  const edge = isHint ? box.bottom : box?.top; // the lower one of the notices
  const isSeen = box?.width > 200 && edge > LEAST_TOP && edge <= window.innerHeight;
  place.style.left = isSeen ? `${box.left}px` : "";
  place.style.top = isSeen ? "auto" : "";
  place.style.bottom = isSeen ? `${window.innerHeight - edge}px` : "";
  place.style.maxWidth = isSeen ? `${box.width}px` : "";
}

const LEAST_TOP = 52; // pixels: below the header
const SPEECH_PAUSE = 400; // milliseconds: of several messages in a row only the last is spoken
let speech = 0;

/** Where a screen reader hears of events on the boards. */
export function voice() {
  return element("div", { class: "unseen spoken", role: "status" });
}

/** Tells a screen reader; for a person's actions and requests, never for each frame. */
export function say(text) {
  clearTimeout(speech);
  speech = setTimeout(() => {
    const place = document.querySelector(".spoken");
    if (place) setText(place, text);
  }, SPEECH_PAUSE);
}

/** Saves a file, as a download. */
export function download(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * An element. is: its class, or {class, role, label, click(), ...properties}; contents: words and elements
 * in it.
 */
export function element(name, is = "", ...contents) {
  const made = document.createElement(name);
  const { class: className = "", role, label, click, ...more } = typeof is === "string" ? { class: is } : is;
  made.className = className;
  if (role) made.setAttribute("role", role);
  if (label) made.setAttribute("aria-label", label);
  if (click) made.addEventListener("click", click);
  Object.assign(made, more);
  made.append(...contents.filter((each) => each !== ""));
  return made;
}

/** A slider with a name for people who cannot see it. */
export function range(label, more = {}) {
  return element("input", { type: "range", min: 0, max: 0, step: 1, label, ...more });
}

/** A row of headings, at the top of a table. */
export function headings(names) {
  return element("tr", "", ...names.map((name) => element("th", { scope: "col" }, name)));
}

/** A sheet over the page with a title and its contents; it closes with Escape or its button. */
export function sheet(kind, title, ...contents) {
  const made = element("dialog", `help-sheet ${kind}`.trim(),
    // Otherwise the button at the end has the focus, and the top is scrolled out.
    element("h2", { tabIndex: -1, autofocus: true }, title), ...contents,
    element("button", { click: () => made.close() }, "Close"));
  return made;
}

/** A part of the page that can be opened, as lab/page/page_shell.py makes them. */
export function drawer(name, ...contents) {
  const looks = { class: "lab-drawer-contents", role: "group", label: name, tabIndex: 0 }; // it scrolls
  return element("details", "lab-drawer", element("summary", "", name), element("div", looks, ...contents));
}

/** Sets it only if it differs: screen readers read every change. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Scrolls a list until a line of it is visible, below its headings; the page does not scroll. */
export function keepInSight(list, line) {
  if (!line || list.scrollHeight <= list.clientHeight) return;
  const room = list.getBoundingClientRect(), box = line.getBoundingClientRect();
  const top = room.top + (list.querySelector("thead")?.offsetHeight ?? 0); // they stay at the top
  if (box.top < top) list.scrollTop -= top - box.top;
  else if (box.bottom > room.bottom) list.scrollTop += box.bottom - room.bottom;
}

/** The frame of a board: its title above, a line of words below. */
export function boardFrame(index, role, kind = "") {
  const title = element("h3"), canvas = element("canvas", { role }), caption = element("p", "caption");
  canvas.dataset.board = index;
  const frame = element("section", `board ${kind}`.trim(), title, canvas, caption);
  return { frame, title, canvas, caption };
}
