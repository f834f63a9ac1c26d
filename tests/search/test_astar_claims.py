"""The counts in docs/proofs.md on the lecture's claims about A*, computed again."""

from pathlib import Path

import pytest

from astar_claims import BOUNDED, PROBLEMS, SHORTENED, bounded_row, shortened_rows

PAGE = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text().splitlines()


def test_the_page_has_all_worlds():
    for name in {*BOUNDED, *SHORTENED}:
        assert [line for line in PAGE if line.startswith(f"| {name} |")], name


@pytest.mark.parametrize("name", ["roads, 500 nodes", "open, 128 x 128, 4 moves"])
def test_a_search_looks_at_l_times_m_connections(name):
    assert bounded_row(name, PROBLEMS) in PAGE


@pytest.mark.parametrize("name", ["roads, 2,000 nodes", "rooms, 129 x 129, 8 moves"])
def test_overestimates_shorten_paths_or_not(name):
    for row in shortened_rows(name, PROBLEMS):
        assert row in PAGE
