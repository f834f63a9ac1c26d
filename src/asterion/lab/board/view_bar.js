// The choice of boards: all together, or one view's. A row of buttons, of which one is pressed.

import { element, wordButton } from "./parts.js";

export class ViewBar {
  /** key: goes to the next view; change(): called after a choice. */
  constructor(key, change) {
    this.key = key;
    this.change = change;
    this.at = 0; // the number of the view
    this.count = 0;
    this.root = element("div", { class: "layer-bar", role: "group", label: "View" });
  }

  /** views: [[name, what it shows]]. The chosen one stays, if it is there. */
  show(views) {
    this.count = views.length;
    this.at = Math.min(this.at, views.length - 1);
    while (this.root.children.length > views.length) this.root.lastChild.remove();
    while (this.root.children.length < views.length) this.#add(this.root.children.length);
    views.forEach(([name, help], i) => {
      const made = this.root.children[i];
      made.textContent = name;
      made.title = `${help} (${this.key})`;
    });
    this.#mark();
  }

  next() {
    this.choose((this.at + 1) % Math.max(1, this.count));
  }

  choose(at) {
    this.at = at;
    this.#mark();
    this.change();
  }

  #add(i) {
    const made = wordButton("", "", () => this.choose(i));
    made.className = "toggle choice";
    this.root.append(made);
  }

  #mark() {
    [...this.root.children].forEach((each, i) => each.setAttribute("aria-pressed", String(i === this.at)));
  }
}
