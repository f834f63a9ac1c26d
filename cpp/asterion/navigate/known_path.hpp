// The path planned last: its next nodes from any node, and how much of it is still valid.
//
// Nodes are counted from the goal, so that a plan which joins the path writes only what is new. A
// hash table finds their places: 8 to 16 bytes per node of the path, however large the world. A
// table of all nodes would touch memory all over: for a thousand units its first pages cost more
// than their searches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

class KnownPath {
 public:
  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  NodeId goal() const { return nodes_.front(); }
  NodeId start() const { return nodes_.back(); }

  // The number of nodes between this one and the goal; none for a node that is not on the path.
  std::optional<std::size_t> place(NodeId node) const {
    if (nodes_.empty()) return {};
    // Slots keep entries of earlier paths: check that the node is on this one.
    for (std::size_t slot = home(node); slots_[slot] != kFree; slot = (slot + 1) & mask()) {
      const std::size_t at = slots_[slot];
      if (at < nodes_.size() && nodes_[at] == node) return at;
    }
    return {};
  }
  NodeId at(std::size_t place) const { return nodes_[place]; }

  // Whether the path from this node to the goal is certainly still a cheapest one.
  bool leads_on(NodeId node) const {
    if (holds_ == 0) return false;
    const auto at = place(node);
    return at && *at < holds_;
  }
  // From here to the goal it may no longer be.
  void doubt_from(std::size_t place) { holds_ = std::min(holds_, place); }
  bool is_sure() const { return holds_ == nodes_.size(); }
  // The move from this place to the next costs more than when it was planned, or is closed.
  void rise_at(std::size_t place) {
    doubt_from(place);
    risen_[place] = true;
  }
  // Whether the first move rose; the path must have one.
  bool first_move_rose() const { return risen_[nodes_.size() - 1]; }

  // Adopts a plan from start to goal, or to a node from which this path continues.
  void follow(const std::vector<NodeId>& plan) {
    const bool joins = !plan.empty() && leads_on(plan.back());
    const std::size_t joint = joins ? *place(plan.back()) : 0;
    nodes_.resize(joint);
    nodes_.insert(nodes_.end(), plan.rbegin(), plan.rend());
    holds_ = nodes_.size();
    risen_.assign(nodes_.size(), false);
    if (!joins || 2 * (taken_ + plan.size()) > slots_.size()) return enter_all();
    for (std::size_t at = joint; at < nodes_.size(); ++at) enter(at);
  }

  // The agent has come to this node, where the path now begins.
  void cut_after(std::size_t place) {
    nodes_.resize(place + 1);
    holds_ = std::min(holds_, nodes_.size());
  }

  std::vector<NodeId> nodes() const { return {nodes_.rbegin(), nodes_.rend()}; }
  std::size_t bytes() const {
    return slots_.capacity() * sizeof(std::uint32_t) + nodes_.capacity() * sizeof(NodeId) +
           risen_.capacity() / 8;
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t home(NodeId node) const {
    return node * std::uint64_t{0x9E3779B97F4A7C15} >> 32 & mask();
  }

  // Enters the node at this place into the table.
  void enter(std::size_t at) {
    std::size_t slot = home(nodes_[at]);
    while (slots_[slot] != kFree) slot = (slot + 1) & mask();
    slots_[slot] = static_cast<std::uint32_t>(at);
    ++taken_;
  }
  void enter_all() {
    constexpr std::size_t kFewest = 16;
    slots_.assign(std::bit_ceil(std::max(kFewest, 2 * nodes_.size() + 1)), kFree);
    taken_ = 0;
    for (std::size_t at = 0; at < nodes_.size(); ++at) enter(at);
  }

  std::vector<NodeId> nodes_;         // from the goal to the start
  std::vector<std::uint32_t> slots_;  // places of nodes; a power of two, at most half are taken
  std::vector<bool> risen_;           // by place
  std::size_t taken_ = 0;
  std::size_t holds_ = 0;  // this many nodes from the goal on are valid
};

}  // namespace asterion
