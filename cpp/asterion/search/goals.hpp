// The cells a search may end at.
#pragma once

#include <algorithm>
#include <utility>

#include "asterion/world/types.hpp"

namespace asterion {

class Goals {
 public:
  Goals() = default;
  explicit Goals(NodeList nodes) : nodes_(std::move(nodes)) {
    if (nodes_.size() < 2) return;
    std::sort(nodes_.begin(), nodes_.end());
    NodeId* const end = std::unique(nodes_.begin(), nodes_.end());
    nodes_.shorten(static_cast<std::size_t>(end - nodes_.begin()));
  }

  bool contains(NodeId node) const {
    return nodes_.size() == 1 ? nodes_[0] == node
                              : std::binary_search(nodes_.begin(), nodes_.end(), node);
  }
  const NodeList& nodes() const { return nodes_; }

 private:
  NodeList nodes_;  // sorted, each once
};

}  // namespace asterion
