// The story on a page: an idea, something to try, a question and its hidden answer, and the ways to the
// scenes before and after, some of which are on other pages.

import { button, element, say, WIDE, wordButton } from "./parts.js";

const CONTROL = /_([^_]+)_/; // names of controls in a text, as in scenes.py

const NOTE = "All numbers are of the scene as it came.";

/** Keys of the story, for a sheet of keys; a story that is shown takes them. */
export const STORY_KEYS = [
  [["PageDown"], "in the story: the answer, then the next scene"],
  [["PageUp"], "in the story: the scene before"],
];

/** The words of a text, with the names of controls marked. */
export function marked(text) {
  return text.split(CONTROL).map((part, i) => (i % 2 ? element("em", "", part) : part));
}

export class Story {
  /** page: the boards; leave(): ends the story. */
  constructor(page, leave) {
    this.page = page;
    this.ownKey = page.connection.key; // of the person's own set-up, which the tab keeps meanwhile
    page.connection.key = `${this.ownKey}-story`;
    this.count = element("span", "story-count");
    this.title = element("h2");
    this.idea = element("p");
    this.task = element("p");
    this.question = element("p");
    this.answer = element("div", "story-answer");
    this.reveal = wordButton("Answer", "Show the answer (PageDown)", () => this.tell());
    this.back = wordButton("Back", "The scene before (PageUp)", () => this.turn(-1));
    this.next = wordButton("Next", "The next scene (PageDown)", () => this.turn(1));
    this.root = element("section", { class: "story", label: "Story" },
      element("div", "story-tell", this.count, this.title, this.idea, this.task),
      element("div", "story-ask", this.question, this.reveal, this.answer,
        element("div", "story-ways", this.back, this.next,
          button("This scene again", "replay", () => page.scene.open(`story-${this.told.number}`)),
          button("Leave the story: your map, layers, speed and zoom as they were before", "close", leave))));
    page.root.prepend(this.root);
    page.shortcuts.turns = { PageDown: () => this.forward(), PageUp: () => this.turn(-1) };
  }

  /** Shows a scene: its name, and its texts as story.py has them. */
  show(name, told) {
    this.told = told;
    this.count.textContent = `${told.story}: ${told.number} of ${told.of}`;
    this.title.textContent = name;
    this.idea.replaceChildren(...marked(told.idea));
    this.task.replaceChildren(element("b", "", "Try"), " ", ...marked(told.task));
    this.question.replaceChildren(element("b", "", "Question"), " ", ...marked(told.question));
    this.answer.replaceChildren(element("p", "", ...marked(told.answer)), element("p", "story-note", NOTE));
    this.answer.hidden = true;
    this.reveal.hidden = false;
    this.back.disabled = !told.before;
    this.next.disabled = !told.after;
    if (!WIDE.matches) window.scrollTo(0, 0); // from the question, below the boards
    say(`${told.story}, ${told.number} of ${told.of}: ${name}. ${this.idea.textContent}`);
  }

  tell() {
    this.reveal.hidden = true;
    this.answer.hidden = false;
    say(this.answer.textContent);
  }

  /** The key of a remote control: the answer first, then the next scene. */
  forward() {
    if (this.answer.hidden) this.tell();
    else this.turn(1);
  }

  /** Goes to the scene before (-1) or after (1). */
  turn(by) {
    const address = by > 0 ? this.told.after : this.told.before;
    if (address) location.assign(address);
  }

  /** Asks for the person's own set-up. */
  giveBack() {
    const { connection } = this.page;
    connection.key = this.ownKey;
    connection.sendLink(connection.kept, { type: "leave" });
  }

  close() {
    this.page.connection.key = this.ownKey;
    this.page.shortcuts.turns = null;
    this.root.remove();
    history.replaceState(null, "", location.pathname);
  }
}
