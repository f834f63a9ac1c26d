// One step of many units: each goes to a cell of its own, none through another.
//
// Units plan in the order they are given. A unit asks for the cell that brings it nearest to its
// goal; a unit that stands there plans next, in its place, and if that has nowhere to go, the first
// one tries its next best cell (priority inheritance with backtracking). Two units that have to
// pass each other where there is no room change places by going back (swap).
//
// Guarantee   a legal step, unless a unit whose cell was promised to another cannot leave it. Where
//             every move lies on a loop, the first unit of the order gets nearer
// Complexity  O(units x moves) per step, without a search
// Source      K. Okumura, M. Machida, X. Defago and Y. Tamura, Priority inheritance with
// backtracking
//             for iterative multi-agent path finding, 2022; swap: K. Okumura, Improving LaCAM for
//             scalable eventually optimal multi-agent pathfinding, 2023
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "asterion/crowd/crowd_map.hpp"
#include "asterion/crowd/goal_tables.hpp"
#include "asterion/crowd/guidance.hpp"
#include "asterion/crowd/guide_paths.hpp"

namespace asterion {

// A number that depends on all of these and looks random: the same everywhere, without a state.
inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Puts units in order by the time they have waited, the longest first.
class WaitOrder {
 public:
  // Who has waited as long keeps the order of `ranked`.
  std::span<const std::uint32_t> by(std::span<const std::uint16_t> waits,
                                    std::span<const std::uint32_t> ranked) {
    std::uint16_t longest = 0;
    for (const std::uint16_t each : waits) longest = std::max(longest, each);
    begins_.assign(longest + std::size_t{2}, 0);
    for (const std::uint16_t each : waits) ++begins_[longest - each + 1u];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    order_.resize(waits.size());
    for (const std::uint32_t unit : ranked)
      order_[begins_[std::size_t{longest} - waits[unit]]++] = unit;
    return order_;
  }

 private:
  std::vector<std::uint32_t> begins_, order_;
};

class Pibt {
 public:
  using Node = CrowdMap::Node;
  using Unit = std::uint32_t;
  static constexpr Node kNone = CrowdMap::kNone;
  static constexpr Unit kNobody = 0xffffffff;

  Pibt(const CrowdMap& map, GoalTables& tables) : map_(map), tables_(tables) {}

  // Units prefer to follow these paths. Must outlive this.
  void follow(const GuidePaths& guides) { guides_ = &guides; }
  // Distances are by this. Must outlive this.
  void steer(const Guidance& guidance) { guidance_ = &guidance; }

  // Units that stay where they are unless another needs their cell; a flag for each, or none at
  // all.
  void hold(std::span<const std::uint8_t> held) { held_ = held; }

  // Fills in the next node of each unit; where `next` has one already, that is kept. False if that
  // makes a step impossible. `slots` are the tables of the units, `salt` decides between equal
  // cells.
  bool plan(std::span<const Node> now, std::span<Node> next,
            std::span<const GoalTables::Slot> slots, std::span<const Unit> order,
            std::uint64_t salt) {
    now_ = now;
    next_ = next;
    slots_ = slots;
    salt_ = salt;
    // Among few units a free cell is better than one whose unit has to make way: paths are a tenth
    // shorter. In a throng it makes units go round in circles.
    spreads_ = 8 * now.size() < map_.count();
    if (unit_now_.size() < map_.count()) {
      unit_now_.resize(map_.count(), kNobody);
      unit_next_.resize(map_.count(), kNobody);
    }
    for (Unit unit = 0; unit < now.size(); ++unit) unit_now_[now[unit]] = unit;
    const bool done = promise() && plan_in(order);
    for (const Node node : now) unit_now_[node] = unit_next_[node] = kNobody;
    for (const Node node : next)
      if (node != kNone) unit_next_[node] = kNobody;
    return done;
  }

 private:
  struct Frame {
    Unit unit;
    Unit puller;               // follows the unit to where it was; kNobody if none does
    std::uint32_t first, end;  // of its cells in `cells_`
    std::uint32_t at;
  };

