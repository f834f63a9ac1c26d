// A minimal browser that lets `node --test` load and use modules of the lab: import it before them.
// Elements keep their children, attributes and listeners; a canvas records the calls of drawings.

export class Element extends EventTarget {
  constructor(tagName) {
    super();
    Object.assign(this, { tagName: tagName.toUpperCase(), children: [], attributes: {}, dataset: {} });
    this.style = { setProperty(name, value) { this[name] = value; } };
    this.className = this.text = "";
    this.box = { left: 0, top: 0, width: 0, height: 0 };
    if (tagName === "canvas") Object.assign(this, { width: 300, height: 150, pen: pen(this) });
  }

  get classList() {
    const has = (name) => this.className.split(" ").includes(name);
    const toggle = (name, on = !has(name)) => {
      const others = this.className.split(" ").filter((each) => each && each !== name);
      this.className = [...others, ...(on ? [name] : [])].join(" ");
    };
    return { contains: has, toggle, add: (name) => toggle(name, true), remove: (name) => toggle(name, false) };
  }

  get textContent() {
    return this.text + this.children.map((each) => each.textContent ?? each).join("");
  }

  set textContent(text) {
    this.children = [];
    this.text = String(text);
  }

  get firstChild() { return this.children[0] ?? null; }
  get lastChild() { return this.children.at(-1) ?? null; }
  get isConnected() { return true; }
  get clientWidth() { return this.box.width; }
  get clientHeight() { return this.box.height; }
  get offsetHeight() { return this.box.height; }
  get scrollHeight() { return this.box.height; }

  append(...more) {
    for (const each of more) {
      if (!(each instanceof Element)) continue;
      each.remove();
      each.parentNode = this;
    }
    this.children.push(...more);
  }

  prepend(...more) {
    const { children } = this;
    this.children = [];
    this.append(...more, ...children);
  }

  appendChild(child) {
    this.append(child);
    return child;
  }

  /** Puts elements beside this one; an element has one parent. */
  before(...more) { this.#beside(0, more); }
  after(...more) { this.#beside(1, more); }

  replaceWith(...more) {
    this.after(...more);
    this.remove();
  }

  #beside(offset, more) {
    for (const each of more) each.remove();
    const { parentNode: parent } = this;
    parent.children.splice(parent.children.indexOf(this) + offset, 0, ...more);
    for (const each of more) each.parentNode = parent;
  }

  replaceChildren(...more) {
    this.children = [];
    this.append(...more);
  }

  remove() {
    const { parentNode } = this;
    if (parentNode) parentNode.children = parentNode.children.filter((each) => each !== this);
    this.parentNode = null;
  }

  /** All elements in it, at any depth. */
  get all() {
    return this.children.flatMap((each) => (each instanceof Element ? [each, ...each.all] : []));
  }

  /** Supports "tag", ".class" and "[attribute=value]"; of several in a row only the last one counts. */
  matches(selector) {
    return selector.split(",").some((each) => {
      const one = each.trim().split(" ").at(-1);
      if (one.startsWith(".")) return this.classList.contains(one.slice(1));
      if (one.startsWith("[")) {
        const [name, value] = one.slice(1, -1).replaceAll('"', "").split("=");
        return name in this.attributes && (value === undefined || this.attributes[name] === value);
      }
      return one.toUpperCase() === this.tagName;
    });
  }

  closest(selector) { return this.matches(selector) ? this : this.parentNode?.closest?.(selector) ?? null; }
  querySelector(selector) { return this.all.find((each) => each.matches(selector)) ?? null; }
  querySelectorAll(selector) { return this.all.filter((each) => each.matches(selector)); }
  contains(other) { return other === this || this.all.includes(other); }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
    if (name.startsWith("data-")) this.dataset[name.slice(5)] = String(value);
  }

  getAttribute(name) { return this.attributes[name] ?? null; }
  removeAttribute(name) { delete this.attributes[name]; }
  getBoundingClientRect() { return { ...this.box, right: this.box.left + this.box.width, bottom: this.box.top + this.box.height }; }
  getContext() { return this.pen; }
  setPointerCapture() {}
  focus() { document.activeElement = this; }
  blur() { document.activeElement = document.body; }
  click() { fire(this, "click"); }
  showModal() { this.open = true; }
  close() { this.open = false; }

  createTHead() { return this.#part("thead"); }
  createTBody() { return this.#part("tbody"); }
  insertRow() { return this.#part("tr"); }
  insertCell() { return this.#part("td"); }
  deleteRow() { this.children.pop(); }
  get rows() { return this.children; }
  get cells() { return this.children; }

  #part(name) {
    const made = new Element(name);
    this.append(made);
    return made;
  }
}

/** A canvas's context: `calls` has the drawing calls as [name, ...arguments], with their styles. */
function pen(canvas) {
  const known = { canvas, calls: [] };
  const results = {
    createImageData: (width, height) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
    measureText: (text) => ({ width: 6 * String(text).length }),
  };
  return new Proxy(known, {
    get: (_, name) => known[name] ?? ((...values) => {
      known.calls.push({ name, values, stroke: known.strokeStyle, fill: known.fillStyle, width: known.lineWidth });
      return results[name]?.(...values);
    }),
    set: (_, name, value) => {
      known[name] = value;
      return true;
    },
  });
}

/** Sends an event with these properties; returns it. */
export function fire(target, type, more = {}) {
  const event = new Event(type, { cancelable: true });
  for (const [name, value] of Object.entries({ button: 0, pointerId: 1, target, ...more }))
    Object.defineProperty(event, name, { value });
  target.dispatchEvent(event);
  return event;
}

const waiting = [];

/** Draws the next frame of the browser, at a time in milliseconds. */
export function frame(now = 0) {
  for (const draw of waiting.splice(0)) draw(now);
}

// A notice that will go in some seconds does not keep a test.
const later = globalThis.setTimeout;
globalThis.setTimeout = (...values) => later(...values).unref();

const body = new Element("body");
const store = new Map();
export const page = {
  document: Object.assign(new EventTarget(), {
    body, documentElement: new Element("html"), activeElement: body,
    createElement: (name) => new Element(name),
    createElementNS: (_, name) => new Element(name),
    querySelector: (selector) => body.querySelector(selector),
    querySelectorAll: (selector) => body.querySelectorAll(selector),
    getElementById: () => null,
    elementFromPoint: () => null, // for a test to replace
  }),
  sessionStorage: {
    getItem: (name) => store.get(name) ?? null,
    setItem: (name, value) => store.set(name, String(value)),
    removeItem: (name) => store.delete(name),
    clear: () => store.clear(),
  },
  window: Object.assign(new EventTarget(), { devicePixelRatio: 1, matchMedia: () => ({ matches: false }) }),
  location: { protocol: "http:", host: "127.0.0.1", hash: "", pathname: "/" },
  requestAnimationFrame: (draw) => waiting.push(draw),
  Path2D: class { moveTo() {} lineTo() {} closePath() {} },
};
for (const [name, value] of Object.entries(page)) // some of them a Node has too, not to be set
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
