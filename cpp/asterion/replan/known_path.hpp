// The path that was planned last: how it goes on from a node, and how much of it is still sure.
//
// Nodes are counted from the goal, so that a plan which joins the path writes only what is new. 4
// bytes a node of the world.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "asterion/search/nodes.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class KnownPath {
 public:
  explicit KnownPath(std::size_t count) : places_(zeroed_array<std::uint32_t>(count)) {}

  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  NodeId goal() const { return nodes_.front(); }
  NodeId start() const { return nodes_.back(); }

  // How many nodes before the goal; none for a node that is not on the path.
  std::optional<std::size_t> place(NodeId node) const {
    // A node keeps the place it had on an earlier path: look whether it is there on this one.
    const std::size_t at = places_[node];
    if (at < nodes_.size() && nodes_[at] == node) return at;
    return {};
  }
  NodeId at(std::size_t place) const { return nodes_[place]; }

  // Whether the path from this node to the goal is sure to be a cheapest one still.
  bool leads_on(NodeId node) const {
    if (holds_ == 0) return false;
    const std::size_t at = places_[node];
    return at < holds_ && nodes_[at] == node;
  }
  // It may no longer be, from here on to the goal.
  void doubt_from(std::size_t place) { holds_ = std::min(holds_, place); }

  // Takes over a plan from start to goal, or to a node from which this path leads on.
  void follow(const std::vector<NodeId>& plan) {
    const bool joins = !plan.empty() && leads_on(plan.back());
    std::size_t place = joins ? places_[plan.back()] : 0;
    nodes_.resize(place + plan.size());
    for (std::size_t i = plan.size(); i-- > 0; ++place) {
      places_[plan[i]] = static_cast<std::uint32_t>(place);
      nodes_[place] = plan[i];
    }
    holds_ = nodes_.size();
  }

  // The agent has come to this node: the path begins here now.
  void cut_after(std::size_t place) {
    nodes_.resize(place + 1);
    holds_ = std::min(holds_, nodes_.size());
  }

  std::vector<NodeId> nodes() const { return {nodes_.rbegin(), nodes_.rend()}; }
  std::size_t bytes(std::size_t count) const {
    return count * sizeof(std::uint32_t) + nodes_.capacity() * sizeof(NodeId);
  }

 private:
  ZeroedArray<std::uint32_t> places_;
  std::vector<NodeId> nodes_;  // from the goal to the start
  std::size_t holds_ = 0;      // so many nodes from the goal on
};

}  // namespace asterion
