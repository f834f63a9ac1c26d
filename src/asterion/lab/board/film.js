// A run as a moving picture: its moments one after another, as a GIF or as a video. What is filmed is
// what the boards show.

import { canvasOf } from "./picture.js";
import { Gif } from "./gif.js";
import { element, setText, wordButton } from "./parts.js";

const LEAST = 1, LONGEST = 30, END = 1.5; // seconds: of a film, and of its last moment
const HOLD = 100; // milliseconds after which a video shows a moment again
const RATES = { gif: 12, mp4: 30 }; // frames a second
// The first that the browser can write.
const VIDEOS = ["video/mp4;codecs=avc1.640028", "video/mp4", "video/webm;codecs=vp9", "video/webm"];

/**
 * Films boards: {kind: "gif" | "mp4", parts(), reel}; returns a Blob. A reel is {steps, seconds, at,
 * seek(step)} of a run that is all there, or {start(), isOver()} of one that is being made.
 */
export async function filmOf({ kind, parts, reel }) {
  const bar = new Progress(kind);
  try {
    return await (kind === "gif" ? gifOf : videoOf)(parts, moments(reel, RATES[kind], bar), !reel.seek);
  } finally {
    bar.remove();
  }
}

/** isLive: on a slow machine a moment may take longer than a frame, and is then shown for longer. */
async function gifOf(parts, frames, isLive) {
  let gif = null, canvas, last = performance.now();
  for await (const due of frames) {
    const now = performance.now(), seconds = isLive ? Math.max(due, (now - last) / 1000) : due;
    last = now;
    canvas = await canvasOf(parts(), 1, { isFilm: true, on: canvas });
    const { width, height } = canvas;
    gif ??= new Gif(width, height);
    gif.add(canvas.getContext("2d").getImageData(0, 0, width, height), seconds);
  }
  return new Blob(gif.end(), { type: "image/gif" });
}

async function videoOf(parts, frames) {
  const type = VIDEOS.find((each) => window.MediaRecorder?.isTypeSupported(each));
  if (!type) throw new Error("This browser cannot write videos; GIF and HTML hold the run too.");
  const scale = Math.max(1, window.devicePixelRatio || 1);
  const canvas = await canvasOf(parts(), scale, { isFilm: true });
  const pen = canvas.getContext("2d"), stream = canvas.captureStream(0), [track] = stream.getVideoTracks(), chunks = [];
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 12_000_000 });
  recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
  const isOver = new Promise((done) => recorder.addEventListener("stop", done));
  recorder.start();
  let due = performance.now(); // a recorder takes the time as it passes
  for await (const seconds of frames) {
    await canvasOf(parts(), scale, { isFilm: true, on: canvas });
    due = Math.max(performance.now(), due + 1000 * seconds);
    do {
      pen.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1); // a canvas that is not drawn on gives no frame
      track.requestFrame();
      await until(Math.min(due, performance.now() + HOLD));
    } while (performance.now() < due);
  }
  recorder.stop();
  await isOver;
  return new Blob(chunks, { type: type.split(";")[0] });
}

/** Shows one moment after another, and yields how many seconds each is to be seen. */
async function* moments(reel, rate, bar) {
  if (!reel.seek) return yield* live(reel, rate, bar);
  const { steps, at } = reel, seconds = Math.min(LONGEST, Math.max(LEAST, reel.seconds));
  const count = Math.min(steps, Math.ceil(seconds * rate));
  for (let i = 0; i <= count && !bar.isStopped; i++) {
    reel.seek(Math.round(steps * i / Math.max(1, count)));
    yield i === count ? END : seconds / count;
    bar.tell(`${Math.round(100 * (i + 1) / (count + 1))} %`);
    await new Promise((done) => setTimeout(done)); // for the button
  }
  reel.seek(at);
}

async function* live(reel, rate, bar) {
  const begin = performance.now();
  reel.start();
  for (let i = 1; !bar.isStopped; i++) {
    const seconds = (performance.now() - begin) / 1000;
    bar.tell(`${seconds.toFixed(0)} of ${LONGEST} s`);
    if (seconds > LONGEST || (i > 1 && reel.isOver())) return;
    yield 1 / rate;
    await until(begin + 1000 * i / rate);
  }
}

function until(time) {
  return new Promise((done) => setTimeout(done, Math.max(0, time - performance.now())));
}

/** How much is filmed, and a button that ends the film there. */
class Progress {
  constructor(kind) {
    this.kind = kind.toUpperCase();
    this.words = element("span");
    this.bar = element("div", { class: "filming", role: "status" }, this.words,
      wordButton("Stop and save", "End the film here", () => { this.isStopped = true; }));
    this.tell("");
    document.body.append(this.bar);
  }

  tell(share) {
    setText(this.words, `Filming ${this.kind} ${share}`);
  }

  remove() {
    this.bar.remove();
  }
}
