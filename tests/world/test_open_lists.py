"""The open lists on their own: whatever is done to them, the smallest comes first."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion import _core
from support.effort import scaled

ROOT = Path(__file__).parents[2]


@pytest.mark.req("S001-30")
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=80))
def test_a_heap_sorts_by_cost_then_tie_then_order(keys):
    heap = _core.BinaryHeap(len(keys))
    for node, (cost, tie) in enumerate(keys):
        heap.push(node, cost, tie, node)
    assert len(heap) == len(keys)
    got = [heap.pop() for _ in keys]
    assert got == sorted(range(len(keys)), key=lambda node: (*keys[node], node))


@pytest.mark.req("S001-30")
@pytest.mark.parametrize("seed", range(scaled(20)))
def test_a_heap_with_changing_keys_and_removals_always_pops_the_smallest(seed):
    random = Random(seed)
    heap, model = _core.BinaryHeap(200), {}
    for order in range(2000):
        deed = random.choice(["push", "push", "change", "change", "pop", "remove"])
        if deed == "push":
            node = random.randrange(200)
            if node not in model:
                model[node] = (random.randrange(50), random.randrange(3), order)
                heap.push(node, *model[node])
        elif model and deed == "change":
            node = random.choice(list(model))
            cost = model[node][0] + random.choice([-5, -1, -1, 0, 4])
            model[node] = (cost, random.randrange(3), order)
            heap.update(node, *model[node])
        elif model and deed == "remove":
            node = random.choice(list(model))
            heap.remove(node)
            del model[node]
        elif model and deed == "pop":
            node = heap.pop()
            assert model[node] == min(model.values())
            del model[node]
        assert len(heap) == len(model)


def test_a_heap_refuses_what_is_not_on_it():
    heap = _core.BinaryHeap(3)
    with pytest.raises(IndexError, match="empty heap"):
        heap.pop()
    heap.push(1, 2.0)
    for refused in (
        lambda: heap.push(1, 1.0),
        lambda: heap.update(0, 1.0),
        lambda: heap.remove(2),
        lambda: heap.push(3, 1.0),
    ):
        with pytest.raises(ValueError, match=r"node \d"):
            refused()


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_a_bucket_queue_pops_the_smallest_key_and_the_last_in_of_equals(seed):
    random = Random(seed)
    queue = _core.BucketQueue()
    for _ in range(3):  # used again after it was cleared
        floor, waiting, order = random.randrange(10**6), [], 0
        for _ in range(3000):
            if random.random() < 0.55:
                key = floor + random.choice([0, 0, 1, 985, 2378, 6726, random.randrange(6727)])
                queue.push(order % 1000, key)
                waiting.append((key, -order))
                order += 1
            elif waiting:
                best = min(waiting)
                waiting.remove(best)
                floor = best[0]
                assert queue.pop() == -best[1] % 1000
            assert bool(queue) == bool(waiting)
        queue.clear()
        assert not queue
    with pytest.raises(IndexError, match="empty queue"):
        queue.pop()


@pytest.mark.req("S001-30")
def test_no_heap_comes_from_a_library():
    borrowed = ("heapq", "priority_queue", "push_heap", "make_heap", "sort_heap")
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "cpp").rglob("*.?pp")]
    assert len(sources) > 20
    # The search over a user's states calls Python for each of them, which takes most of its time,
    # and must order costs of any type. Python's own heap does that; one of ours would do it slower.
    decide = ROOT / "src" / "asterion" / "decide"
    for source in sources:
        if source.parent == decide:
            continue
        text = source.read_text()
        assert not [word for word in borrowed if word in text], source
