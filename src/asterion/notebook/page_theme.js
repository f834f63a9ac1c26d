// Whether the page around a board is dark: what notebooks say of themselves, as pictures/page.py heeds
// it, and else what the browser prefers.

const PREFERRED = window.matchMedia("(prefers-color-scheme: dark)");
const DARK = '[data-jp-theme-light="false"], html[theme="dark"], [data-theme="dark"], .vscode-dark, .vscode-high-contrast';
const LIGHT = '[data-jp-theme-light="true"], [data-theme="light"], .vscode-light';

export function isPageDark() {
  const isSaid = (selector) => document.documentElement.matches(selector) || document.body.matches(selector);
  return isSaid(DARK) || (!isSaid(LIGHT) && PREFERRED.matches);
}

/** Calls change() whenever that may be another; returns what ends it. */
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
