// The arcs of a grid of uniform costs in numbers of 4 bytes: half the memory per node and half the
// work per comparison. For grids small enough that no key, a path's cost with everything added to
// it, overflows.
#pragma once

#include "asterion/navigate/grid_replan_graph.hpp"

namespace asterion {

class NarrowReplanGraph {
 public:
  using Cost = std::uint32_t;
  static constexpr Cost kFar = Cost{1} << 31;

  // Whether the present costs fit.
  static bool matches(const GridReplanGraph& graph) {
    return graph.longest_path() < (GridReplanGraph::Cost{1} << 30);
  }

  explicit NarrowReplanGraph(const GridReplanGraph& graph) : graph_(graph) {}

  std::size_t count() const { return graph_.count(); }
  bool is_wall(NodeId node) const { return graph_.is_wall(node); }

  template <class Visit>
  void for_each_out(NodeId node, Visit&& visit) const {
    graph_.for_each_out(
        node, [&](NodeId next, GridReplanGraph::Cost cost) { visit(next, narrow(cost)); });
  }
  template <class Visit>
  void for_each_in(NodeId node, Visit&& visit) const {
    graph_.for_each_in(node,
                       [&](NodeId next, GridReplanGraph::Cost cost) { visit(next, narrow(cost)); });
  }
  template <class Visit>
  void for_each_touched(NodeId node, Visit&& visit) const {
    graph_.for_each_touched(node, visit);
  }
  Cost arc(NodeId from, NodeId to) const {
    const GridReplanGraph::Cost cost = graph_.arc(from, to);
    return cost < GridReplanGraph::kFar ? narrow(cost) : kFar;
  }
  Cost estimate(NodeId from, NodeId to) const { return narrow(graph_.estimate(from, to)); }
  double real(Cost cost) const { return cost < kFar ? graph_.real(cost) : kInfinity; }

 private:
  static Cost narrow(GridReplanGraph::Cost cost) { return static_cast<Cost>(cost); }

  const GridReplanGraph& graph_;
};

}  // namespace asterion
