// Writes down what modules of the lab draw, say and send, as lines that people can read: a canvas
// whose calls are heard, an outline of what is in the page, and a clock that a test turns.

const MOST = 100_000; // calls in a scene: a loop that does not end is a fault that is seen
let lines = [], calls = 0;

export function log(...words) {
  count();
  lines.push(words.join(" "));
}

function count() {
  calls += 1;
  if (calls > MOST) throw new Error("drawn without end");
}

/** What was written down since the last time; what is written several times in a row stands once. */
function taken() {
  const groups = [];
  for (const line of lines) {
    if (groups.at(-1)?.line === line) groups.at(-1).count += 1;
    else groups.push({ line, count: 1 });
  }
  lines = [];
  return groups.map(({ line, count: times }) => (times > 1 ? `${line} (${times} times)` : line));
}

// --- Numbers

/** Two decimals are enough to notice any change, and few enough for any machine to agree on. */
export function round(value) {
  return typeof value === "number" ? String(Math.round(value * 100) / 100 + 0) : String(value);
}

const point = (x, y) => `${round(x)},${round(y)}`;
const size = (width, height) => `${round(width)}x${round(height)}`;
const hex = (value) => `#${[0, 8, 16, 24].map((by) => ((value >>> by) & 255).toString(16).padStart(2, "0")).join("")}`;

// --- Canvases

const STYLES = {
  fillStyle: "#000000", strokeStyle: "#000000", lineWidth: 1, globalAlpha: 1, font: "10px sans-serif", textAlign: "start",
  textBaseline: "alphabetic", lineCap: "butt", lineJoin: "miter", imageSmoothingEnabled: true, shadowColor: "", shadowBlur: 0,
  shadowOffsetY: 0,
};

/** A context that writes down what is drawn, where it comes to stand and in which style. */
class Pen {
  constructor(canvas, real) {
    Object.assign(this, { canvas, real, styles: { ...STYLES }, dash: [], matrix: new DOMMatrix(), path: [], kept: [] });
  }

  at(x, y) {
    if (![x, y].every(Number.isFinite)) throw new Error(`drawn at ${x}, ${y}`);
    const { x: left, y: top } = this.matrix.transformPoint({ x, y });
    return point(left, top);
  }

  get scaling() {
    return Math.sqrt(Math.abs(this.matrix.a * this.matrix.d - this.matrix.b * this.matrix.c));
  }

  box(x, y, width, height) {
    const { a, b, c, d } = this.matrix;
    return `${this.at(x, y)} ${size(a * width + c * height, b * width + d * height)}`;
  }

  tell(what, ...words) {
    if (isMute) return;
    const { globalAlpha, shadowColor, shadowBlur, shadowOffsetY } = this.styles;
    const faint = globalAlpha === 1 ? [] : [`faint ${round(globalAlpha)}`];
    const shadow = shadowColor && what.startsWith("fill") ? [`shadow ${shadowColor} ${shadowBlur} ${shadowOffsetY}`] : [];
    const on = this.canvas.label ? [`on ${this.canvas.label}:`] : [];
    log(...on, what, ...words, ...faint, ...shadow);
  }

  get line() {
    const { strokeStyle, lineWidth, lineCap, lineJoin } = this.styles;
    const ends = lineCap === "butt" && lineJoin === "miter" ? "" : ` ${lineCap}/${lineJoin}`;
    const dash = this.dash.length ? ` dash ${this.dash.map((each) => round(each * this.scaling))}` : "";
    return `${strokeStyle} ${round(lineWidth * this.scaling)} wide${ends}${dash}`;
  }

  get letters() {
    const { font, textAlign, textBaseline } = this.styles;
    return `${font.replace(/, .*/, "")} ${textAlign}/${textBaseline}`;
  }
}

