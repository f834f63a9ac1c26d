"""Compares the figures of the docs with the results in ``results``, or writes them anew.

    python tools/study_figures                 compares; exit status 1 if a page differs
    python tools/study_figures --write         writes the tables of the pages
    python tools/study_figures --run NAME...   runs studies, and keeps their results

A table of a page that comes from the results has a line ``<!-- figures: NAME -->`` before it; what
sentences say is in ``claims.py``.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from study_figures.pages import PAGES, faults, written
from study_figures.studies import COMMANDS, ROOT, pack, words_of


def run(name: str) -> None:
    """Runs a study; what is finished of it already is not run again."""
    folder = ROOT / "build" / "studies" / name
    words = ["experiment", *words_of(name), "--workers", "1", "--out", str(folder)]
    subprocess.run([sys.executable, "-m", "asterion", *words], check=True)
    pack(name, folder)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the tables of the pages")
    parser.add_argument("--run", nargs="+", metavar="NAME", choices=[*COMMANDS], help="run these")
    asked = parser.parse_args()
    for name in asked.run or ():
        run(name)
    if asked.write:
        for page in PAGES:
            page.write_text(written(page), encoding="utf-8")
    found = faults()
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
