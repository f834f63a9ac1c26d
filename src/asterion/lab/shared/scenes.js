// An application of scenes: one of them is on, gets time and input, and is drawn.
//
// An App owns a canvas, a clock and the scenes by name (Resources). It knows no game: games are
// scenes, and so is the welcome. Its loop sleeps while nothing moves. Without a canvas it is
// headless: all goes on but the drawing, which is how tests step it.

/** The life of an App. */
export const Status = Object.freeze({ NEW: "new", READY: "ready", RUNNING: "running", CLOSED: "closed" });

/** What an App can show. A scene overrides what it needs. */
export class Scene {
  /** The App has switched to this scene: what it needs of the page appears. */
  showScene() {}

  /** The App switches to another one. */
  hideScene() {}

  /** So many seconds have gone by; true if it moves, and wants another picture soon. */
  onUpdate(_seconds) {
    return false;
  }

  /** A pointer or a key that nothing above the scene has taken; true if it was of use here. */
  onEvent(_event) {
    return false;
  }

  /** Draws on the canvas of the App, which is clear. */
  onRender(_context, _size) {}

  /** [[text, action]] for the debug menu. */
  addDebugMenuEntries() {
    return [];
  }

  /** Lines of text for the debug menu. */
  addDebugDetails() {
    return [];
  }
}

/** What is there by name: scenes, and whatever they share. */
export class Resources {
  #things = new Map();

  add(name, thing) {
    this.#things.set(name, thing);
    return thing;
  }

  find(name) {
    if (!this.#things.has(name)) {
      const names = [...this.#things.keys()].join(", ") || "nothing";
      throw new Error(`there is no scene "${name}"; there is ${names}`);
    }
    return this.#things.get(name);
  }

  get names() {
    return [...this.#things.keys()];
  }
}

/** Messages for the debug menu, the newest last. */
export class Console {
  static MOST = 5;
  lines = [];

  say(text) {
    this.lines = [...this.lines, text].slice(-Console.MOST);
  }
}

/** The browser's time: a turn with each picture. */
export const frameClock = {
  now: () => performance.now(),
  next: (turn) => requestAnimationFrame(turn),
  cancel: (turn) => cancelAnimationFrame(turn),
};

/** Time that passes when tick() says so. */
export class HandClock {
  time = 0;
  #turns = new Map();
  #made = 0;

  now() {
    return this.time;
  }

  next(turn) {
    this.#turns.set(++this.#made, turn);
    return this.#made;
  }

  cancel(turn) {
    this.#turns.delete(turn);
  }

  /** Milliseconds go by; whoever waited for the next turn gets it. */
  tick(milliseconds = 16) {
    this.time += milliseconds;
    const waiting = [...this.#turns.values()];
    this.#turns.clear();
    for (const turn of waiting) turn(this.time);
    return waiting.length;
  }
}

export class App {
  /** canvas: null for a headless App. clock: {now, next, cancel}. */
  constructor({ canvas = null, clock = frameClock } = {}) {
    this.canvas = canvas;
    this.clock = clock;
    this.resources = new Resources();
    this.console = new Console();
    this.status = Status.NEW;
    this.scene = null;
    this.sceneName = null;
    this.cursor = { x: 0, y: 0 };
    this.debug = false;
    this.fps = 0;
    this.frames = 0; // pictures since the start
    this.afterTurn = () => {}; // the debug menu of the page
    this.turn = null; // the turn that is waited for
  }

  get headless() {
    return !this.canvas;
  }

  /** scenes: {name: Scene}. After it the App can start. */
  initialise(title, scenes) {
    this.title = title;
    for (const [name, scene] of Object.entries(scenes)) {
      scene.app = this;
      this.resources.add(name, scene);
    }
    this.status = Status.READY;
    return this;
  }

  /** Shows a scene, and goes on until stop(). */
  start(first) {
    if (this.status !== Status.READY) throw new Error(`the App is ${this.status}; it starts when it is ready`);
    this.status = Status.RUNNING;
    this.last = this.clock.now();
    this.switchScene(first);
  }

  stop() {
    if (this.status === Status.RUNNING) this.hideScene();
    this.status = Status.CLOSED;
    if (this.turn !== null) this.clock.cancel(this.turn);
    this.turn = null;
  }

  // --- Scenes

  switchScene(name) {
    const next = this.resources.find(name); // first: a name that is unknown changes nothing
    if (next === this.scene) return;
    this.hideScene();
    this.scene = next;
    this.sceneName = name;
    this.console.say(`scene: ${name}`);
    this.showScene();
  }

  showScene() {
    this.scene?.showScene();
    this.wake();
  }

  hideScene() {
    this.scene?.hideScene();
  }

  // --- The loop

  /** There is something new to draw. */
  wake() {
    if (this.status !== Status.RUNNING || this.turn !== null) return;
    this.turn = this.clock.next((now) => this.#go(now));
  }

  #go(now) {
    this.turn = null;
    const seconds = Math.max(0, now - this.last) / 1000;
    this.last = now;
    const moves = this.update(seconds);
    this.render();
    this.afterTurn();
    if (moves || this.debug) this.wake(); // else it sleeps until something happens
  }

  /** Time goes by. Returns whether the scene moves. */
  update(seconds) {
    // A turn after a sleep says nothing of how quick pictures come.
    if (seconds > 0 && seconds < 0.5) this.fps += (1 / seconds - this.fps) * (this.fps ? 0.1 : 1);
    return Boolean(this.scene?.onUpdate(seconds));
  }

  render() {
    this.frames += 1;
    if (this.headless) return;
    const context = this.canvas.getContext("2d");
    const ratio = globalThis.devicePixelRatio || 1;
    const size = { width: this.canvas.width / ratio, height: this.canvas.height / ratio };
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    this.scene?.onRender(context, size);
  }

  /** How large the canvas is on the page; its pixels are those of the screen. */
  resize(width, height) {
    if (this.headless) return;
    const ratio = globalThis.devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    this.wake();
  }

  // --- Input

  /**
   * Who gets an event: "ui" if it is over a window (data-captures) or typed into a field, else
   * "scene" if that had use for it, else "nobody".
   */
  handleEvent(event) {
    if (this.status !== Status.RUNNING) return "nobody";
    if (event.type.startsWith("pointer") && event.clientX !== undefined) this.cursor = this.#within(event);
    const taken = captured(event) ? "ui" : this.scene?.onEvent(event) ? "scene" : "nobody";
    this.wake();
    return taken;
  }

  #within({ clientX, clientY }) {
    const box = this.canvas?.getBoundingClientRect?.() ?? { left: 0, top: 0 };
    return { x: clientX - box.left, y: clientY - box.top };
  }
}

/** Whether a window above the scene, or a field that is typed into, takes an event. */
export function captured({ target }) {
  return Boolean(target?.closest?.("[data-captures], input, select, textarea"));
}