const CALLS = {
  beginPath: (pen) => { pen.path = []; },
  closePath: (pen) => pen.path.push("close"),
  moveTo: (pen, x, y) => pen.path.push(`M${pen.at(x, y)}`),
  lineTo: (pen, x, y) => pen.path.push(pen.at(x, y)),
  quadraticCurveTo: (pen, bx, by, x, y) => pen.path.push(`Q${pen.at(bx, by)} ${pen.at(x, y)}`),
  arc: (pen, x, y, r, from, to) => {
    const part = from === 0 && to === 2 * Math.PI ? "" : ` from ${round(from)} to ${round(to)}`;
    pen.path.push(`disc ${pen.at(x, y)} r ${round(r * pen.scaling)}${part}`);
  },
  rect: (pen, ...box) => pen.path.push(`box ${pen.box(...box)}`),
  roundRect: (pen, x, y, width, height, r) => pen.path.push(`plate ${pen.box(x, y, width, height)} r ${r}`),
  fill: (pen) => pen.tell(`fill ${pen.styles.fillStyle}:`, ...pen.path),
  stroke: (pen) => pen.tell(`stroke ${pen.line}:`, ...pen.path),
  fillRect: (pen, ...box) => pen.tell(`fill ${pen.styles.fillStyle}:`, `box ${pen.box(...box)}`),
  strokeRect: (pen, ...box) => pen.tell(`stroke ${pen.line}:`, `box ${pen.box(...box)}`),
  clearRect: (pen, ...box) => pen.tell(`clear ${pen.box(...box)}`),
  fillText: (pen, text, x, y) => pen.tell(`write ${pen.styles.fillStyle} ${pen.letters}:`, `"${text}" at ${pen.at(x, y)}`),
  strokeText: (pen, text, x, y) => pen.tell(`outline ${pen.line} ${pen.letters}:`, `"${text}" at ${pen.at(x, y)}`),
  drawImage: (pen, image, x, y, ...room) => pen.tell(`copy ${image.label ?? "a canvas"}`, `to ${pen.at(x, y)}`,
    ...(room.length ? [pen.box(x, y, ...room).split(" ")[1]] : []), ...(pen.styles.imageSmoothingEnabled ? [] : ["sharp"])),
  putImageData: (pen, image, x, y, ...part) => {
    const pixels = new Uint32Array(image.data.buffer);
    pen.tell(`pixels ${image.width}x${image.height}`, `at ${x},${y}`, ...(part.length ? [`of which ${part}`] : []));
    for (let row = 0; row < image.height; row++)
      if (!isMute) log(" ", ...Array.from(pixels.subarray(row * image.width, (row + 1) * image.width), hex));
  },
  setLineDash: (pen, dash) => { pen.dash = dash; },
  save: (pen) => pen.kept.push({ styles: { ...pen.styles }, dash: pen.dash, matrix: DOMMatrix.fromMatrix(pen.matrix) }),
  restore: (pen) => Object.assign(pen, pen.kept.pop()),
  translate: (pen, x, y) => pen.matrix.translateSelf(x, y),
  scale: (pen, x, y) => pen.matrix.scaleSelf(x, y),
  rotate: (pen, angle) => pen.matrix.rotateSelf(angle * 180 / Math.PI),
  transform: (pen, ...six) => pen.matrix.multiplySelf(new DOMMatrix(six)),
  setTransform: (pen, ...six) => { pen.matrix = new DOMMatrix(six); },
};

let isMute = false;

/** From now on canvases write nothing down: what is drawn on boards has scenes of its own. */
export function mute() {
  isMute = true;
}

/** Letters are as wide on every machine. */
const measured = (text) => ({ width: 7 * String(text).length });

function hear(canvas, real) {
  const pen = new Pen(canvas, real);
  return new Proxy(real, {
    get(_, name) {
      if (name === "canvas") return canvas;
      if (name in STYLES) return pen.styles[name];
      if (name === "measureText") return measured;
      if (name === "createImageData") return (...values) => real.createImageData(...values);
      if (!(name in CALLS)) throw new Error(`the recorder does not know ${String(name)}`);
      return (...values) => {
        count();
        CALLS[name](pen, ...values);
        real[name](...values);
      };
    },
    set(_, name, value) {
      if (!(name in STYLES)) throw new Error(`the recorder does not know ${String(name)}`);
      if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) throw new Error(`${name} is ${value}`);
      pen.styles[name] = value;
      real[name] = value;
      return true;
    },
  });
}

const getContext = HTMLCanvasElement.prototype.getContext;
const heard = new WeakMap();
HTMLCanvasElement.prototype.getContext = function (kind) {
  if (!heard.has(this)) heard.set(this, hear(this, getContext.call(this, kind)));
  return heard.get(this);
};

/** A canvas in the page, and its pen. */
export function canvas(width, height) {
  const made = Object.assign(document.createElement("canvas"), { width, height });
  made.style.cssText = `display: block; width: ${width}px; height: ${height}px`;
  document.body.append(made);
  return made;
}

export function pen(width = 100, height = 100) {
  return canvas(width, height).getContext("2d");
}

// --- What is in the page

const QUIET = ["type", "style", "xmlns", "id"];

/**
 * An element and what is in it, a line each: its name and classes, what it says of itself, and its words.
 * without: what has a scene of its own.
 */
export function outline(element, without = null, depth = 0) {
  const name = [element.localName, ...element.classList].join(".");
  const said = [...element.attributes].filter(({ name: each }) => each !== "class" && !QUIET.includes(each))
    .map(({ name: each, value }) => `${each}="${value.replace(/-?\d+\.\d+/g, (number) => round(Number(number)))}"`);
  const style = element.style?.cssText && element.localName !== "canvas" ? [`{${element.style.cssText}}`] : [];
  const words = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()).filter(Boolean);
  const value = element.localName === "input" ? [`value ${round(element.valueAsNumber)}`] : [];
  log("  ".repeat(depth) + [name, ...said, ...style, ...value, ...words.map((each) => `: ${each}`)].join(" "));
  for (const child of without && element.matches(without) ? [] : element.children) outline(child, without, depth + 1);
}

