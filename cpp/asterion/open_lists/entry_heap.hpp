// A heap of entries ordered by <: it only pushes and pops, O(log n) each. The order of equal
// entries is up to the heap, but always the same.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace asterion {

template <class Entry>
class EntryHeap {
 public:
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const Entry& top() const { return entries_.front(); }
  const std::vector<Entry>& entries() const { return entries_; }

  void push(const Entry& entry) {
    entries_.push_back(entry);
    rise(entries_.data(), entries_.size() - 1, entry);
  }

  // Walks the hole at the top down to the bottom, where the last entry usually belongs.
  void pop() {
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) rise(entries_.data(), hole_at_bottom(0), last);
  }

  // For many entries at once: add() all, then put them in order, in O(n).
  void add(const Entry& entry) { entries_.push_back(entry); }
  void put_in_order() {
    for (std::size_t top = entries_.size() / 2; top-- > 0;) {
      const Entry entry = entries_[top];
      rise(entries_.data(), hole_at_bottom(top), entry, top);
    }
  }

 private:
  // Moves a hole to the bottom, each time filling it with the smaller child; returns its place.
  std::size_t hole_at_bottom(std::size_t place) {
    Entry* const entries = entries_.data();
    const std::size_t size = entries_.size();
    for (std::size_t below = 2 * place + 1; below < size; below = 2 * place + 1) {
      if (below + 1 < size) below += entries[below + 1] < entries[below];
      entries[place] = entries[below];
      place = below;
    }
    return place;
  }

  static void rise(Entry* entries, std::size_t place, const Entry& entry, std::size_t top = 0) {
    for (; place > top; place = (place - 1) / 2) {
      const Entry& above = entries[(place - 1) / 2];
      if (!(entry < above)) break;
      entries[place] = above;
    }
    entries[place] = entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace asterion
