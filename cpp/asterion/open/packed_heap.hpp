// A heap of whole-number keys below 2^44 that only pushes and pops: O(log n) each, 16 bytes an
// entry. Among equal keys the last in is the first out, as long as no more than a million wait.
#pragma once

#include <cstdint>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

class PackedHeap {
 public:
  struct Entry {
    std::uint64_t key;  // 44 bits of the caller's key, 20 of arrivals, counted down
    NodeId node;
  };

  void clear() {
    entries_.clear();
    arrivals_ = kMostArrivals;
  }
  bool empty() const { return entries_.empty(); }
  NodeId top() const { return entries_.front().node; }

  void push(NodeId node, std::uint64_t key) {
    const Entry entry{key << kArrivalBits | arrivals_, node};
    if (arrivals_ != 0) --arrivals_;
    std::size_t place = entries_.size();
    entries_.push_back(entry);
    for (; place > 0; place = (place - 1) / 2) {
      const Entry& above = entries_[(place - 1) / 2];
      if (above.key <= entry.key) break;
      entries_[place] = above;
    }
    entries_[place] = entry;
  }

  // Walks the hole at the top down to the bottom, where the last entry most often belongs.
  void pop() {
    const Entry last = entries_.back();
    entries_.pop_back();
    const std::size_t size = entries_.size();
    if (size == 0) return;
    Entry* const entries = entries_.data();
    std::size_t place = 0;
    for (std::size_t below = 1; below < size; below = 2 * place + 1) {
      if (below + 1 < size) below += entries[below + 1].key < entries[below].key;
      entries[place] = entries[below];
      place = below;
    }
    for (; place > 0; place = (place - 1) / 2) {
      const Entry& above = entries[(place - 1) / 2];
      if (above.key <= last.key) break;
      entries[place] = above;
    }
    entries[place] = last;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& entry : entries_) visit(entry.node);
  }

 private:
  static constexpr int kArrivalBits = 20;
  static constexpr std::uint64_t kMostArrivals = (std::uint64_t{1} << kArrivalBits) - 1;

  std::vector<Entry> entries_;
  std::uint64_t arrivals_ = kMostArrivals;
};

}  // namespace asterion
