// The debug menu of an App: frames a second, where the pointer is, the scenes to switch to. A
// window above the canvas, which captures its clicks.

import { element, wordButton } from "../board/parts.js";

export class DebugMenu {
  constructor(app) {
    this.app = app;
    this.figures = element("pre");
    this.window = element("div", { class: "debug-menu", role: "region", label: "Debug menu" },
      this.figures, ...[...app.resources.keys()].map((name) =>
        wordButton(name, `Switch to the scene ${name}`, () => app.switchScene(name))));
    this.window.dataset.captures = "";
  }

  /** Opens it above the canvas, or closes it. */
  toggle(field) {
    const opens = !this.app.debugMenu;
    this.app.debugMenu = opens ? this : null;
    if (opens) field.append(this.window);
    else this.window.remove();
    this.app.wake();
  }

  show() {
    const { fps, cursor, console: { lines } } = this.app;
    const { x, y } = cursor;
    this.figures.textContent =
      [`FPS ${fps.toFixed(0)}`, `cursor ${Math.round(x)}, ${Math.round(y)}`, ...lines].join("\n");
  }
}