/** An object whose methods are written down when they are called. */
export function hands(...names) {
  return Object.fromEntries(names.map((name) => [name, (...values) => log(`${name}(${values.map((each) => JSON.stringify(each)).join(", ")})`)]));
}

/** An event as a person causes it. */
export function fire(target, type, more = {}) {
  const Kind = type.startsWith("key") ? KeyboardEvent : type.startsWith("pointer") ? PointerEvent : type === "wheel" ? WheelEvent : MouseEvent;
  return target.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...more }));
}

// --- Time

const MORNING = 1_000_000;
let now = MORNING, turns = [], numbers = 0;

performance.now = () => now;
Date.now = () => now;
window.setTimeout = (turn, wait = 0) => (turns.push({ at: now + wait, turn, number: ++numbers }), numbers);
window.requestAnimationFrame = (turn) => window.setTimeout(() => turn(now), 16);
window.clearTimeout = window.cancelAnimationFrame = (number) => {
  turns = turns.filter((each) => each.number !== number);
};

/** So many milliseconds pass, and what waits for them happens. */
export function pass(milliseconds) {
  const end = now + milliseconds;
  for (;;) {
    const [next] = turns.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.number - b.number);
    if (!next) break;
    turns = turns.filter((each) => each !== next);
    now = Math.max(now, next.at);
    next.turn();
  }
  now = end;
}

// --- The server, and the room that there is

export const sockets = [];

window.WebSocket = class {
  static OPEN = 1;
  readyState = 0;

  constructor(address) {
    log(`connects to ${address}`);
    sockets.push(this);
  }

  send(text) {
    log(`sends ${text}`);
  }

  close() {
    log("closes the socket");
  }

  /** The server answers. */
  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** The server goes away. */
  lose() {
    this.readyState = 3;
    this.onclose();
  }

  /** The server sends messages, or bytes. */
  give(...messages) {
    for (const each of messages) this.onmessage({ data: each instanceof ArrayBuffer ? each : JSON.stringify(each) });
  }
};
Math.random = () => 0.5;
Object.defineProperty(navigator, "clipboard", { value: {} });

/** Numbers as bytes, little ends first: bytes("u8", [1, 2], "u32", [3], "text", "abc"); all but the last "u8" filled up to four. */
export function bytes(...parts) {
  const out = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [kind, values] = [parts[i], parts[i + 1]];
    const Type = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array, f64: Float64Array }[kind];
    out.push(...(kind === "text" ? new TextEncoder().encode(values) : new Uint8Array(Type.from(values).buffer)));
    if (kind === "u8" || kind === "text") while (out.length % 4) out.push(0);
  }
  return Uint8Array.from(out).buffer;
}

const observers = new Set();

window.ResizeObserver = class {
  targets = [];

  constructor(take) {
    this.take = take;
    observers.add(this);
  }

  observe(target) {
    this.targets.push(target);
  }

  disconnect() {
    observers.delete(this);
  }
};

/** Something has another size now; without it, all that is watched. */
export function resized(...which) {
  for (const each of [...observers]) {
    const targets = which.length ? each.targets.filter((target) => which.includes(target)) : each.targets;
    if (targets.length) each.take(targets.map((target) => ({ target })));
  }
}

export function ratio(value) {
  Object.defineProperty(window, "devicePixelRatio", { value, configurable: true });
}

export function dark(isDark) {
  document.body.classList.toggle("body--dark", isDark);
}

// What a page of one scene listens to is not heard in the next.
const listeners = [];
for (const target of [document, window, document.body]) {
  const { addEventListener } = target;
  target.addEventListener = (...values) => {
    listeners.push([target, values]);
    addEventListener.apply(target, values);
  };
}

/** Runs scenes by name: {name: [what was written down]}. */
export async function run(scenes) {
  const all = {};
  for (const [name, scene] of Object.entries(scenes)) {
    document.body.replaceChildren();
    dark(false);
    ratio(1);
    turns = [];
    now = MORNING;
    sockets.length = 0;
    observers.clear();
    sessionStorage.clear();
    localStorage.clear();
    history.replaceState(null, "", "/");
    isMute = false;
    taken();
    calls = 0;
    try {
      await scene();
    } catch (error) {
      lines = [`${error}`];
    }
    for (const [target, values] of listeners.splice(0)) target.removeEventListener(...values);
    all[name] = taken();
  }
  return all;
}
