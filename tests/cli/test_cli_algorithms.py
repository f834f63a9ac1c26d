"""asterion algorithms."""

import json

import asterion as at
from asterion import registry


def test_the_table_has_every_algorithm(run):
    output = run("algorithms").stdout
    for info in at.algorithms():
        assert any(line.split()[:2] == [info.name, info.kind] for line in output.splitlines())
        for word in (*info.summary.split(), *info.options, *info.paper.split()):
            assert word in output


def test_json_has_every_fact(run):
    listed = json.loads(run("algorithms", "--json").stdout)
    assert [entry["name"] for entry in listed] == [info.name for info in at.algorithms()]
    for entry, info in zip(listed, at.algorithms(), strict=True):
        assert entry["optimal"] == info.optimal
        assert entry["options"] == [*info.options]


def test_an_algorithm_of_a_users_own_is_listed(run, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("hunch", lambda *_: None, summary="Guesses [boldly].")
    assert "hunch" in run("algorithms").stdout
    assert "Guesses [boldly]." in run("algorithms").stdout
    assert json.loads(run("algorithms", "--json").stdout)[-1]["name"] == "hunch"
