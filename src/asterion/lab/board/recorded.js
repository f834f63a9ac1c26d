// A page in a file: its boards are shown the messages of a tape instead of a server's.

import { KINDS } from "./kinds.js";
import { drawIcon } from "./icons.js";
import { icons } from "./parts.js";
import { messagesOf } from "./tape.js";
import { viewOf } from "./view_state.js";

const LONGEST = 0.25; // seconds between two moments of a run: pauses are not played
const AGAIN = ["restart", "replay", "reset", "rerun", "start"]; // after its end

/** Plays the tape in #run on the boards of a page, beginning with a view. */
export async function play(page, view) {
  icons.draw = drawIcon;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const paint = (isDark) => document.body.classList.toggle("body--dark", isDark);
  paint(dark.matches);
  dark.addEventListener("change", () => paint(dark.matches));
  const run = await unpacked(document.getElementById("run").textContent);
  const module = await import(`asterion/${page}/${page}.js`);
  const boards = new module[KINDS[page]](document.getElementById("stage"), "");
  boards.isFixed = true;
  boards.begin((handlers) => new Recorded(run, handlers, boards));
  boards.fix();
  const shown = viewOf(view, boards.layerNames);
  boards.scene.takeLink({ ...shown, play: shown.step === undefined });
  const keys = { theme: () => paint(!document.body.classList.contains("body--dark")), keys: () => boards.shortcuts.help() };
  for (const button of document.querySelectorAll("[data-do]")) {
    drawIcon(button.firstElementChild, button.dataset.icon);
    button.addEventListener("click", () => keys[button.dataset.do]());
  }
}

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return messagesOf(await new Response(stream).arrayBuffer());
}

/** As a Connection, to a server that says what it has said before. */
class Recorded {
  sent = 0;
  done = 0;
  settled = true;

  constructor(run, handlers, boards) {
    this.handlers = handlers;
    this.boards = boards;
    this.coming = run.filter(({ time }) => time !== undefined);
    this.last = run.filter(({ time }) => time === undefined);
    this.begun = false;
    setTimeout(() => {
      for (const each of this.last) this.#tell(each);
      this.#next();
      if (boards.isLive) boards.showPlaying({ on: false, over: false, begun: false });
      else while (this.coming.length) this.#next();
      boards.scene.settle();
    });
  }

  #tell({ data }) {
    if (typeof data === "string") this.handlers.onText(JSON.parse(data), data);
    else this.handlers.onBytes(data);
  }

  #next() {
    const next = this.coming.shift();
    if (next) this.#tell(next);
    this.time = next?.time;
  }

  send({ type, on, key }) {
    this.sent = this.done += 1;
    if (!this.boards.isLive) return;
    if (AGAIN.includes(type) && this.begun) return location.reload();
    if (type === "walk") this.#go(on);
    else if (type === "start" || key === "space") this.#go(!this.timer);
    else if (type === "step") this.#next();
  }

  /** Plays the moments with the pauses between them, or stops. */
  #go(isOn) {
    clearTimeout(this.timer);
    this.timer = null;
    this.begun = true;
    const [next] = this.coming;
    this.boards.showPlaying({ on: isOn && Boolean(next), over: !next, begun: true });
    if (!isOn || !next) return;
    const pause = Math.min(LONGEST, (next.time - this.time) / 1000) / (this.boards.pace?.factor ?? 1);
    this.timer = setTimeout(() => {
      this.#next();
      this.#go(true);
    }, 1000 * pause);
  }

  keep() {}
  close() {}
}
