// A priority queue for keys of any size that never fall (except for rounding): buckets of a fixed
// width in a ring, and a small heap of the entries in the lowest of them.
//
// Exact order, by key, then last in, first out, or optionally first in, first out. A push to a
// later bucket is O(1); a node is on the heap only while its bucket is the lowest, and that heap is
// small enough to stay in the cache. As in the bucket queue, a node whose key falls is pushed
// again, and its old entry dropped when it comes up.
//
// Source: the two-level buckets of B. V. Cherkassky, A. V. Goldberg and T. Radzik, Shortest paths
// algorithms: theory and experimental evaluation, 1996, with a heap for the lower level.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/open_lists/bucket_ring.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

enum class Arrivals : std::uint8_t { last_first, first_first };

template <Arrivals kArrivals>
class BucketHeapBy {
  // 16 bytes, for the many that wait in buckets.
  struct Entry {
    double key;
    std::int32_t order;
    NodeId node;

    friend bool operator<(const Entry& a, const Entry& b) {
      return a.key != b.key ? a.key < b.key : a.order < b.order;
    }
  };

 public:
  using Cost = double;

  // Empties the queue. Keys that exceed the smallest in use by more than `spread` should be few.
  void start(double spread) {
    ring_.clear();
    lowest_.clear();
    arrivals_ = 0;
    const double per_width = spread > 0 ? static_cast<double>(kBuckets / 2) / spread : 1;
    per_width_ = std::min(per_width, std::numeric_limits<double>::max());  // for costs near 0
  }

  bool empty() const { return lowest_.empty() && ring_.empty(); }

  void push(NodeId node, Cost key) {
    ++arrivals_;
    const Entry entry{key, kArrivals == Arrivals::last_first ? -arrivals_ : arrivals_, node};
    if (empty()) floor_ = bucket_of(key);
    put(entry);
  }

  NodeId top() {
    if (lowest_.empty()) raise_floor();
    return lowest_.top().node;
  }

  // The node that will probably come next; null if unknown.
  const NodeId* hint() const { return lowest_.empty() ? nullptr : &lowest_.top().node; }

  // Removes the entry that top() has just returned.
  void pop() { lowest_.pop(); }

  template <class Visit>
  void for_each(Visit&& visit) const {
    const auto visit_node = [&](const Entry& entry) { visit(entry.node); };
    lowest_.for_each(visit_node);
    ring_.for_each(visit_node);
  }

 private:
  static constexpr std::size_t kBuckets = BucketRing<Entry>::kBuckets;

  // Keys far beyond the spread, as in a field with large initial values, share the last bucket.
  std::uint64_t bucket_of(double key) const {
    constexpr double kLast = 1ll << 62;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::min(key * per_width_, kLast)));
  }

  // Keys beyond the ring wait in its last bucket.
  void put(const Entry& entry) {
    const std::uint64_t bucket = std::min(bucket_of(entry.key), floor_ + kBuckets - 1);
    if (bucket <= floor_) {
      lowest_.push(entry);
    } else {
      ring_.push(bucket % kBuckets, entry);
    }
  }

  // Makes a heap of the lowest bucket in use, except for keys that only wait there.
  void raise_floor() {
    while (lowest_.empty()) {
      floor_ += ring_.steps_to_occupied(floor_ % kBuckets);
      const std::size_t bucket = floor_ % kBuckets;
      while (!ring_.empty(bucket)) {
        const Entry entry = ring_.top(bucket);
        ring_.pop(bucket);
        put(entry);
      }
    }
  }

  BinaryHeap<NoPlaces, Entry> lowest_{NoPlaces{}};
  BucketRing<Entry> ring_;
  std::uint64_t floor_ = 0;  // the bucket whose entries are on the heap
  std::int32_t arrivals_ = 0;
  double per_width_ = 1;
};

using BucketHeap = BucketHeapBy<Arrivals::last_first>;

}  // namespace asterion
