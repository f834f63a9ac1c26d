"""The files that `make release` writes, and its errors."""

import importlib.util
import shutil
from pathlib import Path

import pytest

import asterion as at

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def release():
    spec = importlib.util.spec_from_file_location("release", ROOT / "tools/release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path):
    """The files that have the version."""
    for name in ("src/asterion/__init__.py", "CHANGELOG.md", "CITATION.cff"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    log = tmp_path / "CHANGELOG.md"  # right after a release it says nothing of the next one
    log.write_text(log.read_text().replace("## Unreleased\n", "## Unreleased\n\n- A change.\n"))
    return tmp_path


def written(tree):
    return {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}


def test_the_version_to_cite_is_that_of_the_package():
    assert f"\nversion: {at.__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_the_version_is_in_the_package_the_changelog_and_the_notes(release, tree):
    before = (tree / "CHANGELOG.md").read_text()
    said = release.notes_in(before)
    notes = release.write_version(tree, "7.0.1")
    assert '\n__version__ = "7.0.1"\n' in (tree / "src/asterion/__init__.py").read_text()
    assert "\nversion: 7.0.1\n" in (tree / "CITATION.cff").read_text()
    after = (tree / "CHANGELOG.md").read_text()
    assert after.replace("\n## 7.0.1\n", "", 1) == before
    assert release.notes_in(after) == ""
    assert notes.read_text() == f"# Asterion 7.0.1\n\n{said}\n"


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("1.0", "'1.0' is no version; it must be three numbers, like 0.2.0"),
        ("0.2.0rc1", "'0.2.0rc1' is no version; it must be three numbers, like 0.2.0"),
        ("0.0.9", "0.0.9 is not above "),
    ],
)
def test_a_version_that_cannot_be_is_refused_and_nothing_is_written(release, tree, version, why):
    before = written(tree)
    with pytest.raises(release.Refused) as refused:
        release.write_version(tree, version)
    assert str(refused.value).startswith(why)
    assert written(tree) == before


def test_a_version_of_which_nothing_is_said_is_refused(release, tree):
    release.write_version(tree, "7.0.1")
    with pytest.raises(release.Refused, match=r"^CHANGELOG.md has nothing under Unreleased$"):
        release.write_version(tree, "7.0.2")
