// A hierarchy as bytes, and back. What is read is checked: from bytes that were damaged, or made
// up, there comes a refusal, never a search without end or a path through a wall.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/index/hierarchy.hpp"
#include "asterion/world/errors.hpp"

namespace asterion {

class BytesWriter {
 public:
  template <class T>
  void put(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::uint64_t count = values.size();
    append(&count, sizeof count);
    append(values.data(), values.size() * sizeof(T));
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    if (size == 0) return;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, data, size);
  }
  std::vector<std::uint8_t> bytes_;
};

class BytesReader {
 public:
  explicit BytesReader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  template <class T>
  std::vector<T> get() {
    static_assert(std::is_trivially_copyable_v<T>);
    std::uint64_t count = 0;
    read(&count, sizeof count);
    if (count > left_.size() / sizeof(T)) refuse();
    std::vector<T> values(count);
    read(values.data(), count * sizeof(T));
    return values;
  }
  void end() const {
    if (!left_.empty()) refuse();
  }

 private:
  [[noreturn]] static void refuse() { throw BadValue("the index ends too soon, or too late"); }
  void read(void* to, std::size_t size) {
    if (size > left_.size()) refuse();
    if (size != 0) std::memcpy(to, left_.data(), size);
    left_ = left_.subspan(size);
  }
  std::span<const std::uint8_t> left_;
};

// The arcs of one direction, as columns: no padding, and the same bytes each time.
template <ArcWeight W>
void write(BytesWriter& out, const UpArcs<W>& up) {
  std::vector<NodeId> heads, middles;
  std::vector<W> weights;
  std::vector<MoveMask> moves;
  std::vector<ArcIndex> parts;
  for (std::size_t i = 0; i < up.arcs.size(); ++i) {
    heads.push_back(up.arcs[i].head);
    weights.push_back(up.arcs[i].weight);
    moves.push_back(up.arcs[i].first);
    moves.push_back(up.arcs[i].last);
    middles.push_back(up.unpacked[i].middle);
    parts.push_back(up.unpacked[i].down);
    parts.push_back(up.unpacked[i].up);
  }
  out.put(up.first);
  out.put(heads);
  out.put(weights);
  out.put(moves);
  out.put(middles);
  out.put(parts);
}

template <ArcWeight W>
UpArcs<W> read_arcs(BytesReader& in) {
  UpArcs<W> up;
  up.first = in.get<ArcIndex>();
  const auto heads = in.get<NodeId>();
  const auto weights = in.get<W>();
  const auto moves = in.get<MoveMask>();
  const auto middles = in.get<NodeId>();
  const auto parts = in.get<ArcIndex>();
  const std::size_t count = heads.size();
  if (weights.size() != count || moves.size() != 2 * count || middles.size() != count ||
      parts.size() != 2 * count)
    throw BadValue("the index has columns of different lengths");
  for (std::size_t i = 0; i < count; ++i) {
    up.arcs.push_back({heads[i], moves[2 * i], moves[2 * i + 1], weights[i]});
    up.unpacked.push_back({middles[i], parts[2 * i], parts[2 * i + 1]});
  }
  return up;
}

// Of a hierarchy that was read: whether every place that it names is there, shortcuts are made of
// the arcs that they say, and to unpack one comes to an end.
template <ArcWeight W>
class HierarchyCheck {
 public:
  HierarchyCheck(const Hierarchy<W>& hierarchy, std::size_t nodes)
      : hierarchy_(hierarchy), nodes_(nodes) {}

  // `is_arc(from, to, weight)` says whether an arc that is no shortcut is one of the world.
  template <class IsArc>
  void run(IsArc&& is_arc) const {
    for (const bool backward : {false, true}) {
      if (backward && hierarchy_.symmetric()) break;
      check_places(hierarchy_.up(backward));
    }
    for (const bool backward : {false, true}) {
      if (backward && hierarchy_.symmetric()) break;
      check_parts(backward, is_arc);
    }
    check_ends();
  }

 private:
  [[noreturn]] static void refuse(const char* what) {
    throw BadValue(std::string("the index is damaged: ") + what);
  }

  void check_places(const UpArcs<W>& up) const {
    if (up.first.size() != nodes_ + 1 || up.first.front() != 0 || up.first.back() != up.arcs.size())
      refuse("its arcs do not belong to its nodes");
    for (std::size_t i = 0; i < nodes_; ++i)
      if (up.first[i] > up.first[i + 1]) refuse("its arcs do not belong to its nodes");
    for (const UpArc<W>& arc : up.arcs) {
      if (arc.head >= nodes_) refuse("an arc leads to a node that is not there");
      if (!(arc.weight >= 0) || arc.weight >= kNoArc<W>) refuse("an arc costs what none can");
    }
  }

