// A canvas's context that writes an SVG: as much of it as the boards use. So whatever is drawn on a
// board can be saved as lines, shapes and words.

const SMALL = 20_000; // pixels of a picture that is written as rectangles; larger ones are embedded
const ASCENT = { top: 0.78, middle: 0.36, bottom: -0.22, alphabetic: 0 }; // of words, in their size
const ANCHORS = { center: "middle", right: "end", end: "end" };
const PLAIN = {
  fillStyle: "#000000", strokeStyle: "#000000", lineWidth: 1, lineCap: "butt", lineJoin: "miter", globalAlpha: 1,
  font: "10px sans-serif", textAlign: "start", textBaseline: "alphabetic", imageSmoothingEnabled: true,
  dash: [], matrix: [1, 0, 0, 1, 0, 0], groups: 0,
};

export class SvgContext {
  /** Whether shapes are kept as shapes: then nothing need be drawn in pixels to be quick. */
  isVector = true;

  constructor(width, height) {
    this.canvas = { width, height };
    this.parts = [];
    this.clips = 0;
    this.stack = [];
    Object.assign(this, PLAIN);
    this.beginPath();
  }

  /** The whole SVG, at a size in CSS pixels. */
  toSvg(width = this.canvas.width, height = this.canvas.height) {
    const { canvas, parts } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" ` +
      `viewBox="0 0 ${short(canvas.width)} ${short(canvas.height)}">\n${parts.join("\n")}\n</svg>\n`;
  }

  /** Draws in a place of its own, with the units of another canvas. */
  async within({ x, y, width, height }, scale, draw) {
    const { canvas } = this;
    this.save();
    this.translate(x, y);
    this.beginPath();
    this.rect(0, 0, width, height);
    this.clip();
    this.parts.push(`<g transform="translate(${short(x)} ${short(y)}) scale(${short(scale)})">`);
    Object.assign(this, { ...PLAIN, groups: this.groups + 1, canvas: { width: width / scale, height: height / scale } });
    await draw();
    this.canvas = canvas;
    this.restore();
  }

  /** Adds a part that is SVG already. */
  add(markup) {
    this.parts.push(markup);
  }

  // --- State

  save() {
    this.stack.push(Object.fromEntries(Object.keys(PLAIN).map((name) => [name, this[name]])));
    this.groups = 0;
  }

  restore() {
    for (; this.groups; this.groups--) this.parts.push("</g>");
    Object.assign(this, this.stack.pop());
  }

  setLineDash(dash) { this.dash = dash; }
  setTransform(...matrix) { this.matrix = matrix; }
  translate(x, y) { this.matrix = times(this.matrix, [1, 0, 0, 1, x, y]); }
  scale(x, y) { this.matrix = times(this.matrix, [x, 0, 0, y, 0, 0]); }

  rotate(angle) {
    const cos = Math.cos(angle), sin = Math.sin(angle);
    this.matrix = times(this.matrix, [cos, sin, -sin, cos, 0, 0]);
  }

  // --- Paths: in the units in which they are drawn, which the boards do not change in between

  newPath() { return new Path(); }
  beginPath() { this.path = new Path(); }
  moveTo(x, y) { this.path.moveTo(x, y); }
  lineTo(x, y) { this.path.lineTo(x, y); }
  closePath() { this.path.closePath(); }
  rect(...box) { this.path.rect(...box); }
  arc(...values) { this.path.arc(...values); }

  quadraticCurveTo(u, v, x, y) {
    this.path.steps.push(`Q${short(u)} ${short(v)} ${short(x)} ${short(y)}`);
  }

  roundRect(x, y, width, height, radius) {
    this.path.moveTo(x + radius, y);
    this.path.steps.push(`h${short(width - 2 * radius)}${bend(radius, radius, radius)}v${short(height - 2 * radius)}` +
      `${bend(radius, -radius, radius)}h${short(2 * radius - width)}${bend(radius, -radius, -radius)}` +
      `v${short(2 * radius - height)}${bend(radius, radius, -radius)}z`);
  }

  fill(path = this.path) {
    if (path.steps.length) this.#add("path", { d: path.text, ...this.#filled() });
  }

  stroke(path = this.path) {
    if (path.steps.length) this.#add("path", { d: path.text, ...this.#stroked() });
  }

  clip() {
    const name = `clip${++this.clips}`;
    this.parts.push(`<clipPath id="${name}"><path${attributes({ d: this.path.text, transform: this.#transform })}/></clipPath>` +
      `<g clip-path="url(#${name})">`);
    this.groups += 1;
  }

  fillRect(x, y, width, height) {
    this.#add("rect", { x: short(x), y: short(y), width: short(width), height: short(height), ...this.#filled() });
  }

  strokeRect(x, y, width, height) {
    this.#add("rect", { x: short(x), y: short(y), width: short(width), height: short(height), ...this.#stroked() });
  }

  clearRect() {}

  // --- Words and pictures

