// The debug menu of an App: pictures a second, where the pointer is, the scenes to switch to, and
// what the scene adds. A window above the canvas, which keeps its clicks to itself.

import { wordButton } from "./parts.js";

export class DebugMenu {
  constructor(field, app) {
    this.app = app;
    this.window = document.createElement("div");
    this.window.className = "app-window debug-menu";
    this.window.dataset.captures = "";
    this.window.setAttribute("role", "region");
    this.window.setAttribute("aria-label", "Debug menu");
    this.figures = document.createElement("pre");
    this.entries = document.createElement("div");
    this.entries.className = "debug-entries";
    this.window.append(this.figures, this.entries);
    this.window.hidden = true;
    field.append(this.window);
    app.afterTurn = () => this.#tell();
  }

  toggle() {
    this.app.debug = !this.app.debug;
    this.window.hidden = !this.app.debug;
    this.shown = null;
    this.app.wake();
  }

  #tell() {
    if (!this.app.debug) return;
    const { fps, cursor, scene, sceneName, console: said } = this.app;
    this.figures.textContent = [
      `FPS ${fps.toFixed(0)}`,
      `cursor ${Math.round(cursor.x)}, ${Math.round(cursor.y)}`,
      ...(scene?.addDebugDetails() ?? []),
      ...said.lines,
    ].join("\n");
    if (this.shown === sceneName) return;
    this.shown = sceneName;
    const doors = this.app.resources.names.map((name) => {
      const made = wordButton(name, `Switch to the scene ${name}`, () => this.app.switchScene(name));
      made.setAttribute("aria-pressed", String(name === sceneName));
      return made;
    });
    const more = scene.addDebugMenuEntries().map(([text, action]) => wordButton(text, text, action));
    this.entries.replaceChildren(...doors, ...more);
  }
}
