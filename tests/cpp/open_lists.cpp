// Open lists: after any operations, the smallest key comes first, and ties are in the promised
// order. The oracle is a sorted set.
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <set>
#include <tuple>

#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/open_lists/bucket_heap.hpp"
#include "asterion/open_lists/bucket_queue.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/open_lists/keyed_heap.hpp"
#include "asterion/open_lists/packed_heap.hpp"
#include "asterion/open_lists/sorted_buckets.hpp"
#include "asterion/open_lists/sorted_list.hpp"
#include "random.hpp"

namespace asterion::tests {
namespace {

constexpr NodeId kNodes = 200;

struct Places {
  std::vector<std::uint32_t>* of;
  std::uint32_t& place(NodeId node) { return (*of)[node]; }
};

// A random node on the heap.
template <class Model>
NodeId any_of(const Model& model, Random& random) {
  auto it = model.begin();
  std::advance(it, random.below(static_cast<std::uint32_t>(model.size())));
  return it->first;
}

template <class Model>
auto smallest_of(const Model& model) {
  auto least = model.begin()->second;
  for (const auto& [node, key] : model) least = std::min(least, key);
  return least;
}

using Key = HeapKey<std::int64_t, 2>;
using Queue = KeyedHeap<Key, Places>;

// Random operations on a heap, against a model. `put(node, is_on_heap, order)` changes a node's
// key, or puts it on the heap, and returns the key as a tuple.
template <class Heap, class Put>
void use_heap(Heap& heap, Random& random, Put&& put) {
  std::map<NodeId, decltype(put(NodeId{}, false, 0))> model;
  for (std::int32_t order = 0; order < 2000; ++order) {
    const std::uint32_t choice = random.below(6);
    if (choice < 3) {
      const NodeId node = random.below(kNodes);
      const auto key = put(node, model.contains(node), order);
      model.insert_or_assign(node, key);
    } else if (!model.empty() && choice == 3) {
      const NodeId node = any_of(model, random);
      heap.remove(node);
      model.erase(node);
    } else if (!model.empty()) {
      const NodeId node = heap.top().node;
      REQUIRE(model.contains(node));
      REQUIRE(model[node] == smallest_of(model));
      heap.pop();
      model.erase(node);
    }
    REQUIRE(heap.size() == model.size());
  }
}

void use_keyed_heap(Ties ties, std::int64_t sign, std::uint32_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> places(kNodes);
  Queue heap(Places{&places}, {ties, 0});
  use_heap(heap, random, [&](NodeId node, bool, std::int64_t arrival) {
    const std::int64_t first = random.below(9), second = random.below(3);
    heap.push(Key{{first, second}}, node);
    return std::tuple(first, second, sign * arrival);
  });
  while (!heap.empty()) heap.pop();
  CHECK(places == std::vector<std::uint32_t>(kNodes));
}

std::vector<NodeId> popped(Queue& heap) {
  std::vector<NodeId> nodes;
  for (; !heap.empty(); heap.pop()) nodes.push_back(heap.top().node);
  return nodes;
}

// Pushes and pops with keys that never fall below the last one popped. `key(floor, random)` is a
// next key. Of equal keys the last in is the first out.
template <class Open, class Number, class NextKey>
void use_monotone(Open& open, Number floor, NextKey&& next_key, Random& random) {
  REQUIRE(open.empty());
  std::set<std::tuple<Number, int, NodeId>> waiting;
  for (int order = 0; order < 3000; ++order) {
    if (random.chance(0.55)) {
      const Number key = next_key(floor);
      const NodeId node = static_cast<NodeId>(order % 1000);
      open.push(node, key);
      waiting.emplace(key, -order, node);
    } else if (!waiting.empty()) {
      const auto best = waiting.begin();
      floor = std::get<0>(*best);
      REQUIRE(open.top() == std::get<2>(*best));
      open.pop();
      waiting.erase(best);
    }
    REQUIRE(open.empty() == waiting.empty());
    if (order % 500 == 0) {
      std::multiset<NodeId> seen, wanted;
      open.for_each([&](NodeId node) { seen.insert(node); });
      for (const auto& entry : waiting) wanted.insert(std::get<2>(entry));
      REQUIRE(seen == wanted);
    }
  }
}

// Shows nodes alone, as the other queues do.
struct NodesOfSortedBuckets : SortedBuckets {
  NodeId top() { return SortedBuckets::top().node; }
  template <class Visit>
  void for_each(Visit&& visit) const {
    SortedBuckets::for_each([&](const Entry& entry) { visit(entry.node); });
  }
};

struct Ranked {
  std::uint32_t rank;
  bool operator<(const Ranked& other) const { return rank < other.rank; }
};

TEST_CASE("entry heap: the first comes first, whether put in order at once or pushed") {
  Random random(11);
  for (int round = 0; round < 500; ++round) {
    EntryHeap<Ranked> heap;
    std::multiset<std::uint32_t> model;
    for (std::uint32_t left = random.below(40); left > 0; --left) {
      const std::uint32_t rank = random.below(20);
      heap.add({rank});
      model.insert(rank);
    }
    heap.put_in_order();
    for (std::uint32_t step = 0; step < 100; ++step) {
      REQUIRE(heap.size() == model.size());
      if (!model.empty()) REQUIRE(heap.top().rank == *model.begin());
      if (!model.empty() && random.chance(0.6)) {
        heap.pop();
        model.erase(model.begin());
      } else {
        const std::uint32_t rank = random.below(20);
        heap.push({rank});
        model.insert(rank);
      }
    }
  }
}

}  // namespace

TEST_CASE("a heap sorts by cost, then tie, then order" * doctest::description("S001-30")) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    BinaryHeap<NoPlaces> heap{NoPlaces{}};
    std::set<std::tuple<double, double, std::int32_t>> sorted;
    const std::int32_t count = random.between(0, 80);
    for (std::int32_t order = 0; order < count; ++order) {
      const double cost = random.below(6), tie = random.below(4);
      heap.push({cost, tie, order, static_cast<NodeId>(order)});
      sorted.emplace(cost, tie, order);
    }
    for (const auto& [cost, tie, order] : sorted) {
      REQUIRE(heap.top().node == static_cast<NodeId>(order));
      heap.pop();
    }
    REQUIRE(heap.empty());
  }
}

