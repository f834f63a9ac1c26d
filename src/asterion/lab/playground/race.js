// A race of searches by time: each at its own measured speed, its time without recording spread
// evenly over its expansions. So the one that takes the fewest milliseconds is the first to end.

const MOST_TICKS = 1_000_000;

export class TimeRace {
  /** entrants: {steps, ms} of each board, null for a board that cannot be played. */
  constructor(entrants) {
    this.entrants = entrants;
    const timed = entrants.filter((each) => each && each.ms > 0 && each.steps > 0);
    this.total = Math.max(0, ...timed.map(({ ms }) => ms)); // milliseconds
    const fastest = Math.max(0, ...timed.map(({ steps, ms }) => steps / ms));
    /** The steps of the timeline: in one, the fastest search makes an expansion. */
    this.ticks = Math.min(MOST_TICKS, Math.ceil(fastest * this.total));
  }

  /** Whether each board that is played has a time. */
  get isKnown() {
    return this.ticks > 0 && this.entrants.every((each) => !each || each.steps === 0 || each.ms > 0);
  }

  /** The milliseconds that have passed at a tick. */
  msAt(tick) {
    return this.ticks ? this.total * tick / this.ticks : 0;
  }

  /** The expansions that a board has made by then. */
  stepAt(index, tick) {
    const { steps = 0, ms = 0 } = this.entrants[index] ?? {};
    const share = ms > 0 ? this.msAt(tick) / ms : 1;
    return share >= 1 - 1e-12 ? steps : Math.floor(share * steps + 1e-9);
  }

  /** "1.2 of 3.4 ms" */
  words(tick) {
    const digits = this.total < 1 ? 3 : this.total < 100 ? 2 : 0;
    return `${this.msAt(tick).toFixed(digits)} of ${this.total.toFixed(digits)} ms`;
  }
}
