// Whether a result belongs to the map that is shown. A result carries the version of its set-up; the
// server says which version it works on, and how many messages of this page are in it. So the page
// knows whether a result has what was drawn since.

export const LATE = 100; // milliseconds that an old result stays, dimmed, before the page says that it waits
export const SEARCHING = "searching\u2026";
// Messages that may change the set-up.
const EDITS = ["paint", "move", "clear", "undo", "redo", "scene", "link", "unlink", "fence"];
const KEPT = 50; // versions that results may still come for

export class Freshness {
  /** onLate(): called when a result has been old for LATE milliseconds. */
  constructor(onLate) {
    this.onLate = onLate;
    this.order = 0; // of the newest version; versions themselves begin again with a new server
    this.orders = new Map(); // by version
    this.waits = []; // changes without a result: {n, since, order}, the last once it is known
  }

  /** A message was sent, as the n-th. */
  sent({ type }, n, now = performance.now()) {
    if (EDITS.includes(type)) this.edited(n, now);
  }

  /** The n-th message changes what is shown. */
  edited(n, now = performance.now()) {
    this.#wait({ n, since: now });
  }

  /** The server works on a version, which has the first n messages of this page. */
  told(version, n, now = performance.now()) {
    const isNew = version !== this.version;
    if (isNew) {
      this.version = version;
      this.orders.delete(version);
      this.orders.set(version, ++this.order);
      if (this.orders.size > KEPT) this.orders.delete(this.orders.keys().next().value);
    }
    let isMine = false;
    for (const wait of this.waits) {
      if (wait.order || wait.n > n) continue;
      wait.order = this.order;
      isMine = true;
    }
    if (isNew && !isMine) this.#wait({ n, since: now, order: this.order });
  }

  /** The place of a version in the order of all, 0 for an unknown one. */
  orderOf(version) {
    return this.orders.get(version) ?? 0;
  }

  /** Whether a result lacks a change; order: of its version. */
  isOld(order) {
    return this.waits.some((wait) => !(wait.order <= order));
  }

  /** Whether it has lacked it for so long that it is not to be shown. */
  isLate(order, now = performance.now()) {
    return this.waits.some((wait) => !(wait.order <= order) && now - wait.since >= LATE);
  }

  /** All boards have results at least as new as this; changes before it no longer wait. */
  answered(order) {
    this.waits = this.waits.filter((wait) => !(wait.order <= order));
    this.#setTimer();
  }

  #wait(wait) {
    this.waits.push(wait);
    if (this.waits.length === 1) this.#setTimer();
  }

  #setTimer() {
    clearTimeout(this.timer);
    if (!this.waits.length) return;
    const passed = performance.now() - this.waits[0].since;
    this.timer = setTimeout(() => this.onLate(), Math.max(0, LATE - passed) + 1);
  }
}
