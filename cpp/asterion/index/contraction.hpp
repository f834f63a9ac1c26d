// Builds a contraction hierarchy: removes the nodes of a graph one after the other, the least
// important first, and adds shortcuts between their neighbours where a cheapest path may have led
// over the node.
//
// A small search around the node, the witness search, decides whether one may have. If it gives up
// too soon, that costs a needless shortcut, never a path. The importance of a node grows with the
// arcs that its removal adds per arc that it removes, with the number of original arcs that those
// stand for, and with the number of removed nodes below it; it is computed again when the node is
// next.
//
// Work proceeds node by node, so that it can be interrupted and continued. The result depends on
// the graph alone.
//
// Source      Geisberger and others, as in hierarchy.hpp; for dense parts J. Dibbelt, B. Strasser
//             and D. Wagner, Customizable contraction hierarchies, 2014
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/index/dissection.hpp"
#include "asterion/index/dynamic_graph.hpp"
#include "asterion/index/hierarchy.hpp"
#include "asterion/index/layout.hpp"
#include "asterion/index/witness.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/world/errors.hpp"

namespace asterion {

// A graph counts as dense when at least `fewest` nodes are left, with this many neighbours on
// average. If more than `patience` pairs of neighbours would then have to be joined for each edge
// of the graph, it is refused. Measured: 900 at most for lattices, streets and nearby points in a
// plane, 1,500 for a lattice in space, and for random graphs with six edges per node 11,000 for
// 2,000 nodes, 54,000 for 4,000.
struct Density {
  std::size_t neighbours = 14;
  std::size_t fewest = 256;
  double patience = kInfinity;
};
// For users' graphs, which may be of any kind.
inline constexpr Density kAnyGraph{.patience = 10'000};

template <ArcWeight W>
class Contraction {
 public:
  // `nodes` is their number; arcs are added before the first step. No path costs more than `most`:
  // longer shortcuts are useless. `taut` has for each node the moves that may follow each move, or
  // nothing.
  Contraction(std::size_t nodes, bool symmetric, W most = kNoArc<W>,
              std::vector<TautMoves> taut = {}, Density dense = {})
      : graph_(nodes),
        symmetric_(symmetric),
        most_(most),
        taut_(std::move(taut)),
        dense_(dense),
        witness_(nodes),
        level_(nodes) {}

  // In a symmetric graph each arc is added once, for both directions. `first` and `last` are the
  // moves that it may begin and end with, where nodes are cells.
  void add(NodeId from, NodeId to, W weight, MoveMask first = 0, MoveMask last = 0) {
    if (from == to || weight >= kNoArc<W>) return;
    graph_.add(from, to, {weight, kNoIndex, 1, first, last}, symmetric_);
  }

  // Checks a node, and removes it if it is still the least important; finally lays out all nodes,
  // one per step. False when nothing is left to do.
  bool step() {
    if (looked_at_ == 0) {
      edges_ = graph_.edges_left();
      // In a graph that is dense from the start importance does not matter, and is slow to compute.
      if (is_dense(graph_.size(), taut_.empty() ? 1 : dense_.fewest)) {
        std::vector<NodeId> all(graph_.size());
        for (NodeId& node : all) node = looked_at_++;
        dissect(std::move(all));
      }
    }
    if (looked_at_ < graph_.size()) {
      queue_.add({importance(looked_at_), looked_at_});
      if (++looked_at_ == graph_.size()) queue_.put_in_order();
      return true;
    }
    if (is_dense() ? step_of_rest() : step_by_importance()) return true;
    if (!layout_) layout_.emplace(graph_, order_, symmetric_);
    return layout_->step(graph_);
  }

  // For use when nothing is left. `number[node]` becomes the number of a node in the hierarchy.
  Hierarchy<W> finish(std::vector<NodeId>& number) {
    std::vector<TautMoves> taut(taut_.size());
    for (NodeId i = 0; i < taut.size(); ++i) taut[layout_->number()[i]] = taut_[i];
    number = layout_->number();
    return layout_->take(std::move(taut));
  }

 private:
  // --- Dense rests

  // Where no nodes matter more than others, as in a lattice, the rest of a graph becomes dense, and
  // witness searches take longer and longer. Then the rest is dissected, all neighbours of a node
  // are joined, and needless shortcuts are dropped afterwards.
  bool is_dense() {
    if (rest_) return true;
    if (!is_dense(queue_.size(), dense_.fewest)) return false;
    std::vector<NodeId> nodes;
    for (const Waiting& each : queue_.entries()) nodes.push_back(each.node);
    std::sort(nodes.begin(), nodes.end());
    dissect(std::move(nodes));
    return true;
  }
  bool is_dense(std::size_t left, std::size_t fewest) const {
    return left > 0 && left >= fewest && graph_.edges_left() >= dense_.neighbours * left;
  }

  void dissect(std::vector<NodeId> nodes) {
    const auto neighbours = [&](NodeId node, auto&& visit) {
      for (const Edge& edge : graph_.edges(node)) visit(edge.node);
    };
    rest_.emplace(std::move(nodes), graph_.size(), neighbours);
    check_effort(joining_effort(rest_->order(), graph_.size(), neighbours, most_pairs()));
    ways_.resize(graph_.size());
  }

  double most_pairs() const {
    constexpr double kInASecondOrTwo = 2e8;
    return std::max(kInASecondOrTwo, dense_.patience * static_cast<double>(edges_));
  }
  void check_effort(const JoiningEffort& effort) const {
    if (effort.pairs <= most_pairs()) return;
    throw BadValue("an index needs narrow places, which few nodes close; this graph of " +
                   std::to_string(graph_.size()) + " nodes has none, and would need more than " +
                   std::to_string(static_cast<std::uint64_t>(effort.edges)) +
                   " shortcuts. Use find_path, with at.Landmarks as the heuristic of many queries");
  }

  bool step_of_rest() {
    const std::vector<NodeId>& order = rest_->order();
    if (joined_ < order.size()) {
      const NodeId node = order[joined_++];
      graph_.join_neighbours(node, most_);
      shortcuts_.clear();
      contract(node);
      queue_.clear();
      return true;
    }
    // From the most important down: first all detours are found, then dropped.
    if (cleared_ == 2 * order.size()) return false;
    const std::size_t i = order.size() - 1 - cleared_ % order.size();
    if (cleared_++ < order.size())
      graph_.find_detours(order[i], ways_);
    else
      graph_.drop_detours(order[i]);
    return true;
  }

  // Hubs come last: if only hubs are left, the rest is dense.
  static constexpr std::uint32_t kOfHubs = ~std::uint32_t{0};

  bool step_by_importance() {
    if (queue_.empty()) return false;
    const NodeId node = queue_.top().node;
    const Waiting now{importance(node), node};
    queue_.pop();
    if (!queue_.empty() && queue_.top() < now) {
      queue_.push(now);
    } else {
      if (now.importance == kOfHubs) find_shortcuts(node);
      contract(node);
    }
    return true;
  }

  using Edge = typename DynamicGraph<W>::Edge;
  using Arc = typename DynamicGraph<W>::Arc;

  struct Waiting {
    std::uint32_t importance;
    NodeId node;
    bool operator<(const Waiting& other) const {
      return importance != other.importance ? importance < other.importance : node < other.node;
    }
  };
  struct Shortcut {
    NodeId from, to;
    Arc arc;
  };

  // Leaves the shortcuts that the node's removal needs in `shortcuts_`. A hub has too many pairs of
  // neighbours to check: it waits until others are gone.
  std::uint32_t importance(NodeId node) {
    if (graph_.is_hub(node)) return kOfHubs;
    find_shortcuts(node);
    std::uint64_t removed = 0, removed_hops = 0, added_hops = 0;
    for (const Edge& edge : graph_.edges(node)) {
      removed += (edge.out.weight < kNoArc<W>)+(edge.in.weight < kNoArc<W>);
      if (edge.out.weight < kNoArc<W>) removed_hops += edge.out.hops;
      if (edge.in.weight < kNoArc<W>) removed_hops += edge.in.hops;
    }
    for (const Shortcut& shortcut : shortcuts_) added_hops += shortcut.arc.hops;
    const std::uint64_t both = symmetric_ ? 2 : 1;  // a shortcut there is two arcs
    const std::uint64_t added = both * shortcuts_.size();
    if (removed == 0) return level_[node];
    return static_cast<std::uint32_t>(1000 * level_[node] + 1000 * added / removed +
                                      1000 * both * added_hops / removed_hops);
  }

  void find_shortcuts(NodeId node) {
    shortcuts_.clear();
    const auto& edges = graph_.edges(node);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Arc& in = edges[i].in;
      if (in.weight >= kNoArc<W>) continue;
      targets_.clear();
      const MoveMask taut = taut_.empty() ? 255 : taut_after(taut_[node], in.last);
      for (std::size_t j = symmetric_ ? i + 1 : 0; j < edges.size(); ++j) {
        const Arc& out = edges[j].out;
        if (j == i || out.weight >= kNoArc<W> || (out.first & ~taut) != 0) continue;
        const W sum = in.weight + out.weight;
        if (sum <= most_) targets_.push_back({edges[j].node, sum, in.hops + out.hops, out.last});
      }
      if (targets_.empty()) continue;
      witness_.search(graph_, edges[i].node, node, targets_);
      for (const auto& target : targets_)
        if (witness_.cost(target.node) > target.weight)
          shortcuts_.push_back({edges[i].node,
                                target.node,
                                {target.weight, node, target.hops, in.first, target.last}});
    }
  }

  // Uses the shortcuts that importance() has just found.
  void contract(NodeId node) {
    order_.push_back(node);
    for (const Shortcut& each : shortcuts_) graph_.add(each.from, each.to, each.arc, symmetric_);
    for (const Edge& edge : graph_.edges(node))
      level_[edge.node] = std::max(level_[edge.node], level_[node] + 1);
    graph_.take_out(node);
  }

  DynamicGraph<W> graph_;
  std::size_t edges_ = 0;  // in the whole graph
  bool symmetric_;
  W most_;
  std::vector<TautMoves> taut_;
  Density dense_;
  WitnessSearch<W> witness_;
  std::vector<std::uint32_t> level_;
  EntryHeap<Waiting> queue_;
  std::vector<NodeId> order_;  // least important first
  std::vector<Shortcut> shortcuts_;
  std::vector<typename WitnessSearch<W>::Target> targets_;
  NodeId looked_at_ = 0;
  std::optional<Dissection> rest_;
  std::size_t joined_ = 0, cleared_ = 0;  // in the dense rest
  std::vector<typename DynamicGraph<W>::Ways> ways_;
  std::optional<Layout<W>> layout_;
};

}  // namespace asterion
