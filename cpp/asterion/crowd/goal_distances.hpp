// The distance from every node to one goal, worked out as far as it is asked for, and repaired
// after edits.
//
// Guarantee   exact: the fewest moves, or the least cost where cells differ
// Complexity  O(nodes reached) once; a repair takes O(k log k) for the k nodes whose distance
// changes
//             and their neighbours. 2 bytes per node, 4 where cells differ
// Source      G. Ramalingam and T. Reps, An incremental algorithm for a generalization of the
//             shortest-path problem, 1996
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/crowd/crowd_map.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/world/errors.hpp"

namespace asterion {

// `Value`: 16 bits where all cells cost the same.
template <class Value>
class GoalDistances {
 public:
  using Node = CrowdMap::Node;
  static constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

  GoalDistances(const CrowdMap& map, Node goal) : goal_(goal), values_(map.count(), kUnknown) {
    begin(map);
  }

  Node goal() const { return goal_; }
  std::size_t bytes() const {
    return values_.capacity() * sizeof(Value) + frontier_.capacity() * sizeof(Node);
  }

  // kFar if there is no way.
  std::uint32_t at(const CrowdMap& map, Node node) {
    const Value known = values_[node];
    if (known != kUnknown) [[likely]]
      return known;
    return grown_to(map, node);
  }
  // As far as worked out; else kFar.
  std::uint32_t known(Node node) const {
    return values_[node] == kUnknown ? kFar : std::uint32_t{values_[node]};
  }
  // Nodes whose distance was worked out so far, again after edits too.
  std::uint64_t searched() const { return searched_; }

  void follow(const CrowdMap& map, const CrowdMap::Edit& edit) {
    const bool grew = values_.size() < map.count();
    if (grew) values_.resize(map.count(), kUnknown);
    if (edit.everything) return begin(map);
    if (map.is_open(goal_) != (values_[goal_] == 0)) return begin(map);
    repair(map, edit.nodes);
  }

 private:
  static constexpr Value kUnknown = std::numeric_limits<Value>::max();
  using Entry = std::pair<std::uint32_t, Node>;
  using Queue = EntryHeap<Entry>;

  void begin(const CrowdMap& map) {
    std::fill(values_.begin(), values_.end(), kUnknown);
    frontier_.clear();
    level_ = 0;
    if (!map.is_open(goal_)) return;
    values_[goal_] = 0;
    frontier_.push_back(goal_);
    if (map.weighted()) {  // all at once: there are no levels
      Queue open;
      open.push({0, goal_});
      frontier_.clear();
      settle(map, open, kFar - 1);
    }
  }

  // Distances of all nodes within `level_` moves are known, and those at that distance are the
  // frontier.
  std::uint32_t grown_to(const CrowdMap& map, Node node) {
    if (!map.is_open(node)) return kFar;
    std::vector<Node> next;
    while (!frontier_.empty() && values_[node] == kUnknown) {
      ++level_;
      if (level_ >= kUnknown)
        throw BadValue("a unit is more than " + std::to_string(kUnknown - 1) +
                       " moves from its goal; a crowd keeps shorter distances only");
      next.clear();
      for (const Node reached : frontier_)
        for (const Node before : map.moves_back(reached))
          if (values_[before] == kUnknown) {
            values_[before] = static_cast<Value>(level_);
            next.push_back(before);
          }
      frontier_.swap(next);
      searched_ += frontier_.size();
    }
    return values_[node] == kUnknown ? kFar : values_[node];
  }

  bool complete() const { return frontier_.empty(); }

  void repair(const CrowdMap& map, const std::vector<Node>& touched) {
    const std::uint32_t bound = complete() ? kUnknown - 1u : level_;
    // First the nodes that have lost their way, nearest first.
    Queue lost;
    for (const Node node : touched)
      if (values_[node] != kUnknown && node != goal_) lost.push({values_[node], node});
    std::vector<Node> affected;
    while (!lost.empty()) {
      const auto [value, node] = lost.top();
      lost.pop();
      if (values_[node] != value || supported(map, node)) continue;
      values_[node] = kUnknown;
      affected.push_back(node);
      for (const Node before : map.moves_back(node))
        if (before != goal_ && values_[before] != kUnknown &&
            values_[before] == value + map.cost(node))
          lost.push({values_[before], before});
    }
    // Then what they and the touched ones have now.
    Queue open;
    const auto offer = [&](Node node) {
      if (node == goal_ || !map.is_open(node)) return;
      const std::uint32_t value = best(map, node);
      if (value <= bound && value < values_[node]) open.push({value, node});
    };
    for (const Node node : affected) offer(node);
    for (const Node node : touched) offer(node);
    if (complete()) return settle(map, open, bound);
    settle(map, open, bound);
    std::erase_if(frontier_, [&](Node node) { return values_[node] != level_; });
    for (const Node node : reached_)
      if (values_[node] == level_) frontier_.push_back(node);
    std::sort(frontier_.begin(), frontier_.end());
    frontier_.erase(std::unique(frontier_.begin(), frontier_.end()), frontier_.end());
  }

  bool supported(const CrowdMap& map, Node node) const {
    return map.is_open(node) && best(map, node) <= values_[node];
  }
  // The distance that follows from the node's moves.
  std::uint32_t best(const CrowdMap& map, Node node) const {
    std::uint32_t least = kFar;
    for (const Node next : map.moves(node))
      if (values_[next] != kUnknown) least = std::min(least, values_[next] + map.cost(next));
    return least;
  }

  void settle(const CrowdMap& map, Queue& open, std::uint32_t bound) {
    reached_.clear();
    while (!open.empty()) {
      const auto [value, node] = open.top();
      open.pop();
      if (value == 0 ? node != goal_ : value >= values_[node]) continue;
      values_[node] = static_cast<Value>(value);
      reached_.push_back(node);
      for (const Node before : map.moves_back(node)) {
        const std::uint32_t longer = value + map.cost(node);
        if (before != goal_ && longer <= bound && longer < values_[before])
          open.push({longer, before});
      }
    }
    searched_ += reached_.size();
  }

  Node goal_;
  std::vector<Value> values_;
  std::vector<Node> frontier_;
  std::vector<Node> reached_;
  std::uint32_t level_ = 0;
  std::uint64_t searched_ = 0;
};

}  // namespace asterion