  fillText(text, x, y) { this.#write(text, x, y, this.#filled()); }
  strokeText(text, x, y) { this.#write(text, x, y, this.#stroked()); }

  measureText(text) {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = this.font;
    return pen.measureText(text);
  }

  #write(text, x, y, looks) {
    if (text === "") return;
    const [, weight = "", size, family] = /^(?:(bold|\d+) )?([\d.]+)px (.+)$/.exec(this.font);
    this.#add("text", {
      x: short(x), y: short(y + ASCENT[this.textBaseline] * size), "font-size": size, "font-family": family,
      "font-weight": weight, "text-anchor": ANCHORS[this.textAlign] ?? "", ...looks,
    }, escaped(String(text)));
  }

  /** A picture of few pixels becomes rectangles, which stay sharp everywhere; another one is embedded. */
  drawImage(image, ...values) {
    const [sx, sy, sw, sh, x, y, width, height] = values.length === 8 ? values
      : [0, 0, image.width, image.height, ...values, image.width, image.height];
    const picture = document.createElement("canvas");
    picture.width = sw;
    picture.height = sh;
    const pen = picture.getContext("2d");
    pen.drawImage(image, sx, sy, sw, sh, 0, 0, sw, sh);
    if (!this.imageSmoothingEnabled && sw * sh <= SMALL) {
      const pixels = new Uint32Array(pen.getImageData(0, 0, sw, sh).data.buffer);
      for (const [look, d] of rectangles(pixels, sw)) {
        const matrix = times(this.matrix, [width / sw, 0, 0, height / sh, x, y]);
        this.parts.push(`<path${attributes({
          d, ...paint("fill", look, this.globalAlpha), "shape-rendering": "crispEdges", transform: transformOf(matrix),
        })}/>`);
      }
      return;
    }
    this.#add("image", {
      x: short(x), y: short(y), width: short(width), height: short(height), preserveAspectRatio: "none",
      style: this.imageSmoothingEnabled ? "" : "image-rendering: pixelated", opacity: opacity(this.globalAlpha),
      href: picture.toDataURL("image/png"),
    });
  }

  #add(tag, looks, inside) {
    const text = attributes({ ...looks, transform: this.#transform });
    this.parts.push(inside === undefined ? `<${tag}${text}/>` : `<${tag}${text}>${inside}</${tag}>`);
  }

  get #transform() {
    return transformOf(this.matrix);
  }

  #filled() {
    return paint("fill", this.fillStyle, this.globalAlpha);
  }

  #stroked() {
    const { lineWidth, lineCap, lineJoin, dash } = this;
    return {
      fill: "none", ...paint("stroke", this.strokeStyle, this.globalAlpha), "stroke-width": short(lineWidth),
      "stroke-linecap": lineCap === "butt" ? "" : lineCap, "stroke-linejoin": lineJoin === "miter" ? "" : lineJoin,
      "stroke-dasharray": dash.map(short).join(" "),
    };
  }
}

/** The path of a context, or one of its own, as Path2D. */
class Path {
  steps = [];

  get text() { return this.steps.join(""); }
  moveTo(x, y) { this.steps.push(`M${short(x)} ${short(y)}`); }
  lineTo(x, y) { this.steps.push(`${this.steps.length ? "L" : "M"}${short(x)} ${short(y)}`); }
  closePath() { this.steps.push("z"); }
  rect(x, y, width, height) { this.steps.push(`M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`); }

  arc(x, y, radius, from, to, back = false) {
    const at = (angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    const whole = 2 * Math.PI, turn = Math.abs(to - from) >= whole ? whole : back ? turned(from - to) : turned(to - from);
    const signed = back ? -turn : turn;
    this.lineTo(...at(from));
    for (const share of turn > Math.PI ? [0.5, 1] : [1]) // one arc is less than a circle
      this.steps.push(`A${short(radius)} ${short(radius)} 0 0 ${back ? 0 : 1} ${at(from + share * signed).map(short).join(" ")}`);
  }
}

/** An angle as a part of a turn. */
function turned(angle) {
  const whole = 2 * Math.PI;
  return ((angle % whole) + whole) % whole;
}

function bend(radius, x, y) {
  return `a${short(radius)} ${short(radius)} 0 0 1 ${short(x)} ${short(y)}`;
}

/** The cells of a picture by colour: runs of equal ones as rectangles. */
function rectangles(pixels, width) {
  const paths = new Map();
  for (let from = 0, to; from < pixels.length; from = to) {
    const value = pixels[from], end = from - from % width + width;
    for (to = from + 1; to < end && pixels[to] === value; to++);
    if (value >>> 24 === 0) continue;
    const look = `#${[value, value >>> 8, value >>> 16, value >>> 24].map((each) => (each & 255).toString(16).padStart(2, "0")).join("")}`;
    const run = `M${from % width} ${Math.floor(from / width)}h${to - from}v1h${from - to}z`;
    paths.set(look, (paths.get(look) ?? "") + run);
  }
  return paths;
}

/** A colour and its opacity apart: not all programs read colours with an alpha. */
function paint(name, colour, alpha) {
  const [, red, green, blue] = /^rgb\((\d+) (\d+) (\d+)\)$/.exec(colour) ?? [];
  const hex = red === undefined ? colour : `#${[red, green, blue].map((each) => Number(each).toString(16).padStart(2, "0")).join("")}`;
  const [, long, veil = "ff"] = /^(#[\da-f]{6})([\da-f]{2})?$/i.exec(hex) ?? [];
  const [, r, g, b, a = "f"] = /^#([\da-f])([\da-f])([\da-f])([\da-f])?$/i.exec(hex) ?? [];
  const share = alpha * parseInt(long ? veil : a + a, 16) / 255;
  return { [name]: long ?? (r ? `#${r}${r}${g}${g}${b}${b}` : hex), [`${name}-opacity`]: opacity(share) };
}

function opacity(share) {
  return share < 1 ? short(share) : "";
}

function times([a, b, c, d, e, f], [g, h, i, j, k, l]) {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function transformOf(matrix) {
  return matrix.join() === PLAIN.matrix.join() ? "" : `matrix(${matrix.map(short).join(" ")})`;
}

function attributes(values) {
  return Object.entries(values).filter(([, value]) => value !== "" && value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join("");
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A number in few characters. */
function short(value) {
  return String(Number(Number(value).toPrecision(5)));
}
