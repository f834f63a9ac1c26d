"""``asterion lab``: its address, and its errors."""

import socket
import sys

import pytest

from asterion.cli import lab


@pytest.fixture
def served(monkeypatch):
    """The options that the server would be started with."""
    import asterion.lab.app as server

    calls = []
    monkeypatch.setattr(server, "serve", lambda **how: calls.append(how))
    return calls


def test_listens_to_this_machine_alone_and_opens_a_browser(run, served):
    assert run("lab").exit_code == 0
    (how,) = served
    assert how["images"] == {}
    assert how["host"] == "127.0.0.1"
    assert how["show"] is True
    assert lab.FIRST_PORT <= how["port"] <= lab.LAST_PORT


def test_port_and_browser_are_as_asked(run, served):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert run("lab", "--port", port, "--no-browser").exit_code == 0
    assert served[0]["port"] == port
    assert served[0]["show"] is False


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.2"])  # noqa: S104 - it is tested
def test_a_lab_that_other_machines_can_reach_warns_of_it(run, served, host):
    result = run("lab", "--host", host)
    assert result.exit_code == 0
    assert served[0]["host"] == host
    warned = f"with --host {host} other machines can reach the lab" in result.output
    assert warned == (host == "0.0.0.0")  # noqa: S104


def test_pictures_for_the_maze_are_looked_for_in_a_folder(run, served, tmp_path):
    (tmp_path / "images").mkdir()
    for name in ("tile_A", "tile_B", "tile_D"):
        (tmp_path / "images" / f"{name}.png").write_bytes(b"")
    result = run("lab", "--images", str(tmp_path))
    assert result.exit_code == 0
    assert [*served[0]["images"]] == ["tile_A", "tile_B"]
    assert "Left out, as one before them is missing: tile_D" in result.output
    result = run("lab", "--images", str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    assert "nowhere is not a folder" in result.output


def test_a_port_that_is_taken_is_passed_over_or_said(run, served):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        result = run("lab", "--port", str(taken))
        assert result.exit_code == 2
        assert f"port {taken}" in result.output
        assert not lab._is_free("127.0.0.1", taken)
    assert served == []


def test_without_its_packages_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "nicegui", None)
    if "asterion.lab" in sys.modules:  # the package keeps it, not the one that is imported here
        monkeypatch.setattr("asterion.lab", sys.modules["asterion.lab"])
    for name in [name for name in sys.modules if name.startswith("asterion.lab")]:
        monkeypatch.delitem(sys.modules, name)
    result = run("lab")
    assert result.exit_code == 2
    advice = "the lab needs NiceGUI and Pillow: pip install 'nicegui>=3.18,<4' 'pillow>=11'"
    assert result.stderr.splitlines()[-1] == f"asterion: {advice}"
