// Without a choice of its reader, a plain page is as light or dark as the system, also when that changes.

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function follow() {
  if (!document.body.dataset.theme) document.body.classList.toggle("body--dark", dark.matches);
}

follow();
dark.addEventListener("change", follow);
