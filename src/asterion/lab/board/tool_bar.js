// The tools of the boards: the effect of the pointer, and beside it undo, redo, clear and zoom.

import { costColour, palette } from "./palette.js";
import { button, element, icon } from "./parts.js";
import { TOUCH, forFinger } from "./touch.js";

// By name: the key, the explanation, and its meaning for a Painter.
export const TOOLS = {
  wall: { key: "w", label: "Draw walls", says: "tool: walls", does: { kind: "paint", cost: 0 } },
  floor: { key: "f", label: "Draw floor", says: "tool: floor", does: { kind: "paint", cost: 1 } },
  ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9].map((cost) => [`costs ${cost}`, {
    key: String(cost), label: `Draw ground that costs ${cost}`, does: { kind: "paint", cost },
  }])),
  start: { key: "s", label: "Put the start here", says: "tool: start", does: { kind: "start" } },
  goal: { key: "g", label: "Put the goal here", says: "tool: goal", does: { kind: "goal" } },
  hand: { key: "m", label: TOUCH ? "Read cells, and scroll the page" : "Move the map", says: "tool: move the map", does: { kind: "hand" }, icon: "pan_tool" },
};
const SIGNS = { start: "\u25cf", goal: "\u25ce" };
const SIGN = { start: "agent", goal: "goal" }; // their colours

export class ToolBar {
  /**
   * hands: {choose(does), undo(), redo(), clear(), zoom(factor), whole()}; tools: as TOOLS, or with
   * draw(canvas), which paints a button.
   */
  constructor(hands, tools = TOOLS, clearing = "Clear the map (x)") {
    this.hands = hands;
    this.tools = tools;
    this.strip = element("div", { class: "tool-strip", role: "group", label: "Tools" });
    this.root = element("div", "tool-bar", this.strip);
    this.buttons = {};
    for (const [name, { key, label }] of Object.entries(tools)) this.#add(name, key, label);
    const more = [
      button("Undo (ctrl+z)", "undo", () => hands.undo()),
      button("Redo (ctrl+y)", "redo", () => hands.redo()),
      button(clearing, "layers_clear", () => hands.clear()),
      button("Zoom in (+)", "zoom_in", () => hands.zoom(1.5)),
      button("Zoom out (-)", "zoom_out", () => hands.zoom(1 / 1.5)),
      button("The whole map (0)", "fit_screen", () => hands.whole()),
    ];
    more[0].classList.add("apart");
    more[3].classList.add("apart");
    more[3].classList.add("zoom"); // two fingers do the same
    more[4].classList.add("zoom");
    this.strip.append(...more);
    // A finger that draws cannot scroll the page: it begins with the hand.
    this.choose(TOUCH ? "hand" : "wall");
    this.paint();
  }

  #add(name, key, label) {
    const title = forFinger(`${label} (${key})`); // the name has all that is written on it
    const looks = { class: "tool", type: "button", title, label: label.includes(key) ? forFinger(label) : title };
    const made = element("button", { ...looks, click: () => this.choose(name) });
    made.dataset.tool = name;
    const { does: { cost, layer }, sign = SIGNS[name], icon: drawn, draw } = this.tools[name];
    const hasCost = cost > 1 && !layer;
    if (drawn) {
      made.append(icon(drawn));
    } else if (draw) {
      made.append(element("canvas", { class: "tool-picture", ariaHidden: "true" }));
    } else {
      // The name of the button says what a sign means.
      const looks = { class: `swatch ${sign ? "sign" : ""}`.trim(), ariaHidden: sign ? "true" : null };
      made.append(element("span", looks, sign ?? (hasCost ? cost : "")));
    }
    if (!hasCost && key.length === 1) made.append(element("small", "", key)); // the others have it on them
    this.buttons[name] = made;
    this.strip.append(made);
  }

  choose(name) {
    if (this.buttons[name].hidden) return; // a tool of another world
    this.name = name;
    for (const [each, made] of Object.entries(this.buttons))
      made.setAttribute("aria-pressed", String(each === name));
    this.hands.choose(this.tools[name].does);
  }

  /** Gives the swatches the colours of the theme. */
  paint() {
    const colours = palette();
    for (const [name, { does, draw, colour = SIGN[name] }] of Object.entries(this.tools)) {
      if (draw) draw(this.buttons[name].firstChild);
      if (draw) continue;
      const swatch = this.buttons[name].querySelector(".swatch");
      if (colour) swatch.style.color = colours[colour];
      else if (swatch) swatch.style.background = costColour(does.cost, colours);
    }
  }

  /** Rows for a table of keys. */
  keys() {
    const own = Object.entries(this.tools).map(([name, { key, says }]) =>
      [[key], says ?? null, () => this.choose(name)]);
    return [
      ...own,
      ...this.tools.floor === TOOLS.floor ? [[["2", "...", "9"], "tool: ground of this cost", () => {}]] : [],
      [["ctrl+z", "u"], "undo", () => this.hands.undo()],
      [["ctrl+y", "r"], "redo", () => this.hands.redo()],
      [["x"], "clear the map", () => this.hands.clear()],
      [["+"], "zoom in (also the wheel; with ctrl where the page scrolls)", () => this.hands.zoom(1.5)],
      [["-"], "zoom out", () => this.hands.zoom(1 / 1.5)],
      [["0"], "the whole map", () => this.hands.whole()],
    ];
  }
}
