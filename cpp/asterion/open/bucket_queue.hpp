// A bucket queue for whole-number keys that never fall: O(1) a push and a pop.
//
// With a consistent heuristic a move raises f by at most twice its cost, so a ring of buckets holds
// all keys in use; a bitmap skips the empty ones. Among equal keys the last in is the first out,
// which drives a search towards its goal. A node whose key falls is pushed again: the old entry
// stays behind and is dropped when the node, closed by then, comes up.
//
// Source: R. B. Dial, Algorithm 360: shortest-path forest with topological ordering, 1969.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

class BucketQueue {
 public:
  using Cost = std::uint64_t;
  static constexpr std::size_t kBuckets = 8192;  // a power of two above twice the dearest move

  BucketQueue() { heads_.fill(kNone); }

  bool empty() const { return !has_latest_ && entries_in_use_ == 0; }

  void push(NodeId node, Cost key) {
    if (empty() || key < floor_) {
      if (has_latest_) file(latest_, floor_);
      has_latest_ = false;
      floor_ = key;
    }
    if (key != floor_) return file(node, key);
    // The last in is the first out: it need not go through memory.
    if (has_latest_) file(latest_, floor_);
    latest_ = node;
    has_latest_ = true;
  }

  NodeId top() {
    if (has_latest_) return latest_;
    find_floor();
    return entries_[heads_[floor_ % kBuckets]].node;
  }

  // Takes off what top() has just shown.
  void pop() {
    if (has_latest_) {
      has_latest_ = false;
      return;
    }
    const std::size_t bucket = floor_ % kBuckets;
    const std::uint32_t entry = heads_[bucket];
    heads_[bucket] = entries_[entry].next;
    if (heads_[bucket] == kNone) occupied_[bucket / 64] &= ~(std::uint64_t{1} << bucket % 64);
    entries_[entry].next = unused_;
    unused_ = entry;
    --entries_in_use_;
  }

  void clear() {
    for (std::size_t word = 0; word < occupied_.size(); ++word)
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1)
        heads_[word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[word]))] = kNone;
    entries_.clear();
    unused_ = kNone;
    entries_in_use_ = 0;
    has_latest_ = false;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    if (has_latest_) visit(latest_);
    for (const std::uint32_t head : heads_)
      for (std::uint32_t entry = head; entry != kNone; entry = entries_[entry].next)
        visit(entries_[entry].node);
  }

 private:
  struct Entry {
    NodeId node;
    std::uint32_t next;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void file(NodeId node, Cost key) {
    const std::size_t bucket = key % kBuckets;
    std::uint32_t entry = unused_;
    if (entry == kNone) {
      entry = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({});
    } else {
      unused_ = entries_[entry].next;
    }
    entries_[entry] = {node, heads_[bucket]};
    heads_[bucket] = entry;
    occupied_[bucket / 64] |= std::uint64_t{1} << bucket % 64;
    ++entries_in_use_;
  }

  // Moves the floor to the smallest key in use.
  void find_floor() {
    const std::size_t bucket = floor_ % kBuckets;
    std::size_t word = bucket / 64;
    std::uint64_t bits = occupied_[word] >> bucket % 64;
    if (bits != 0) {
      floor_ += static_cast<Cost>(std::countr_zero(bits));
      return;
    }
    floor_ += 64 - bucket % 64;
    for (;;) {
      word = (word + 1) % occupied_.size();
      if (occupied_[word] != 0) break;
      floor_ += 64;
    }
    floor_ += static_cast<Cost>(std::countr_zero(occupied_[word]));
  }

  std::array<std::uint32_t, kBuckets> heads_;
  std::array<std::uint64_t, kBuckets / 64> occupied_{};
  std::vector<Entry> entries_;
  std::uint32_t unused_ = kNone;  // a list of entries to use again
  std::size_t entries_in_use_ = 0;
  Cost floor_ = 0;     // no key in use is smaller
  NodeId latest_ = 0;  // the last node pushed with the key `floor_`
  bool has_latest_ = false;
};

}  // namespace asterion
