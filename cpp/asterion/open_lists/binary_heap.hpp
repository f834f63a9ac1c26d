// A binary heap that knows the place of each node, so that a key can change in place.
//
// O(log n) per push, pop, change and removal, n nodes on the heap; 24 bytes per node on it, or the
// size of another kind of entry.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/open_lists/places.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// Compared part by part: the cost, then the tie rule's number, then the order of arrival.
struct HeapEntry {
  double cost;
  double tie;
  std::int32_t order;
  NodeId node;

  friend bool operator<(const HeapEntry& a, const HeapEntry& b) {
    if (a.cost != b.cost) return a.cost < b.cost;
    if (a.tie != b.tie) return a.tie < b.tie;
    return a.order < b.order;
  }
};

template <Places P, class Entry = HeapEntry>
class BinaryHeap {
 public:
  explicit BinaryHeap(P places) : places_(std::move(places)) {}

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const Entry& top() const { return entries_.front(); }

  void push(const Entry& entry) {
    entries_.push_back(entry);
    rise(entries_.size() - 1, entry);
  }

  // For a node on the heap whose key has changed.
  void update(const Entry& entry) { settle(places_.place(entry.node), entry); }

  void pop() { remove_at(0); }
  void remove(NodeId node) { remove_at(places_.place(node)); }
  void clear() { entries_.clear(); }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& entry : entries_) visit(entry);
  }

 private:
  void put(std::size_t place, const Entry& entry) {
    entries_[place] = entry;
    places_.place(entry.node) = static_cast<std::uint32_t>(place);
  }

  void rise(std::size_t place, const Entry entry) {
    while (place > 0) {
      const std::size_t above = (place - 1) / 2;
      if (!(entry < entries_[above])) break;
      put(place, entries_[above]);
      place = above;
    }
    put(place, entry);
  }

  void sink(std::size_t place, const Entry entry) {
    for (;;) {
      std::size_t below = 2 * place + 1;
      if (below >= entries_.size()) break;
      if (below + 1 < entries_.size() && entries_[below + 1] < entries_[below]) ++below;
      if (!(entries_[below] < entry)) break;
      put(place, entries_[below]);
      place = below;
    }
    put(place, entry);
  }

  void remove_at(std::size_t place) {
    const Entry last = entries_.back();
    entries_.pop_back();
    if (place < entries_.size()) settle(place, last);
  }

  // Puts an entry at a hole, or moves it up or down from there.
  void settle(std::size_t place, const Entry entry) {
    if (place > 0 && entry < entries_[(place - 1) / 2]) {
      rise(place, entry);
    } else {
      sink(place, entry);
    }
  }

  P places_;
  std::vector<Entry> entries_;
};

}  // namespace asterion
