// What a person edits while the server is away, and what it may not have done when it went: kept
// until a link holds it, also when the page loads itself again. tab_numbers.py is the other side.

const MOST_WAITING = 50; // messages that wait for the server, which takes no more at once
const MOST_CELLS = 8000; // of one message

export class Outbox {
  /** kinds: the messages that are kept. isFresh: nothing of an earlier page counts. */
  constructor(key, kinds, isFresh) {
    this.key = `${key}-outbox`;
    this.kinds = new Set(kinds);
    this.tab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    this.sent = 0; // the number of the last message
    this.linked = 0; // the number of the last one that the link of this tab holds
    this.kept = []; // messages after that, with their numbers
    this.isFull = false;
    if (!isFresh) Object.assign(this, JSON.parse(sessionStorage.getItem(this.key) ?? "{}"));
    sessionStorage.removeItem(this.key);
    this.store = () => {
      const { tab, sent, linked, kept } = this;
      try {
        sessionStorage.setItem(this.key, JSON.stringify({ tab, sent, linked, kept }));
      } catch {
        // Too large for this browser: then only a page that loads itself again loses it.
      }
    };
    window.addEventListener("pagehide", this.store);
  }

  close() {
    window.removeEventListener("pagehide", this.store);
  }

  keeps({ type }) {
    return this.kinds.has(type);
  }

  /** The message with its number. */
  numbered(message) {
    this.sent += 1;
    const made = { ...message, n: this.sent };
    if (this.keeps(message)) this.kept.push(made);
    return made;
  }

  /** Keeps a message until the server is back; false if too many wait. */
  wait(message) {
    if (this.isFull) return false; // else what comes later would be kept without what is left out
    if (this.kept.at(-1)?.waits && join(this.kept.at(-1), message)) return true;
    this.isFull = this.kept.filter(({ waits }) => waits).length >= MOST_WAITING;
    if (this.isFull) return false;
    this.numbered(message);
    this.kept.at(-1).waits = true;
    return true;
  }

  /** The messages that the server has not done, numbered anew: it has done all up to `last`. */
  after(last) {
    this.isFull = false;
    const undone = [];
    for (const { waits, ...message } of this.kept.filter((each) => isAfter(each, last)))
      if (!undone.length || !join(undone.at(-1), message)) undone.push(message);
    this.kept = this.kept.filter((each) => !isAfter(each, last));
    return undone.map((message) => this.numbered(message));
  }

  /** The server has refused the message of a number: it is not tried again. */
  drop(number) {
    this.kept = this.kept.filter(({ n, waits }) => waits || n !== number);
  }

  /** A link holds all messages up to a number. */
  forget(last) {
    this.linked = last;
    this.kept = this.kept.filter((each) => isAfter(each, last));
  }
}

/** Whether it came after the message of a number; what waits was never sent at all. */
function isAfter({ n, waits }, last) {
  return waits || n > last;
}

/** Adds a message to the one before it, if they are parts of one stroke; returns whether. */
function join(message, next) {
  if (message.type !== next.type) return false;
  if (message.type === "paint") {
    if (message.cost !== next.cost || message.cells.length + next.cells.length > MOST_CELLS) return false;
    message.cells = [...message.cells, ...next.cells];
    return true;
  }
  const isSame = { move: message.end === next.end, place: message.node === next.node }[message.type];
  if (isSame) Object.assign(message, next, { n: message.n });
  return Boolean(isSame);
}
