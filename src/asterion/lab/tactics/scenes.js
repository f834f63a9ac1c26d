// Scenes: an App shows one of its scenes, gives it time and input, and draws it on a canvas.
//
// The App knows no game. Its loop sleeps while nothing moves. Without a canvas it is headless: it
// updates and handles events, and draws nothing; tests step it with a clock of their own.

import { palette } from "../board/palette.js";

/** What an App can show. A scene overrides what it needs. */
export class Scene {
  /** The App has switched to this scene. */
  showScene() {}

  /** The App switches to another scene. */
  hideScene() {}

  /** So many seconds have passed; true if the scene moves and needs another frame. */
  onUpdate(_seconds) {
    return false;
  }

  /** A pointer event that no window above the scene has captured; true if the scene used it. */
  onEvent(_event) {
    return false;
  }

  /** Draws on the canvas of the App, which is clear. */
  onRender(_context, _size) {}
}

/** Things by name: the scenes of an App. */
export class Resources extends Map {
  find(name) {
    if (this.has(name)) return this.get(name);
    throw new Error(`unknown scene "${name}"; choose one of ${[...this.keys()].join(", ")}`);
  }
}

/** Messages for the debug menu, the newest last. */
export class Console {
  lines = [];

  say(text) {
    this.lines = [...this.lines, text].slice(-5);
  }
}

const frameClock = {
  now: () => performance.now(),
  next: (turn) => requestAnimationFrame(turn),
  cancel: (turn) => cancelAnimationFrame(turn),
};

export class App {
  /** canvas: null for a headless App. clock: {now, next, cancel}; the browser's by default. */
  constructor({ canvas = null, clock = frameClock } = {}) {
    this.canvas = canvas;
    this.clock = clock;
    this.resources = new Resources();
    this.console = new Console();
    this.scene = null;
    this.sceneName = null;
    this.cursor = { x: 0, y: 0 };
    this.fps = 0;
    this.debugMenu = null; // {show()}: it is kept up to date while it is there
    this.running = false;
    this.turn = null; // the frame that was asked for
  }

  /** scenes: {name: Scene}. */
  initialise(scenes) {
    for (const [name, scene] of Object.entries(scenes)) {
      scene.app = this;
      this.resources.set(name, scene);
    }
    return this;
  }

  /** Shows a scene, and runs until stop(). */
  start(first) {
    this.running = true;
    this.last = this.clock.now();
    this.switchScene(first);
  }

  stop() {
    this.running = false;
    this.scene?.hideScene();
    if (this.turn !== null) this.clock.cancel(this.turn);
    this.turn = null;
  }

  switchScene(name) {
    const next = this.resources.find(name); // first: an unknown name changes nothing
    if (next === this.scene) return;
    this.scene?.hideScene();
    this.scene = next;
    this.sceneName = name;
    this.console.say(`scene: ${name}`);
    next.showScene();
    this.wake();
  }

  /** There is something new to draw. */
  wake() {
    if (!this.running || this.turn !== null) return;
    this.turn = this.clock.next((now) => this.#frame(now));
  }

  #frame(now) {
    this.turn = null;
    const seconds = Math.max(0, now - this.last) / 1000;
    this.last = now;
    const moves = this.update(seconds);
    this.render();
    this.debugMenu?.show();
    if (moves || this.debugMenu) this.wake(); // else it sleeps until something happens
  }

  /** Time passes. Returns whether the scene moves. */
  update(seconds) {
    // A frame after a sleep says nothing about the frame rate.
    if (seconds > 0 && seconds < 0.5) this.fps += (1 / seconds - this.fps) * (this.fps ? 0.1 : 1);
    return Boolean(this.scene?.onUpdate(seconds));
  }

  render() {
    if (!this.canvas) return;
    const context = this.canvas.getContext("2d");
    const ratio = globalThis.devicePixelRatio || 1;
    const size = { width: this.canvas.width / ratio, height: this.canvas.height / ratio };
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    this.scene?.onRender(context, size);
  }

  /** How large the canvas is on the page; its pixels are those of the screen. */
  resize(width, height) {
    const ratio = globalThis.devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    this.wake();
  }

  /** Gives an event to the scene, unless a window (data-captures) or a field above it captures it. */
  handleEvent(event) {
    if (!this.running) return false;
    if (event.type.startsWith("pointer") && event.clientX !== undefined) {
      const { left, top } = this.canvas?.getBoundingClientRect() ?? { left: 0, top: 0 };
      this.cursor = { x: event.clientX - left, y: event.clientY - top };
    }
    const captured = event.target?.closest?.("[data-captures], input, select, textarea");
    const used = !captured && this.scene.onEvent(event);
    this.wake();
    return used;
  }
}

/** A circle that follows the pointer: the smallest scene that moves. */
export class Welcome extends Scene {
  circle = { x: 60, y: 60 };

  onEvent(event) {
    return event.type.startsWith("pointer");
  }

  onUpdate(seconds) {
    const share = Math.min(1, 12 * seconds); // of the distance that is left
    const { circle, app: { cursor } } = this;
    circle.x += (cursor.x - circle.x) * share;
    circle.y += (cursor.y - circle.y) * share;
    return Math.hypot(cursor.x - circle.x, cursor.y - circle.y) > 0.5;
  }

  onRender(context) {
    context.beginPath();
    context.arc(this.circle.x, this.circle.y, 18, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = palette().agent;
    context.stroke();
  }
}
