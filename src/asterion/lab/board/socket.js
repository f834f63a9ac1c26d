// The connection to the server: reconnects by itself when it breaks, and reports it. The set-up is
// kept in the tab, so that a restarted server gets it back.

const PART = 200_000; // characters of a link in one message: the server takes no longer ones
const FIRST_WAIT = 300, LONGEST_WAIT = 5000, JUST_NOW = 20000; // milliseconds

export class Connection {
  /**
   * handlers: {onOpen(), onText(message, text), onBytes(ArrayBuffer), onState("open" | "lost" | "restarted")}
   */
  constructor(path, key, handlers) {
    this.path = path;
    this.key = key;
    this.handlers = handlers;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.sent = 0; // messages so far
    this.onSend = () => {}; // called with each message and its number
    this.done = 0; // the number of the last message that the server has done
    this.connect();
  }

  /** Sends a message to the server; without a connection it is dropped. */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.lastType = message.type;
    this.sent += 1;
    this.onSend(message, this.sent);
    this.socket.send(JSON.stringify(message));
  }

  /** Sends a message with a link, in parts if it is long. */
  sendLink(link, message) {
    for (; link?.length > PART; link = link.slice(PART)) this.send({ type: "part", text: link.slice(0, PART) });
    this.send({ ...message, link });
  }

  /** The link that is kept in the tab. */
  get kept() {
    return sessionStorage.getItem(this.key);
  }

  /** Whether the server has done all requests and shown the results. */
  get settled() {
    return this.sent > 0 && this.done === this.sent;
  }

  close() {
    this.closed = true;
    this.socket.close();
  }

  /** Keeps a link in the tab in case the server is restarted. */
  keep(link) {
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
    const before = this.sent; // the server counts the messages of each socket
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT;
      const shared = inAddress("s"), { kept } = this;
      // A link replaces the tab's present session only if it is another one.
      this.sendLink(shared ?? kept, { type: "hello", new: shared !== null && shared !== kept });
      this.handlers.onOpen();
    };
    this.socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        const message = JSON.parse(data);
        if (message.n !== undefined) message.n += before;
        if (message.type === "welcome") this.#welcome(message);
        if (message.type === "done") this.done = message.n;
        this.handlers.onText(message, data);
      } else {
        this.socket.send('{"type": "ack"}'); // first: an unreadable message must not stop later ones
        this.handlers.onBytes(data);
      }
    };
    this.socket.onclose = () => {
      if (this.closed) return;
      this.handlers.onState("lost");
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
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

/** A part of the end of the address, such as the link in #s=..., null without one. */
export function inAddress(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}
