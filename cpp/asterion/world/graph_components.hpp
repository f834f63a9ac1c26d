// The components of a graph as if every connection were open, in both directions: answers
// "unreachable" in O(1), without a search. Independent of costs, so it outlives all edits.
#pragma once

#include <numeric>
#include <vector>

#include "asterion/world/graph.hpp"

namespace asterion {

class GraphComponents {
 public:
  GraphComponents() = default;
  explicit GraphComponents(const Graph& graph) : label_(graph.nodes()) {
    std::iota(label_.begin(), label_.end(), NodeId{0});
    InterruptPoller poll;
    for (ConnectionId id = 0; id < graph.connections(); ++id, poll()) {
      const NodeId a = root(graph.source(id)), b = root(graph.target(id));
      label_[std::max(a, b)] = std::min(a, b);
    }
    for (NodeId node = 0; node < label_.size(); ++node) label_[node] = root(node);
  }

  bool known() const { return !label_.empty(); }
  // True only if no path can join the two.
  bool certainly_apart(NodeId a, NodeId b) const { return known() && label_[a] != label_[b]; }

 private:
  NodeId root(NodeId node) {
    while (label_[node] != node) node = label_[node] = label_[label_[node]];
    return node;
  }

  std::vector<NodeId> label_;
};

}  // namespace asterion
