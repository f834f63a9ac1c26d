// Without a choice of its reader, a plain page is as light or dark as the system.

if (!document.body.dataset.theme)
  document.body.classList.toggle("body--dark", window.matchMedia("(prefers-color-scheme: dark)").matches);
