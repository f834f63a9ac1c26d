"""What `make release` writes, and when it refuses."""

import hashlib
import importlib.util
import shutil
import subprocess
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


def test_notes_end_where_the_last_version_begins(release):
    changes = "# Log\n\n## Unreleased\n\n### New\n\n- this\n\n## 0.1.0\n\n- that\n"
    assert release.notes_in(changes) == "### New\n\n- this"


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


def test_a_tree_with_changes_is_refused(release, tree):
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)  # noqa: S607
    with pytest.raises(
        release.Refused, match=r"changes that are not committed:\n\?\? CHANGELOG.md"
    ):
        release.check_tree(tree)


def test_checksums_are_of_this_version_and_can_be_checked(release, tmp_path):
    for name in ("asterion-7.0.1.tar.gz", "asterion-7.0.1-x.whl", "asterion-0.1.0.tar.gz"):
        (tmp_path / name).write_bytes(name.encode())
    release.write_checksums(tmp_path, "7.0.1")
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert [line.split("  ")[1] for line in lines] == [
        "asterion-7.0.1-x.whl",
        "asterion-7.0.1.tar.gz",
    ]
    assert lines[1].split()[0] == hashlib.sha256(b"asterion-7.0.1.tar.gz").hexdigest()
