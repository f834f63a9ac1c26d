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
#include <array>
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
        busy_(map.count()),
        labels_(map.count()),
        parked_(map.count(), kNever) {}

  // Finds the path of one unit; false when all are found.
  bool advance() {
    if (found_ == kRounds * starts_.size()) return false;
    const std::size_t unit = found_ % starts_.size();
    auto& path = paths_[unit];
    count(path, -1);
    if (!is_shortest(unit) || !is_alone(path)) path = found(starts_[unit], slots_[unit]);
    count(path, +1);
    if (++found_ > (kRounds - 1) * starts_.size()) {
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

  // The paths that are at a place at a time: of four times in a row together, with open addressing.
  class Counts {
   public:
    void add(std::uint32_t place, std::uint32_t time, int change) {
      if (2 * (used_ + 1) > slots_.size()) grow();
      Slot& slot = slots_[find(key(place, time))];
      if (slot.key == kEmpty) {
        slot.key = key(place, time);
        ++used_;
      }
      std::uint16_t& count = slot.counts[time % 4];
      count = static_cast<std::uint16_t>(count + change);
    }
    int at(std::uint32_t place, std::uint32_t time) const {
      return slots_.empty() ? 0 : slots_[find(key(place, time))].counts[time % 4];
    }
    // At a time, and at the one after it.
    std::pair<int, int> at_both(std::uint32_t place, std::uint32_t time) const {
      if (slots_.empty()) return {0, 0};
      if (time % 4 == 3) return {at(place, time), at(place, time + 1)};
      const Slot& slot = slots_[find(key(place, time))];
      return {slot.counts[time % 4], slot.counts[time % 4 + 1]};
    }

   private:
    static constexpr std::uint64_t kEmpty = std::numeric_limits<std::uint64_t>::max();
    struct Slot {
      std::uint64_t key = kEmpty;
      std::array<std::uint16_t, 4> counts{};
    };
    static std::uint64_t key(std::uint32_t place, std::uint32_t time) {
      return std::uint64_t{time / 4} << 32 | place;
    }
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

  // The bit of the four ticks in which a time lies; they take the 64 bits in turn.
  static std::uint64_t mark(std::uint32_t time) { return std::uint64_t{1} << time / 4 % 64; }
  std::uint32_t move(Node from, std::size_t which) const {
    return static_cast<std::uint32_t>(from * map_.most_moves() + which);
  }
  std::size_t which(Node from, Node to) const {
    const auto moves = map_.moves(from);
    return static_cast<std::size_t>(std::find(moves.begin(), moves.end(), to) - moves.begin());
  }

  void count(const std::vector<Node>& path, int change) {
    if (path.empty()) return;
    parked_[path.back()] = change > 0 ? static_cast<std::uint32_t>(path.size() - 1) : kNever;
    for (std::uint32_t time = 0; time < path.size(); ++time) {
      busy_[path[time]] |= mark(time);
      places_.add(path[time], time, change);
      if (time + 1 < path.size())
        moves_.add(move(path[time], which(path[time], path[time + 1])), time, change);
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
      const auto known = [&] {
        return label.search == search_ && (label.closed || std::pair{label.meetings, label.moves} <=
                                                               std::pair{meetings, moves});
      };
      if (known()) return;
      if (before != CrowdMap::kNone) {
        meetings += meetings_on(before, node, moves);
        if (known()) return;
      }
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
      const auto [search, meetings, moves, before, closed] = labels_[here];
      for (const Node next : map_.moves(here)) push(next, meetings, moves + 1, here);
    }
    if (labels_[goal].search != search_) return {};
    std::vector<Node> path;
    for (Node node = goal; node != CrowdMap::kNone; node = labels_[node].before)
      path.push_back(node);
    std::reverse(path.begin(), path.end());
    return path;
  }

  // The paths that are in the way of a move that arrives at this time.
  std::uint32_t meetings_on(Node from, Node to, std::uint32_t arrival) const {
    const bool is_parked = parked_[to] < arrival;
    if ((busy_[to] & (mark(arrival - 1) | mark(arrival))) == 0) return is_parked;
    const auto [before, after] = places_.at_both(to, arrival - 1);
    int meetings = after + is_parked;
    if (before > 0) {
      const std::size_t back = which(to, from);
      if (back < map_.moves(to).size()) meetings += moves_.at(move(to, back), arrival - 1);
    }
    return static_cast<std::uint32_t>(meetings);
  }
  bool is_shortest(std::size_t unit) const {
    const std::size_t moves = paths_[unit].size() - 1;
    return !paths_[unit].empty() && moves == tables_.distance(map_, slots_[unit], starts_[unit]);
  }
  bool is_alone(const std::vector<Node>& path) const {
    for (std::uint32_t time = 1; time < path.size(); ++time)
      if (meetings_on(path[time - 1], path[time], time) > 0) return false;
    return true;
  }

  const CrowdMap& map_;
  GoalTables& tables_;
  std::vector<Node> starts_;
  std::vector<GoalTables::Slot> slots_;
  std::vector<std::vector<Node>> paths_;
  std::vector<std::vector<std::pair<Node, Node>>> next_;  // steps by their first node
  Counts places_, moves_;
  std::vector<std::uint64_t> busy_;  // marks of the times of all paths at each node
  std::vector<Label> labels_;
  std::vector<std::uint32_t> parked_;  // from when on a unit is at its goal, by node
  std::uint32_t search_ = 0;
  std::size_t found_ = 0;  // paths, in all rounds
  std::uint64_t expanded_ = 0;
};

}  // namespace asterion
