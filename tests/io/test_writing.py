"""Files are written whole or not at all."""

import ast
import errno
import os
import stat
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.statistics import write_logs
from asterion.games.tactics import map_file, maps
from asterion.io import save_map, save_mesh
from asterion.io.writing import write_file, write_text
from support import commands
from support.full_disk import full_disk
from support.maze_games import game

PACKAGE = Path(at.__file__).parent
ROOM = 64  # bytes that the disk has left; every file here is larger
MAP = at.Grid(np.random.default_rng(1).integers(0, 2, (40, 40)))
MESH = at.Mesh.from_grid(MAP)
TACTICS = ("play", "tactics", "--team0", "idle", "--team1", "idle", "--turns", "2")
MAZE = ("play", "maze", "--ticks", "3")


def maze_log(file):
    play = game("AAAAA\nAr xA\nA  XA\nAAAAA", players=["astar"])
    play.run(1000)
    write_logs(play.players, file.parent)


def command(*words):
    result = commands.run(*words)
    if result.exit_code:
        raise OSError(result.stderr)


WRITERS = {
    "a.map": lambda file: save_map(MAP, file),
    "a.txt": lambda file: save_map(MAP, file),
    "a.npy": lambda file: save_map(MAP, file),
    "a.png": lambda file: save_map(MAP, file),
    "a.geojson": lambda file: save_mesh(MESH, file),
    "a.svg": lambda file: save_mesh(MESH, file),
    "a.tmx": lambda file: save_mesh(MESH, file),
    "a.tmj": lambda file: save_mesh(MESH, file),
    "board.txt": lambda file: map_file.write(file, maps.load("keep")),
    "player_1_astar.txt": maze_log,
    "maze.json": lambda file: command(*MAZE, "--save", file),
    "match.json": lambda file: command(*TACTICS, "--save", file),
    "match.log": lambda file: command(*TACTICS, "--log", file),
    "made.map": lambda file: command("maps", "make", "maze", "--size", "30", file),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_the_file_that_was_there(tmp_path, name):
    file = tmp_path / name
    write = WRITERS[name]
    write(file)
    assert file.stat().st_size > ROOM
    file.write_bytes(b"the only copy")
    with full_disk(ROOM), pytest.raises(OSError, match=name):
        write(file)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert file.read_bytes() == b"the only copy"
    write(file)
    assert file.stat().st_size > ROOM


def test_a_full_disk_leaves_no_half_of_a_new_file(tmp_path):
    with full_disk(ROOM), pytest.raises(OSError, match=r"new\.txt") as error:
        write_text(tmp_path / "new.txt", "x" * 1000)
    assert error.value.errno == errno.EFBIG
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("end", [MemoryError, KeyboardInterrupt])
def test_whatever_ends_a_save_the_old_file_stays(tmp_path, end):
    def parts():
        yield b"half of it"
        raise end

    file = tmp_path / "a.txt"
    file.write_bytes(b"old")
    with pytest.raises(end):
        write_file(file, parts())
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_a_log_that_cannot_be_written_loses_no_game(tmp_path):
    for words, fault in [(TACTICS, "no"), (("play", "maze"), "file")]:
        (tmp_path / "file").write_text("")
        save, log = tmp_path / f"{words[1]}.json", tmp_path / fault / "log"
        assert commands.run(*words, "--save", save, "--log", log).exit_code == 2
        assert save.stat().st_size > ROOM


def test_a_match_that_cannot_be_saved_still_has_its_log(tmp_path):
    log = tmp_path / "log"
    assert commands.run(*TACTICS, "--save", tmp_path / "no" / "a", "--log", log).exit_code == 2
    assert log.stat().st_size > ROOM


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_permissions_match_the_old_file_and_links_stay(tmp_path):
    (tmp_path / "far").mkdir()
    file, link = tmp_path / "far" / "a.txt", tmp_path / "link"
    link.symlink_to(file)
    write_text(link, "new")  # what the link points to is not there yet
    file.chmod(0o640)
    write_text(link, "newer")
    assert link.is_symlink()
    assert file.read_text() == "newer"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    usual = tmp_path / "usual"
    usual.write_text("as Python makes it")
    write_text(tmp_path / "ours", "")
    assert usual.stat().st_mode == (tmp_path / "ours").stat().st_mode


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write to any file")
def test_a_file_that_must_not_be_changed_is_not(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("old")
    file.chmod(0o444)
    with pytest.raises(PermissionError, match=r"a\.txt"):
        write_text(file, "new")
    assert file.read_text() == "old"


def test_a_name_may_be_as_long_as_names_can_be(tmp_path):
    file = tmp_path / ("a" * 255)
    write_text(file, "a")
    assert file.read_text() == "a"


def test_folders_loops_and_missing_folders_are_named(tmp_path):
    with pytest.raises(OSError, match=tmp_path.name):
        write_text(tmp_path, "")
    with pytest.raises(FileNotFoundError, match=r"no.a\.txt"):
        write_text(tmp_path / "no" / "a.txt", "")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(OSError, match="loop"):
        write_text(loop, "")
    assert loop.is_symlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_device_is_written_to_and_not_replaced():
    write_text(Path("/dev/null"), "gone")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(OSError, match="/dev/full"):
        write_text(Path("/dev/full"), "x" * 100_000)


def test_nothing_else_in_the_package_writes_files():
    """The log of trials grows line by line, and is cut back to whole lines when it is read."""
    own = {PACKAGE / "io" / "writing.py", PACKAGE / "experiments" / "engine" / "trial_log.py"}
    writes = []
    for path in {*PACKAGE.rglob("*.py")} - own:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            method = isinstance(node.func, ast.Attribute)
            words = [*node.args, *(word.value for word in node.keywords)]
            modes = [word.value for word in words if isinstance(word, ast.Constant)]
            if (method and name in {"write_text", "write_bytes", "touch"}) or (
                name == "open"
                and any(
                    isinstance(mode, str) and {*mode} & {*"wxa+"} and len(mode) < 4
                    for mode in modes
                )
            ):
                writes.append(f"{path}:{node.lineno}")
    assert writes == []
