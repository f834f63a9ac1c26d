// Whether the page around a board is dark: by the notebook's own theme, as pictures/page.py does,
// and else by the browser's preference.

const PREFERRED = window.matchMedia("(prefers-color-scheme: dark)");
const DARK = '[data-jp-theme-light="false"], html[theme="dark"], [data-theme="dark"], .vscode-dark, .vscode-high-contrast';
const LIGHT = '[data-jp-theme-light="true"], [data-theme="light"], .vscode-light';

export function isPageDark() {
  const isSaid = (selector) => document.documentElement.matches(selector) || document.body.matches(selector);
  return isSaid(DARK) || (!isSaid(LIGHT) && PREFERRED.matches);
}

/** Calls change() whenever that may have changed; returns a function that stops it. */
export function onTheme(change) {
  const watcher = new MutationObserver(change);
  for (const each of [document.documentElement, document.body])
    watcher.observe(each, { attributes: true, attributeFilter: ["class", "theme", "data-theme", "data-jp-theme-light"] });
  PREFERRED.addEventListener("change", change);
  return () => {
    watcher.disconnect();
    PREFERRED.removeEventListener("change", change);
  };
}
