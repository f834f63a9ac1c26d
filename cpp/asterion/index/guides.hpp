// Lower bounds between nodes of a hierarchy, from the costs from and to a few of them, the
// landmarks: with them searches look at a tenth of the nodes of a lattice, and at a fifth of a
// road network's.
//
// The cost from a node v to t is never less than d(L, t) - d(L, v), nor than d(v, L) - d(t, L).
// Costs are kept as fractions of the largest, rounded to floats; the estimate gives up more than
// was rounded. Each landmark is as far as possible from the earlier ones.
//
// Complexity  a pass over all arcs for each landmark and direction
// Memory      96 bytes per node
// Source      A. V. Goldberg and C. Harrelson, Computing the shortest path: A* search meets graph
//             theory, 2005; the passes: D. Delling, A. V. Goldberg, A. Nowatzyk and R. F. Werneck,
//             PHAST: hardware-accelerated shortest path trees, 2011; both together: R. Bauer and
//             others, Combining hierarchical and goal-directed speed-up techniques, 2010
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/index/hierarchy_search.hpp"

namespace asterion {

class Guides {
 public:
  static constexpr std::size_t kLandmarks = 12;
  // For each landmark the cost from it, then for each the cost to it, negated, so that both bounds
  // are the same difference.
  using Row = std::array<float, 2 * kLandmarks>;

  // Smaller hierarchies gain little.
  static bool pay(const Hierarchy<double>& hierarchy) { return hierarchy.nodes() >= 1024; }

  explicit Guides(const Hierarchy<double>& hierarchy)
      : rows_(hierarchy.nodes()),
        order_(downward(hierarchy)),
        costs_(hierarchy.nodes()),
        nearest_(hierarchy.nodes(), kInfinity),
        search_(std::in_place, hierarchy.nodes()) {}

  // Adds a landmark of the same hierarchy; false when all are there.
  bool step(const Hierarchy<double>& hierarchy) {
    if (chosen_ == kLandmarks) return false;
    if (chosen_ == 0 && !begun_) {  // the first is as far as possible from any node
      spread<false>(hierarchy, 0);
      landmark_ = farthest(costs_);
      begun_ = true;
    }
    spread<false>(hierarchy, landmark_);
    if (chosen_ == 0) scale_ = 2 * largest();
    note(chosen_, 1);
    for (std::size_t i = 0; i < costs_.size(); ++i) nearest_[i] = std::min(nearest_[i], costs_[i]);
    spread<true>(hierarchy, landmark_);
    note(kLandmarks + chosen_, -1);
    landmark_ = farthest(nearest_);
    if (++chosen_ == kLandmarks) forget_scratch();
    return true;
  }

  // For searches from one node to another, in either direction.
  struct Estimate {
    const Row* rows = nullptr;
    Row ends[2]{};
    double scale = 0;

    template <bool back>
    double of(NodeId node) const {
      const Row& here = rows[node];
      const Row& end = ends[!back];
      float most = 0;
      for (std::size_t i = 0; i < here.size(); ++i) {
        const float rest = back ? here[i] - end[i] : end[i] - here[i];
        most = rest > most ? rest : most;  // NaN does not count
      }
      return most > kRounding ? scale * (static_cast<double>(most) - kRounding) : 0.0;
    }
  };
  Estimate between(NodeId from, NodeId to) const {
    return {rows_.data(), {rows_[from], rows_[to]}, scale_};
  }
  std::size_t bytes() const { return rows_.size() * sizeof(Row); }

 private:
  // Four times the rounding error of a difference of two fractions.
  static constexpr double kRounding = 1.0 / (1 << 22);

  // All nodes, each after those that its arcs lead up to.
  static std::vector<NodeId> downward(const Hierarchy<double>& hierarchy) {
    std::vector<NodeId> order, waiting;
    std::vector<std::uint8_t> state(hierarchy.nodes());  // 1: its arcs were looked at; 2: in order
    order.reserve(hierarchy.nodes());
    for (NodeId start = 0; start < hierarchy.nodes(); ++start) {
      waiting.push_back(start);
      while (!waiting.empty()) {
        const NodeId node = waiting.back();
        if (state[node]++ != 0) {
          waiting.pop_back();
          if (state[node] == 2) order.push_back(node);
          state[node] = 2;
          continue;
        }
        for (const bool back : {false, true})
          for (const auto& arc : hierarchy.up(back).of(node))
            if (state[arc.head] == 0) waiting.push_back(arc.head);
      }
    }
    return order;
  }

  // The costs from a node to all others, or (back) from all others to it.
  template <bool back>
  void spread(const Hierarchy<double>& hierarchy, NodeId from) {
    std::fill(costs_.begin(), costs_.end(), kInfinity);
    const Gate<double> gate{from, 0};
    search_->climb<back>(hierarchy, {&gate, 1},
                         [&](NodeId node, double cost) { costs_[node] = cost; });
    for (const NodeId node : order_)
      for (const auto& arc : hierarchy.up(!back).of(node))
        costs_[node] = std::min(costs_[node], costs_[arc.head] + arc.weight);
  }

  double largest() const {
    double most = 0;
    for (const double cost : costs_)
      if (cost < kInfinity) most = std::max(most, cost);
    return most;
  }
  // The farthest of the reachable nodes; of equals the first.
  static NodeId farthest(const std::vector<double>& costs) {
    NodeId best = 0;
    double most = -1;
    for (NodeId node = 0; node < costs.size(); ++node)
      if (costs[node] < kInfinity && costs[node] > most) {
        most = costs[node];
        best = node;
      }
    return best;
  }

  // Unreachable nodes, and costs above the scale, become NaN, which gives no bound.
  void note(std::size_t column, double sign) {
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      const double share = costs_[i] / scale_;
      rows_[i][column] =
          share <= 1 ? static_cast<float>(sign * share) : std::numeric_limits<float>::quiet_NaN();
    }
  }
  void forget_scratch() {
    order_ = {};
    costs_ = nearest_ = {};
    search_.reset();
  }

  std::vector<Row> rows_;
  double scale_ = 0;
  std::size_t chosen_ = 0;
  bool begun_ = false;
  NodeId landmark_ = 0;
  std::vector<NodeId> order_;
  std::vector<double> costs_, nearest_;
  std::optional<HierarchySearch<double>> search_;
};

}  // namespace asterion
