// A heap of nodes by keys of several whole numbers, for queues that outlive a search: a key can
// change in place, and a node can be taken out from the middle.
//
// O(log n) a push, pop, change and removal, n nodes on the heap. Keys are compared part by part,
// and last by the order given with them. Each node has four below it: half as many levels as two,
// and the four lie side by side. `Places` is where the heap writes a node's place, 0 while it is
// not on the heap: `places.place(node)` gives a std::uint32_t&.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

template <std::size_t parts>
struct KeyedEntry {
  std::array<std::int64_t, parts> key;
  std::int32_t order;
  NodeId node;

  friend bool operator<(const KeyedEntry& a, const KeyedEntry& b) {
    for (std::size_t i = 0; i < parts; ++i)
      if (a.key[i] != b.key[i]) return a.key[i] < b.key[i];
    return a.order < b.order;
  }
};

template <std::size_t parts, class Places>
class KeyedHeap {
 public:
  using Entry = KeyedEntry<parts>;

  explicit KeyedHeap(Places places) : places_(std::move(places)) {}

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const Entry& top() const { return entries_.front(); }
  bool holds(NodeId node) { return places_.place(node) != 0; }
  const Entry& entry(NodeId node) { return entries_[places_.place(node) - 1]; }

  void push(const Entry& entry) {
    entries_.push_back(entry);
    rise(entries_.size() - 1, entry);
  }
  // The node is on the heap already, and its key has changed.
  void update(const Entry& entry) { settle(places_.place(entry.node) - 1, entry); }
  void pop() { remove_at(0); }
  void remove(NodeId node) { remove_at(places_.place(node) - 1); }
  // Places are left as they are: whoever clears the heap forgets them too.
  void clear() { entries_.clear(); }

  // Gives every node the key and order that `entry_of(old entry)` says.
  template <class EntryOf>
  void rekey(EntryOf&& entry_of) {
    std::vector<Entry> old;
    old.swap(entries_);
    entries_.reserve(old.size());
    for (const Entry& entry : old) push(entry_of(entry));
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& entry : entries_) visit(entry);
  }

  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  static constexpr std::size_t kBelow = 4;

  void put(std::size_t place, const Entry& entry) {
    entries_[place] = entry;
    places_.place(entry.node) = static_cast<std::uint32_t>(place + 1);
  }

  void rise(std::size_t place, const Entry entry) {
    while (place > 0) {
      const std::size_t above = (place - 1) / kBelow;
      if (!(entry < entries_[above])) break;
      put(place, entries_[above]);
      place = above;
    }
    put(place, entry);
  }

  void sink(std::size_t place, const Entry entry) {
    for (;;) {
      const std::size_t first = kBelow * place + 1;
      if (first >= entries_.size()) break;
      const std::size_t last = std::min(first + kBelow, entries_.size());
      std::size_t least = first;
      for (std::size_t i = first + 1; i < last; ++i)
        if (entries_[i] < entries_[least]) least = i;
      if (!(entries_[least] < entry)) break;
      put(place, entries_[least]);
      place = least;
    }
    put(place, entry);
  }

  void remove_at(std::size_t place) {
    places_.place(entries_[place].node) = 0;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (place < entries_.size()) settle(place, last);
  }

  // Puts an entry where a hole is, or above or below it.
  void settle(std::size_t place, const Entry entry) {
    if (place > 0 && entry < entries_[(place - 1) / kBelow]) {
      rise(place, entry);
    } else {
      sink(place, entry);
    }
  }

  Places places_;
  std::vector<Entry> entries_;
};

}  // namespace asterion
