"""Make all parts of a release, and print the remaining steps.

python tools/release.py 0.2.0 [--only-text]

The version is written into the package, the changelog and the citation; wheels and the source
distribution are built and tried in clean environments, and the site is built; the notes of the
release, the part of the changelog, are put beside them in dist/, with checksums. Nothing is
committed, tagged or sent.
`--only-text` stops after the version and the notes.
"""

import argparse
import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_CITED = re.compile(r"^version: .*$", re.MULTILINE)
_NUMBER = re.compile(r"\d+\.\d+\.\d+")
UNRELEASED = "## Unreleased\n"
LEFT = """
Left to do, with the network:
  git commit --all --message "Version {version}"
  git tag --annotate v{version} --file {notes}
  git push --follow-tags
  python -m twine upload dist/asterion-{version}*
and put {notes} where releases are announced, and build/docs where the site is.
"""


class Refused(Exception):  # noqa: N818 - as errors are named here
    """The reason why there can be no release now."""


def main(arguments: list[str] | None = None) -> int:
    """Make a release; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("version", help="for example 0.2.0")
    parser.add_argument("--only-text", action="store_true")
    options = parser.parse_args(arguments)
    try:
        check_tree(ROOT)
        notes = write_version(ROOT, options.version)
    except Refused as refused:
        print(f"release: {refused}")
        return 2
    if not options.only_text:
        for command in (["wheels"], ["wheel-check"], ["docs", "DOCS_ARGS=--no-browser"]):
            subprocess.run(["make", *command], cwd=ROOT, check=True)  # noqa: S607
        write_checksums(ROOT / "dist", options.version)
    print(LEFT.format(version=options.version, notes=notes.relative_to(ROOT)))
    return 0


def check_tree(root: Path) -> None:
    """Reject a tree with uncommitted changes: they would be in the release."""
    command = ["git", "status", "--porcelain"]
    status = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    if status:
        raise Refused(f"there are changes that are not committed:\n{status.rstrip()}")


def write_version(root: Path, version: str) -> Path:
    """Put the version into the package and the changelog; return the file of its notes.

    Nothing is written if the version is none, or not above the last one, or has no notes.
    """
    package, log = root / "src/asterion/__init__.py", root / "CHANGELOG.md"
    citation = root / "CITATION.cff"
    code, changes = package.read_text("utf-8"), log.read_text("utf-8")
    found = _VERSION.search(code)
    assert found is not None, "the package has no version"  # noqa: S101 - a test looks at it
    if not _NUMBER.fullmatch(version):
        raise Refused(f"{version!r} is no version; it must be three numbers, like 0.2.0")
    if _parts(version) <= _parts(found[1]):
        raise Refused(f"{version} is not above {found[1]}, the version that the package has")
    notes = notes_in(changes)
    if not notes:
        raise Refused("CHANGELOG.md has nothing under Unreleased")
    (root / "dist").mkdir(exist_ok=True)
    written = root / "dist" / f"notes-{version}.md"
    written.write_text(f"# Asterion {version}\n\n{notes}\n", "utf-8")
    log.write_text(changes.replace(UNRELEASED, f"{UNRELEASED}\n## {version}\n", 1), "utf-8")
    cited = citation.read_text("utf-8")
    citation.write_text(_CITED.sub(f"version: {version}", cited), "utf-8")
    package.write_text(_VERSION.sub(f'__version__ = "{version}"', code), "utf-8")
    return written


def notes_in(changes: str) -> str:
    """The changelog's text on the next version."""
    _, _, rest = changes.partition(UNRELEASED)
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0].strip()


def write_checksums(dist: Path, version: str) -> None:
    """SHA-256 of the files of a version, as `sha256sum --check` reads them."""
    files = sorted(dist.glob(f"asterion-{version}*"))
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (dist / "SHA256SUMS").write_text("".join(lines), "ascii")


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


if __name__ == "__main__":
    sys.exit(main())
