// Actions as animations: a unit slides from tile to tile, an attack flies and strikes. The game
// does not wait for it: the next state ends it.

import { drawBurst, drawLine, drawPlate } from "./signs.js";

const STEP = 0.16, ATTACK = 0.4, LONGEST = 1.6; // seconds: of a step, of an attack, of all at once
const HIT = 0.6; // share of an attack after which its target is hit
const AFTER = 1.1, MOST_HITS = 4; // seconds that a hit is visible, and hits at once

export class Motion {
  parts = []; // {before, after, kind, from, to, seconds}: still to be shown
  hits = []; // {cell, text, age}
  age = 0; // of the first part, in seconds
  isNew = false; // no frame of it was drawn yet: earlier time does not count

  /** positions: from the one shown until now to the one shown next; seconds: of an action. */
  start(positions, seconds) {
    this.end();
    this.parts = positions.slice(1).flatMap((after, i) =>
      (after.action ? [{ ...after.action, before: positions[i], after }] : []));
    const isComputers = positions[0].waits === "computer";
    const whole = this.parts.reduce((sum, { kind }) => sum + secondsOf(kind), 0);
    // A computer's next action may come soon: this one is over by then.
    const share = Math.min(1, (isComputers ? 0.9 * this.parts.length * seconds : LONGEST) / whole);
    for (const part of this.parts) part.seconds = secondsOf(part.kind) * share;
    this.age = 0;
    this.isNew = true;
  }

  /** Stops the units; hits stay visible for a while. */
  end() {
    for (const part of this.parts) this.#strike(part);
    this.parts = [];
  }

  /** Forgets everything: another state is shown. */
  clear() {
    this.parts = [];
    this.hits = [];
  }

  /** Advances time; returns whether there is more to come. */
  update(seconds) {
    const passed = this.isNew ? 0 : seconds;
    this.isNew = false;
    for (const hit of this.hits) hit.age += passed;
    this.hits = this.hits.filter(({ age }) => age < AFTER).slice(-MOST_HITS);
    this.age += passed;
    while (this.parts.length && this.age >= this.parts[0].seconds) {
      this.age -= this.parts[0].seconds;
      this.#strike(this.parts.shift());
    }
    if (this.parts.length && this.#share >= HIT) this.#strike(this.parts[0]);
    return this.parts.length > 0 || this.hits.length > 0;
  }

  #strike(part) {
    if (part.kind !== "attack" || part.isHit) return;
    part.isHit = true;
    const { kind } = part.before.cells[part.to];
    this.hits.push({ cell: part.to, text: kind > 1 ? "destroyed" : kind ? "wall gone" : "missed", age: 0 });
  }

  get #share() {
    return Math.min(1, this.age / this.parts[0].seconds);
  }

  /** The cells as they are at this moment; `shown` are the state's. */
  cells(shown) {
    const [part] = this.parts;
    if (!part) return shown;
    return (part.isHit ? part.after : part.before).cells;
  }

  /** A unit's place: beside the middle of its cell while it moves. */
  placeOf(cell, middle) {
    const [part] = this.parts;
    const [x, y] = middle(cell);
    if (!part || part.from !== cell) return [x, y];
    const [toX, toY] = middle(part.to), share = this.#share;
    if (part.kind === "move") return [x + (toX - x) * share, y + (toY - y) * share];
    if (part.before.cells[cell].kind !== 2) return [x, y];
    const lunge = 0.45 * Math.sin(Math.PI * share); // a Melee strikes by itself
    return [x + (toX - x) * lunge, y + (toY - y) * lunge];
  }

  /** Flying shots, and hits. */
  draw(context, middle, side, colours, width) {
    const [part] = this.parts;
    if (part?.kind === "attack" && this.#share < HIT) this.#drawShot(context, part, middle, side, colours);
    for (const { cell, text, age } of this.hits) {
      const [x, y] = middle(cell), share = age / AFTER;
      drawBurst(context, x, y, side * 0.55, Math.min(1, 2 * share), colours.threat, colours.free);
      context.globalAlpha = Math.min(1, 3 * (1 - share));
      drawPlate(context, x, y - side * 0.3 * share, text, colours, width);
      context.globalAlpha = 1;
    }
  }

  #drawShot(context, { before, from, to }, middle, side, colours) {
    const { kind } = before.cells[from];
    const share = this.#share / HIT;
    const [x, y] = middle(from), [toX, toY] = middle(to);
    const along = (part) => [x + (toX - x) * part, y + (toY - y) * part];
    const thick = Math.max(2, side * 0.06);
    if (kind === 2) return; // it comes itself
    if (kind === 5) drawLine(context, [[x, y], [toX, toY]], colours.threat, colours.free, { width: thick * share });
    else drawLine(context, [along(Math.max(0, share - (kind === 4 ? 0.3 : 0.04))), along(share)],
      colours.threat, colours.free, { width: kind === 4 ? thick * 0.7 : thick * 2.2 });
  }
}

function secondsOf(kind) {
  return kind === "move" ? STEP : ATTACK;
}
