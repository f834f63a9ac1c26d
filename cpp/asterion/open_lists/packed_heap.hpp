// A heap of whole-number keys below 2^44 that only pushes and pops: O(log n) each, 16 bytes per
// entry. Among equal keys the last in is the first out, as long as at most a million wait.
#pragma once

#include <cstdint>

#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class PackedHeap {
 public:
  struct Entry {
    std::uint64_t key;  // 44 bits of the caller's key, 20 of arrivals, counted down
    NodeId node;

    bool operator<(const Entry& other) const { return key < other.key; }
  };

  void clear() {
    heap_.clear();
    arrivals_ = kMostArrivals;
  }
  bool empty() const { return heap_.empty(); }
  NodeId top() const { return heap_.top().node; }

  void push(NodeId node, std::uint64_t key) {
    heap_.push({key << kArrivalBits | arrivals_, node});
    if (arrivals_ != 0) --arrivals_;
  }
  void pop() { heap_.pop(); }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& entry : heap_.entries()) visit(entry.node);
  }

 private:
  static constexpr int kArrivalBits = 20;
  static constexpr std::uint64_t kMostArrivals = (std::uint64_t{1} << kArrivalBits) - 1;

  EntryHeap<Entry> heap_;
  std::uint64_t arrivals_ = kMostArrivals;
};

}  // namespace asterion
