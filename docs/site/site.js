// The page that is open is seen in the contents, however long they are.
document.addEventListener("DOMContentLoaded", () => {
  const current = document.querySelector(".sidebar-tree .current-page");
  const scroll = document.querySelector(".sidebar-scroll");
  if (current && scroll) {
    const below = current.getBoundingClientRect().top - scroll.getBoundingClientRect().top;
    if (below > scroll.clientHeight * 0.8) scroll.scrollTop += below - scroll.clientHeight / 2;
  }
});
