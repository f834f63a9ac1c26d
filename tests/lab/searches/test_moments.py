"""States of a search at some moments: few of them, and each as the search was then."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asterion as at
from asterion.lab import limits
from asterion.lab.searches.moments import Moments
from asterion.lab.searches.traced_search import run_within_limits
from asterion.lab.work import drained
from support.effort import scaled
from support.moments import state_at

ENDS = (0, 0), (38, 38)


def recorded(algorithm, *, known=None):
    grid = at.maps.maze(39, seed=3, opened=100)

    def make(**trace):
        return at.Search(grid, *ENDS, algorithm=algorithm, **trace)

    return drained(run_within_limits(make, trace=True, known=known)), make


@pytest.mark.parametrize("algorithm", ["dijkstra", "astar", "bfs", "dfs", "greedy", "jps", "ida"])
def test_at_each_moment_the_state_is_that_of_the_search_then(monkeypatch, algorithm):
    monkeypatch.setattr(limits, "SEARCH_EVENTS", 50)
    monkeypatch.setattr(limits, "SEARCH_MOMENTS", 8)
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.3)
    (search, traced, moments), make = recorded(algorithm)
    shape = search.world.shape
    assert not traced
    assert moments.expanded[-1] == search.stats.expanded
    assert 2 < len(moments) <= 8 + 2  # with the beginning and the end
    assert [*moments.expanded[:-1]] == [i * moments.interval for i in range(len(moments) - 1)]
    for expanded in moments.expanded[:-1]:
        again = make()
        again.run(expansions=expanded)
        assert (state_at(moments, expanded, shape) == np.minimum(again.state, 2)).all()
        assert (state_at(moments, expanded + 1, shape) == state_at(moments, expanded, shape)).all()
    if search.status == "found":
        assert (state_at(moments, moments.expanded[-1], shape) == np.minimum(search.state, 2)).all()


def test_a_search_whose_counts_are_too_many_for_a_trace_is_recorded_at_moments_at_once(monkeypatch):
    monkeypatch.setattr(limits, "SEARCH_EVENTS", 100)
    known = recorded("dijkstra")[0].search.stats
    made = []

    def make(*, trace):
        made.append(trace)
        return at.Search(at.maps.maze(39, seed=3, opened=100), *ENDS, algorithm="dijkstra")

    moments = drained(run_within_limits(make, trace=True, known=known)).moments
    assert made == [False]
    assert limits.SEARCH_MOMENTS / 2 <= len(moments) <= limits.SEARCH_MOMENTS + 2


@given(st.data(), st.sampled_from([2, 4, 16]))
@settings(max_examples=scaled(60))
def test_however_many_states_are_added_few_are_kept_and_changes_stay_small(data, most):
    states = data.draw(
        st.lists(st.lists(st.integers(0, 2), min_size=6, max_size=6), min_size=1, max_size=60)
    )
    last = data.draw(st.integers(0, 3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "SEARCH_MOMENTS", most)
        moments, at_each = Moments(expected=1), {}
        for expanded, state in enumerate(states):
            if expanded == moments.due:
                at_each[expanded] = np.array([state], np.uint8)
                moments.add(expanded, at_each[expanded])
        end = len(states) - 1 + last
        at_each[end] = np.array([states[-1 if last == 0 else 0]], np.uint8)
        moments.add(end, at_each[end])
        assert len(moments) <= most + 2
        for expanded in moments.expanded:
            assert (state_at(moments, expanded, (1, 6)) == at_each[expanded]).all()
        message = moments.message()
        assert message["ends"][-1] == len(message["cells"]) <= 6 * len(moments)
