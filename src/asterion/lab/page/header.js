// The buttons of the header, and a tab's memory of the page around the boards.

import { isLecture, setLecture, tellLecture } from "../board/lecture.js";
import { notice } from "../board/parts.js";
import { listen } from "./drop.js";

const YEAR = 365 * 24 * 3600; // seconds

/** Light or dark, for this and all later pages: the server reads the cookie. */
function turn() {
  const dark = !document.body.classList.contains("body--dark");
  document.body.dataset.theme = dark ? "dark" : "light";
  document.cookie = `asterion-theme=${document.body.dataset.theme}; path=/; max-age=${YEAR}; SameSite=Strict`;
  if (window.Quasar) window.Quasar.Dark.set(dark);
  else document.body.classList.toggle("body--dark", dark); // a page without NiceGUI
}

const ACTIONS = {
  theme: turn,
  lecture: () => setLecture(!isLecture()),
  keys: () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "?" })),
};

for (const button of document.querySelectorAll(".lab-header [data-do]"))
  button.addEventListener("click", () => ACTIONS[button.dataset.do]());

tellLecture();

// A menu closes when something else is clicked, or with Escape.
const menu = document.querySelector(".lab-menu");
document.addEventListener("click", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

listen(document);

/** Copies the code of the panel; where that is not allowed, selects it. */
window.asterionCopy = async () => {
  const code = document.querySelector(".lab-python code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    notice("Copied.");
  } catch {
    getSelection().selectAllChildren(code);
    notice("The code is selected: copy it with ctrl+c.");
  }
};

window.asterionNotice = notice; // for messages of the server
