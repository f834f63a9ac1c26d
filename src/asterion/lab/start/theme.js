// Without a reader's choice, a plain page is as light or dark as the system, also after a change.

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function follow() {
  if (!document.body.dataset.theme) document.body.classList.toggle("body--dark", dark.matches);
}

follow();
dark.addEventListener("change", follow);
