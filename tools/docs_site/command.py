"""Build the site with warnings as errors, check its links, and open it where there is a browser.

python tools/docs_site [--no-browser] [--external]
"""

import argparse
import os
import shutil
import sys
import time
import webbrowser
from pathlib import Path

from sphinx.cmd.build import build_main

from docs_site import links
from docs_site.sources import INDEX, ROOT, lay_out

BUILD = ROOT / "build" / "docs"
# A page that redirects to the first one, which has the same address as in the repository.
DOOR = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Asterion</title>
<meta http-equiv="refresh" content="0; url={0}"></head>
<body><a href="{0}">Asterion</a></body></html>
"""


def main() -> int:
    """Return the exit status: 0 if there was no warning and no broken link."""
    parser = argparse.ArgumentParser(prog="docs_site", description=__doc__.partition("\n")[0])
    parser.add_argument("--no-browser", action="store_true", help="only build")
    parser.add_argument("--external", action="store_true", help="try the links to other sites")
    options = parser.parse_args()
    started = time.perf_counter()
    source, site = BUILD / "source", BUILD / "html"
    lay_out(source)
    if options.external:
        return _sphinx("linkcheck", source, BUILD / "external")
    if status := _sphinx("html", source, site):
        return status
    first = Path(INDEX).with_suffix(".html").as_posix()
    (site / "index.html").write_text(DOOR.format(first), encoding="utf-8")
    count, broken = links.check(site)
    for fault in broken:
        print(fault, file=sys.stderr)
    pages = sum(1 for _ in site.rglob("*.html"))
    seconds = time.perf_counter() - started
    print(f"{pages} pages, {count} links of which {len(broken)} are broken, {seconds:.0f} s")
    print(f"The documentation is in {(site / first).relative_to(ROOT)}")
    if not (options.no_browser or broken or _nobody_watches()):
        webbrowser.open((site / first).as_uri())
    return int(bool(broken))


def _sphinx(builder: str, source: Path, target: Path) -> int:
    """Run a builder of Sphinx: every warning is shown, and makes it fail.

    All pages are read each time, half a minute: Sphinx does not repeat the warnings of pages that
    have not changed, even where a setting has.
    """
    shutil.rmtree(target, ignore_errors=True)
    flags = ["--fail-on-warning", "--keep-going", "--nitpicky", "--quiet", "--jobs", "auto"]
    places = ["-c", str(ROOT / "docs"), "-d", str(BUILD / "doctrees"), str(source), str(target)]
    return build_main(["-b", builder, "--fresh-env", *flags, *places])


def _nobody_watches() -> bool:
    """Whether this is CI, or there is no display to open a window on."""
    if os.environ.get("CI"):
        return True
    windows = sys.platform in ("win32", "darwin")
    return not (windows or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
