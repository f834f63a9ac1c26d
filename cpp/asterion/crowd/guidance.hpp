// Ways round congestion: distances for each unit in which moves against the traffic cost more.
//
// Traffic is the paths that the units with goals are to take. A unit's path is found when it gets a
// goal, and counts until it is there. A move against other paths costs the more, the more units go
// either way; so narrow passages become one-way streets.
//
// Guarantee   none: units may leave their paths. In each tick at most kNodesPerTick nodes are
//             looked at. A unit without a path, beyond what its search has reached, or long under
//             way follows the plain distances
// Complexity  O(nodes reached) per unit and goal; 2 bytes per node and unit, 4 per move
// Source      Z. Chen, D. Harabor, J. Li and P. J. Stuckey, Traffic flow optimisation for lifelong
//             multi-agent path finding, 2024
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "asterion/crowd/goal_tables.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

class Guidance {
 public:
  using Node = CrowdMap::Node;
  using Slot = GoalTables::Slot;

  Guidance(const CrowdMap& map, GoalTables& tables) : map_(map), tables_(tables) {}

  // After an edit: all paths are found again, a few in each tick.
  void clear() {
    guides_.clear();
    waiting_.clear();
    flows_.clear();
  }

  // Takes note of which units go where; kNoSlot for those that need no path.
  void aim(std::span<const Slot> slots) {
    for (Guide& guide : guides_) guide.was = std::exchange(guide.unit, kNobody);
    for (std::uint32_t unit = 0; unit < slots.size(); ++unit) {
      const Slot slot = slots[unit];
      if (slot == GoalTables::kNoSlot) continue;
      if (slot >= guides_.size()) guides_.resize(slot + std::size_t{1});
      Guide& guide = guides_[slot];
      guide.unit = unit;
      const Node goal = tables_.goal(slot);
      if (guide.goal == goal && guide.was == unit) continue;
      forget(guide);
      guide.goal = goal;
      waiting_.push_back(slot);
    }
    for (Guide& guide : guides_)
      if (guide.unit == kNobody) forget(guide);
  }

  // Finds the paths of units at these nodes that have none, the first to wait first.
  void find(std::span<const Node> now, std::uint64_t tick) {
    if (flows_.size() < map_.count() * map_.most_moves())
      flows_.resize(map_.count() * map_.most_moves());
    for (Guide& guide : guides_) {
      if (guide.unit == kNobody) continue;
      if (now[guide.unit] == guide.goal || tick > guide.until) leave(guide);
      if (tick > guide.until) guide.values = {};
    }
    std::size_t left = kNodesPerTick;
    InterruptPoller poll;
    while (!waiting_.empty()) {
      poll.now();
      Guide& guide = guides_[waiting_.front()];
      if (guide.unit != kNobody && guide.values.empty() && guide.until == 0 &&
          map_.is_open(guide.goal)) {
        const bool is_whole = left == kNodesPerTick;
        if (!search(guide, now[guide.unit], left) && !is_whole) return;  // in the next tick
        if (!guide.values.empty())
          guide.until = tick + kPatience * (guide.values[now[guide.unit]] / kMove);
      }
      waiting_.pop_front();
    }
  }

  // In quarters of a move; any distance beyond what was searched is more than all within.
  std::uint32_t distance(Slot slot, Node node) const {
    if (slot < guides_.size()) {
      const auto& values = guides_[slot].values;
      if (node < values.size() && values[node] != kUnknown) return values[node];
    }
    const std::uint32_t plain = tables_.distance(map_, slot, node);
    return plain > GoalTables::kFar - kBeyond ? plain : kBeyond + plain;
  }

  std::uint64_t searched() const { return searched_; }

 private:
  static constexpr std::size_t kNodesPerTick = 100'000;
  static constexpr std::uint16_t kUnknown = 0xffff;
  static constexpr std::uint32_t kBeyond = 1 << 16;
  static constexpr std::uint32_t kNobody = 0xffffffff;
  // In quarters of a move: its least and greatest cost, and that of one path against another.
  static constexpr std::uint32_t kMove = 4, kMost = 250, kAgainst = 25;
  static constexpr std::uint32_t kMargin = 10 * kMove;  // searched beyond the unit
  static constexpr std::uint32_t kPatience = 4;         // times the moves of a way that it may take

