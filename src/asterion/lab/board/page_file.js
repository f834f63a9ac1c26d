// A run as one HTML file that plays without the lab: the scripts and styles of the page, and the
// messages that it was shown.

import { viewText } from "./view_state.js";

const IMPORT = /(?<=from |import )"(\.[^"]+)"(?=;$)/gm; // by a relative path, as in modules.py
const START = "board/recorded.js";
const STYLE = `* { box-sizing: border-box; } body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
button, input, select { font: inherit; } .material-icons { font-style: normal; display: inline-flex; align-items: center; justify-content: center; height: 100%; }
.material-icons svg { width: 20px; height: 20px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.lab-page { grid-template-columns: minmax(0, 1fr) !important; } .lab-header { justify-content: flex-end; } .lab-header h1 { flex: 1; margin: 0; font-size: var(--large); } .lab-header button { color: inherit; }`;

/** boards: as saveAs has them; returns a Blob. */
export async function pageOf(boards) {
  const base = new URL("../", import.meta.url), { page } = boards;
  const modules = new Map();
  for (const entry of [START, `${page}/${page}.js`]) await collect(base, entry, modules);
  const imports = Object.fromEntries([...modules].map(([name, source]) =>
    [`asterion/${name}`, `data:text/javascript;base64,${inBase64(new TextEncoder().encode(source))}`]));
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].filter(({ href }) => href.startsWith(base.href));
  const styles = await Promise.all(sheets.map(({ href }) => fetch(href).then((answer) => answer.text())));
  const run = new Response(new Blob(boards.tape.bytes).stream().pipeThrough(new CompressionStream("gzip")));
  const packed = inBase64(new Uint8Array(await run.arrayBuffer()));
  const title = document.title.replace(" - Asterion lab", ""), view = viewText(boards.filedView);
  const legend = [...document.querySelectorAll(".lab-drawer .legend")].map((each) => each.outerHTML).join("");
  const text = `<!DOCTYPE html>
<html lang="en" class="fixed">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}: a run</title>
<style>
${[...styles, STYLE].join("\n")}
</style>
<body>
<header class="lab-header"><h1>${escaped(title)}</h1>
<button type="button" data-do="theme" data-icon="contrast" title="Light or dark" aria-label="Light or dark"><i class="material-icons"></i></button>
<button type="button" data-do="keys" data-icon="keyboard" title="Keyboard (?)" aria-label="Keyboard"><i class="material-icons"></i></button></header>
<main class="lab-contents"><div class="lab-page"><div class="lab-main"><div class="stage-place"><div id="stage"></div></div>
${legend && `<details class="lab-drawer"><summary>Legend</summary><div class="lab-drawer-contents">${legend}</div></details>`}
</div></div></main>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="text/plain" id="run">${packed}</script>
<script type="module">import { play } from "asterion/${START}"; play(${JSON.stringify(page)}, ${JSON.stringify(view)});</script>
</body>
</html>
`;
  return new Blob([text], { type: "text/html" });
}

/** Adds a module and all that it imports, whose names become those of an import map. */
async function collect(base, name, modules) {
  if (modules.has(name)) return;
  modules.set(name, ""); // modules may import each other
  const source = await (await fetch(new URL(name, base))).text(), found = [];
  modules.set(name, source.replace(IMPORT, (_, path) => {
    found.push(new URL(path, new URL(name, base)).href.slice(base.href.length));
    return `"asterion/${found.at(-1)}"`;
  }));
  for (const each of found) await collect(base, each, modules);
}

function inBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
