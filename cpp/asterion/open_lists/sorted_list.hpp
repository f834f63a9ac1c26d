// A sorted list: the open list of textbooks, to compare the others with. No search chooses it by
// itself.
//
// O(1) per pop. A push finds its place in O(log n), n nodes on the list, and then moves all entries
// that come before it, O(n). By key, then last in, first out. As in the bucket queue, a node whose
// key falls is pushed again, and its old entry dropped when it comes up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class SortedList {
 public:
  using Cost = double;

  void start(double) {
    entries_.clear();
    arrivals_ = 0;
  }

  bool empty() const { return entries_.empty(); }

  void push(NodeId node, Cost key) {
    const HeapEntry entry{key, 0, -++arrivals_, node};
    const auto later = [](const HeapEntry& a, const HeapEntry& b) { return b < a; };
    entries_.insert(std::upper_bound(entries_.begin(), entries_.end(), entry, later), entry);
  }

  NodeId top() const { return entries_.back().node; }
  void pop() { entries_.pop_back(); }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const HeapEntry& entry : entries_) visit(entry.node);
  }

 private:
  std::vector<HeapEntry> entries_;  // the smallest is the last, where it is removed
  std::int32_t arrivals_ = 0;
};

}  // namespace asterion
