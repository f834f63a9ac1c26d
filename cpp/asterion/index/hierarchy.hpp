// A contraction hierarchy: the arcs of a graph, and shortcuts over less important nodes, so that a
// cheapest path between any two nodes first climbs and then descends.
//
// Nodes are renumbered in a cache-friendly order. Each node has its arcs to more important nodes,
// in each of the two directions; in a symmetric graph, where each arc costs the same back, they are
// one list. A shortcut knows the two arcs it stands for, which belong to the node between them, so
// a path is unpacked without a search.
//
// Memory      12 bytes per arc (whole numbers; 16 for other costs) and 12 to unpack it, 4 per node
// Source      R. Geisberger, P. Sanders, D. Schultes and D. Delling, Contraction hierarchies:
//             faster and simpler hierarchical routing in road networks, 2008
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/index/taut.hpp"
#include "asterion/world/compiler.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// The costs of arcs: whole numbers, if every path costs less than kLargestWhole, or any numbers.
template <class W>
concept ArcWeight = std::same_as<W, std::uint32_t> || std::same_as<W, double>;

template <ArcWeight W>
inline constexpr W kNoArc =
    std::is_same_v<W, double> ? static_cast<W>(kInfinity) : static_cast<W>(std::uint32_t{1} << 31);
// Two such costs can be added.
inline constexpr double kLargestWhole = (std::uint32_t{1} << 31) - 1;

using ArcIndex = std::uint32_t;
inline constexpr ArcIndex kNoIndex = std::numeric_limits<ArcIndex>::max();

template <ArcWeight W>
struct UpArc {
  NodeId head;         // more important than the node that has the arc
  MoveMask first = 0;  // the moves that it may begin and end with; 0 if unknown
  MoveMask last = 0;
  W weight;
};

// The two arcs that a shortcut stands for: one from its beginning down to a less important node,
// which this node has backward, and one on from there, which it has forward. An arc of the graph
// itself has none; it has the number of its connection instead, and in a symmetric graph of the one
// back.
struct Unpacked {
  NodeId middle = 0;
  ArcIndex down = kNoIndex;
  ArcIndex up = kNoIndex;

  bool is_shortcut() const { return down != kNoIndex; }
  std::uint32_t connection(bool back) const { return back ? up : middle; }
};

// A part of a path, and the node that it leads to. A backward arc leads from its head to the node
// that has it.
struct ArcPart {
  ArcIndex arc;  // kNoIndex if replaced by the arcs it stands for, from `next` on
  bool backward;
  NodeId end;
  std::uint32_t next;  // its place in a list; kNoIndex at the end
};

// Parts of a path in a list. The vector has spare room: push_back would call a function for each
// part to check whether it is full.
class ArcParts {
 public:
  std::size_t size() const { return size_; }
  ArcPart& operator[](std::size_t place) { return parts_[place]; }
  void clear() { size_ = 0; }
  void make_room(std::size_t more) {
    if (size_ + more > parts_.size()) parts_.resize(2 * parts_.size() + more);
  }
  // There must be room for it.
  void add(const ArcPart& part) { parts_[size_++] = part; }
  void reverse() {
    std::reverse(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(size_));
  }
  // Links the parts in the order in which they were added.
  void link() {
    for (std::size_t i = 0; i < size_; ++i) parts_[i].next = static_cast<std::uint32_t>(i + 1);
    if (size_ > 0) parts_[size_ - 1].next = kNoIndex;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (size_ == 0) return;
    for (std::uint32_t i = 0; i != kNoIndex; i = parts_[i].next)
      if (parts_[i].arc != kNoIndex) visit(parts_[i]);
  }

 private:
  std::vector<ArcPart> parts_;
  std::size_t size_ = 0;
};

// The upward arcs of all nodes in one direction.
template <ArcWeight W>
struct UpArcs {
  std::vector<ArcIndex> first;  // of each node, and the end of the last ones
  std::vector<UpArc<W>> arcs;
  std::vector<Unpacked> unpacked;

