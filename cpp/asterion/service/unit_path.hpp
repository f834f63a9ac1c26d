// The path that a unit walks: from where it is to its goal, or a few cells towards it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

class UnitPath {
 public:
  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  NodeId start() const { return nodes_.back(); }
  NodeId end() const { return nodes_.front(); }
  // The node after the start; only where there is one.
  NodeId next() const { return nodes_[nodes_.size() - 2]; }
  bool can_step() const { return nodes_.size() > 1; }

  std::vector<NodeId> nodes() const { return {nodes_.rbegin(), nodes_.rend()}; }
  template <class Visit>
  void for_each(Visit&& visit) const {  // from the end to the start
    for (const NodeId node : nodes_) visit(node);
  }

  void clear() { nodes_.clear(); }
  void step() { nodes_.pop_back(); }
  // Begins at a node of it from now on; false if it is none.
  bool cut_before(NodeId node) {
    const auto at = std::find(nodes_.rbegin(), nodes_.rend(), node);
    if (at == nodes_.rend()) return false;
    nodes_.erase(at.base(), nodes_.end());
    return true;
  }
  void replace(const std::vector<NodeId>& nodes) { nodes_.assign(nodes.rbegin(), nodes.rend()); }
  // Goes on over these nodes, the first of which is its end.
  void append(const std::vector<NodeId>& nodes) {
    std::vector<NodeId> longer(nodes.rbegin(), nodes.rend() - 1);
    longer.insert(longer.end(), nodes_.begin(), nodes_.end());
    nodes_ = std::move(longer);
  }
  // Another way from the start to a node of it, which is the last of these.
  void reroute(const std::vector<NodeId>& nodes) {
    const auto at = std::find(nodes_.begin(), nodes_.end(), nodes.back());
    nodes_.erase(at, nodes_.end());
    nodes_.insert(nodes_.end(), nodes.rbegin(), nodes.rend());
  }

 private:
  std::vector<NodeId> nodes_;  // from the end to the start: a step takes off the last
};

}  // namespace asterion