  // Takes the cells that `next` has already.
  bool promise() {
    for (Unit unit = 0; unit < next_.size(); ++unit) {
      const Node node = next_[unit];
      if (node == kNone) continue;
      if (unit_next_[node] != kNobody) return false;
      const Unit other = unit_now_[node];
      if (other != kNobody && other != unit && next_[other] == now_[unit]) return false;
      if (crosses_another(now_[unit], node)) return false;
      unit_next_[node] = unit;
    }
    return true;
  }

  bool plan_in(std::span<const Unit> order) {
    for (const Unit unit : order)
      if (next_[unit] == kNone && !plan_for(unit)) return false;
    return true;
  }

  // A unit and all that it makes way for; false if the unit has nowhere to go.
  bool plan_for(Unit first) {
    frames_.clear();
    cells_.clear();
    push(first);
    for (;;) {
      const bool settled = advance();
      if (settled || frames_.empty()) {
        // Every unit on the stack goes where it asked to.
        while (!frames_.empty()) {
          pull(frames_.back());
          frames_.pop_back();
        }
        return settled;
      }
    }
  }

  // Works on the last unit of the stack: true if it has a cell that no other must leave first. Else
  // another was pushed, or the unit stays and the one before it tries its next cell.
  bool advance() {
    Frame& frame = frames_.back();
    const Unit unit = frame.unit;
    const Node here = now_[unit];
    for (; frame.at < frame.end; ++frame.at) {
      const Node node = cells_[frame.at];
      if (unit_next_[node] != kNobody) continue;
      const Unit other = unit_now_[node];
      if (other != kNobody && other != unit && next_[other] == here) continue;
      if (crosses_another(here, node)) continue;
      unit_next_[node] = unit;
      next_[unit] = node;
      if (other == kNobody || next_[other] != kNone) return true;
      push(other);
      return false;
    }
    unit_next_[here] = unit;
    next_[unit] = here;
    cells_.resize(frame.first);
    frames_.pop_back();
    if (!frames_.empty()) ++frames_.back().at;
    return false;
  }

  void push(Unit unit) {
    const Node here = now_[unit];
    const auto first = static_cast<std::uint32_t>(cells_.size());
    ranked_.clear();
    const std::uint64_t salt = mixed(salt_, unit);
    Node guided = guides_ == nullptr ? kNone : guides_->next(unit, here);
    if (!held_.empty() && held_[unit] != 0) guided = here;
    const auto rank = [&](Node node) {
      if (node == guided) return ranked_.push_back({0, node});
      const std::uint64_t taken = spreads_ && node != here && unit_now_[node] != kNobody;
      const std::uint64_t tie = mixed(salt, map_.cell(node)) >> 33;
      // The way over this cell; where cells differ in cost, it counts what entering costs.
      const std::uint64_t way = std::uint64_t{distance(unit, node)} + map_.cost(node);
      ranked_.push_back(
          {std::min<std::uint64_t>(way, GoalTables::kFar) << 32 | taken << 31 | tie, node});
    };
    for (const Node node : map_.moves(here)) rank(node);
    rank(here);
    // Few, so a plain insertion sort.
    for (std::size_t i = 1; i < ranked_.size(); ++i)
      for (std::size_t j = i; j > 0 && ranked_[j].key < ranked_[j - 1].key; --j)
        std::swap(ranked_[j], ranked_[j - 1]);
    for (const Ranked& each : ranked_) cells_.push_back(each.node);
    const Unit puller = map_.symmetric() ? swaps_with(unit, cells_[first]) : kNobody;
    if (puller != kNobody) std::reverse(cells_.begin() + first, cells_.end());
    const auto end = static_cast<std::uint32_t>(cells_.size());
    frames_.push_back({unit, puller, first, end, first});
  }

