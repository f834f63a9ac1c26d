// A cheapest path of one unit that keeps constraints on when it may be where; of those, one that
// meets few other units. And all cheapest paths at once, tick by tick (a decision diagram).
//
// Guarantee   the earliest arrival at the goal for good that the constraints allow
// Complexity  O(s log s) for s pairs of a node and a tick reached
// Source      G. Sharon, R. Stern, A. Felner and N. R. Sturtevant, Conflict-based search for
// optimal
//             multi-agent pathfinding, 2015; diagrams: G. Sharon, R. Stern, M. Goldenberg and
//             A. Felner, The increasing cost tree search for optimal multi-agent pathfinding, 2013
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "asterion/crowd/goal_tables.hpp"
#include "asterion/open_lists/entry_heap.hpp"

namespace asterion {

using Tick = std::uint32_t;
constexpr Tick kEndless = std::numeric_limits<Tick>::max();

// Where one unit must not be, and when.
struct UnitConstraint {
  using Node = CrowdMap::Node;
  struct Ban {
    Node node;
    Tick first, last;             // both included
    Node from = CrowdMap::kNone;  // only moves from there that arrive at `first`
  };
  std::uint32_t unit = 0;
  Tick least_cost = 0;
  std::vector<Ban> bans;
};

// All constraints of one unit, to look up.
class UnitLimits {
 public:
  using Node = CrowdMap::Node;

  explicit UnitLimits(std::size_t nodes) : first_(nodes, kNoBan) {}

  void clear() {
    for (const Entry& each : bans_) first_[each.ban.node] = kNoBan;
    bans_.clear();
    least_cost_ = 0;
  }
  void add(const UnitConstraint& constraint) {
    least_cost_ = std::max(least_cost_, constraint.least_cost);
    for (const UnitConstraint::Ban& ban : constraint.bans) {
      bans_.push_back({ban, first_[ban.node]});
      first_[ban.node] = static_cast<std::uint32_t>(bans_.size() - 1);
    }
  }

  bool allow(Node from, Node to, Tick arrival) const {
    for (std::uint32_t at = first_[to]; at != kNoBan; at = bans_[at].before) {
      const UnitConstraint::Ban& ban = bans_[at].ban;
      if (ban.first <= arrival && arrival <= ban.last &&
          (ban.from == CrowdMap::kNone || ban.from == from))
        return false;
    }
    return true;
  }
  // No path ends at the goal for less. A ban of the goal need not be looked at: it is only made
  // where no path ends there before.
  Tick least_cost() const { return least_cost_; }

 private:
  static constexpr std::uint32_t kNoBan = 0xffffffff;
  struct Entry {
    UnitConstraint::Ban ban;
    std::uint32_t before;  // of the same node
  };
  std::vector<std::uint32_t> first_;
  std::vector<Entry> bans_;
  Tick least_cost_ = 0;
};

// The paths of all units, to see who meets whom.
class UnitPaths {
 public:
  using Node = CrowdMap::Node;
  using Unit = std::uint32_t;
  using Path = std::vector<Node>;
  enum class Kind : std::uint8_t { same_node, swap, crossing };

  UnitPaths(const CrowdMap& map, std::size_t units)
      : map_(map), visits_(map.count()), parked_(map.count(), kNobody), paths_(units) {}

  const std::shared_ptr<const Path>& path(Unit unit) const { return paths_[unit]; }
  Node node(Unit unit, Tick tick) const {
    const Path& path = *paths_[unit];
    return path[std::min<std::size_t>(tick, path.size() - 1)];
  }

  void set(Unit unit, std::shared_ptr<const Path> path) {
    if (paths_[unit] == path) return;
    if (paths_[unit]) {
      for (Tick tick = 0; tick < paths_[unit]->size(); ++tick) {
        auto& visits = visits_[(*paths_[unit])[tick]];
        *std::find_if(visits.begin(), visits.end(), [&](const Visit& each) {
          return each.tick == tick && each.unit == unit;
        }) = visits.back();
        visits.pop_back();
      }
      parked_[paths_[unit]->back()] = kNobody;
    }
    paths_[unit] = std::move(path);
    if (!paths_[unit]) return;
    for (Tick tick = 0; tick < paths_[unit]->size(); ++tick)
      visits_[(*paths_[unit])[tick]].push_back({tick, unit});
    parked_[paths_[unit]->back()] = unit;
  }

