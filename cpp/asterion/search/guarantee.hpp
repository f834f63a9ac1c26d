// The guaranteed stop rule: stop when the open node with the smallest cost so far is the goal, or
// costs more than the goal's path. Needs a second heap, by cost so far; outdated entries stay on it
// until they come up.
#pragma once

#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/search/nodes.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class Guarantee {
 public:
  // The search found a route of this cost to a node and put the node on open.
  void reached(NodeId node, double cost, bool is_goal) {
    by_cost_.push({cost, 0, 0, node});
    improved(node, cost, is_goal);
  }

  // The search found a better route to a node that stays closed.
  void improved(NodeId node, double cost, bool is_goal) {
    if (!is_goal || cost >= goal_cost_) return;
    goal_ = node;
    goal_cost_ = cost;
  }

  bool goal_reached() const { return goal_cost_ < kInfinity; }
  NodeId goal() const { return goal_; }

  template <SearchNodes Nodes>
  bool holds(const Nodes& nodes) {
    if (!goal_reached()) return false;
    while (!by_cost_.empty() && out_of_date(by_cost_.top(), nodes)) by_cost_.pop();
    if (by_cost_.empty() || by_cost_.top().cost > goal_cost_) return true;
    return by_cost_.top().cost == goal_cost_ && !nodes.closed(goal_);
  }

 private:
  template <SearchNodes Nodes>
  static bool out_of_date(const HeapEntry& entry, const Nodes& nodes) {
    return nodes.closed(entry.node) || static_cast<double>(nodes.cost(entry.node)) != entry.cost;
  }

  BinaryHeap<NoPlaces> by_cost_{NoPlaces{}};
  NodeId goal_ = 0;
  double goal_cost_ = kInfinity;
};

}  // namespace asterion
