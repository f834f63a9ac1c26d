"""asterion algorithms."""

import json
from pathlib import Path

import pytest

import asterion as at
from asterion.search import registry


def test_the_short_table_fits_80_columns_and_names_what_is_optimal(run, terminal):
    for output in (run("algorithms").stdout, terminal("algorithms", cols=200, NO_COLOR="1")):
        assert max(map(len, output.splitlines())) <= 80
        assert len(output.splitlines()) < 4 * len(at.algorithms())
        lines = [line.split() for line in output.splitlines()]
        for info in at.algorithms("textbook"):  # they do not crowd out the others
            assert info.name in output
        for info in at.algorithms():
            if info in at.algorithms("textbook"):
                continue
            start = [info.name, "yes" if info.optimal else "no", info.summary.split()[0]]
            assert any(line[:3] == start for line in lines)
            assert "…" not in output
            for word in info.summary.split():
                assert word in output


@pytest.mark.parametrize("columns", [40, 120])
def test_in_full_every_fact_is_there_and_no_word_is_cut(terminal, columns):
    output = terminal("algorithms", "--long", cols=columns, NO_COLOR="1")
    assert max(map(len, output.splitlines())) <= columns
    flat = " ".join(output.split())
    for info in at.algorithms():
        optimal = "optimal" if info.optimal else "not optimal"
        pausable = "pausable" if info.pausable else "not pausable"
        assert f" {info.name}: {info.kind}, {optimal}, {pausable} " in f" {flat}"
        for word in (*info.summary.split(), *info.options, *info.paper.split()):
            assert word in output


def test_json_has_every_fact(run):
    listed = json.loads(run("algorithms", "--json").stdout)
    assert [entry["name"] for entry in listed] == [info.name for info in at.algorithms()]
    for entry, info in zip(listed, at.algorithms(), strict=True):
        assert entry["optimal"] == info.optimal
        assert entry["options"] == [*info.options]
        assert entry["needs"] == [*info.needs]


def test_a_custom_algorithm_is_listed(run, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("hunch", lambda *_: None, summary="Guesses [boldly].")
    assert "hunch" in run("algorithms").stdout
    assert "Guesses [boldly]." in run("algorithms").stdout
    assert json.loads(run("algorithms", "--json").stdout)[-1]["name"] == "hunch"


@pytest.mark.usefixtures("own_registry")
def test_a_file_with_custom_algorithms_is_used(run, refused, tmp_path):
    use = ["--use", Path(__file__).parents[2] / "examples" / "own_search" / "main.py"]
    assert "plain" in run(*use, "algorithms").stdout
    (tmp_path / "a.map").write_text("type octile\nheight 1\nwidth 3\nmap\n...\n")
    solve = ["solve", str(tmp_path / "a.map"), "--from", "0,0", "--to", "0,2"]
    found = run(*use, *solve, "--algorithm", "plain").stdout
    assert "found: cost 2" in found
    assert "\nby plain: 2 expanded\n" in found  # its own counts, and no time
    assert run(*use, *solve, "--algorithm", "plain", "--draw").stdout.startswith("S*G\n")
    bench = ["bench", str(tmp_path / "a.map"), "--algorithm", "plain"]
    assert run(*use, *bench).stdout.split()[-3:] == ["1.0000", "0", "0"]
    (tmp_path / "bad.py").write_text("1 / 0")
    (tmp_path / "end.py").write_text("raise SystemExit")
    for file, message in [
        ("bad.py", "cannot be used: ZeroDivisionError"),
        ("end.py", "cannot be used: SystemExit"),
        ("none.py", "No such"),
    ]:
        assert message in refused("--use", tmp_path / file, "algorithms")
