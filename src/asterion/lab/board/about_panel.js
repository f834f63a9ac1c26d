// The about panel over a corner of a board: an algorithm's pseudocode, whose lines light up while
// the search is stepped through, its guarantee, and its paper. about.py has the words.

import { button, element } from "./parts.js";

export class AboutPanel {
  /** frame: the element around the board. */
  constructor({ frame }) {
    this.panel = element("aside", { class: "about-panel", hidden: true });
    this.opener = button("About this algorithm", "info", () => this.toggle());
    this.opener.className = "about-button";
    this.opener.setAttribute("aria-expanded", "false");
    this.tags = new Set();
    frame.append(this.opener, this.panel);
  }

  /** about: the result of about.py, or null where a board shows no algorithm. */
  show(about) {
    this.opener.hidden = !about;
    this.panel.hidden ||= !about;
    const text = JSON.stringify(about);
    if (text === this.text) return;
    this.text = text;
    this.panel.replaceChildren();
    if (!about) return;
    this.opener.setAttribute("aria-label", `About ${about.title}`);
    this.opener.title = `About ${about.title}`;
    this.panel.setAttribute("aria-label", `About ${about.title}`);
    this.lines = about.lines.map(([tag, line]) => {
      const made = element("li", "", line.trimStart());
      made.style.paddingLeft = `${(line.length - line.trimStart().length) * 0.35}em`;
      made.dataset.tag = tag;
      return made;
    });
    this.panel.append(
      element("p", "", about.summary), element("ol", "about-code", ...this.lines),
      element("p", "", about.guarantee), element("p", "about-paper", about.paper));
    if (about.page) this.panel.append(element("a", { href: about.page }, `More on ${about.title}`));
  }

  toggle() {
    this.panel.hidden = !this.panel.hidden;
    this.opener.setAttribute("aria-expanded", String(!this.panel.hidden));
    this.light(this.tags);
  }

  /** Lights up the lines of the last actions: a set of tags. */
  light(tags) {
    this.tags = tags;
    if (this.panel.hidden) return;
    for (const line of this.lines ?? []) line.classList.toggle("now", tags.has(line.dataset.tag));
  }
}
