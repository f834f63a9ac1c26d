// The line above the boards that says what to look at in a scene; it can be closed.

import { button, element } from "./parts.js";

export class SceneText {
  constructor(root) {
    this.words = element("p");
    this.bar = element("div", { class: "scene-text", role: "status" }, this.words, button("Close", "close", () => {
      this.bar.hidden = true;
    }));
    root.prepend(this.bar);
  }

  show(name, text) {
    this.words.replaceChildren(element("strong", "", name), ` ${text}`);
    this.bar.hidden = false;
  }
}
