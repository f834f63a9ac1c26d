// A contraction hierarchy: the arcs of a graph, and shortcuts over nodes that matter less, so that
// a cheapest path between any two nodes first climbs and then descends.
//
// Nodes have numbers of their own, in an order that the caches like. Each node has its arcs to more
// important nodes, in each of the two directions; in a symmetric graph, where each way costs the
// same back, they are one list. A shortcut knows the two arcs it stands for, which belong to the
// node between them, so a path is unpacked without a search.
//
// Memory      12 bytes an arc (whole numbers; 16 for other costs) and 12 to unpack it, 4 a node
// Source      R. Geisberger, P. Sanders, D. Schultes and D. Delling, Contraction hierarchies:
//             faster and simpler hierarchical routing in road networks, 2008
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/index/taut.hpp"
#include "asterion/world/compiler.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// What arcs cost: whole numbers, of which no path costs kLargestWhole, or any numbers.
template <class W>
concept ArcWeight = std::same_as<W, std::uint32_t> || std::same_as<W, double>;

template <ArcWeight W>
inline constexpr W kNoArc =
    std::is_same_v<W, double> ? static_cast<W>(kInfinity) : static_cast<W>(std::uint32_t{1} << 31);
// Two of them can be added.
inline constexpr double kLargestWhole = (std::uint32_t{1} << 31) - 1;

using ArcIndex = std::uint32_t;
inline constexpr ArcIndex kNoIndex = std::numeric_limits<ArcIndex>::max();

template <ArcWeight W>
struct UpArc {
  NodeId head;         // more important than the node that has it
  MoveMask first = 0;  // the moves that it may begin with, and end with; 0 where it is not known
  MoveMask last = 0;
  W weight;
};

// What a shortcut stands for: the way from its beginning down to a less important node, an arc that
// this node has backward, and on from there, one that it has forward. An arc of the graph itself
// has none; it has the connection that it is instead, and in a symmetric graph the one back.
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
  ArcIndex arc;
  bool backward;
  NodeId end;
  std::uint32_t next;  // its place in a list; kNoIndex at the end
};

// The upward arcs of all nodes in one direction.
template <ArcWeight W>
struct UpArcs {
  std::vector<ArcIndex> first;  // of each node, and where the last ones end
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
  using Weight = W;

  Hierarchy() = default;
  // `backward` is empty in a symmetric graph.
  // `taut` has for each node which moves may follow which, or nothing.
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

  // The moves that may follow one of these at a node.
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
  // What a part is that stands for nothing else: its connection, if they were set, and its cost.
  std::uint32_t connection(const ArcPart& part) const {
    return up(part.backward).unpacked[part.arc].connection(part.backward && symmetric());
  }
  W weight(const ArcPart& part) const { return up(part.backward).arcs[part.arc].weight; }

  // Puts what arcs stand for in their place, down to arcs of the graph. First come, first unpacked:
  // so the memory of many is on its way at once. `waiting` is lent.
  void unpack(std::vector<ArcPart>& parts, std::vector<std::uint32_t>& waiting) const {
    waiting.resize(parts.size());
    std::iota(waiting.begin(), waiting.end(), 0u);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      ArcPart& part = parts[waiting[i]];
      const Unpacked& two = up(part.backward).unpacked[part.arc];
      if (!two.is_shortcut()) {
        prefetch_memory(&up(part.backward).arcs[part.arc]);
        continue;
      }
      const bool turned = part.backward && symmetric();  // one list, written down as forward
      const ArcIndex down = turned ? two.up : two.down, on = turned ? two.down : two.up;
      prefetch_memory(&up(true).unpacked[down]);
      prefetch_memory(&up(false).unpacked[on]);
      const ArcPart rest{on, false, part.end, part.next};
      part = {down, true, two.middle, static_cast<std::uint32_t>(parts.size())};
      waiting.push_back(waiting[i]);
      waiting.push_back(static_cast<std::uint32_t>(parts.size()));
      parts.push_back(rest);
    }
  }

 private:
  UpArcs<W> forward_;
  UpArcs<W> backward_;
  std::vector<TautMoves> taut_;
};

}  // namespace asterion
