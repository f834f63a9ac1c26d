// Transport controls, as of a video player: play, pause, step and scrub. Time goes in steps; the
// page says what a step is, an expansion or a move.
//
// A complete recording, such as a search, is played in a few seconds however long it is. A running
// one is live: at its end, to play is to let it continue.

import { SEARCHING } from "./freshness.js";
import { grouped } from "./numbers.js";
import { button, element, range, say, setText, STILL } from "./parts.js";
import { Speed } from "./speed.js";

const WHOLE = 4; // seconds that all steps take

export class Transport {
  /**
   * show(step): draws that moment. unit: the name of a step. live: {go(isOn), step(), server()} for
   * a recording that runs elsewhere.
   */
  constructor(parent, unit, show, live = null) {
    this.show = show;
    this.unit = unit;
    this.live = live;
    this.at = 0;
    this.steps = 0;
    this.playing = false; // from the recording
    this.isRunning = false; // whether the live recording runs
    this.held = () => false; // whether to play waits for a moment
    this.isWaiting = false; // whether the number of steps is not known yet
    this.whole = "the whole search"; // the name of all steps together
    this.words = null; // words(step) instead of "3 of 9 expansions"
    this.move = 1; // seconds of a live step, at speed 1
    this.isOver = !live; // whether it has all its steps
    this.playButton = button("Play (space)", "play_arrow", () => this.toggle());
    this.playButton.classList.add("play");
    this.slider = range("Position in the search", { class: "scrub" });
    this.slider.addEventListener("input", () => {
      const wanted = Number(this.slider.value);
      this.playing = false; // the live recording continues meanwhile
      this.seek(wanted);
    });
    this.label = element("output", { class: "place", ariaLive: "off" }); // or each frame would be read out
    this.speed = new Speed(live?.server);
    this.bar = element("div", { class: "transport", role: "group", label: "Playback" },
      button("To the beginning (Home)", "skip_previous", () => this.seek(0)),
      button("One step back (\u2190)", "navigate_before", () => this.stepBy(-1)),
      this.playButton,
      button("One step forward (\u2192)", "navigate_next", () => this.stepBy(1)),
      button("To the end (End)", "skip_next", () => this.seek(this.steps)),
      this.slider, this.label, this.speed.slider, this.speed.label);
    parent.append(this.bar);
    this.#update();
  }

  /** Steps per second. */
  get rate() {
    return this.speed.factor * (this.live ? 1 / this.move : Math.max(1, this.steps) / WHOLE);
  }

  get isAtEnd() {
    return this.at >= this.steps;
  }

  /** Takes note of new steps. At the end, the position stays at the end. */
  setSteps(steps) {
    const atEnd = this.isAtEnd;
    this.steps = steps;
    this.slider.max = steps;
    this.seek(atEnd && !this.playing ? steps : Math.min(this.at, steps));
  }

  /** Sets whether the steps are those of something that is no longer shown. */
  setWaiting(isWaiting) {
    if (isWaiting === this.isWaiting) return;
    this.isWaiting = isWaiting;
    this.#update();
  }

  /** Sets the name of a step, and of all of them together. */
  setUnit(unit, whole) {
    this.unit = unit;
    this.whole = whole;
    this.#update();
  }

  /** Takes the live state from the server: its speed, and the seconds of a move at speed 1. */
  setLive({ on, over, speed, move }) {
    this.isRunning = on;
    this.isOver = over;
    this.move = move;
    this.#update(speed);
  }

  seek(step) {
    this.at = Math.max(0, Math.min(step, this.steps));
    this.#update();
    this.show(Math.floor(this.at));
  }

  stepBy(count) {
    this.pause();
    if (count > 0 && this.live && this.at >= this.steps) this.live.step();
    else this.seek(Math.floor(this.at) + count);
    say(this.label.textContent);
  }

  toggle() {
    if (this.playing || this.isRunning) this.pause();
    else this.play();
  }

  play() {
    if (this.at >= this.steps) {
      if (this.live) return this.#setRunning(true);
      this.at = 0;
    }
    this.playing = true;
    this.#update();
    let last = performance.now();
    const tick = (now) => {
      if (!this.playing) return;
      const passed = this.held() ? 0 : now - last;
      this.at = Math.min(this.steps, this.at + passed / 1000 * this.rate);
      last = now;
      const isOver = this.at >= this.steps;
      if (isOver) this.playing = false;
      this.seek(this.at);
      if (isOver && this.live) this.#setRunning(true);
      else if (!isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  /** Plays from the beginning; for people who want no motion, goes to the end at once. */
  replay() {
    this.seek(STILL ? this.steps : 0);
    if (!STILL) this.play();
  }

  /** The moment of a view: a `step`, a share `at` of all steps, or `play`. */
  showAt({ step, at, play }) {
    this.pause();
    if (step !== undefined) this.seek(step);
    else if (at !== undefined) this.seek(Math.round(at * this.steps));
    else if (play) this.replay();
  }

  pause() {
    this.playing = false;
    if (this.isRunning) this.#setRunning(false);
    this.#update();
    say(this.label.textContent);
  }

  #setRunning(isOn) {
    this.isRunning = isOn;
    this.#update();
    this.live.go(isOn);
  }

  #update(speed = this.speed.factor) {
    const isOn = this.playing || this.isRunning;
    this.slider.value = this.at;
    const isLive = this.live && this.at >= this.steps;
    const words = this.words?.(Math.floor(this.at)) ?? `${grouped(Math.floor(this.at))} of ${grouped(this.steps)} ${this.unit}`;
    setText(this.label, this.isWaiting ? SEARCHING : `${words}${isLive ? ", live" : ""}`);
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
    this.playButton.tell(...(isOn ? ["Pause (space)", "pause"] : ["Play (space)", "play_arrow"]));
    if (this.isOver) this.speed.tell(this.whole, this.live ? this.steps * this.move : WHOLE, speed);
    else this.speed.tell("a move", this.move, speed);
  }

  /** Rows for a table of keys; step: the name of a step there. */
  keys(step, play = "play or pause") {
    return [
      [["space"], play, () => this.toggle()],
      [["ArrowRight"], `one ${step} forward`, () => this.stepBy(1)],
      [["ArrowLeft"], `one ${step} back`, () => this.stepBy(-1)],
      [["Home"], "to the beginning", () => this.seek(0)],
      [["End"], "to the end", () => this.seek(this.steps)],
      ...this.speed.keys(),
    ];
  }
}
