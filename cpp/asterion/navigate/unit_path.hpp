// The path that a unit walks: to its goal, or a few cells towards it.
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
  // The second node; the path must have one.
  NodeId next() const { return nodes_[nodes_.size() - 2]; }
  bool can_step() const { return nodes_.size() > 1; }

  std::vector<NodeId> nodes() const { return {nodes_.rbegin(), nodes_.rend()}; }
  template <class Visit>
  void for_each(Visit&& visit) const {  // from the end to the start
    for (const NodeId node : nodes_) visit(node);
  }

  // Calls visit(node, next) for each arc of the path that leaves a node with a number from `low` to
  // `high`. Most stretches of a long path have none, and are skipped.
  template <class Visit>
  void for_each_arc_from(NodeId low, NodeId high, Visit&& visit) const {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      if (ranges_[i].high < low || ranges_[i].low > high) continue;
      const std::size_t last = std::min(nodes_.size(), (i + 1) * kStretch);
      for (std::size_t at = std::max<std::size_t>(i * kStretch, 1); at < last; ++at)
        if (nodes_[at] >= low && nodes_[at] <= high) visit(nodes_[at], nodes_[at - 1]);
    }
  }

  void clear() {
    nodes_.clear();
    ranges_.clear();
  }
  void step() { nodes_.pop_back(); }
  // Makes the path begin at a node of it; false if the node is not on it.
  bool cut_before(NodeId node) {
    const auto at = std::find(nodes_.rbegin(), nodes_.rend(), node);
    if (at == nodes_.rend()) return false;
    nodes_.erase(at.base(), nodes_.end());
    return true;
  }
  void replace(const std::vector<NodeId>& nodes) {
    nodes_.assign(nodes.rbegin(), nodes.rend());
    find_ranges(0);
  }
  // Appends these nodes, the first of which is the path's end.
  void append(const std::vector<NodeId>& nodes) {
    std::vector<NodeId> longer(nodes.rbegin(), nodes.rend() - 1);
    longer.insert(longer.end(), nodes_.begin(), nodes_.end());
    nodes_ = std::move(longer);
    find_ranges(0);
  }
  // Replaces the path from its start to a node of it, the last of these.
  void reroute(const std::vector<NodeId>& nodes) {
    const auto at = std::find(nodes_.begin(), nodes_.end(), nodes.back());
    const auto kept = static_cast<std::size_t>(at - nodes_.begin());
    nodes_.resize(kept);
    nodes_.insert(nodes_.end(), nodes.rbegin(), nodes.rend());
    find_ranges(kept / kStretch);
  }

 private:
  static constexpr std::size_t kStretch = 64;  // nodes
  struct Range {
    NodeId low, high;
  };

  // Updates all stretches but the first ones, which are unchanged.
  void find_ranges(std::size_t unchanged) {
    ranges_.resize(unchanged);
    for (std::size_t first = unchanged * kStretch; first < nodes_.size(); first += kStretch) {
      const auto begin = nodes_.begin() + static_cast<std::ptrdiff_t>(first);
      const std::size_t count = std::min(kStretch, nodes_.size() - first);
      const auto [low, high] =
          std::minmax_element(begin, begin + static_cast<std::ptrdiff_t>(count));
      ranges_.push_back({*low, *high});
    }
  }

  std::vector<NodeId> nodes_;  // from the end to the start: a step takes off the last
  std::vector<Range> ranges_;  // of the numbers in each stretch, at least of those left
};

}  // namespace asterion
