// A priority queue for keys of any size that never fall (but for rounding): buckets of a fixed
// width in a ring, and a small heap of what is in the lowest of them.
//
// Exact order, by key, then last in, first out. A push to a later bucket is O(1); a node is on a
// heap only while its bucket is the lowest, and that heap is small enough to stay in the cache. As
// in the bucket queue, a node whose key falls is pushed again and its old entry dropped when it
// comes up.
//
// Source: the two-level buckets of B. V. Cherkassky, A. V. Goldberg and T. Radzik, Shortest paths
// algorithms: theory and experimental evaluation, 1996, with a heap for the lower level.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "asterion/open/binary_heap.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class BucketHeap {
 public:
  BucketHeap() : heads_(kBuckets, kNone), occupied_(kBuckets / 64) {}

  // Empties the queue. No key will exceed the smallest in use by more than `spread`.
  void start(double spread) {
    for (std::size_t word = 0; word < occupied_.size(); ++word)
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1)
        heads_[word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[word]))] = kNone;
    lowest_.clear();
    entries_.clear();
    unused_ = kNone;
    filed_ = 0;
    arrivals_ = 0;
    per_width_ = spread > 0 ? static_cast<double>(kBuckets / 2) / spread : 1;
  }

  bool empty() const { return lowest_.empty() && filed_ == 0; }

  void push(NodeId node, double key) {
    const std::int32_t order = -++arrivals_;
    const auto bucket = static_cast<std::uint64_t>(key * per_width_);
    if (empty()) floor_ = bucket;
    if (bucket <= floor_) {
      lowest_.push({key, 0, order, node});
    } else {
      file(bucket % kBuckets, {key, node, order, kNone});
    }
  }

  NodeId top() {
    if (lowest_.empty()) raise_floor();
    return lowest_.top().node;
  }

  // Takes off what top() has just shown.
  void pop() { lowest_.pop(); }

  template <class Visit>
  void for_each(Visit&& visit) const {
    lowest_.for_each(visit);
    for (const std::uint32_t head : heads_)
      for (std::uint32_t at = head; at != kNone; at = entries_[at].next) visit(entries_[at].node);
  }

 private:
  struct Entry {
    double key;
    NodeId node;
    std::int32_t order;
    std::uint32_t next;
  };
  static constexpr std::size_t kBuckets = 8192;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void file(std::size_t bucket, Entry entry) {
    entry.next = heads_[bucket];
    std::uint32_t at = unused_;
    if (at == kNone) {
      at = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back(entry);
    } else {
      unused_ = entries_[at].next;
      entries_[at] = entry;
    }
    heads_[bucket] = at;
    occupied_[bucket / 64] |= std::uint64_t{1} << bucket % 64;
    ++filed_;
  }

  // Makes a heap of the lowest bucket that holds anything.
  void raise_floor() {
    const std::size_t from = floor_ % kBuckets;
    std::size_t word = from / 64;
    std::uint64_t bits = occupied_[word] >> from % 64 << from % 64;
    while (bits == 0) bits = occupied_[word = (word + 1) % occupied_.size()];
    const std::size_t bucket = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    floor_ += (bucket + kBuckets - from) % kBuckets;
    for (std::uint32_t at = heads_[bucket]; at != kNone;) {
      const Entry entry = entries_[at];
      lowest_.push({entry.key, 0, entry.order, entry.node});
      entries_[at].next = unused_;
      unused_ = at;
      at = entry.next;
      --filed_;
    }
    heads_[bucket] = kNone;
    occupied_[bucket / 64] &= ~(std::uint64_t{1} << bucket % 64);
  }

  struct NoPlaces {
    std::uint32_t ignored = 0;
    std::uint32_t& place(NodeId) { return ignored; }
  };

  BinaryHeap<NoPlaces> lowest_{NoPlaces{}};
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint64_t> occupied_;
  std::vector<Entry> entries_;
  std::uint32_t unused_ = kNone;  // a list of entries to use again
  std::size_t filed_ = 0;
  std::uint64_t floor_ = 0;  // the bucket whose entries are on the heap
  std::int32_t arrivals_ = 0;
  double per_width_ = 1;
};

}  // namespace asterion
