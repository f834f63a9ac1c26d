"""One choice of the D* study at a time, on small mazes."""

from dataclasses import replace
from functools import partial

import pytest

from asterion.errors import InvalidValue
from asterion.experiments import dstar_choices as study
from asterion.experiments.dstar_choices import (
    CHOICES,
    COUNTS,
    DSTAR,
    EXPERIMENT,
    FOCUSED,
    PUBLISHED,
    Choices,
    Layout,
    Setup,
    walked,
)
from support.small_runs import result_of

SMALL = Layout(11, 17, 8, 3.0)
SOME = (PUBLISHED, "focus: none", "maze: 19 x 29, no loops, 0.25 % pits")


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    config = Choices(runs=6, choices=SOME)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "_OPEN", Layout(15, 15, None, 3.0))
        patch.setattr(study, "Setup", partial(Setup, layout=SMALL))
        return result_of(EXPERIMENT, config, tmp_path_factory.mktemp("choices"))


def small(choice, seed, *, focused):
    return walked(replace(Setup(**CHOICES[choice]), layout=SMALL), focused=focused, seed=seed)


@pytest.mark.req("S000-126")
def test_each_choice_changes_one_thing():
    """Ties, focus, correction of keys, updates, when to plan and stop, and mazes: all are there."""
    changed = {name: [*change] for name, change in CHOICES.items() if name != PUBLISHED}
    assert all(len(names) == 1 for names in changed.values())
    assert {name for names in changed.values() for name in names} == {*vars(Setup())}
    assert CHOICES[PUBLISHED] == {}
    assert all(Setup(**change) != Setup() for change in CHOICES.values() if change)


@pytest.mark.req("S000-126")
def test_each_choice_and_each_way_of_counting_has_its_ordering(result):
    table = {line["choice"]: line for line in result["table"]}
    assert [*table] == [PUBLISHED, *COUNTS, *SOME[1:]]
    for name, line in table.items():
        measure = COUNTS.get(name, "depth")
        choice = PUBLISHED if name in COUNTS else name
        for prefix, ground in (("maze", study.MAZE), ("open", study.OPEN)):
            means = {}
            for row in result["rows"]:
                if (row["choice"], row["ground"]) == (choice, ground):
                    means.setdefault(row["algorithm"], []).append(row[measure])
            if not means:
                assert name.startswith("maze")
                assert line[f"{prefix}_ratio"] is None
                continue
            plain, focused = sum(means[DSTAR]), sum(means[FOCUSED])
            assert line[f"{prefix}_ratio"] == pytest.approx(focused / plain)
            ahead = DSTAR if focused > plain else FOCUSED
            sure = line[f"{prefix}_p_ranks"] <= 0.05
            assert line[f"{prefix}_ahead"] == (ahead if sure else "neither")
    assert table["focus: none"]["open_ahead"] == DSTAR  # corrections, and no focus for them
    assert table[PUBLISHED]["open_ahead"] == FOCUSED


def test_walks_that_do_not_end_have_no_ordering():
    row = {"choice": PUBLISHED, "ground": study.MAZE, "ended": True, "wrong": 0, "seconds": 1.0}
    row |= dict.fromkeys([*COUNTS.values(), "depth"], 8.0)
    rows = [row | {"run": run, "algorithm": name} for run in range(2) for name in (DSTAR, FOCUSED)]
    config = Choices(runs=2, choices=(PUBLISHED,))
    assert EXPERIMENT.summarise(config, rows).table[0]["maze_ahead"] == "neither"
    rows[2] |= {"ended": False, "depth": 99.0}
    line = EXPERIMENT.summarise(config, rows).table[0]
    assert (line["maze_runs"], line["maze_ratio"]) == (1, 1.0)  # of the other run
    rows[1]["ended"] = False
    line = EXPERIMENT.summarise(config, rows).table[0]
    assert (line["maze_runs"], line["maze_ahead"], line["maze_ratio"]) == (0, "no end", None)


def test_time_has_an_ordering_of_its_own():
    def ahead(seconds):
        row = {"choice": PUBLISHED, "ground": study.MAZE, "ended": True, "wrong": 0}
        row |= dict.fromkeys([*COUNTS.values(), "depth"], 8.0)
        rows = [
            row | {"run": run, "algorithm": name, "seconds": seconds[name] + run}
            for run in range(8)
            for name in (DSTAR, FOCUSED)
        ]
        config = Choices(runs=8, choices=(PUBLISHED,))
        line = EXPERIMENT.summarise(config, rows).table[0]
        assert line["maze_ahead"] == "neither"  # by depth
        return line["maze_ahead_by_seconds"]

    assert ahead({DSTAR: 1.0, FOCUSED: 2.0}) == DSTAR
    assert ahead({DSTAR: 2.0, FOCUSED: 1.0}) == FOCUSED
    assert ahead({DSTAR: 1.0, FOCUSED: 1.0}) == "neither"


@pytest.mark.parametrize("choice", [name for name in CHOICES if Setup(**CHOICES[name]).exact])
def test_paths_are_the_cheapest_after_every_change(choice):
    if "layout" in CHOICES[choice] and choice != "maze: no loops":
        return
    for seed in range(2):
        for focused in (False, True):
            row = small(choice, seed, focused=focused)
            assert row["wrong"] == 0
            assert row["ended"] or choice.startswith("stop: when open")


def test_a_change_that_opens_one_end_of_its_arcs_is_seen_to_be_wrong(monkeypatch):
    monkeypatch.setattr(Setup, "exact", True)
    monkeypatch.setattr(study, "_LONGEST_WALK", 300)
    rows = [small("changes: the cell alone", seed, focused=False) for seed in range(4)]
    assert sum(row["wrong"] for row in rows) > 0


def test_keys_are_corrected_only_for_an_agent_that_moves_between_plans():
    still = Layout(11, 17, 0, 0.0)  # no pits, so no changes
    for plan, corrected in (("tile", True), ("change", False)):
        setup = Setup(layout=still, plan=plan)
        assert walked(setup, focused=False, seed=1)["corrections"] == 0
        assert (walked(setup, focused=True, seed=1)["corrections"] > 0) is corrected
    counted = walked(Setup(layout=still), focused=True, seed=1)
    assert counted["total"] == counted["inserts"] + counted["removes"] + 2 * counted["corrections"]


def test_corrected_keys_put_d_star_ahead_in_a_maze_without_loops():
    """Focus can save little there; without the corrections it still saves."""
    few_loops = Setup(layout=Layout(19, 29, 0, 0.25))
    many_loops = Setup(layout=Layout(19, 29, 60, 0.25))
    for seed in range(3):
        plain, focused = (walked(few_loops, focused=each, seed=seed) for each in (False, True))
        assert plain["depth"] < focused["depth"]
        assert plain["depth_plain"] * 1.05 > focused["depth_plain"]
        plain, focused = (walked(many_loops, focused=each, seed=seed) for each in (False, True))
        assert plain["depth"] > focused["depth"]


def test_names_of_no_choice_are_refused():
    with pytest.raises(InvalidValue, match="there is no choice 'wings'"):
        Choices(choices=(PUBLISHED, "wings"))
    with pytest.raises(InvalidValue, match="it must have 'published'"):
        Choices(choices=("focus: none",))
