"""Check the links of the built site that stay within it: files, and places in them."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The links and the places of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if value is None:
                continue
            if key in ("href", "src") and tag != "link":
                self.links.append(value)
            if key == "id" or (key == "name" and tag == "a"):
                self.places.add(value)


def check(site: Path) -> tuple[int, list[str]]:
    """Count the links within the site, and list the broken ones."""
    pages = {path.resolve(): _read(path) for path in site.rglob("*.html")}
    count, broken = 0, []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not target.is_file():
                broken.append(f"{path.relative_to(site.resolve())}: {link}: there is no such file")
            elif place and target in pages and place not in pages[target].places:
                broken.append(f"{path.relative_to(site.resolve())}: {link}: no such place there")
    return count, broken


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page
