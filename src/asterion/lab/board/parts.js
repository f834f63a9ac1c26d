// Small pieces of pages: buttons, switches, notices.

/** Whether a person wants no motion. */
export const STILL = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How an icon is drawn in its place, by its name; a page without the Material Icons, which NiceGUI serves, sets another way. */
export const icons = {
  draw: (place, name) => {
    place.textContent = name;
  },
};

/** An icon of the Material Icons. */
export function icon(name) {
  const made = document.createElement("i");
  made.className = "material-icons";
  made.setAttribute("aria-hidden", "true");
  icons.draw(made, name);
  return made;
}

/** A button with an icon; button.icon(name) changes it. */
export function button(label, name, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.append(icon(name));
  made.icon = (other) => icons.draw(made.firstChild, other);
  made.title = label;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", action);
  return made;
}

/** A button with words on it. */
export function wordButton(text, label, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.title = label;
  made.addEventListener("click", action);
  return made;
}

/** A switch with a name; it calls change(isOn). */
export function toggle(label, title, on, change) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "toggle";
  made.textContent = label;
  made.title = made.dataset.title = title;
  const set = (value) => {
    made.setAttribute("aria-pressed", String(value));
    change(value);
  };
  made.addEventListener("click", () => set(made.getAttribute("aria-pressed") !== "true"));
  made.setAttribute("aria-pressed", String(on));
  made.set = set;
  return made;
}

/**
 * Says something at the foot of the page. kind: "info" or "error"; an error stays longer. about: what
 * it is about, if newer words about that replace older ones.
 */
export function notice(text, kind = "info", about = "") {
  let place = document.querySelector(".notices");
  if (!place) {
    place = document.createElement("div");
    place.className = "notices";
    place.setAttribute("role", "status");
    place.setAttribute("aria-live", "polite");
    document.body.append(place);
  }
  for (const said of [...place.children]) // once is enough
    if (said.textContent === text || (about && said.dataset.about === about)) said.remove();
  const line = document.createElement("div");
  line.className = `notice ${kind}`;
  line.dataset.about = about;
  line.textContent = text;
  place.append(line);
  while (place.children.length > 4) place.firstChild.remove();
  setTimeout(() => line.remove(), kind === "error" ? 9000 : 4500);
}

const SPEECH_PAUSE = 400; // milliseconds: of several things in a row only the last is said
let speech = 0;

/** Where a screen reader hears what happens on the boards. */
export function voice() {
  const made = element("div", "unseen spoken");
  made.setAttribute("role", "status");
  return made;
}

/** Tells a screen reader; for what a person did or waits for, never for each frame. */
export function say(text) {
  clearTimeout(speech);
  speech = setTimeout(() => {
    const place = document.querySelector(".spoken");
    if (place) setText(place, text);
  }, SPEECH_PAUSE);
}

/** Saves a file, as a download. */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

/** A part of the page that can be opened, as lab/page/page_shell.py makes them. */
export function drawer(name, ...contents) {
  const made = element("details", "lab-drawer");
  const inside = element("div", "lab-drawer-contents");
  inside.tabIndex = 0; // it scrolls
  inside.setAttribute("role", "group");
  inside.setAttribute("aria-label", name);
  inside.append(...contents);
  made.append(element("summary", "", name), inside);
  return made;
}

/** Only if it differs: screen readers read what is set. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** What a board stands in: its title above it, a line of words below. */
export function boardFrame(index, role, kind = "") {
  const frame = document.createElement("section");
  frame.className = `board ${kind}`.trim();
  const title = document.createElement("h3");
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", role);
  canvas.dataset.board = index;
  const caption = document.createElement("p");
  caption.className = "caption";
  frame.append(title, canvas, caption);
  return { frame, title, canvas, caption };
}