  template <class IsArc>
  void check_parts(bool backward, IsArc&& is_arc) const {
    const UpArcs<W>& up = hierarchy_.up(backward);
    for (NodeId node = 0; node < nodes_; ++node)
      for (ArcIndex i = up.first[node]; i < up.first[node + 1]; ++i) {
        const NodeId from = backward ? up.arcs[i].head : node;
        const NodeId to = backward ? node : up.arcs[i].head;
        const Unpacked& two = up.unpacked[i];
        if (!two.is_shortcut()) {
          if (!is_arc(from, to, up.arcs[i].weight)) refuse("an arc is not one of the world");
          continue;
        }
        if (two.middle >= nodes_ || !leads(true, two.middle, two.down, from) ||
            !leads(false, two.middle, two.up, to) ||
            hierarchy_.up(true).arcs[two.down].weight + hierarchy_.up(false).arcs[two.up].weight !=
                up.arcs[i].weight)
          refuse("a shortcut is not made of two arcs");
      }
  }
  // Whether this is an arc of `node`, to this head.
  bool leads(bool backward, NodeId node, ArcIndex arc, NodeId head) const {
    const UpArcs<W>& up = hierarchy_.up(backward);
    return arc >= up.first[node] && arc < up.first[node + 1] && up.arcs[arc].head == head;
  }

  // A shortcut waits for the two that it is made of: all come to their turn, unless there is a
  // ring.
  void check_ends() const {
    const std::size_t forward = hierarchy_.up(false).arcs.size();
    const bool symmetric = hierarchy_.symmetric();
    const std::size_t all = symmetric ? forward : forward + hierarchy_.up(true).arcs.size();
    const auto part = [&](ArcIndex arc, bool backward) {
      return backward && !symmetric ? forward + arc : std::size_t{arc};
    };
    const auto unpacked = [&](std::size_t i) -> const Unpacked& {
      return i < forward ? hierarchy_.up(false).unpacked[i]
                         : hierarchy_.up(true).unpacked[i - forward];
    };
    std::vector<std::uint32_t> users(all);  // that have not come to their turn
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < all; ++i)
      if (const Unpacked& two = unpacked(i); two.is_shortcut()) {
        ++users[part(two.down, true)];
        ++users[part(two.up, false)];
      }
    for (std::size_t i = 0; i < all; ++i)
      if (users[i] == 0) free.push_back(i);
    std::size_t done = 0;
    for (; !free.empty(); ++done) {
      const Unpacked two = unpacked(free.back());
      free.pop_back();
      if (!two.is_shortcut()) continue;
      for (const std::size_t each : {part(two.down, true), part(two.up, false)})
        if (--users[each] == 0) free.push_back(each);
    }
    if (done != all) refuse("a shortcut is made of itself");
  }

  const Hierarchy<W>& hierarchy_;
  std::size_t nodes_;
};

template <ArcWeight W>
std::vector<std::uint8_t> hierarchy_bytes(const Hierarchy<W>& hierarchy,
                                          const std::vector<NodeId>& number) {
  BytesWriter out;
  out.put(number);
  write(out, hierarchy.up(false));
  write(out, hierarchy.symmetric() ? UpArcs<W>{} : hierarchy.up(true));
  return out.take();
}

// With `number` as hierarchy_bytes() got it: each of the nodes once.
template <ArcWeight W>
Hierarchy<W> read_hierarchy(std::span<const std::uint8_t> bytes, std::size_t nodes,
                            std::vector<NodeId>& number) {
  BytesReader in(bytes);
  number = in.get<NodeId>();
  UpArcs<W> forward = read_arcs<W>(in), backward = read_arcs<W>(in);
  in.end();
  std::vector<bool> taken(nodes);
  if (number.size() != nodes)
    throw BadValue("the index has " + std::to_string(number.size()) + " nodes; the world has " +
                   std::to_string(nodes));
  for (const NodeId each : number) {
    if (each >= nodes || taken[each]) throw BadValue("the index numbers a node twice");
    taken[each] = true;
  }
  return {std::move(forward), std::move(backward), {}};
}

}  // namespace asterion
