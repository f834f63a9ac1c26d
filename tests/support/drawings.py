"""What modules of the lab draw: scenes in JavaScript, and the lines that they write down.

The modules are imported into an empty page, without a server. ``python -m support.drawings`` in
``tests`` writes the lines anew after a change of a drawing; read the difference before it is kept.
"""

import mimetypes
from pathlib import Path

import asterion.lab

LAB = Path(asterion.lab.__file__).parent
HERE = Path(__file__).parents[1] / "browser" / "drawings"
ADDRESS = "http://lab.test"
# All sizes are the same on every machine.
EMPTY = """<!doctype html><html><head><meta charset=utf-8><style>
* { font: 10px/10px monospace; margin: 0; padding: 0; border: 0; box-sizing: border-box }
button, input { width: 40px; height: 20px }
button *, output * { display: inline-block; width: 10px; height: 10px; overflow: hidden }
output { display: block; height: 10px }
canvas { display: block }
.boards { height: 600px }
[hidden] { display: none }
dialog { width: 900px }
</style></head><body></body></html>"""
# What it begins is waited for apart: a scene that never ends is given up, not waited for.
RUN = """(name) => {
  const draw = async () => {
    const { run } = await import("/scenes/recorder.js");
    return run((await import(`/scenes/${name}.js`)).default);
  };
  draw().catch((error) => ({ error: [`${error}`] })).then((drawn) => {
    window.drawn = drawn;
    console.log("drawn");
  });
}"""
MOST_SECONDS = 60
# How the browser is: a wide window, or a narrow one with reduced motion.
WIDE = {"width": 1000, "height": 700}
NARROW = {"width": 600, "height": 800}


def topics():
    return sorted(file.stem for file in HERE.glob("*.txt"))


def expected(topic):
    """The lines of each scene of a file, by the name of the scene."""
    scenes = {}
    for line in (HERE / f"{topic}.txt").read_text().splitlines():
        if line.startswith("## "):
            scenes[line[3:]] = lines = []
        elif line:
            lines.append(line)
    return scenes


def drawn(context, topic, source=lambda file: file.read_text()):
    """The same of the scenes as they are drawn now. source: the text of a module."""
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def answer(route):
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path == "/":
            return route.fulfill(body=EMPTY, content_type="text/html")
        room, _, rest = path.lstrip("/").partition("/")
        file = HERE / rest if room == "scenes" else LAB / rest.removeprefix("web/")
        kind = mimetypes.guess_type(file.name)[0]
        return route.fulfill(body=source(file), content_type=f"{kind}; charset=utf-8")

    page.route(f"{ADDRESS}/**", answer)
    is_narrow = topic == "narrow"
    page.set_viewport_size(NARROW if is_narrow else WIDE)
    page.emulate_media(reduced_motion="reduce" if is_narrow else "no-preference")
    try:
        page.goto(ADDRESS)
        with page.expect_console_message(
            lambda message: message.text == "drawn", timeout=1000 * MOST_SECONDS
        ):
            page.evaluate(RUN, topic)
        scenes = page.evaluate("window.drawn")
    finally:
        page.close()
    assert wrong == [], wrong
    return {
        name: [part.rstrip() for line in lines for part in line.split("\n") if part.strip()]
        for name, lines in scenes.items()
    }


def written(scenes):
    return "\n".join("\n".join([f"## {name}", *lines, ""]) for name, lines in scenes.items())


def main(names):
    import shutil

    from playwright.sync_api import sync_playwright

    from browser.conftest import CHROMIUMS, FLAGS

    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        context = browser.new_context()
        for name in names or topics():
            (HERE / f"{name}.txt").write_text(written(drawn(context, name)))
        browser.close()


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
