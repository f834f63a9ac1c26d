// The first scene an App ever showed: a circle that follows the pointer, and a window of its own.

import { palette } from "./palette.js";
import { wordButton } from "./parts.js";
import { Scene } from "./scenes.js";

const RADIUS = 18, PULL = 12; // pixels; how much of the way it makes up in a second, about

export class Welcome extends Scene {
  /** field: where its window goes; game: the name of the scene to go to. */
  constructor(field = null, game = "") {
    super();
    this.field = field;
    this.game = game;
    this.circle = { x: 60, y: 60 };
    this.goal = { ...this.circle };
  }

  showScene() {
    if (!this.field) return;
    this.app.canvas.hidden = false;
    this.window = document.createElement("div");
    this.window.className = "app-window welcome";
    this.window.dataset.captures = "";
    const text = document.createElement("p");
    text.textContent = "Welcome. The circle follows the pointer.";
    this.window.append(text, wordButton("To the game", "Back to the game", () => this.app.switchScene(this.game)));
    this.field.append(this.window);
    const width = Math.max(240, this.field.clientWidth);
    this.app.resize(width, Math.min(width, 420));
  }

  hideScene() {
    this.window?.remove();
  }

  onEvent(event) {
    if (!event.type.startsWith("pointer")) return false;
    this.goal = { ...this.app.cursor };
    return true;
  }

  onUpdate(seconds) {
    const share = Math.min(1, PULL * seconds);
    this.circle.x += (this.goal.x - this.circle.x) * share;
    this.circle.y += (this.goal.y - this.circle.y) * share;
    return Math.hypot(this.goal.x - this.circle.x, this.goal.y - this.circle.y) > 0.5;
  }

  onRender(context) {
    const { free, agent } = palette();
    context.beginPath();
    context.arc(this.circle.x, this.circle.y, RADIUS, 0, 2 * Math.PI);
    context.fillStyle = free;
    context.fill();
    context.lineWidth = 3;
    context.strokeStyle = agent;
    context.stroke();
  }

  addDebugDetails() {
    return [`circle at ${Math.round(this.circle.x)}, ${Math.round(this.circle.y)}`];
  }
}

/** A scene that lives on another page of the lab: to switch to it is to go there. */
export class Elsewhere extends Scene {
  constructor(address, go = (to) => location.assign(to)) {
    super();
    this.address = address;
    this.go = go;
  }

  showScene() {
    this.go(this.address);
  }
}
