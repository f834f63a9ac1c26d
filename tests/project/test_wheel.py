"""The lab from a wheel: all its files are in it, and its server finds every one of them."""

import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from asterion import _core, _tactics
from asterion.lab.page.header import PAGES
from support.browser_lab import Lab

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "asterion"
# Without compiling: the extensions of this environment are put into the unpacked wheel.
BUILD = """
import sys
from scikit_build_core.build import build_wheel
build_wheel(sys.argv[1], {"wheel.cmake": "false", "wheel.py-api": "py3", "build-dir": sys.argv[2]})
"""
# An editable installation has a finder that comes before sys.path; only Python's own are kept.
RUN = """
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
sys.meta_path[:] = [BuiltinImporter, FrozenImporter, PathFinder]
sys.path.insert(0, {folder!r})
import asterion
assert asterion.__file__.startswith({folder!r}), asterion.__file__
sys.argv[0] = "asterion"
from asterion.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """A folder with the contents of a wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-c", BUILD, folder, folder / "build"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    [wheel] = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


@pytest.fixture(scope="module")
def lab(unpacked):
    """The server of the unpacked wheel."""
    for extension in (_core, _tactics):
        shutil.copy(extension.__file__, unpacked / "asterion")
    server = Lab(program=(sys.executable, "-P", "-c", RUN.format(folder=str(unpacked))))
    yield server
    server.stop()


def fetched(address):
    """The text at an address of the lab."""
    with urlopen(address, timeout=60) as answer:  # noqa: S310 - 127.0.0.1
        return answer.read().decode()


def crawled(lab):
    """The addresses of all scripts and styles that the lab's pages need, each of them fetched."""
    found, waiting = set(), []
    for page in ("/", "/algorithms/search/astar", *PAGES):
        html = fetched(lab.address + page)
        assert "Asterion lab" in html
        assert re.search(r"/lab/web/\w+/page/lab\.css", html)
        waiting += re.findall(r'[^"\'\s\\]+/(?:stage|upload)\.js|/lab/web/[\w/]+\.(?:css|js)', html)
    waiting = [urljoin(lab.address, each) for each in waiting]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        found.add(address)
        text = fetched(address)
        if address.endswith(".js"):
            imports = re.findall(r'(?:from |import |import\()"([^"]+)"', text)
            waiting += [urljoin(address, each) for each in imports if each[0] in "./"]
            started = re.findall(r' = "(board/\w+\.js)"', text)  # by pages in files
            waiting += [urljoin(address, f"../{each}") for each in started]
    return found


def test_the_wheel_holds_every_file_of_the_package(unpacked):
    written = {
        path.relative_to(SOURCE)
        for path in SOURCE.rglob("*")
        if path.is_file() and path.suffix not in {".so", ".pyc"}
    }
    assert {Path("lab/page/lab.css"), Path("lab/stage.js"), Path("py.typed")} <= written
    held = {path.relative_to(unpacked / "asterion") for path in unpacked.rglob("asterion/**/*")}
    assert written - held == set()


def words(text):
    """The words alone: a licence in a comment has its line breaks elsewhere."""
    return re.sub(r"^\s*(/\*+|\*/|\*)", " ", text, flags=re.MULTILINE).split()


def test_the_wheel_holds_the_licences_of_what_is_linked_in(unpacked):
    [folder] = unpacked.glob("asterion-*.dist-info/licenses")
    held = {path.relative_to(folder): path.read_text() for path in folder.rglob("*.*")}
    nanobind = distribution("nanobind")
    [licence] = [path for path in nanobind.files if path.name == "LICENSE"]
    assert words(held[Path("licenses/nanobind.txt")]) == words(licence.read_text())
    [header] = [path for path in nanobind.files if path.name == "robin_map.h"]
    comment = header.read_text().partition("*/")[0]
    assert words(held[Path("licenses/robin_map.txt")]) == words(comment)
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_server_of_a_wheel_serves_every_page_and_every_script(lab):
    """A script that no page imports has no use, and fails this test like a missing one."""
    paths = {urlsplit(address).path for address in crawled(lab)}
    served = {re.sub(r"^/lab/web/[0-9a-f]{12}/", "", path) for path in paths if "/lab/web/" in path}
    scripts = {
        str(path.relative_to(SOURCE / "lab"))
        for path in (SOURCE / "lab").rglob("*")
        if path.suffix in {".js", ".css"}
    }
    by_nicegui = {"stage.js", "page/upload.js"}
    assert served == scripts - by_nicegui
    for name in by_nicegui:
        assert any(path.endswith(name.rpartition("/")[2]) for path in paths)


@pytest.mark.parametrize("file", ["app.py", "server/channel.py", "__init__.py", "../_core.pyi"])
def test_python_is_not_served(lab, file):
    assert (SOURCE / "lab" / file).is_file()
    with pytest.raises(HTTPError, match="404"):
        fetched(f"{lab.address}/lab/web/{file}")
