"""The inventories of other packages' documentation, for links to it.

They are fetched once and kept in the build; where a site cannot be reached, its names stay plain.
"""

from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

SITES = {
    "numpy": "https://numpy.org/doc/stable/",
    "networkx": "https://networkx.org/documentation/stable/",
    "python": "https://docs.python.org/3/",
}
SECONDS = 3


def found(folder: Path) -> dict[str, tuple[str, str]]:
    """For Sphinx: the sites whose inventory is there, or can be fetched now."""
    mapping = {}
    for name, site in SITES.items():
        file = folder / f"{name}.inv"
        if file.exists() or _fetched(f"{site}objects.inv", file):
            mapping[name] = (site, str(file))
    return mapping


def _fetched(address: str, file: Path) -> bool:
    """Fetch it, and return whether that worked. It is written whole, or not at all."""
    try:
        with urlopen(address, timeout=SECONDS) as answer:  # noqa: S310  (one of SITES)
            content: bytes = answer.read()
    except (OSError, HTTPException):
        return False
    if not content.startswith(b"# Sphinx inventory"):
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(content)
    part.replace(file)
    return True
