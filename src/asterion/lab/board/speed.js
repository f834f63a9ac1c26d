// The speed of playback, the same on every page: shown as a duration, of the whole if its length is
// known and else of one move; and set as a multiple, from half to eight times.

import { element, range, setText } from "./parts.js";

export const SLOWEST = 0.5, FASTEST = 8; // as in speed.py

export class Speed {
  /** server(): the connection to the player, if that is not the page itself. */
  constructor(server = () => null) {
    this.server = server;
    this.asked = 0; // the number of the message that tells the server
    this.factor = 1;
    this.what = "";
    this.base = 1; // seconds that `what` takes at factor 1
    this.slider = range("Speed", { min: Math.log2(SLOWEST), max: Math.log2(FASTEST), step: 0.5 }); // in doublings
    this.slider.addEventListener("input", () => this.set(2 ** Number(this.slider.value)));
    this.times = element("span"), this.of = element("span", "speed-of"), this.duration = element("span");
    this.label = element("output", "speed", this.times, this.of, this.duration);
    this.#show();
  }

  /** Its duration in seconds. */
  get seconds() {
    return this.base / this.factor;
  }

  /** what: "a move"; base: its seconds at factor 1; factor: as the server knows it. */
  tell(what, base, factor) {
    // The server's message may be old: a person's choice counts until the server has received it.
    const isThat = Math.abs(factor / this.factor - 1) < 0.01; // the server may round it
    if (this.server()?.done < this.asked && !isThat) factor = this.factor;
    if (what === this.what && base === this.base && factor === this.factor) return; // most frames
    Object.assign(this, { what, base, factor });
    this.#show();
  }

  set(factor) {
    this.factor = Math.min(FASTEST, Math.max(SLOWEST, factor));
    this.#show();
    const server = this.server();
    if (!server) return;
    server.send({ type: "speed", value: this.factor });
    this.asked = server.sent;
  }

  set hidden(isHidden) {
    this.slider.hidden = this.label.hidden = isHidden;
  }

  #show() {
    const duration = inWords(this.seconds);
    this.slider.value = Math.log2(this.factor);
    setText(this.times, `${Number(this.factor.toFixed(this.factor < 0.5 ? 2 : 1))}\u00d7, `);
    setText(this.of, `${this.what} in `);
    setText(this.duration, duration);
    this.label.title = `${this.what} in ${duration}`;
    this.slider.title = `Speed ([ and ]): ${this.label.title}`;
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
  }

  /** Rows for a table of keys. */
  keys() {
    return [
      [["]"], "faster", () => this.set(this.factor * 2)],
      [["["], "slower", () => this.set(this.factor / 2)],
    ];
  }
}

function inWords(seconds) {
  const [value, unit] = seconds < 0.01 ? [seconds * 1000, "ms"] : [seconds, "s"];
  return `${value < 100 ? Number(value.toPrecision(2)) : Math.round(value)} ${unit}`;
}