  // The unit that is to follow takes the place that became free.
  void pull(const Frame& frame) {
    if (frame.puller == kNobody || frame.at != frame.first) return;
    const Node here = now_[frame.unit], from = now_[frame.puller];
    if (next_[frame.puller] != kNone || unit_next_[here] != kNobody) return;
    if (!map_.has_move(from, here) || crosses_another(from, here)) return;
    next_[frame.puller] = here;
    unit_next_[here] = frame.puller;
  }

  bool crosses_another(Node from, Node to) const {
    if (!map_.crosses() || from == to) return false;
    Node a = kNone, b = kNone;
    if (!map_.other_diagonal(from, to, a, b)) return false;
    return goes(a, b) || goes(b, a);
  }
  bool goes(Node from, Node to) const {
    if (from == kNone || to == kNone || unit_now_[from] == kNobody) return false;
    return next_[unit_now_[from]] == to;
  }

  bool is_goal(Unit unit, Node node) const { return tables_.goal(slots_[unit]) == node; }
  std::uint32_t distance(Unit unit, Node node) {
    if (guidance_ != nullptr) return guidance_->distance(slots_[unit], node);
    return tables_.distance(map_, slots_[unit], node);
  }

  // --- Swaps

  // The unit with which this one has to change places in order to get to a cell; kNobody if none.
  Unit swaps_with(Unit unit, Node wanted) {
    const Node here = now_[unit];
    if (wanted == here) return kNobody;
    const Unit ahead = unit_now_[wanted];
    if (ahead != kNobody && next_[ahead] == kNone && must_swap(unit, ahead, here, wanted) &&
        can_swap(wanted, here))
      return ahead;
    // One behind that this unit has to let pass.
    for (const Node node : map_.moves(here)) {
      const Unit behind = unit_now_[node];
      if (behind == kNobody || node == wanted) continue;
      if (must_swap(behind, unit, here, wanted) && can_swap(wanted, here)) return behind;
    }
    return kNobody;
  }

  // Whether a unit that pushes another along a corridor would have to change places with it before
  // both get where they want.
  bool must_swap(Unit pusher, Unit pulled, Node behind, Node front) {
    const Node first = behind;
    while (distance(pusher, front) < distance(pusher, behind)) {
      Node onward = kNone;
      const int ways = ways_on(front, behind, onward);
      if (ways >= 2) return false;
      if (ways <= 0) break;
      behind = front;
      front = onward;
      if (front == first) break;
    }
    return distance(pulled, behind) < distance(pulled, front) &&
           (is_goal(pusher, behind) || distance(pusher, front) < distance(pusher, behind));
  }

  // Whether going back, away from the cell in front, leads to a cell with room for two.
  bool can_swap(Node front, Node here) {
    const Node first = front;
    while (here != first) {
      Node onward = kNone;
      const int ways = ways_on(here, front, onward);
      if (ways >= 2) return true;
      if (ways <= 0) return false;
      front = here;
      here = onward;
    }
    return false;
  }

  // The number of cells that lead on, without dead ends whose unit is at home, and one of them.
  int ways_on(Node node, Node from, Node& onward) {
    int ways = 0;
    for (const Node next : map_.moves(node)) {
      if (next == from) continue;
      const Unit unit = unit_now_[next];
      if (unit != kNobody && map_.moves(next).size() == 1 && is_goal(unit, next)) continue;
      ++ways;
      onward = next;
    }
    return ways;
  }

  struct Ranked {
    std::uint64_t key;
    Node node;
  };

  const CrowdMap& map_;
  GoalTables& tables_;
  std::span<const Node> now_;
  std::span<Node> next_;
  std::span<const GoalTables::Slot> slots_;
  std::span<const std::uint8_t> held_;
  std::uint64_t salt_ = 0;
  bool spreads_ = false;
  const GuidePaths* guides_ = nullptr;
  const Guidance* guidance_ = nullptr;
  std::vector<Unit> unit_now_, unit_next_;  // by node
  std::vector<Frame> frames_;
  std::vector<Node> cells_;  // of the units on the stack, the best first
  std::vector<Ranked> ranked_;
};

}  // namespace asterion
