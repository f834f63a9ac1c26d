// The arcs of a grid of uniform costs in numbers of 4 bytes: half the memory per node and half the
// work per comparison. For grids small enough that no key, a path's cost with everything added to
// it, overflows.
#pragma once

#include "asterion/replan/grid_arcs.hpp"

namespace asterion {

class NarrowArcs {
 public:
  using Cost = std::uint32_t;
  static constexpr Cost kFar = Cost{1} << 31;

  // Whether the present costs fit.
  static bool fit(const GridArcs& arcs) { return arcs.longest_path() < (GridArcs::Cost{1} << 30); }

  explicit NarrowArcs(const GridArcs& arcs) : arcs_(arcs) {}

  std::size_t count() const { return arcs_.count(); }
  bool is_wall(NodeId node) const { return arcs_.is_wall(node); }

  template <class Visit>
  void for_each_out(NodeId node, Visit&& visit) const {
    arcs_.for_each_out(node, [&](NodeId next, GridArcs::Cost cost) { visit(next, narrow(cost)); });
  }
  template <class Visit>
  void for_each_in(NodeId node, Visit&& visit) const {
    arcs_.for_each_in(node, [&](NodeId next, GridArcs::Cost cost) { visit(next, narrow(cost)); });
  }
  template <class Visit>
  void for_each_touched(NodeId node, Visit&& visit) const {
    arcs_.for_each_touched(node, visit);
  }
  Cost arc(NodeId from, NodeId to) const {
    const GridArcs::Cost cost = arcs_.arc(from, to);
    return cost < GridArcs::kFar ? narrow(cost) : kFar;
  }
  Cost estimate(NodeId from, NodeId to) const { return narrow(arcs_.estimate(from, to)); }
  double real(Cost cost) const { return cost < kFar ? arcs_.real(cost) : kInfinity; }

 private:
  static Cost narrow(GridArcs::Cost cost) { return static_cast<Cost>(cost); }

  const GridArcs& arcs_;
};

}  // namespace asterion
