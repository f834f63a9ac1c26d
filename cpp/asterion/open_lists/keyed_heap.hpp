// A heap of nodes by keys of several whole numbers, for queues that outlive a search: a key can
// change, and a node can be removed from the middle.
//
// O(log n) per push, change, pop and removal, n nodes on the heap. Keys are compared part by part,
// and last by the order of arrival that the tie rule asks for, or by a random one. Each entry has
// four below it: half as many levels as two, and the four lie side by side. A node's place is
// counted from 1, 0 while it is not on the heap. (Pushing a node again instead, and dropping the
// old entry when it comes up, saves these writes but makes D* Lite slower by a third: it keeps
// changing the key of the top node.)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/open_lists/places.hpp"
#include "asterion/open_lists/ties.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// A key of whole numbers, the first of which counts most.
template <class Part, std::size_t parts>
struct HeapKey {
  std::array<Part, parts> part;

  Part first() const { return part[0]; }
  friend bool operator<(const HeapKey& a, const HeapKey& b) { return less(a, b, false); }
  // Whether a comes before b; `equal` if their keys are the same.
  friend bool less(const HeapKey& a, const HeapKey& b, bool equal) {
    for (std::size_t i = 0; i < parts; ++i)
      if (a.part[i] != b.part[i]) return a.part[i] < b.part[i];
    return equal;
  }
};

// Two small numbers are compared as one.
template <>
struct HeapKey<std::uint32_t, 2> {
  std::uint64_t both;

  HeapKey(std::uint32_t first, std::uint32_t second) : both(std::uint64_t{first} << 32 | second) {}
  std::uint32_t first() const { return static_cast<std::uint32_t>(both >> 32); }
  friend bool operator<(const HeapKey& a, const HeapKey& b) { return a.both < b.both; }
  friend bool less(const HeapKey& a, const HeapKey& b, bool equal) {
    return a.both < b.both || (a.both == b.both && equal);
  }
};

template <class KeyType, Places P>
class KeyedHeap {
 public:
  using Key = KeyType;
  struct Entry {
    Key key;
    std::uint32_t arrival;
    NodeId node;

    friend bool operator<(const Entry& a, const Entry& b) {
      return less(a.key, b.key, a.arrival < b.arrival);
    }
  };

  KeyedHeap(P places, const Order& order)
      : places_(std::move(places)),
        ties_(tie_keys(order.ties)),
        seed_(static_cast<std::uint32_t>(order.seed ^ order.seed >> 32)) {}

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  const Entry& top() const { return entries_.front(); }

  // Puts a node on the heap, or changes its key if it is there.
  void push(const Key& key, NodeId node) {
    const Entry entry{key, next_arrival(), node};
    if (const std::uint32_t place = place_of(node); place != 0) {
      settle(place - 1, entry);
    } else {
      entries_.push_back(entry);
      rise(entries_.size() - 1, entry);
    }
  }
  void pop() { remove_at(0); }
  void remove(NodeId node) { remove_at(places_.place(node) - 1); }
  // Keeps the places: the caller forgets them too.
  void clear() { entries_.clear(); }

  // Recomputes all keys by `key_of(node)`.
  template <class KeyOf>
  void rekey(KeyOf&& key_of) {
    const std::vector<Entry> old = std::exchange(entries_, {});
    for (const Entry& entry : old) places_.place(entry.node) = 0;
    for (const Entry& entry : old) push(key_of(entry.node), entry.node);
  }

  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  static constexpr std::size_t kBelow = 4;

  // After 2^32 arrivals the numbers start again.
  std::uint32_t next_arrival() {
    ++arrivals_;
    return ties_.random ? shuffled(arrivals_ ^ seed_) : ties_.arrival(arrivals_);
  }

  static constexpr bool kKeepsPlaces = !std::is_same_v<P, NoPlaces>;

  std::uint32_t place_of(NodeId node) {
    if constexpr (kKeepsPlaces) return places_.place(node);
    return 0;
  }
  void note_place(NodeId node, std::size_t place) {
    if constexpr (kKeepsPlaces) places_.place(node) = static_cast<std::uint32_t>(place);
  }
  void put(std::size_t place, const Entry& entry) {
    entries_[place] = entry;
    note_place(entry.node, place + 1);
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
    note_place(entries_[place].node, 0);
    const Entry last = entries_.back();
    entries_.pop_back();
    if (place < entries_.size()) settle(place, last);
  }

  // Puts an entry at a hole, or moves it up or down from there.
  void settle(std::size_t place, const Entry entry) {
    if (place > 0 && entry < entries_[(place - 1) / kBelow]) {
      rise(place, entry);
    } else {
      sink(place, entry);
    }
  }

  P places_;
  TieKeys ties_;
  std::uint32_t seed_;
  std::uint32_t arrivals_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace asterion
