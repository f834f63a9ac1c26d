// The keyboard: one table both acts and makes the help sheet. Keys typed into a field belong to the
// field; a focused button keeps space and Enter.

import { isLecture, keyInLecture, setLecture } from "./lecture.js";
import { element, sheet } from "./parts.js";

const FOLDING = 1500; // milliseconds that a list takes at most
const BY_HAND = ["pointerdown", "keydown"]; // how people move the focus
const CLICKED = "button, .q-checkbox";
const PRESSED = "button, a, [role=button], [role=checkbox]"; // by space and Enter

export class Shortcuts {
  /**
   * table: [[keys, what it does, action]]; keys as in KeyboardEvent.key, "ctrl+z" with a modifier.
   * Rows without text are not on the sheet. root: an element that has these keys while the focus is
   * in it, if they are not the page's.
   */
  constructor(table, more = [], root = null) {
    this.table = table;
    this.more = more; // rows of the help sheet whose keys are handled elsewhere
    this.root = root;
    this.turns = null; // the actions of a story's keys, while there is one
    this.listen = (event) => this.#key(event);
    this.listenFirst = (event) => this.#keyInLecture(event);
    if (!root) document.addEventListener("keydown", this.listenFirst, true);
    (root ?? document).addEventListener("keydown", this.listen);
    if (root) return;
    document.addEventListener("click", leave, true);
    document.addEventListener("focusin", stayAway);
    for (const kind of BY_HAND) document.addEventListener(kind, goThere, true);
    document.addEventListener("pointerup", leaveSlider, true);
  }

  close() {
    (this.root ?? document).removeEventListener("keydown", this.listen);
    document.removeEventListener("keydown", this.listenFirst, true);
    document.removeEventListener("click", leave, true);
    document.removeEventListener("focusin", stayAway);
    for (const kind of BY_HAND) document.removeEventListener(kind, goThere, true);
    document.removeEventListener("pointerup", leaveSlider, true);
    this.sheet?.remove();
  }

  /** Other keys, while the page does something else. */
  choose(table, more = []) {
    Object.assign(this, { table, more });
    this.sheet?.remove();
    this.sheet = null;
  }

  /** In lecture mode these keys play, also while a board has the focus; Escape leaves it. */
  #keyInLecture(event) {
    if (!isLecture() || isTyping(event.target) || event.target.closest?.("dialog, input, .q-menu")) return;
    if (event.key === "Escape") setLecture(false);
    else if (event.key.startsWith("Arrow") && this.table.some(([keys]) => keys.includes(event.key))) this.#key(event);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #key(event) {
    if (isTyping(event.target)) return;
    const turn = this.turns?.[nameOf(event)];
    if (turn && !event.target.closest?.("dialog, .q-menu")) {
      event.preventDefault();
      return turn();
    }
    const name = keyInLecture(nameOf(event));
    if (!name) return;
    if (name === "Enter" && event.target.matches?.("th.sortable")) return sortBy(event.target);
    if (this.sheet?.open && name !== "?") return; // the browser closes it with Escape
    if (["space", "Enter"].includes(name) && event.target.closest?.(PRESSED)) return;
    const found = this.table.find(([keys]) => keys.includes(name));
    if (!found) return;
    event.preventDefault();
    found[2]();
  }

  help() {
    if (!this.sheet) {
      const rows = [...this.table, ...this.more].filter(([, text]) => text).map(([keys, text]) =>
        element("tr", "",
          element("th", "", ...keys.flatMap((key, i) => [i ? " " : "", element("kbd", "", key)])),
          element("td", "", text)));
      this.sheet = sheet("", "Keyboard", element("table", "", ...rows));
      (this.root ?? document.body).append(this.sheet);
    }
    if (this.sheet.open) this.sheet.close();
    else this.sheet.showModal();
  }
}

/** "ctrl+z", "shift+Home", "space", "?": a key with its modifiers. */
function nameOf({ key, ctrlKey, metaKey, shiftKey }) {
  return [ctrlKey || metaKey ? "ctrl+" : "", shiftKey && key.length > 1 ? "shift+" : "", key === " " ? "space" : key].join("");
}

let choseAt = -Infinity; // the last choice from a list, in milliseconds

/** Gives the keys back to the page after a click on a control. */
function leave(event) {
  if (event.detail === 0 || event.target.closest?.("dialog")) return; // by a key; a sheet has its own
  // A button that was clicked with the pointer leaves space and Enter to the page.
  const button = event.target.closest?.(CLICKED);
  if (button) setTimeout(() => blurWithin(button));
  if (!event.target.closest?.("[role=option]")) return;
  choseAt = performance.now();
  setTimeout(() => blurWithin(document.activeElement?.closest(".q-select")));
}

/** Takes the focus from an element and its contents; a field that has it by now keeps it. */
function blurWithin(element) {
  if (element?.contains(document.activeElement)) document.activeElement.blur();
}

/** Takes the focus again from a field that a folding list gives it back to. */
function stayAway({ target, relatedTarget }) {
  if (performance.now() - choseAt >= FOLDING || !target.closest(".q-select")) return;
  if (relatedTarget?.isConnected && !relatedTarget.closest(".q-select, .q-menu")) relatedTarget.focus();
  else target.blur();
}

/** Keeps the focus in a list that a person goes to, however recent the last choice. */
function goThere({ type, key, target }) {
  if (type === "keydown" ? key === "Tab" : target.closest?.(".q-select")) choseAt = -Infinity;
}

/** A slider that was dragged with the pointer leaves the arrow keys to the page. */
function leaveSlider() {
  setTimeout(() => document.activeElement?.closest(".q-slider") && document.activeElement.blur());
}

/** Sorts by a column of a table, whose headings are then rebuilt: the focus stays in place. */
function sortBy(heading) {
  const table = heading.closest("table"), at = heading.cellIndex;
  heading.click();
  const watcher = new MutationObserver(() => table.tHead.rows[0].cells[at].focus());
  watcher.observe(table.tHead, { childList: true, subtree: true });
  setTimeout(() => watcher.disconnect(), 500);
}

function isTyping(target) {
  if (target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName)) return true;
  if (target.tagName !== "INPUT") return false;
  return !["range", "checkbox", "radio", "button"].includes(target.type);
}
