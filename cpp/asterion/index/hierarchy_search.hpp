// Cheapest paths in a contraction hierarchy: a search upward from the starts and one upward from
// the goals, which meet at the most important node of the path.
//
// A node is skipped (stalled) where a more important neighbour shows a cheaper path to it: no
// cheapest path climbs over such a node. Either side ends when its next node costs as much as the
// best path so far.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/index/hierarchy.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/search/observer.hpp"

namespace asterion {

// A node where a path may begin or end, and the cost from the end to it.
template <ArcWeight W>
struct Gate {
  NodeId node;
  W weight;
  MoveMask last = 0;  // the moves that may lead there
};

// The estimate from a node to the other end, where nothing is known of it.
struct NoEstimate {
  template <bool back>
  constexpr std::uint32_t of(NodeId) const {
    return 0;
  }
};

// A search whose steps are not recorded.
struct Unwatched {
  static constexpr bool kWatches = false;
};
// Records the steps of a search, for pictures.
template <ArcWeight W>
struct ClimbLog {
  static constexpr bool kWatches = true;
  struct Entry {
    EventKind kind;
    bool back;
    NodeId node, parent;  // no parent at a gate: kNoIndex
    W weight, rest;       // the cost so far, and the estimate
  };
  std::vector<Entry> entries;
};

template <ArcWeight W, class Estimate = NoEstimate, class Watcher = Unwatched>
class HierarchySearch {
 public:
  explicit HierarchySearch(std::size_t nodes) : nodes_(nodes) {}

  // The cost of a cheapest path that costs less than `less_than`; else `less_than`.
  W run(const Hierarchy<W>& hierarchy, std::span<const Gate<W>> starts,
        std::span<const Gate<W>> goals, const Estimate& estimate = {}, W less_than = kNoArc<W>) {
    estimate_ = estimate;
    begin();
    best_ = less_than;
    meeting_ = kNoIndex;
    open_at<false>(starts);
    open_at<true>(goals);
    while (!open_[0].empty() || !open_[1].empty()) {
      const bool back =
          open_[0].empty() || (!open_[1].empty() && open_[1].top().key < open_[0].top().key);
      if (open_[back].top().key >= best_) {
        open_[back].clear();
        continue;
      }
      back ? settle<true>(hierarchy) : settle<false>(hierarchy);
    }
    return best_;
  }

  // After run() found one: calls soon(part) for each arc of the path in no order, so that its data
  // can be fetched; then begin(node, arcs) for the first node, in the hierarchy's numbers, and the
  // number of arcs, and go(part) for the arc that leads to each of the others.
  template <class Soon, class Begin, class Go>
  void path(const Hierarchy<W>& hierarchy, Soon&& soon, Begin&& begin, Go&& go) {
    parts_.clear();
    NodeId node = meeting_;
    for (; nodes_[node].side[0].arc != kNoIndex; node = nodes_[node].side[0].parent) {
      parts_.make_room(1);
      parts_.add({nodes_[node].side[0].arc, false, node, 0});
    }
    const NodeId first = node;
    parts_.reverse();
    for (node = meeting_; nodes_[node].side[1].arc != kNoIndex;
         node = nodes_[node].side[1].parent) {
      parts_.make_room(1);
      parts_.add({nodes_[node].side[1].arc, true, nodes_[node].side[1].parent, 0});
    }
    parts_.link();
    begin(first, hierarchy.unpack(parts_, soon));
    parts_.for_each(go);
  }

  // Visits the path as the search found it, over shortcuts, with the cost so far of each node.
  template <class Visit>
  void path_over_shortcuts(Visit&& visit) const {
    std::vector<NodeId> up;
    for (NodeId node = meeting_; node != kNoIndex; node = nodes_[node].side[0].parent)
      up.push_back(node);
    for (std::size_t i = up.size(); i-- > 0;) visit(up[i], nodes_[up[i]].side[0].weight);
    for (NodeId node = nodes_[meeting_].side[1].parent; node != kNoIndex;
         node = nodes_[node].side[1].parent)
      visit(node, best_ - nodes_[node].side[1].weight);
  }
  const Watcher& watcher() const { return watcher_; }
  bool is_met() const { return meeting_ != kNoIndex; }  // whether run() found a path

  // All nodes above the gates with their costs, in no order: for tables.
  template <bool back, class Visit>
  void climb(const Hierarchy<W>& hierarchy, std::span<const Gate<W>> gates, Visit&& visit) {
    begin();
    best_ = kNoArc<W>;
    open_at<back>(gates);
    while (!open_[back].empty()) {
      const NodeId node = open_[back].top().node;
      if (settle<back>(hierarchy)) visit(node, nodes_[node].side[back].weight);
    }
  }

