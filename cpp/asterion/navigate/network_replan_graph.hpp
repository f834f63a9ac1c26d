// The arcs of a graph: a ScaledReplanGraph of navigate/replan_graph.hpp, which says why costs are
// whole numbers.
//
// A cost is rounded up to a multiple of a small power of two, chosen so that no path overflows, and
// one unit is added. So no arc costs 0, no two nodes can be each other's parent, and estimates by
// positions, which are rounded too, stay consistent. This adds less than 2^-18 to the cost of a
// path (2^-25 without positions), and nothing where costs are whole numbers and nodes not too many;
// a network whose costs are too far apart is `too_wide()`. Of parallel arcs only the cheapest
// counts; an arc back to its own node does not.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "asterion/navigate/navigator_query.hpp"
#include "asterion/search/network_search_graph.hpp"

namespace asterion {

class NetworkReplanGraph {
 public:
  using World = Network;
  using Cost = std::int64_t;
  static constexpr Cost kFar = Cost{1} << 61;  // no path: above any cost

  NetworkReplanGraph(const Network& network, HeuristicKind kind,
                     std::shared_ptr<const PairEstimates> custom)
      : network_(network),
        stored_(network.graph()),
        kind_(custom ? HeuristicKind::zero : kind),
        custom_(std::move(custom)),
        positions_(network, HeuristicKind::zero),
        by_position_(kind_ != HeuristicKind::zero && stored_.positions().axes > 0) {}

  std::size_t count() const { return network_.count(); }

  // --- Keeping up with the network. Both are false while nothing of that kind has changed.

  bool needs_rescale() const {
    return !measured_ || network_.largest_cost() > largest_ || too_wide();
  }
  // Estimates only ever fall: see grid_replan_graph.hpp.
  bool estimates_stale() const {
    return by_position_ && PositionEstimates(network_, kind_).below(positions_);
  }
  void measure() {
    if (!measured_) has_parallels_ = any_parallels();
    if (needs_rescale()) {
      choose_scale();
      positions_ = PositionEstimates(network_, kind_);
      measured_ = true;
    }
    if (estimates_stale()) positions_.fall_to(PositionEstimates(network_, kind_));
  }
  Cost longest_path() const { return kFar; }
  bool too_wide() const {
    return network_.least_positive_cost() * scale_ < (by_position_ ? 0x1p20 : 0x1p27);
  }

  void look(NodeId) {}
  bool is_wall(NodeId) const { return false; }

  // --- Items: connections.

  std::size_t items() const { return stored_.connections(); }
  double item_cost(ConnectionId id) const { return network_.cost(id); }
  static double journaled_cost(double cost) { return cost; }
  std::uint64_t links_version() const { return 0; }
  template <class Visit>
  void for_each_item(NodeId id, Visit&& visit) const {
    visit(id);
  }
  bool has_own_costs() const { return network_.has_factors(); }
  bool arc_leans_on(ConnectionId id, NodeId from, NodeId to) const {
    return stored_.source(id) == from && stored_.target(id) == to;
  }

  // --- Arcs

  template <class Visit>
  void for_each_out(NodeId node, Visit&& visit) const {
    for_each_arc(network_.out(node), node, visit);
  }
  template <class Visit>
  void for_each_in(NodeId node, Visit&& visit) const {
    for_each_arc(network_.in(node), node, visit);
  }
  template <class Visit>
  void for_each_closed_in(NodeId node, Visit&& visit) const {
    for (const Arc& arc : network_.in(node))
      if (arc.cost == kInfinity) visit(arc.node);
  }

  Cost arc(NodeId from, NodeId to) const {
    double least = kInfinity;
    for (const Arc& arc : network_.out(from))
      if (arc.node == to) least = std::min(least, arc.cost);
    return least < kInfinity ? whole(least) : kFar;
  }

  template <class Visit>
  void for_each_touched(ConnectionId id, Visit&& visit) const {
    visit(stored_.source(id));
    if (stored_.source(id) != stored_.target(id)) visit(stored_.target(id));
  }

  // The arc whose cost an item is; a parallel arc may be cheaper.
  struct ItemArc {
    NodeId from;
    NodeId to;
    Cost cost;  // kFar if it is closed
  };
  ItemArc arc_of(ConnectionId id) const {
    const double cost = network_.cost(id);
    return {stored_.source(id), stored_.target(id), cost < kInfinity ? whole(cost) : kFar};
  }

  // --- Estimates

  Cost estimate(NodeId from, NodeId to) const {
    const double cost = custom_ != nullptr ? custom_->between(from, to)
                        : by_position_     ? positions_.between(from, to)
                                           : 0;
    const double units = cost * scale_;
    return units < static_cast<double>(kFar) ? static_cast<Cost>(units) : kFar;
  }

  double real(Cost cost) const {
    return cost >= kFar ? kInfinity : static_cast<double>(cost) / scale_;
  }

 private:
  // Leaves room for a path over all nodes with each arc at twice its present cost. A double must
  // hold a distance to the last unit.
  void choose_scale() {
    largest_ = 2 * network_.largest_cost();
    const double longest = static_cast<double>(count() + 1) * std::max(largest_, 1e-290);
    scale_ = std::exp2(std::min(1000.0, std::floor((by_position_ ? 50 : 59) - std::log2(longest))));
  }

  Cost whole(double cost) const {
    const double units = cost * scale_;
    const auto down = static_cast<Cost>(units);
    return down + (static_cast<double>(down) < units) + 1;
  }

  template <class Visit>
  void for_each_arc(std::span<const Arc> graph, NodeId node, Visit&& visit) const {
    if (!has_parallels_) {
      for (const Arc& arc : graph)
        if (arc.cost < kInfinity && arc.node != node) visit(arc.node, whole(arc.cost));
      return;
    }
    std::vector<std::pair<NodeId, double>> cheapest;
    for (const Arc& arc : graph)
      if (arc.cost < kInfinity && arc.node != node) cheapest.push_back({arc.node, arc.cost});
    std::sort(cheapest.begin(), cheapest.end());
    for (std::size_t i = 0; i < cheapest.size(); ++i)
      if (i == 0 || cheapest[i].first != cheapest[i - 1].first)
        visit(cheapest[i].first, whole(cheapest[i].second));
  }

  bool any_parallels() const {
    std::vector<NodeId> last(count(), ~NodeId{0});  // the last node with an arc to each
    for (NodeId node = 0; node < count(); ++node)
      for (const Arc& arc : network_.out(node))
        if (std::exchange(last[arc.node], node) == node) return true;
    return false;
  }

  const Network& network_;
  const Graph& stored_;
  HeuristicKind kind_;
  std::shared_ptr<const PairEstimates> custom_;
  PositionEstimates positions_;
  bool by_position_;
  bool has_parallels_ = true;
  bool measured_ = false;
  double scale_ = 1;    // units in a cost of 1
  double largest_ = 0;  // the largest cost that there is room for
};

}  // namespace asterion
