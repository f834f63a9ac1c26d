// The messages that made the boards as they are, so that a page in a file can be shown them again.

const MOST = 64 * 2 ** 20; // bytes of messages of a run that is being made; later ones are left out

export class Tape {
  /** key(message): of several messages with a key the last is kept; all of a run without one ("", or none). */
  constructor(key) {
    this.key = key;
    this.kept = new Map(); // by key: {data, time}; data: a text, or an ArrayBuffer
    this.size = 0; // bytes of those without a key
    this.isFull = false;
  }

  /** Takes a message, and the data that it came as. */
  take(message, data) {
    const key = this.key(message);
    if (key === null) return;
    if (key !== undefined) {
      this.kept.delete(key); // the newest come last
      this.kept.set(key, { data });
      return;
    }
    this.size += data.byteLength ?? data.length;
    this.isFull ||= this.size > MOST;
    if (!this.isFull) this.kept.set(Symbol(message.type), { data, time: performance.now() });
  }

  /** Forgets the run: another one begins. */
  clear() {
    for (const [key, { time }] of this.kept) if (time !== undefined) this.kept.delete(key);
    this.size = 0;
    this.isFull = false;
  }

  /** All messages as bytes: for each its kind (1 for a text), its time or -1, its length, and itself. */
  get bytes() {
    const parts = [];
    for (const { data, time = -1 } of this.kept.values()) {
      const isText = typeof data === "string", body = isText ? new TextEncoder().encode(data) : new Uint8Array(data);
      const head = new DataView(new ArrayBuffer(13));
      head.setUint8(0, isText ? 1 : 0);
      head.setFloat64(1, time);
      head.setUint32(9, body.length);
      parts.push(new Uint8Array(head.buffer), body);
    }
    return parts;
  }
}

/** The messages of bytes, as Tape has them. */
export function messagesOf(buffer) {
  const view = new DataView(buffer), messages = [];
  for (let at = 0; at < buffer.byteLength;) {
    const end = at + 13 + view.getUint32(at + 9), body = buffer.slice(at + 13, end); // typed arrays in it need its beginning
    const data = view.getUint8(at) ? new TextDecoder().decode(body) : body, time = view.getFloat64(at + 1);
    messages.push(time < 0 ? { data } : { data, time });
    at = end;
  }
  return messages;
}
