// A view with links, for searches: the moves of a GridSearchGraph, followed by the links of the
// cell.
//
// A link may lead anywhere, so a step is the cell before, as on a graph. Costs are doubles.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "asterion/search/grid_search_graph.hpp"
#include "asterion/search/link_estimates.hpp"

namespace asterion {

class LinkedSearchGraph {
 public:
  using Cost = double;
  static constexpr bool kOnGrid = false;
  using Step = NodeId;  // the cell before
  using Place = Point;
  static constexpr Step kNoStep = ~NodeId{0};

  // See GridSearchGraph.
  LinkedSearchGraph(const GridView& view, HeuristicKind kind, const NodeList& goals,
                    bool backward = false, const CustomEstimates* custom = nullptr)
      : view_(view),
        moves_(view, kind, goals, Moves::legal, backward, custom, false),
        estimates_(view, moves_, backward),
        backward_(backward),
        custom_(custom != nullptr) {}

  const GridView& view() const { return view_; }
  std::size_t count() const { return view_.count(); }
  bool uniform() const { return false; }  // costs need no correction
  bool blind() const { return moves_.blind(); }
  double unit() const { return 1; }
  double largest_rise() const {
    return std::max(moves_.largest_rise(), 2 * view_.grid().links().largest_cost());
  }
  Point point(NodeId node) const { return moves_.point(node); }
  NodeId step_back(NodeId, Step before) const { return before; }
  void prefetch(NodeId) const {}

  template <class Visit>
  void for_each_move(NodeId node, Step, Visit&& visit) const {
    moves_.for_each_move(node, kNoDirection, [&](NodeId next, Cost cost, Direction, Point at) {
      visit(next, cost, node, at);
    });
    for_each_link(node, [&](NodeId next, double cost) { visit(next, cost, node, point(next)); });
  }

  struct Untried {
    std::uint8_t moves;
    std::vector<LinkArc> links;  // the usable ones
  };
  struct Move {
    NodeId next;
    Cost cost;
    Step step;
  };
  Untried untried(NodeId node, Step) const {
    Untried untried{moves_.moves_from(node, kNoDirection), {}};
    for_each_link(node, [&](NodeId next, double cost) { untried.links.push_back({next, cost}); });
    return untried;
  }
  static std::uint64_t number_of(const Untried& untried) {
    return static_cast<std::uint64_t>(std::popcount(untried.moves)) + untried.links.size();
  }
  Move take(NodeId node, Untried& untried) const {
    if (untried.moves == 0) {
      const LinkArc arc = untried.links.front();
      untried.links.erase(untried.links.begin());
      return {arc.node, arc.cost, node};
    }
    const auto move = moves_.take(node, untried.moves);
    return {move.next, move.cost, node};
  }

  Cost estimate(NodeId node) const { return estimate(node, point(node)); }
  Cost estimate(NodeId node, Point here) const {
    const double distance = moves_.estimate(node, here);
    return custom_ || blind() ? distance : estimates_.corrected(moves_, here, distance);
  }
  double true_estimate(NodeId node) const { return estimate(node); }

 private:
  template <class Visit>
  void for_each_link(NodeId node, Visit&& visit) const {
    if (backward_) {
      view_.for_each_link_in(node, visit);
    } else {
      view_.for_each_link_out(node, visit);
    }
  }

  const GridView& view_;
  GridSearchGraph<double> moves_;
  LinkEstimates estimates_;
  bool backward_;
  bool custom_;
};

}  // namespace asterion
