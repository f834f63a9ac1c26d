// The dock beside the boards explains a step: a sentence, the pseudocode of the algorithm with its
// lit lines, and the head of the open list. Below them are the guarantee and the paper. about.py has
// the words; step_account.js writes the sentences.

import { written } from "./step_account.js";
import { button, element, notice, setText, toggle, WIDE } from "./parts.js";

/** The explanation of one board; its button opens the dock on it. */
export class Explained {
  constructor(frame, dock) {
    this.dock = dock;
    this.about = null;
    this.tags = new Set(); // the last actions
    this.account = null; // account() explains the step, as StepAccount.at() does
    this.opener = button("Explain this algorithm", "info", () => dock.toggle(this));
    this.opener.className = "about-button";
    frame.append(this.opener);
  }

  /** about: the result of about.py, or null where a board shows no algorithm. */
  show(about) {
    this.about = about;
    this.opener.hidden = !about;
    if (about) this.opener.tell(`Explain ${about.title} beside the boards (${this.dock.key})`, "info");
    this.dock.arrange();
  }

  /** Takes note of the last actions, a set of tags, and of an account of the step, if there is one. */
  light(tags, account = null) {
    this.tags = tags;
    this.account = account;
    this.dock.refresh(this);
  }
}

export class StepDock {
  /** key: opens and closes it; changed(): called after that, because it takes room from the boards. */
  constructor(key, changed) {
    this.key = key;
    this.changed = changed;
    this.isOpen = false;
    this.all = []; // Explained
    this.chosen = null;
    this.choices = element("div", { class: "layer-bar", role: "group", label: "Explain" });
    this.title = element("h3");
    const close = button(`Close (${key})`, "close", () => this.toggle());
    this.sentence = element("p", "dock-sentence");
    this.more = element("p", "dock-more");
    this.code = element("ol", "about-code");
    this.list = element("table", "dock-list");
    this.note = element("p", "dock-note");
    this.words = element("div", "dock-words");
    const body = element("div", { class: "dock-body", role: "group", label: "Explanation of the step", tabIndex: 0 },
      this.sentence, this.more, this.code, this.list, this.note, this.words);
    this.root = element("aside", { class: "step-dock", label: "The step explained", hidden: true },
      element("div", "dock-head", this.title, close), this.choices, body);
  }

  /** Explains another board; in a frame. */
  add(frame) {
    const made = new Explained(frame, this);
    this.all.push(made);
    return made;
  }

  /** Forgets boards that have gone. */
  keep(all) {
    this.all = all;
    this.arrange();
  }

  /** Opens and closes the dock, or goes to the explanation of another board. */
  toggle(one = null) {
    this.isOpen = !this.isOpen || (one !== null && one !== this.chosen);
    if (one) this.chosen = one;
    this.arrange();
    if (this.isOpen && !this.chosen) notice("No board that is shown has an algorithm to explain.");
  }

  /** Shows the dock if it is open and there is an algorithm to explain. */
  arrange() {
    const told = this.all.filter(({ about }) => about);
    if (!told.includes(this.chosen)) this.chosen = told[0] ?? null;
    const wasHidden = this.root.hidden;
    this.root.hidden = !this.isOpen || !this.chosen;
    for (const each of this.all) {
      const isShown = !this.root.hidden && each === this.chosen;
      each.opener.setAttribute("aria-expanded", String(isShown));
    }
    if (!this.root.hidden) {
      this.#writeChoices(told);
      this.#writeAbout(this.chosen.about);
      this.refresh(this.chosen);
    }
    if (wasHidden === this.root.hidden) return;
    this.changed();
    if (!this.root.hidden && !WIDE.matches) this.root.scrollIntoView?.({ block: "nearest" }); // it is below the boards
  }

  #writeChoices(told) {
    this.choices.hidden = told.length < 2;
    this.choices.replaceChildren(...told.map((each, i) => {
      const { title } = each.about;
      const made = toggle(`${i + 1}. ${title}`, `Explain ${title}`, each === this.chosen, () => {
        this.chosen = each;
        this.arrange();
      });
      made.classList.add("choice");
      return made;
    }));
  }

  #writeAbout(about) {
    const text = JSON.stringify(about);
    if (text === this.text) return;
    this.text = text;
    setText(this.title, about.title);
    this.lines = about.lines.map(([tag, line]) => {
      const made = element("li", "", line.trimStart());
      made.style.paddingLeft = `${8 + (line.length - line.trimStart().length) * 4}px`;
      made.dataset.tag = tag;
      return made;
    });
    this.code.hidden = !this.lines.length;
    this.code.replaceChildren(...this.lines);
    this.words.replaceChildren(element("p", "", about.summary), element("p", "", about.guarantee),
      element("p", "about-paper", about.paper));
    if (about.page) this.words.append(element("a", { href: about.page }, `More on ${about.title}`));
  }

  /** Shows the last step of a board, if it is the one that is explained. */
  refresh(one) {
    if (this.root.hidden || one !== this.chosen) return;
    for (const line of this.lines) line.classList.toggle("now", one.tags.has(line.dataset.tag));
    const { sentence = "", more = "", head = null, note = "", heads, columns, title } = one.account?.() ?? {};
    for (const [place, words] of [[this.sentence, sentence], [this.more, more], [this.note, note]]) {
      setText(place, words);
      place.hidden = !words;
    }
    this.list.hidden = !head?.length;
    if (!head?.length) return;
    const row = (made, cells) => element("tr", "", ...cells.map((words) => made(words)));
    const heading = (words) => element("th", { scope: "col" }, words), cell = (words) => element("td", "", words);
    this.list.replaceChildren(element("caption", "", title),
      element("thead", "", row(heading, [...heads, ...columns.map(([name]) => name)])),
      element("tbody", "", ...head.map((entry) =>
        row(cell, [`${entry.place}.`, entry.name, ...columns.map(([, name]) => written(entry[name]))]))));
  }
}