TEST_CASE("a heap with changing keys and removals always pops the smallest" *
          doctest::description("S001-30")) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<std::uint32_t> places(kNodes);
    BinaryHeap<Places> heap(Places{&places});
    use_heap(heap, random, [&](NodeId node, bool is_on_heap, std::int32_t order) {
      const double cost = random.below(50), tie = random.below(3);
      const HeapEntry entry{cost, tie, order, node};
      is_on_heap ? heap.update(entry) : heap.push(entry);
      return std::tuple(cost, tie, order);
    });
  }
}

TEST_CASE("the queue of replanners orders keys of two parts, then arrivals" *
          doctest::description("S000-26 S000-105")) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    use_keyed_heap(Ties::fifo, 1, seed);
    use_keyed_heap(Ties::lifo, -1, seed);
  }
}

TEST_CASE("random ties of the queue depend on the seed and on nothing else") {
  const auto shuffled = [](std::uint64_t seed) {
    std::vector<std::uint32_t> places(kNodes);
    Queue heap(Places{&places}, {Ties::random, seed});
    for (NodeId node = 0; node < kNodes; ++node) heap.push(Key{{0, 0}}, node);
    return popped(heap);
  };
  const std::vector<NodeId> first = shuffled(1);
  CHECK(first == shuffled(1));
  CHECK(first != shuffled(2));
  CHECK(std::set<NodeId>(first.begin(), first.end()).size() == kNodes);
}

TEST_CASE("a queue whose keys all change has the same nodes in the new order") {
  std::vector<std::uint32_t> places(kNodes);
  Queue heap(Places{&places}, {Ties::fifo, 0});
  for (NodeId node = 0; node < kNodes; ++node) heap.push(Key{{node, 0}}, node);
  heap.rekey([](NodeId node) { return Key{{-std::int64_t{node}, 0}}; });
  std::vector<NodeId> backward;
  for (NodeId node = kNodes; node > 0; --node) backward.push_back(node - 1);
  CHECK(popped(heap) == backward);
}

TEST_CASE("two numbers in one word compare as the pair does") {
  using Small = HeapKey<std::uint32_t, 2>;
  const std::uint32_t values[] = {0, 1, 7, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
  for (const std::uint32_t a : values)
    for (const std::uint32_t b : values)
      for (const std::uint32_t c : values)
        for (const std::uint32_t d : values) {
          CHECK((Small(a, b) < Small(c, d)) == (std::pair(a, b) < std::pair(c, d)));
          CHECK(less(Small(a, b), Small(c, d), true) == (std::pair(a, b) <= std::pair(c, d)));
          CHECK(Small(a, b).first() == a);
        }
}

TEST_CASE(
    "open lists pop the smallest key, and the last in of equals, however often they are used") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    BucketQueue bucket_queue;
    BucketHeap bucket_heap;
    NodesOfSortedBuckets sorted_buckets;
    SortedList sorted_list;
    PackedHeap packed_heap;
    for (std::size_t round = 0; round < 3; ++round) {
      const auto near = [&](std::uint64_t floor) {
        constexpr std::uint64_t kRises[] = {0, 0, 1, 985, 2378, 6726};
        return floor + (random.chance(0.8) ? kRises[random.below(6)] : random.below(6727));
      };
      bucket_queue.start(0);
      use_monotone(bucket_queue, std::uint64_t{random.below(1'000'000)}, near, random);

      const double spread = std::array{3.0, 1e-6, 1e9}[round];
      const auto within_spread = [&](double floor) {
        return floor + (random.chance(0.3) ? 0.0 : spread * random.below(1000) / 1000);
      };
      bucket_heap.start(spread);
      use_monotone(bucket_heap, spread * random.below(100), within_spread, random);

      const std::uint64_t most = std::array{200ull, 1ull << 20, 1ull << 40}[round];
      const std::uint64_t least = most / SortedBuckets::kSpread + 1;
      const auto between = [&](std::uint64_t floor) {
        return floor + least + (most - least) / 1000 * random.below(1000);
      };
      sorted_buckets.start(most);
      use_monotone(sorted_buckets, std::uint64_t{random.below(5000)}, between, random);

      sorted_list.start(0);  // here and on a packed heap keys may fall
      use_monotone(sorted_list, 0.0, [&](double) { return random.below(20) / 4.0; }, random);
      packed_heap.clear();
      const auto any = [&](std::uint64_t) {
        return random.chance(0.5) ? random.below(20) : std::uint64_t{random.below(1u << 31)} << 12;
      };
      use_monotone(packed_heap, std::uint64_t{0}, any, random);
    }
  }
}

TEST_CASE("a bucket queue takes a key below all others while it is not empty") {
  BucketQueue queue;
  queue.push(1, 100);
  queue.push(2, 90);
  queue.push(3, 90);
  for (const NodeId node : {3u, 2u, 1u}) {
    CHECK(queue.top() == node);
    queue.pop();
  }
  CHECK(queue.empty());
}

}  // namespace asterion::tests
