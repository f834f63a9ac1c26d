// A priority queue for whole-number keys, where each new key exceeds the smallest by at least a
// small fraction of the largest difference: narrow buckets in a ring, the lowest of which is sorted
// when it is reached. Nothing more is pushed into that one.
//
// Exact order, by key; among equal ones the last in is the first out. O(1) per push and pop as long
// as few keys share a bucket.
//
// Source: the two-level buckets of B. V. Cherkassky, A. V. Goldberg and T. Radzik, Shortest paths
// algorithms: theory and experimental evaluation, 1996.
#pragma once

#include <cstdint>
#include <vector>

#include "asterion/open_lists/bucket_ring.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class SortedBuckets {
 public:
  using Key = std::uint64_t;
  struct Entry {
    Key key;
    NodeId node;
  };

  // The least number of buckets that the keys in use are spread over: a push must exceed the
  // smallest key by more than `most` divided by this.
  static constexpr std::uint64_t kSpread = BucketRing<Entry>::kBuckets / 2 - 1;

  // Empties the queue. No push will exceed the smallest key by more than `most`.
  void start(Key most) {
    ring_.clear();
    sorted_.clear();
    at_ = 0;
    now_ = 0;
    shift_ = 0;
    while (most >> shift_ > 2 * kSpread) ++shift_;
  }

  std::size_t size() const { return ring_.size() + sorted_.size() - at_; }
  bool empty() const { return at_ == sorted_.size() && ring_.empty(); }

  void push(NodeId node, Key key) { ring_.push(bucket_of(key), {key, node}); }

  const Entry& top() {
    if (at_ == sorted_.size()) sort_next();
    return sorted_[at_];
  }
  // Removes the entry that top() has just returned.
  void pop() { ++at_; }

  // The node after the one that top() has just returned; null if there is none.
  const NodeId* next() const {
    if (at_ + 1 < sorted_.size()) return &sorted_[at_ + 1].node;
    if (ring_.empty()) return nullptr;
    return &ring_.top((now_ + ring_.steps_to_occupied(now_)) % kBuckets).node;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = at_; i < sorted_.size(); ++i) visit(sorted_[i]);
    ring_.for_each(visit);
  }

 private:
  static constexpr std::size_t kBuckets = BucketRing<Entry>::kBuckets;

  std::size_t bucket_of(Key key) const { return (key >> shift_) % kBuckets; }

  // By insertion, as most buckets hold one or two.
  void sort_next() {
    sorted_.clear();
    at_ = 0;
    now_ = (now_ + ring_.steps_to_occupied(now_)) % kBuckets;
    while (!ring_.empty(now_)) {
      const Entry entry = ring_.top(now_);
      ring_.pop(now_);
      std::size_t place = sorted_.size();
      sorted_.push_back(entry);
      for (; place > 0 && sorted_[place - 1].key > entry.key; --place)
        sorted_[place] = sorted_[place - 1];
      sorted_[place] = entry;
    }
  }

  BucketRing<Entry> ring_;
  std::vector<Entry> sorted_;  // the lowest bucket
  std::size_t at_ = 0;         // how many of them were removed
  std::size_t now_ = 0;        // the bucket sorted last
  int shift_ = 0;              // turns keys into buckets
};

}  // namespace asterion