  struct Guide {
    std::uint32_t unit = kNobody, was = kNobody;
    Node goal = CrowdMap::kNone;
    std::uint64_t until = 0;            // the tick when the unit gives up on its path
    std::vector<std::uint16_t> values;  // by node; empty without a search
    std::vector<Node> path;             // that counts as traffic
  };

  std::uint32_t& flow(Node from, Node to) {
    const auto moves = map_.moves(from);
    const auto which = std::find(moves.begin(), moves.end(), to) - moves.begin();
    return flows_[from * map_.most_moves() + static_cast<std::size_t>(which)];
  }
  bool has_flow(Node from, Node to) const { return map_.symmetric() || map_.has_move(from, to); }

  void leave(Guide& guide) {
    for (std::size_t i = 0; i + 1 < guide.path.size(); ++i)
      --flow(guide.path[i], guide.path[i + 1]);
    guide.path.clear();
  }
  void forget(Guide& guide) {
    leave(guide);
    guide.values = {};
    guide.until = 0;
    guide.goal = CrowdMap::kNone;
  }

  std::uint32_t cost(Node from, Node to) {
    const std::uint32_t plain = map_.weighted() ? std::max(kMove, map_.cost(to) / 64) : kMove;
    if (!has_flow(to, from)) return std::min(plain, kMost);
    const std::uint32_t against = std::min(flow(to, from), kMost);
    const std::uint32_t along = std::min(flow(from, to), kMost);
    return std::min(plain + kAgainst * against * (along + 1), kMost);
  }

  // From the goal back to the unit, and somewhat farther. False if that takes too many nodes.
  bool search(Guide& guide, Node start, std::size_t& left) {
    auto& values = guide.values;
    values.assign(map_.count(), kUnknown);
    for (auto& bucket : buckets_) bucket.clear();
    values[guide.goal] = 0;
    buckets_[0].push_back(guide.goal);
    std::size_t pending = 1;
    std::uint32_t last = kUnknown - 1;
    for (std::uint32_t value = 0; value <= last && pending > 0; ++value) {
      auto& bucket = buckets_[value % buckets_.size()];
      pending -= bucket.size();
      for (const Node here : bucket) {
        if (values[here] != value) continue;
        if (left == 0) {
          values = {};
          return false;
        }
        --left;
        ++searched_;
        if (here == start) last = std::min(last, value + kMargin);
        for (const Node before : map_.moves_back(here)) {
          const std::uint32_t longer = value + cost(before, here);
          if (longer >= values[before]) continue;
          values[before] = static_cast<std::uint16_t>(longer);
          buckets_[longer % buckets_.size()].push_back(before);
          ++pending;
        }
      }
      bucket.clear();
    }
    for (Node here = start; here != guide.goal && values[start] != kUnknown;) {
      Node best = CrowdMap::kNone;
      std::uint32_t least = kBeyond;
      for (const Node next : map_.moves(here)) {
        if (values[next] >= values[here]) continue;
        const std::uint32_t rest = values[next] + cost(here, next);
        if (rest < least) least = rest, best = next;
      }
      guide.path.push_back(here);
      here = best;
    }
    guide.path.push_back(guide.goal);
    for (std::size_t i = 0; i + 1 < guide.path.size(); ++i)
      ++flow(guide.path[i], guide.path[i + 1]);
    return true;
  }

  const CrowdMap& map_;
  GoalTables& tables_;
  std::vector<Guide> guides_;                         // by slot
  std::deque<Slot> waiting_;                          // for a search
  std::vector<std::uint32_t> flows_;                  // paths by their moves
  std::array<std::vector<Node>, kMost + 1> buckets_;  // nodes by their values, round and round
  std::uint64_t searched_ = 0;
};

}  // namespace asterion
