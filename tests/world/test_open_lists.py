"""The heap in Python; tests/cpp/open_lists.cpp tests all open lists."""

from pathlib import Path

import pytest

from asterion import _core

ROOT = Path(__file__).parents[2]


def test_a_heap_refuses_what_is_not_on_it():
    heap = _core.BinaryHeap(3)
    with pytest.raises(IndexError, match="empty heap"):
        heap.pop()
    heap.push(1, 2.0)
    for refused in (
        lambda: heap.push(1, 1.0),
        lambda: heap.update(0, 1.0),
        lambda: heap.push(3, 1.0),
    ):
        with pytest.raises(ValueError, match=r"node \d"):
            refused()


@pytest.mark.req("S001-30")
def test_no_heap_comes_from_a_library():
    borrowed = ("heapq", "priority_queue", "push_heap", "make_heap", "sort_heap")
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "cpp").rglob("*.?pp")]
    assert len(sources) > 20
    # The search over a user's states calls Python for each of them, which takes most of its time,
    # and must order costs of any type. Python's own heap does that; one of ours would do it slower.
    # PHA* walks for each expansion, and keeps few nodes.
    package = ROOT / "src" / "asterion"
    for source in sources:
        if source.parent == package / "decide" or source == package / "navigate/physical_astar.py":
            continue
        text = source.read_text()
        assert not [word for word in borrowed if word in text], source