  std::uint64_t settled() const { return settled_[0].size() + settled_[1].size(); }
  // The nodes settled from one side, and the cost from there to each.
  const std::vector<NodeId>& settled(bool back) const { return settled_[back]; }
  W weight(NodeId node, bool back) const { return nodes_[node].side[back].weight; }

  // Forgets all reached nodes.
  void begin() {
    if (++search_ == 0) {  // numbers wrapped to 0
      nodes_.assign(nodes_.size(), {});
      search_ = 1;
    }
    for (const bool back : {false, true}) {
      open_[back].clear();
      settled_[back].clear();
    }
  }

 private:
  // With estimates few such nodes are left, and finding them takes longer than settling them.
  static constexpr bool kStalls = std::is_same_v<Estimate, NoEstimate>;

  struct Side {
    W weight;
    std::uint32_t search = 0;
    ArcIndex arc;  // that led here, in the list of `parent`; kNoIndex at a gate
    NodeId parent;
    MoveMask last;  // the moves that may have led here
  };
  struct Node {
    std::array<Side, 2> side;
  };
  struct Open {
    W key;
    NodeId node;

    bool operator<(const Open& other) const { return key < other.key; }
  };
  // Putting all on open at once is faster than one by one.
  template <bool back>
  void open_at(std::span<const Gate<W>> gates) {
    for (const Gate<W>& gate : gates)
      if (found<back>(gate.node, gate.weight, gate.last, kNoIndex, kNoIndex))
        open_[back].add({key_, gate.node});
    open_[back].put_in_order();
  }
  template <bool back>
  void reach(NodeId node, W weight, MoveMask last, ArcIndex arc, NodeId parent) {
    if (found<back>(node, weight, last, arc, parent)) open_[back].push({key_, node});
  }

  // Whether it is worth opening, with key_.
  template <bool back>
  bool found(NodeId node, W weight, MoveMask last, ArcIndex arc, NodeId parent) {
    Side& side = nodes_[node].side[back];
    if (side.search == search_ && side.weight <= weight) return false;
    key_ = weight + estimate_.template of<back>(node);
    if (key_ >= best_) return false;
    if constexpr (Watcher::kWatches)
      watcher_.entries.push_back({side.search == search_ ? EventKind::improved : EventKind::opened,
                                  back, node, parent, weight, static_cast<W>(key_ - weight)});
    side = {weight, search_, arc, parent, last};
    const Side& other = nodes_[node].side[!back];
    if (other.search == search_ && weight + other.weight < best_) {
      best_ = weight + other.weight;
      meeting_ = node;
    }
    return true;
  }

  // Settles the top of open; returns whether it is neither outdated nor stalled.
  template <bool back>
  bool settle(const Hierarchy<W>& hierarchy) {
    auto& open = open_[back];
    const Open top = open.top();
    open.pop();
    const Side& side = nodes_[top.node].side[back];
    const W weight = side.weight;
    if (weight + estimate_.template of<back>(top.node) != top.key) return false;  // outdated
    settled_[back].push_back(top.node);
    if constexpr (Watcher::kWatches)
      watcher_.entries.push_back({EventKind::closed, back, top.node, side.parent, weight,
                                  static_cast<W>(top.key - weight)});
    if constexpr (kStalls)
      for (const UpArc<W>& arc : hierarchy.up(!back).of(top.node)) {
        const Side& above = nodes_[arc.head].side[back];
        if (above.search == search_ && above.weight + arc.weight < weight) return false;
      }
    const MoveMask taut = hierarchy.taut_after(top.node, side.last);
    const UpArcs<W>& up = hierarchy.up(back);
    for (ArcIndex i = up.first[top.node]; i < up.first[top.node + 1]; ++i) {
      const UpArc<W>& arc = up.arcs[i];
      if ((arc.first & ~taut) != 0) continue;
      reach<back>(arc.head, weight + arc.weight, arc.last, i, top.node);
    }
    return true;
  }

  Estimate estimate_;
  [[no_unique_address]] Watcher watcher_;
  std::vector<Node> nodes_;
  std::array<EntryHeap<Open>, 2> open_;
  std::array<std::vector<NodeId>, 2> settled_;
  ArcParts parts_;  // of a path
  std::uint32_t search_ = 0;
  W best_ = kNoArc<W>;
  W key_ = 0;
  NodeId meeting_ = kNoIndex;
};

}  // namespace asterion
