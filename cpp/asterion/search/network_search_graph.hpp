// The costs of steps on a network, and estimates of the remaining cost from positions of nodes.
//
// A distance between positions is multiplied by the largest factor that keeps it below the cost of
// every connection; then it is consistent.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "asterion/search/estimates.hpp"
#include "asterion/search/heuristic_kind.hpp"
#include "asterion/search/search_graph.hpp"
#include "asterion/world/network.hpp"

namespace asterion {

// Estimates between any two nodes, from their positions.
class PositionEstimates {
 public:
  PositionEstimates(const Network& network, HeuristicKind kind)
      : positions_(&network.graph().positions()) {
    if (positions_->axes == 0) return;
    const bool all = kind == HeuristicKind::positions;
    for (std::size_t i = 0; i < kDistances; ++i)
      if (all || is(kind, static_cast<Distance>(i))) scales_[i] = network.scales().of(i);
    keep_what_counts();
  }

  // Whether some scale is smaller here than in `other`.
  bool below(const PositionEstimates& other) const {
    for (std::size_t i = 0; i < kDistances; ++i)
      if (scales_[i] < other.scales_[i]) return true;
    return false;
  }
  void fall_to(const PositionEstimates& other) {
    for (std::size_t i = 0; i < kDistances; ++i)
      scales_[i] = std::min(scales_[i], other.scales_[i]);
    keep_what_counts();
  }
  // Whether all estimates are 0.
  bool empty() const { return scales_ == Distances{}; }

  void prefetch(NodeId node) const {
    if (positions_->axes != 0) prefetch_memory(positions_->of(node));
  }

  double between(NodeId a, NodeId b) const {
    if (positions_->axes == 0) return 0;
    if (manhattan_alone_) {
      const double *from = positions_->of(a), *to = positions_->of(b);
      double sum = 0;
      for (std::size_t i = 0; i < positions_->axes; ++i) sum += std::abs(from[i] - to[i]);
      return scales_[0] * sum;
    }
    const Distances d = distances_between(positions_->of(a), positions_->of(b), positions_->axes);
    // The maximum of several: the Manhattan distance on a lattice, the straight line in a plane.
    double largest = 0;
    for (std::size_t i = 0; i < kDistances; ++i) largest = std::max(largest, scales_[i] * d[i]);
    return largest;
  }

 private:
  // No distance exceeds the Manhattan distance: where its scale is the largest too, as on a
  // lattice, the others never count, and no root need be taken.
  void keep_what_counts() {
    manhattan_alone_ = scales_[0] >= *std::max_element(scales_.begin(), scales_.end());
  }

  static bool is(HeuristicKind kind, Distance distance) {
    switch (distance) {
      case Distance::manhattan:
        return kind == HeuristicKind::manhattan;
      case Distance::euclidean:
        return kind == HeuristicKind::euclidean;
      case Distance::octile:
        return kind == HeuristicKind::octile;
      case Distance::chebyshev:
        return kind == HeuristicKind::chebyshev;
    }
    return false;
  }

  const Positions* positions_;
  Distances scales_{};
  bool manhattan_alone_ = false;
};

class NetworkSearchGraph {
 public:
  using Cost = double;
  static constexpr bool kOnGrid = false;
  using Step = NodeId;  // the node before
  struct Place {};
  static constexpr Step kNoStep = ~NodeId{0};

  // `backward` searches walk against the connections.
  NetworkSearchGraph(const Network& network, HeuristicKind kind, NodeList goals,
                     bool backward = false, const CustomEstimates* custom = nullptr)
      : network_(network),
        goals_(std::move(goals)),
        positions_(network, kind),
        blind_(positions_.empty() && custom == nullptr),
        backward_(backward),
        custom_(custom) {}

  std::size_t count() const { return network_.count(); }
  bool uniform() const { return false; }  // costs need no correction
  bool blind() const { return blind_; }   // all estimates are 0
  double unit() const { return 1; }
  double largest_rise() const { return 2 * network_.largest_cost(); }
  Place point(NodeId) const { return {}; }
  NodeId step_back(NodeId, Step before) const { return before; }

  // Calls visit(next, cost, step, place) for each open connection, by increasing number.
  template <class Visit>
  void for_each_move(NodeId node, Step, Visit&& visit) const {
    for (const Arc& arc : arcs(node))
      if (arc.cost < kInfinity) visit(arc.node, arc.cost, node, Place{});
  }

  // Fetches at once all that an expansion of this node reads, and that of a neighbour will read,
  // which may be next.
  template <class Nodes>
  void prefetch_neighbours(NodeId node, const Nodes& nodes) const {
    for (const Arc& arc : arcs(node)) {
      nodes.prefetch(arc.node);
      if (custom_ != nullptr)
        custom_->prefetch(arc.node);
      else
        positions_.prefetch(arc.node);
      prefetch(arc.node);
    }
  }

  // Rows of a graph are scattered in memory: prefetching hides the wait.
  void prefetch(NodeId node) const { network_.prefetch(node, backward_); }

  // The moves not yet tried from a node, for a search that takes them one by one.
  using Untried = std::span<const Arc>;
  struct Move {
    NodeId next;
    Cost cost;
    Step step;
  };
  Untried untried(NodeId node, Step) const { return arcs(node); }
  static std::uint64_t number_of(Untried moves) { return moves.size(); }
  Move take(NodeId node, Untried& moves) const {
    const Arc& arc = moves.front();
    moves = moves.subspan(1);
    return {arc.node, arc.cost, node};
  }

  // The estimated cost from a node to the nearest goal.
  Cost estimate(NodeId node, Place = {}) const {
    if (blind_) return 0;
    if (custom_ != nullptr) return custom_->at(node);
    Cost least = kInfinity;
    for (const NodeId goal : goals_) least = std::min(least, positions_.between(node, goal));
    return goals_.empty() ? 0 : least;
  }
  double true_estimate(NodeId node) const { return estimate(node); }

 private:
  std::span<const Arc> arcs(NodeId node) const {
    return backward_ ? network_.in(node) : network_.out(node);
  }

  const Network& network_;
  NodeList goals_;
  PositionEstimates positions_;
  bool blind_;
  bool backward_;
  const CustomEstimates* custom_;
};

}  // namespace asterion