  // Calls meet(other, kind) for each unit that a move of `unit` meets, at its end or on the way.
  template <class Meet>
  void for_each_meeting(Unit unit, Node from, Node to, Tick arrival, Meet&& meet) const {
    const Unit parked = parked_[to];
    if (parked != kNobody && parked != unit && paths_[parked]->size() <= arrival)
      meet(parked, Kind::same_node);
    for (const Visit& each : visits_[to]) {
      if (each.unit == unit) continue;
      if (each.tick == arrival) meet(each.unit, Kind::same_node);
      if (each.tick + 1 == arrival && from != to && node(each.unit, arrival) == from)
        meet(each.unit, Kind::swap);
    }
    if (!map_.crosses() || from == to) return;
    Node a = CrowdMap::kNone, b = CrowdMap::kNone;
    if (!map_.other_diagonal(from, to, a, b)) return;
    if (a == CrowdMap::kNone || b == CrowdMap::kNone) return;
    for (int turn = 0; turn < 2; ++turn, std::swap(a, b))
      for (const Visit& each : visits_[a])
        if (each.unit != unit && each.tick + 1 == arrival && node(each.unit, arrival) == b)
          meet(each.unit, Kind::crossing);
  }
  // Calls meet(other, tick) for each visit of another unit to a node from a tick on.
  template <class Meet>
  void for_each_later(Unit unit, Node here, Tick from, Meet&& meet) const {
    for (const Visit& each : visits_[here])
      if (each.unit != unit && each.tick >= from) meet(each.unit, each.tick);
  }

  std::uint32_t meetings(Unit unit, const Path& path) const {
    std::uint32_t count = 0;
    for (Tick tick = 1; tick < path.size(); ++tick)
      for_each_meeting(unit, path[tick - 1], path[tick], tick, [&](Unit, Kind) { ++count; });
    for_each_later(unit, path.back(), static_cast<Tick>(path.size()), [&](Unit, Tick) { ++count; });
    return count;
  }

 private:
  static constexpr Unit kNobody = 0xffffffff;
  struct Visit {
    Tick tick;
    Unit unit;
  };
  const CrowdMap& map_;
  std::vector<std::vector<Visit>> visits_;  // by node
  std::vector<Unit> parked_;                // by goal
  std::vector<std::shared_ptr<const Path>> paths_;
};

// All paths of one unit with a cost: its nodes at each tick, with the moves between them.
struct PathDiagram {
  using Node = CrowdMap::Node;
  std::vector<std::uint32_t> layers;  // the first node of each tick, and the number of nodes
  std::vector<Node> nodes;
  std::vector<std::uint32_t> firsts;   // the first move of each node, and the number of moves
  std::vector<std::uint32_t> targets;  // of the moves, as places in `nodes`

  Tick cost() const { return static_cast<Tick>(layers.size() - 2); }
  std::span<const Node> at(Tick tick) const {
    return {&nodes[layers[tick]], layers[tick + 1] - layers[tick]};
  }
  std::size_t bytes() const {
    return (layers.size() + nodes.size() + firsts.size() + targets.size()) * 4;
  }
};

// Finds paths and diagrams. Its memory is used again by the next search.
class TimedSearch {
 public:
  using Node = CrowdMap::Node;
  using Unit = UnitPaths::Unit;
  using Path = UnitPaths::Path;

  TimedSearch(const CrowdMap& map, GoalTables& tables)
      : map_(map), tables_(tables), place_(map.count(), 0), layer_of_(map.count(), kEndless) {}

  std::uint64_t expanded() const { return expanded_; }

