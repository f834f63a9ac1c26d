"""The scenes of the lab, the start page with its films, and the pages on algorithms, as lines.

``python -m support.scene_lines`` in ``tests`` writes them anew after a change; read the difference
before it is kept.
"""

import re
import sys
from importlib import import_module
from pathlib import Path

import asterion as at
from asterion.lab.shared.about import built_in
from asterion.lab.shared.header import PAGES, header_html
from asterion.lab.shared.links import decoded_link
from asterion.lab.shared.web_files import WEB
from asterion.lab.start.algorithm_page import algorithm_html
from asterion.lab.start.cards import CARDS, films
from asterion.lab.start.page import missing_html, page_html
from support.written import said

HERE = Path(__file__).parents[1] / "lab" / "start"
LONGEST = 400
VERSION = re.compile(r"/_nicegui/[^/]+/")


def scenes():
    """Every scene of every page: its words, its set-up as in a link, and how it is shown."""
    for address in PAGES:
        name = address.strip("/")
        for scene in import_module(f"asterion.lab.{name}.scenes").SCENES:
            yield f"## {name} {scene.key}: {scene.name}. {scene.text}"
            yield said(dict(scene.view), LONGEST)
            for part, value in decoded_link(scene.make().to_link()).items():
                yield f"{part} {said(value, LONGEST)}"


def recorded():
    """The film of each card of the start page."""
    for card, film in zip(CARDS, films(), strict=True):
        yield f"## {card.name}: {card.text} {card.address}"
        for part, value in film.items():
            yield f"{part} {said(value, LONGEST)}"
        yield f"{len(film['frames'])} frames, the last is {said(film['frames'][-1], LONGEST)}"


def pages():
    """Pages that are plain HTML, tag by tag."""
    yield from _tags("start", page_html(""))
    yield from _tags("start, dark", page_html("dark"))
    yield from _tags("nowhere", missing_html("/<nowhere>" * 20, "light"))
    for address in PAGES:
        yield from _tags(f"the header of {address}", header_html(address))
    for info in at.algorithms():
        page = algorithm_html(built_in(info.kind, info.name), "")
        yield from _tags(f"{info.kind} {info.name}", page[page.index("<main") :])


def _tags(name, html):
    yield f"## {name}"
    plain = VERSION.sub("/_nicegui/VERSION/", html).replace(WEB, "WEB")
    yield from filter(None, (part.strip() for part in plain.replace("<", "\n<").splitlines()))


TOPICS = {"scenes": scenes, "films": recorded, "pages": pages}


def file_of(topic):
    return HERE / f"{topic}.txt"


if __name__ == "__main__":
    for each in sys.argv[1:] or TOPICS:
        file_of(each).write_text("\n".join(TOPICS[each]()) + "\n")
