// Transport controls, as of a video player: play, pause, step and scrub. Time goes in steps; the
// page says what a step is, an expansion or a move.

import { button } from "./parts.js";

const SLOWEST = 1, FASTEST = 100000; // steps a second

export class Transport {
  /** show(step): draws that moment. unit: what a step is called. */
  constructor(parent, unit, show) {
    this.show = show;
    this.unit = unit;
    this.at = 0;
    this.steps = 0;
    this.playing = false;
    this.rate = 60;
    this.bar = document.createElement("div");
    this.bar.className = "transport";
    this.bar.setAttribute("role", "group");
    this.bar.setAttribute("aria-label", "Playback");
    const add = (label, sign, action) => this.bar.append(button(label, sign, action));
    add("To the beginning (Home)", "skip_previous", () => this.seek(0));
    add("One step back (←)", "navigate_before", () => this.stepBy(-1));
    this.playButton = button("Play (space)", "play_arrow", () => this.toggle());
    this.playButton.classList.add("play");
    this.bar.append(this.playButton);
    add("One step forward (→)", "navigate_next", () => this.stepBy(1));
    add("To the end (End)", "skip_next", () => this.seek(this.steps));
    this.slider = range("Position in the search", 0, 0, 1);
    this.slider.classList.add("scrub");
    this.slider.addEventListener("input", () => {
      const wanted = Number(this.slider.value); // pausing sets it to where we are
      this.pause();
      this.seek(wanted);
    });
    this.label = document.createElement("output");
    this.label.className = "place";
    this.speed = range("Speed", 0, 100, 1);
    this.speed.title = "Speed ([ and ])";
    this.speed.addEventListener("input", () => this.#setRate(fromSlider(this.speed.value)));
    this.speedLabel = document.createElement("output");
    this.speedLabel.className = "speed";
    this.bar.append(this.slider, this.label, this.speed, this.speedLabel);
    parent.append(this.bar);
    this.#setRate(this.rate);
    this.#update();
  }

  /** There is something new to show. At the end, the position stays at the end. */
  setSteps(steps) {
    const atEnd = this.at >= this.steps;
    this.steps = steps;
    this.slider.max = steps;
    this.seek(atEnd && !this.playing ? steps : Math.min(this.at, steps));
  }

  seek(step) {
    this.at = Math.max(0, Math.min(step, this.steps));
    this.#update();
    this.show(Math.floor(this.at));
  }

  stepBy(count) {
    this.pause();
    this.seek(Math.floor(this.at) + count);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.at >= this.steps) this.at = 0;
    this.playing = true;
    this.#update();
    let last = performance.now();
    const tick = (now) => {
      if (!this.playing) return;
      this.at = Math.min(this.steps, this.at + (now - last) / 1000 * this.rate);
      last = now;
      if (this.at >= this.steps) this.playing = false;
      this.seek(this.at);
      if (this.playing) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  pause() {
    this.playing = false;
    this.#update();
  }

  faster(times) {
    this.#setRate(Math.min(FASTEST, Math.max(SLOWEST, this.rate * times)));
  }

  #setRate(rate) {
    this.rate = rate;
    this.speed.value = toSlider(rate);
    this.speedLabel.textContent = `${Math.round(rate)} / s`;
  }

  #update() {
    this.slider.value = this.at;
    this.label.textContent = `${Math.floor(this.at)} of ${this.steps} ${this.unit}`;
    this.playButton.icon(this.playing ? "pause" : "play_arrow");
    this.playButton.setAttribute("aria-label", this.playing ? "Pause (space)" : "Play (space)");
  }
}

function range(label, least, most, step) {
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: least, max: most, step });
  slider.setAttribute("aria-label", label);
  return slider;
}

function fromSlider(value) {
  return SLOWEST * (FASTEST / SLOWEST) ** (value / 100);
}

function toSlider(rate) {
  return Math.round(100 * Math.log(rate / SLOWEST) / Math.log(FASTEST / SLOWEST));
}