  // A path with the least cost, at most `most`; empty if there is none. With `others`, of those
  // paths one with the fewest meetings. A path that does not end at the goal only passes there.
  Path find(Unit unit, Node start, GoalTables::Slot slot, const UnitLimits& limits, Tick most,
            const UnitPaths* others, bool ends = true) {
    const Node goal = tables_.goal(slot);
    const Tick least = ends ? limits.least_cost() : 0;
    if (least > most || !limits.allow(CrowdMap::kNone, start, 0)) return {};
    states_.clear();
    open_.clear();
    known_.clear();
    const auto push = [&](Node node, Tick tick, std::uint32_t meetings, std::uint32_t before) {
      const std::uint32_t rest = tables_.distance(map_, slot, node);
      if (rest == GoalTables::kFar || tick + rest > most) return;
      const Tick bound = std::max(tick + rest, least);
      bool is_new = false;
      std::uint32_t& at = known_.find(std::uint64_t{tick} << 32 | node, is_new);
      if (is_new) {
        at = static_cast<std::uint32_t>(states_.size());
        states_.push_back({node, tick, meetings, before, false});
      } else {
        State& state = states_[at];
        if (state.closed || state.meetings <= meetings) return;
        state.meetings = meetings;
        state.before = before;
      }
      open_.push({bound, meetings, rest, at});
    };
    push(start, 0, 0, kNoState);
    InterruptPoller poll;
    while (!open_.empty()) {
      poll();
      const std::uint32_t at = open_.top().state;
      open_.pop();
      if (states_[at].closed) continue;
      states_[at].closed = true;
      const State here = states_[at];
      if (here.node == goal && here.tick >= least) return path_to(at);
      ++expanded_;
      const auto go = [&](Node next) {
        const Tick tick = here.tick + 1;
        if (!limits.allow(here.node, next, tick)) return;
        std::uint32_t meetings = here.meetings;
        if (others != nullptr) {
          others->for_each_meeting(unit, here.node, next, tick,
                                   [&](Unit, UnitPaths::Kind) { ++meetings; });
          if (next == goal && tick >= least)
            others->for_each_later(unit, goal, tick + 1, [&](Unit, Tick) { ++meetings; });
        }
        push(next, tick, meetings, at);
      };
      for (const Node next : map_.moves(here.node)) go(next);
      // Who waits at the goal until it may end there has not come later.
      if (here.node != goal || here.tick + 1 < least) go(here.node);
    }
    return {};
  }

  // All paths with this cost, the least one; nothing if they pass more than `most` places. With
  // `cheaper`, the paths with a smaller cost, too, which wait at the goal.
  std::shared_ptr<const PathDiagram> diagram(Node start, GoalTables::Slot slot,
                                             const UnitLimits& limits, Tick cost, std::size_t most,
                                             bool cheaper = false) {
    const Node goal = tables_.goal(slot);
    layer_begins_.assign(1, 0);
    nodes_.assign(1, start);
    move_begins_.clear();
    moves_.clear();
    for (Tick tick = 0; tick < cost; ++tick) {
      const auto first = layer_begins_.back(), end = static_cast<std::uint32_t>(nodes_.size());
      if (end > most) {
        forget_places();
        return nullptr;
      }
      layer_begins_.push_back(end);
      for (std::uint32_t at = first; at < end; ++at) {
        ++expanded_;
        const Node here = nodes_[at];
        move_begins_.push_back(static_cast<std::uint32_t>(moves_.size()));
        const auto go = [&](Node next) {
          const std::uint32_t rest = tables_.distance(map_, slot, next);
          if (rest > cost - tick - 1 || !limits.allow(here, next, tick + 1)) return;
          if (layer_of_[next] != tick + 1 || place_[next] < end) {
            layer_of_[next] = tick + 1;
            place_[next] = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(next);
          }
          moves_.push_back(place_[next]);
        };
        for (const Node next : map_.moves(here)) go(next);
        if (here != goal || tick + 1 < cost || cheaper) go(here);
      }
    }
    forget_places();
    layer_begins_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    move_begins_.resize(nodes_.size() + 1, static_cast<std::uint32_t>(moves_.size()));
    return pruned();
  }

 private:
  static constexpr std::uint32_t kNoState = 0xffffffff;
  struct State {
    Node node;
    Tick tick;
    std::uint32_t meetings, before;
    bool closed;
  };
  struct Entry {
    Tick bound;
    std::uint32_t meetings, rest, state;
    bool operator<(const Entry& other) const {
      if (bound != other.bound) return bound < other.bound;
      if (meetings != other.meetings) return meetings < other.meetings;
      return rest < other.rest;
    }
  };

