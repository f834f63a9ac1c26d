// Paths for many units that keep out of each other's way where that costs little: where a step of
// PIBT has a choice, units follow them, and so spread over the map.
//
// Each path is found among those at most a few moves longer than the shortest, with the fewest
// meetings with the paths of others; twice for every unit.
//
// Guarantee   none: units may leave their paths
// Complexity  a search per unit and round
// Source      K. Okumura, Engineering LaCAM*: towards real-time, large-scale, and near-optimal
//             multi-agent pathfinding, 2024
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "asterion/crowd/goal_tables.hpp"
#include "asterion/open_lists/entry_heap.hpp"

namespace asterion {

class GuidePaths {
 public:
  using Node = CrowdMap::Node;

  GuidePaths(const CrowdMap& map, GoalTables& tables, std::span<const Node> starts,
             std::span<const GoalTables::Slot> slots)
      : map_(map),
        tables_(tables),
        starts_(starts.begin(), starts.end()),
        slots_(slots.begin(), slots.end()),
        paths_(starts.size()),
        next_(starts.size()),
        labels_(map.count()),
        parked_(map.count(), kNever) {}

  // Finds the path of one unit; false when all are found.
  bool advance() {
    if (found_ == kRounds * starts_.size()) return false;
    const std::size_t unit = found_ % starts_.size();
    count(paths_[unit], -1);
    paths_[unit] = found(starts_[unit], slots_[unit]);
    count(paths_[unit], +1);
    if (++found_ > (kRounds - 1) * starts_.size()) {
      const auto& path = paths_[unit];
      for (std::size_t i = 0; i + 1 < path.size(); ++i)
        next_[unit].push_back({path[i], path[i + 1]});
      std::sort(next_[unit].begin(), next_[unit].end());
    }
    return true;
  }
  std::uint64_t expanded() const { return expanded_; }

  // Where the path of a unit leads from a node; kNone if it does not pass there.
  Node next(std::size_t unit, Node from) const {
    const auto& steps = next_[unit];
    const auto found = std::lower_bound(steps.begin(), steps.end(), std::pair{from, Node{0}});
    return found != steps.end() && found->first == from ? found->second : CrowdMap::kNone;
  }

 private:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kRounds = 2;
  static constexpr std::uint32_t kLonger = 10;  // moves more than a shortest path

  // Counts by place and time, with open addressing.
  class Counts {
   public:
    void add(std::uint64_t key, int change) {
      if (2 * (used_ + 1) > slots_.size()) grow();
      Slot& slot = slots_[find(key)];
      if (slot.key != key) {
        slot.key = key;
        ++used_;
      }
      slot.count += change;
    }
    int at(std::uint64_t key) const {
      if (slots_.empty()) return 0;
      const Slot& slot = slots_[find(key)];
      return slot.key == key ? slot.count : 0;
    }

   private:
    struct Slot {
      std::uint64_t key = kEmpty;
      int count = 0;
    };
    static constexpr std::uint64_t kEmpty = std::numeric_limits<std::uint64_t>::max();
    std::size_t find(std::uint64_t key) const {
      std::size_t at = (key * 0x9e3779b97f4a7c15) >> shift_;
      while (slots_[at].key != key && slots_[at].key != kEmpty) at = (at + 1) & (slots_.size() - 1);
      return at;
    }
    void grow() {
      const std::vector<Slot> old = std::exchange(slots_, {});
      slots_.resize(std::max<std::size_t>(1024, 2 * old.size()));
      shift_ = 64 - static_cast<int>(std::bit_width(slots_.size() - 1));
      for (const Slot& slot : old)
        if (slot.key != kEmpty) slots_[find(slot.key)] = slot;
    }
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    int shift_ = 64;
  };

  struct Label {
    std::uint32_t search = 0;
    std::uint32_t meetings, moves;
    Node before;
    bool closed;
  };
  struct Entry {
    std::uint32_t meetings, bound, rest;
    Node node;
    bool operator<(const Entry& other) const {
      if (meetings != other.meetings) return meetings < other.meetings;
      if (bound != other.bound) return bound < other.bound;
      return rest < other.rest;
    }
  };

  static std::uint64_t place(Node node, std::uint32_t time) {
    return std::uint64_t{time} << 32 | node;
  }
  std::uint64_t move(Node from, std::size_t which, std::uint32_t time) const {
    return std::uint64_t{time} << 32 | (from * map_.most_moves() + which);
  }
  std::size_t which(Node from, Node to) const {
    const auto moves = map_.moves(from);
    return static_cast<std::size_t>(std::find(moves.begin(), moves.end(), to) - moves.begin());
  }

  void count(const std::vector<Node>& path, int change) {
    if (path.empty()) return;
    parked_[path.back()] = change > 0 ? static_cast<std::uint32_t>(path.size() - 1) : kNever;
    for (std::uint32_t time = 0; time < path.size(); ++time) {
      places_.add(place(path[time], time), change);
      if (time + 1 < path.size())
        moves_.add(move(path[time], which(path[time], path[time + 1]), time), change);
    }
  }

  std::vector<Node> found(Node start, GoalTables::Slot slot) {
    const Node goal = tables_.goal(slot);
    const std::uint32_t least = tables_.distance(map_, slot, start);
    if (least == GoalTables::kFar) return {};
    ++search_;
    EntryHeap<Entry> open;
    const auto push = [&](Node node, std::uint32_t meetings, std::uint32_t moves, Node before) {
      const std::uint32_t rest = tables_.distance(map_, slot, node);
      if (rest == GoalTables::kFar || moves + rest > least + kLonger) return;
      Label& label = labels_[node];
      if (label.search == search_ &&
          (label.closed || std::pair{label.meetings, label.moves} <= std::pair{meetings, moves}))
        return;
      label = {search_, meetings, moves, before, false};
      open.push({meetings, moves + rest, rest, node});
    };
    push(start, 0, 0, CrowdMap::kNone);
    while (!open.empty()) {
      const Node here = open.top().node;
      open.pop();
      if (labels_[here].closed) continue;
      labels_[here].closed = true;
      if (here == goal) break;
      ++expanded_;
      const std::uint32_t meetings = labels_[here].meetings, time = labels_[here].moves;
      for (const Node next : map_.moves(here)) {
        int more = places_.at(place(next, time + 1)) + (parked_[next] < time + 1);
        const std::size_t back = which(next, here);
        if (back < map_.moves(next).size()) more += moves_.at(move(next, back, time));
        push(next, meetings + static_cast<std::uint32_t>(more), time + 1, here);
      }
    }
    if (labels_[goal].search != search_) return {};
    std::vector<Node> path;
    for (Node node = goal; node != CrowdMap::kNone; node = labels_[node].before)
      path.push_back(node);
    std::reverse(path.begin(), path.end());
    return path;
  }

  const CrowdMap& map_;
  GoalTables& tables_;
  std::vector<Node> starts_;
  std::vector<GoalTables::Slot> slots_;
  std::vector<std::vector<Node>> paths_;
  std::vector<std::vector<std::pair<Node, Node>>> next_;  // steps by their first node
  Counts places_, moves_;
  std::vector<Label> labels_;
  std::vector<std::uint32_t> parked_;  // from when on a unit is at its goal, by node
  std::uint32_t search_ = 0;
  std::size_t found_ = 0;  // paths, in all rounds
  std::uint64_t expanded_ = 0;
};

}  // namespace asterion
