// Lecture mode: the boards have the window, words are larger, and only plain keys act, so that a
// letter hit by mistake changes nothing. A tab stays in it from page to page.

import { icons, notice } from "./parts.js";

const KEPT = "asterion-lecture"; // as in header.py
const AS = { PageDown: "ArrowRight", PageUp: "ArrowLeft" }; // what presenters' remote controls send
const PLAIN = ["space", "ArrowRight", "ArrowLeft", "Home", "End", "[", "]", "+", "-", "0", "?"];

export function isLecture() {
  return document.documentElement.classList.contains("lecture");
}

/** The name of a key as it counts now: none for letters in lecture mode. */
export function keyInLecture(name) {
  if (!isLecture()) return name;
  const key = AS[name] ?? name;
  return PLAIN.includes(key) ? key : "";
}

export function setLecture(on) {
  if (on === isLecture()) return;
  sessionStorage.setItem(KEPT, on ? "on" : "");
  document.documentElement.classList.toggle("lecture", on);
  tellLecture();
  if (on) {
    notice("Lecture mode: space plays, arrow keys step, Escape leaves.");
    fillScreen();
  } else if (document.fullscreenElement) {
    document.exitFullscreen().catch(() => {});
  }
}

function fillScreen() {
  document.documentElement.requestFullscreen?.().catch(() => {}); // the browser may refuse
}

// With another page the browser leaves its full screen: the first key there brings it back.
if (isLecture())
  document.addEventListener("keydown", ({ key }) => key !== "Escape" && isLecture() && fillScreen(), { once: true });

/** Shows the mode on its button. */
export function tellLecture() {
  const button = document.querySelector("[data-do=lecture]"), on = isLecture();
  if (!button) return;
  button.title = on ? "Leave lecture mode (Escape)" : "Lecture mode: larger, without the sidebar (L)";
  button.setAttribute("aria-pressed", String(on));
  icons.draw(button.querySelector("i"), on ? "close_fullscreen" : "slideshow");
}

// Escape leaves the browser's full screen without telling the page of the key.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) setLecture(false);
});
