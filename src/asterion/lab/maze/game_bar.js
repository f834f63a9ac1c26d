// The bar of the game: start, pause, to the end, the speed; and the layers that are drawn.

import { button, element, setText, toggle, wordButton } from "../board/parts.js";
import { Speed } from "../board/speed.js";

const PHASES = {
  drawing: "World editor", ready: "Ready", running: "Running", paused: "Paused", over: "All have finished",
};
// The large button's action, by phase: word, key, icon.
const PLAYS = {
  drawing: ["Play", "n", "play_arrow"], next: ["Next level", "n", "skip_next"],
  ready: ["Start", "n", "play_arrow"], running: ["Pause", "space", "pause"],
  paused: ["Continue", "space", "play_arrow"], over: ["Again", "", "replay"],
};
// The session's switches that are layers: name, word, key, what it shows.
const LAYERS = [
  ["paths", "paths", "g", "Paths to the goals: free, obstructed or stopped"],
  ["states", "states", "s", "Open and closed cells of each search"],
  ["trees", "trees", "t", "From each cell to the one it was reached from"],
  ["threat", "threat", "w", "What monsters see, and which player they chase"],
  ["grids", "grid", "", "A line around every tile"],
  ["background", "background", "", "A flagstone floor, or a custom picture"],
];

export class GameBar {
  /** hands: {play(phase), back(), end(), dig(isOn), server(), show(name, isOn)} */
  constructor(hands) {
    this.hands = hands;
    this.phase = "";
    this.back = button("Back to the start (n)", "skip_previous", hands.back);
    this.play = button("Start (n)", "play_arrow", () => hands.play(this.phase));
    this.play.classList.add("play", "maze-play");
    this.play.append(element("span"));
    this.end = button("To the end without watching (End)", "skip_next", hands.end);
    this.dig = toggle("pits", "Dig pits: click on the floor to open one, and on a pit to close it (d)", false, hands.dig);
    this.place = element("output", { class: "place maze-phase", ariaLive: "off" }); // it changes with every moment
    this.parts = element("div", "maze-bar-parts", this.back, this.play, this.end, this.dig, this.place, this.#speedBox());
    this.root = element("div", { class: "transport maze-bar", role: "group", label: "Game" }, this.parts);
    this.#buildLayers();
  }

  #speedBox() {
    this.speed = new Speed(this.hands.server);
    const { slider, label } = this.speed;
    // Dragged with the pointer, it leaves the arrow keys to the human player.
    slider.addEventListener("pointerup", () => setTimeout(() => slider.blur()));
    return element("div", "maze-speed", slider, label);
  }

  #buildLayers() {
    this.layerBar = element("div", { class: "layer-bar", role: "group", label: "Layers" });
    this.layers = LAYERS.map(([name, word, key, help]) => {
      const made = wordButton(word, key ? `${help} (${key})` : help,
        () => this.hands.show(name, made.getAttribute("aria-pressed") !== "true"));
      made.className = "toggle";
      made.dataset.layer = name;
      this.layerBar.append(made);
      return made;
    });
  }

  /** Shows the game's state, as the server sends it. */
  show({ phase, switches, speed, move, level, levels }) {
    this.phase = phase === "over" && level + 1 < levels ? "next" : phase;
    const [word, key, icon] = PLAYS[this.phase];
    this.play.tell(key ? `${word} (${key})` : word, icon);
    setText(this.play.lastChild, word);
    this.back.disabled = phase === "ready" || phase === "drawing";
    this.end.disabled = phase === "over" || phase === "drawing";
    this.dig.disabled = this.end.disabled;
    this.speed.tell("a move", move, speed);
    for (const made of this.layers) made.setAttribute("aria-pressed", String(switches[made.dataset.layer]));
  }

  /** Shows the tick, which changes with every moment. */
  tell({ phase, replaying, level, levels }, tick) {
    const at = phase === "drawing" ? "" : `, tick ${tick.toLocaleString("en-US")}`;
    const where = levels > 1 ? `Level ${level + 1} of ${levels}: ` : "";
    setText(this.place, `${where}${PHASES[phase] ?? ""}${replaying ? " a recorded run" : ""}${at}`);
    this.place.dataset.phase = phase;
  }
}
