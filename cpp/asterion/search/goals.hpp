// The cells a search may end at.
#pragma once

#include <algorithm>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

class Goals {
 public:
  Goals() = default;
  explicit Goals(std::vector<NodeId> nodes) : nodes_(std::move(nodes)) {
    std::sort(nodes_.begin(), nodes_.end());
    nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
  }

  bool contain(NodeId node) const {
    return nodes_.size() == 1 ? nodes_[0] == node
                              : std::binary_search(nodes_.begin(), nodes_.end(), node);
  }
  const std::vector<NodeId>& nodes() const { return nodes_; }

 private:
  std::vector<NodeId> nodes_;  // sorted, each once
};

}  // namespace asterion
