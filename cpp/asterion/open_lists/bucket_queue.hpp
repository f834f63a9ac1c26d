// A bucket queue for whole-number keys that never fall: O(1) per push and pop.
//
// With a consistent heuristic a move raises f by at most twice its cost, so a ring of buckets holds
// all keys in use. Among equal keys the last in is the first out, which drives a search towards its
// goal. A node whose key falls is pushed again: the old entry stays behind and is dropped when the
// node, closed by then, comes up.
//
// Source: R. B. Dial, Algorithm 360: shortest-path forest with topological ordering, 1969.
#pragma once

#include <cstdint>

#include "asterion/open_lists/bucket_ring.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class BucketQueue {
 public:
  using Cost = std::uint64_t;

  // Empties the queue. No key will exceed the smallest in use by more than `spread`.
  void start([[maybe_unused]] double spread) {
    ring_.clear();  // wide enough for twice the most expensive move of a uniform grid
    has_latest_ = false;
  }

  bool empty() const { return !has_latest_ && ring_.empty(); }

  void push(NodeId node, Cost key) {
    if (empty() || key < floor_) {
      if (has_latest_) ring_.push(floor_ % kBuckets, latest_);
      has_latest_ = false;
      floor_ = key;
    }
    if (key != floor_) return ring_.push(key % kBuckets, node);
    // The last in is the first out: it need not go through memory.
    if (has_latest_) ring_.push(floor_ % kBuckets, latest_);
    latest_ = node;
    has_latest_ = true;
  }

  NodeId top() {
    if (has_latest_) return latest_;
    floor_ += ring_.steps_to_occupied(floor_ % kBuckets);
    return ring_.top(floor_ % kBuckets);
  }

  // Removes the entry that top() has just returned.
  void pop() {
    if (!has_latest_) return ring_.pop(floor_ % kBuckets);
    has_latest_ = false;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    if (has_latest_) visit(latest_);
    ring_.for_each(visit);
  }

 private:
  static constexpr std::size_t kBuckets = BucketRing<NodeId>::kBuckets;

  BucketRing<NodeId> ring_;
  Cost floor_ = 0;     // no key in use is smaller
  NodeId latest_ = 0;  // the last node pushed with the key `floor_`
  bool has_latest_ = false;
};

}  // namespace asterion
