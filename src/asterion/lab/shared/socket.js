// The connection to the server: reconnects by itself when it breaks, and reports it. The set-up is
// kept in the tab, so that a server that was restarted gets it back, and so are edits made meanwhile.

import { Outbox } from "./outbox.js";

const PART = 200_000; // characters of a link in one message: the server takes no longer ones
const FIRST_WAIT = 300, LONGEST_WAIT = 5000, JUST_NOW = 20000; // milliseconds

export class Connection {
  /**
   * handlers: {onOpen(), onText(message), onBytes(DataView),
   * onState("open" | "lost" | "restarted" | "full")}
   * edits: the kinds of messages that are kept while the server is away
   */
  constructor(path, key, handlers, edits) {
    this.path = path;
    this.key = key;
    this.handlers = handlers;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.done = 0; // the number of the last message that the server has done
    this.isMet = false; // the server has said what it has done
    this.outbox = new Outbox(key, edits, Boolean(inAddress("s") ?? inAddress("scene")));
    this.connect();
  }

  /** How many messages were sent, or wait. */
  get sent() {
    return this.outbox.sent;
  }

  send(message) {
    const isOpen = this.socket.readyState === WebSocket.OPEN;
    if (this.outbox.keeps(message) && !(isOpen && this.isMet)) {
      if (!this.outbox.wait(message)) this.handlers.onState("full");
    } else if (isOpen) {
      this.lastType = message.type;
      this.#write(this.outbox.numbered(message));
    }
  }

  #write(message) {
    this.socket.send(JSON.stringify(message));
  }

  /** Whether the server has done all that it was asked for, and shown it. */
  get settled() {
    return this.sent > 0 && this.done === this.sent;
  }

  close() {
    this.closed = true;
    this.socket.close();
    this.outbox.close();
  }

  /** Keeps a link in the tab for the case that the server is restarted; n: the last message in it. */
  keep(link, n) {
    if (n < this.outbox.linked) return; // it was written before this socket was known
    this.outbox.forget(n);
    try {
      sessionStorage.setItem(this.key, link);
    } catch {
      // Too large for this browser: then only a restart of the server loses it.
    }
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT;
      const shared = inAddress("s"), kept = sessionStorage.getItem(this.key);
      let link = shared ?? kept;
      for (; link?.length > PART; link = link.slice(PART)) this.send({ type: "part", text: link.slice(0, PART) });
      // What the tab had going on gives way to a link only if that is another one.
      const isNew = shared !== null && shared !== kept;
      this.send({ type: "hello", link, new: isNew, tab: this.outbox.tab, done: this.outbox.linked });
      this.handlers.onOpen();
    };
    this.socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        const message = JSON.parse(data);
        if (message.type === "welcome") this.#welcome(message);
        if (message.type === "heard") this.#sendAgain(message.n);
        if (message.type === "done") this.done = message.n;
        if (message.type === "error") this.outbox.drop(message.n);
        this.handlers.onText(message);
      } else {
        this.#write({ type: "ack" }); // first: a message that cannot be read must not stop the next ones
        this.handlers.onBytes(new DataView(data));
      }
    };
    this.socket.onclose = () => {
      if (this.closed) return;
      this.isMet = false;
      this.handlers.onState("lost");
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
  }

  #sendAgain(last) {
    this.isMet = true;
    this.outbox.after(last).forEach((message) => this.#write(message));
  }

  #welcome({ server }) {
    const before = sessionStorage.getItem("asterion-server");
    if (before && before !== server) sessionStorage.setItem("asterion-restarted", Date.now());
    sessionStorage.setItem("asterion-server", server);
    // The page may reload after a restart: then it is reported again.
    const since = Date.now() - Number(sessionStorage.getItem("asterion-restarted"));
    this.handlers.onState(since < JUST_NOW ? "restarted" : "open");
  }
}

/** A part of the end of the address, such as the link in #s=..., null if it has none. */
export function inAddress(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}
