// Pages with code on them: a button beside it puts it on the clipboard.

import "./theme.js";

for (const button of document.querySelectorAll("[data-do=copy]")) {
  button.addEventListener("click", async () => {
    const code = button.parentElement.querySelector("pre");
    try {
      await navigator.clipboard.writeText(code.textContent.trim());
      button.textContent = "Copied";
    } catch { // then it is selected, for the keys or the menu of the browser
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
}