  std::span<const UpArc<W>> of(NodeId node) const {
    return {arcs.data() + first[node], arcs.data() + first[node + 1]};
  }
  std::size_t bytes() const {
    return first.size() * sizeof(ArcIndex) + arcs.size() * sizeof(UpArc<W>) +
           unpacked.size() * sizeof(Unpacked);
  }
};

template <ArcWeight W>
class Hierarchy {
 public:
  Hierarchy() = default;
  // `backward` is empty in a symmetric graph. `taut` has for each node the moves that may follow
  // each move, or nothing.
  Hierarchy(UpArcs<W> forward, UpArcs<W> backward, std::vector<TautMoves> taut)
      : forward_(std::move(forward)), backward_(std::move(backward)), taut_(std::move(taut)) {}

  std::size_t nodes() const { return forward_.first.empty() ? 0 : forward_.first.size() - 1; }
  bool symmetric() const { return backward_.first.empty(); }
  std::size_t arcs() const { return forward_.arcs.size() + backward_.arcs.size(); }
  std::size_t bytes() const {
    return forward_.bytes() + backward_.bytes() + taut_.size() * sizeof(TautMoves);
  }

  // Arcs that leave a node, or that lead to it, seen from it.
  const UpArcs<W>& up(bool backward) const {
    return backward && !symmetric() ? backward_ : forward_;
  }

  // Sets the moves that may follow a move, for each node.
  void set_taut(std::vector<TautMoves> taut) { taut_ = std::move(taut); }
  MoveMask taut_after(NodeId node, MoveMask last) const {
    return taut_.empty() ? MoveMask{255} : asterion::taut_after(taut_[node], last);
  }

  // `connection(from, to)` is the number of each arc of the graph, by the nodes it leads between.
  template <class Connection>
  void set_connections(Connection&& connection) {
    for (UpArcs<W>* list : {&forward_, &backward_}) {
      const bool backward = list == &backward_;
      for (NodeId node = 0; node + 1 < list->first.size(); ++node)
        for (ArcIndex i = list->first[node]; i < list->first[node + 1]; ++i) {
          Unpacked& each = list->unpacked[i];
          const NodeId head = list->arcs[i].head;
          if (each.is_shortcut()) continue;
          each.middle = backward ? connection(head, node) : connection(node, head);
          if (symmetric()) each.up = connection(head, node);
        }
    }
  }
  // The number of an original arc's connection, if they were set, and its cost.
  std::uint32_t connection(const ArcPart& part) const {
    return up(part.backward).unpacked[part.arc].connection(part.backward && symmetric());
  }
  W weight(const ArcPart& part) const { return up(part.backward).arcs[part.arc].weight; }

  // Replaces shortcuts by the arcs they stand for, down to arcs of the graph, for which it calls
  // soon(part); returns the number of these. First in, first out: so the memory of many is fetched
  // at once.
  template <class Soon>
  std::size_t unpack(ArcParts& parts, Soon&& soon) const {
    std::size_t arcs = parts.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts.make_room(2);
      ArcPart& part = parts[i];
      const Unpacked& two = up(part.backward).unpacked[part.arc];
      if (!two.is_shortcut()) {
        prefetch_memory(&up(part.backward).arcs[part.arc]);
        soon(part);
        continue;
      }
      const bool turned = part.backward && symmetric();  // one list, written down as forward
      const ArcIndex down = turned ? two.up : two.down, on = turned ? two.down : two.up;
      prefetch_memory(&up(true).unpacked[down]);
      prefetch_memory(&up(false).unpacked[on]);
      const auto first = static_cast<std::uint32_t>(parts.size());
      parts.add({down, true, two.middle, first + 1});
      parts.add({on, false, part.end, part.next});
      part.arc = kNoIndex;
      part.next = first;
      ++arcs;
    }
    return arcs;
  }

 private:
  UpArcs<W> forward_;
  UpArcs<W> backward_;
  std::vector<TautMoves> taut_;
};

}  // namespace asterion
