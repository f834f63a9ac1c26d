// The tools of the world editor: one for each kind of tile, and beside them the characters of the
// chosen one. A key on the keyboard chooses the tool that puts its character.

import { drawDoor, drawExplorer, drawKey, drawMonster, wallColour } from "./art.js";
import { write } from "../board/canvas_shapes.js";
import { costColour, isDark, mix, palette } from "../board/palette.js";
import { element } from "../board/parts.js";
import { runnerColour, runnerLabel } from "../board/tokens.js";
import { TOOLS } from "../board/tool_bar.js";
import { forFinger } from "../board/touch.js";
import { codeOf, countOf, KINDS, kindOf, WALLS, wordsOf } from "./world_letters.js";

const SIDE = 22; // pixels of a picture on a button
const KEYS = { floor: "space", wall: "A", ground: "2", key: "x", door: "X", players: "p", human: "o", monster: "a" };

/** The tools for a ToolBar; the letter of each may change. */
export function worldTools() {
  const made = Object.entries(KINDS).map(([name, { letters, label, isThing }]) => {
    const does = { kind: "paint", layer: "letters", cost: codeOf(letters[0]), letter: letters[0], isThing };
    return [name, { key: KEYS[name], label, does, draw: (canvas) => drawLetter(canvas, does.letter) }];
  });
  return { ...Object.fromEntries(made), hand: TOOLS.hand };
}

export class LetterChips {
  /** choose(letter): called with the chosen one. */
  constructor(choose) {
    this.choose = choose;
    this.root = element("div", { class: "tool-bar maze-letters", role: "group", label: "Letter" });
  }

  /** Shows the characters of a tool, of which one is chosen; none if there is no choice. */
  show(name, chosen) {
    const { letters = "" } = KINDS[name] ?? {};
    this.root.hidden = letters.length < 2;
    if (this.name !== name) this.root.replaceChildren(...[...letters].map((letter) => this.#chip(letter)));
    this.name = name;
    for (const chip of this.root.children) chip.setAttribute("aria-pressed", String(chip.dataset.letter === chosen));
    this.paint();
  }

  #chip(letter) {
    const title = forFinger(`${wordsOf(letter)} (${letter})`);
    const chip = element("button", { class: "tool", type: "button", title, label: wordsOf(letter), click: () => this.choose(letter) },
      element("canvas", { class: "tool-picture", ariaHidden: "true" }));
    chip.dataset.letter = letter;
    return chip;
  }

  paint() {
    for (const chip of this.root.children) drawLetter(chip.firstChild, chip.dataset.letter);
  }
}

/** The tile of a character, as the boards draw it, on a small canvas. */
function drawLetter(canvas, letter) {
  const ratio = window.devicePixelRatio || 1, side = SIDE * ratio, middle = side / 2, colours = palette();
  canvas.width = canvas.height = side;
  canvas.style.width = canvas.style.height = `${SIDE}px`;
  const context = canvas.getContext("2d"), kind = kindOf(letter);
  const fill = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, side, side);
  };
  if (kind === "wall") {
    fill(wallColour(WALLS.indexOf(letter), colours));
    context.fillStyle = colours.paper;
    write(context, letter, middle, middle, `bold ${Math.floor(side * 0.6)}px system-ui, sans-serif`);
  }
  else if (kind === "floor") fill(colours.free);
  else if (kind === "ground") {
    fill(costColour(Number(letter), colours));
    context.fillStyle = colours.ink;
    write(context, letter, middle, middle, `${Math.floor(side * 0.6)}px system-ui, sans-serif`);
  } else if (kind === "key") drawKey(context, middle, middle, side * 0.95, letter, false);
  else if (kind === "door") drawDoor(context, middle, middle, side * 0.95, letter, false);
  else if (kind === "monster") drawMonster(context, middle, middle, side, { letter, heading: 4, chasing: false }, colours);
  else drawExplorer(context, middle, middle, side * 0.9, {
    colour: letter === "o" ? runnerColour(-1) : runnerColour(0), ink: colours.onTeam, heading: -1,
    label: letter === "o" ? runnerLabel(-1) : String(countOf(letter)),
  });
  if (["wall", "floor"].includes(kind)) {
    context.strokeStyle = mix(colours.ink, colours.paper, isDark() ? 0.5 : 0.6);
    context.lineWidth = ratio;
    context.strokeRect(ratio / 2, ratio / 2, side - ratio, side - ratio);
  }
}
