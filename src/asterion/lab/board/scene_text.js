// What to look at in a scene: a line above the boards, which can be closed.

import { button, element } from "./parts.js";

export class SceneText {
  constructor(root) {
    this.bar = element("div", "scene-text");
    this.bar.setAttribute("role", "status");
    this.words = element("p");
    const close = button("Close", "close", () => {
      this.bar.hidden = true;
    });
    this.bar.append(this.words, close);
    root.prepend(this.bar);
  }

  show(name, text) {
    this.words.replaceChildren(element("strong", "", name), ` ${text}`);
    this.bar.hidden = false;
  }
}