  // Numbers by key, with open addressing; emptied in no time.
  class Numbers {
   public:
    void clear() {
      ++time_;
      used_ = 0;
    }
    std::uint32_t& find(std::uint64_t key, bool& is_new) {
      if (2 * (used_ + 1) > slots_.size()) grow();
      Slot& slot = slots_[place(key)];
      is_new = slot.time != time_;
      if (is_new) {
        slot.key = key;
        slot.time = time_;
        ++used_;
      }
      return slot.value;
    }

   private:
    struct Slot {
      std::uint64_t key = 0;
      std::uint32_t value = 0, time = 0;
    };
    std::size_t place(std::uint64_t key) const {
      std::size_t at = (key * 0x9e3779b97f4a7c15) >> shift_;
      while (slots_[at].time == time_ && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
      return at;
    }
    void grow() {
      const std::vector<Slot> old = std::exchange(slots_, {});
      slots_.resize(std::max<std::size_t>(1024, 2 * old.size()));
      shift_ = 64 - static_cast<int>(std::bit_width(slots_.size() - 1));
      for (const Slot& slot : old)
        if (slot.time == time_) slots_[place(slot.key)] = slot;
    }
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::uint32_t time_ = 1;
    int shift_ = 64;
  };

  Path path_to(std::uint32_t last) const {
    Path path(states_[last].tick + 1);
    for (std::uint32_t at = last; at != kNoState; at = states_[at].before)
      path[states_[at].tick] = states_[at].node;
    return path;
  }

  void forget_places() {
    for (const Node node : nodes_) layer_of_[node] = kEndless;
  }

  // The diagram without what does not lead to the goal; nothing if nothing does.
  std::shared_ptr<const PathDiagram> pruned() {
    const std::size_t ticks = layer_begins_.size() - 1;
    place_of_.assign(nodes_.size(), kNoState);
    for (std::uint32_t at = layer_begins_[ticks - 1]; at < nodes_.size(); ++at) place_of_[at] = 0;
    for (std::size_t at = layer_begins_[ticks - 1]; at-- > 0;)
      for (std::uint32_t move = move_begins_[at]; move < move_begins_[at + 1]; ++move)
        if (place_of_[moves_[move]] != kNoState) {
          place_of_[at] = 0;
          break;
        }
    if (place_of_[0] == kNoState) return nullptr;
    auto diagram = std::make_shared<PathDiagram>();
    for (std::size_t tick = 0; tick < ticks; ++tick) {
      diagram->layers.push_back(static_cast<std::uint32_t>(diagram->nodes.size()));
      for (std::uint32_t at = layer_begins_[tick]; at < layer_begins_[tick + 1]; ++at) {
        if (place_of_[at] == kNoState) continue;
        place_of_[at] = static_cast<std::uint32_t>(diagram->nodes.size());
        diagram->nodes.push_back(nodes_[at]);
      }
    }
    diagram->layers.push_back(static_cast<std::uint32_t>(diagram->nodes.size()));
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      if (place_of_[at] == kNoState) continue;
      diagram->firsts.push_back(static_cast<std::uint32_t>(diagram->targets.size()));
      for (std::uint32_t move = move_begins_[at]; move < move_begins_[at + 1]; ++move)
        if (place_of_[moves_[move]] != kNoState)
          diagram->targets.push_back(place_of_[moves_[move]]);
    }
    diagram->firsts.push_back(static_cast<std::uint32_t>(diagram->targets.size()));
    return diagram;
  }

  const CrowdMap& map_;
  GoalTables& tables_;
  std::uint64_t expanded_ = 0;
  std::vector<State> states_;
  Numbers known_;
  EntryHeap<Entry> open_;
  // The diagram that is made: as in PathDiagram.
  std::vector<std::uint32_t> layer_begins_, move_begins_, moves_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> place_of_;
  std::vector<std::uint32_t> place_;  // of a node in the last layer that has it
  std::vector<Tick> layer_of_;
};

}  // namespace asterion
