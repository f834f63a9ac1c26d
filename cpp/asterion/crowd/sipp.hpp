// Safe interval path planning: the times at which cells are taken, and the earliest way through.
//
// Time is counted in ticks. Who is in a cell at one tick and in another at the next has made a
// move; no two are in one cell at the same tick, none change places, no diagonal moves cross. A
// search walks the free times of cells instead of ticks, so that waiting costs nothing.
//
// Guarantee   a path that arrives first, if there is one
// Complexity  O(s log s) for s free times reached; 16 bytes per stay
// Source      M. Phillips and M. Likhachev, SIPP: safe interval path planning for dynamic
//             environments, 2011
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "asterion/crowd/goal_tables.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

class Stays {
 public:
  using Node = CrowdMap::Node;
  using Time = std::uint32_t;
  using Id = std::uint32_t;
  static constexpr Time kEver = std::numeric_limits<Time>::max();  // an end: for good

  struct Stay {
    Time start, end;  // from `start` to before `end`
    Id id;
  };

  // The stays in a cell, by their starts; stays of different ids may overlap.
  std::span<const Stay> at(Node node) const {
    if (node >= by_node_.size()) return {};
    return by_node_[node];
  }

  void add(Node node, Stay stay) {
    if (node >= by_node_.size()) by_node_.resize(std::size_t{node} + 1);
    auto& stays = by_node_[node];
    const auto after =
        std::upper_bound(stays.begin(), stays.end(), stay.start,
                         [](Time start, const Stay& each) { return start < each.start; });
    stays.insert(after, stay);
  }
  void remove(Node node, Time start, Id id) {
    auto& stays = by_node_[node];
    auto found = std::lower_bound(stays.begin(), stays.end(), start,
                                  [](const Stay& each, Time time) { return each.start < time; });
    while (found->id != id) ++found;
    stays.erase(found);
  }

  // A path with the node at each tick from `depart` on; calls visit(node, start, end) for each
  // stay.
  template <class Visit>
  static void for_each_stay(std::span<const Node> path, Time depart, bool stays, Visit&& visit) {
    for (std::size_t i = 0; i < path.size();) {
      std::size_t next = i + 1;
      while (next < path.size() && path[next] == path[i]) ++next;
      const bool last = next == path.size();
      visit(path[i], depart + static_cast<Time>(i),
            last && stays ? kEver : depart + static_cast<Time>(next));
      i = next;
    }
  }
  void add_path(std::span<const Node> path, Time depart, bool stays, Id id) {
    for_each_stay(path, depart, stays,
                  [&](Node node, Time start, Time end) { add(node, {start, end, id}); });
  }
  void remove_path(std::span<const Node> path, Time depart, bool stays, Id id) {
    for_each_stay(path, depart, stays,
                  [&](Node node, Time start, Time) { remove(node, start, id); });
  }

  // The first free time of a cell that ends after `time`: from `start` to before `end`. False if
  // there is none.
  bool free_time(Node node, Time time, Time& start, Time& end) const {
    start = 0;
    for (const Stay& stay : at(node)) {
      if (stay.start > start && stay.start > time) {
        end = stay.start;
        return true;
      }
      start = std::max(start, stay.end);
      if (start == kEver) return false;
    }
    end = kEver;
    return true;
  }

  // Whether a unit goes from one cell to another, arriving at this time.
  bool goes(Node from, Node to, Time arrival) const {
    for (const Stay& out : at(from)) {
      if (out.start >= arrival) break;
      if (out.end != arrival) continue;
      for (const Stay& in : at(to)) {
        if (in.start > arrival) break;
        if (in.start == arrival && in.id == out.id) return true;
      }
    }
    return false;
  }

 private:
  std::vector<std::vector<Stay>> by_node_;
};

// Finds paths through the free times of cells. Its memory is used again by the next search.
class SafeIntervalSearch {
 public:
  using Node = CrowdMap::Node;
  using Time = Stays::Time;
  static constexpr Time kEver = Stays::kEver;

  // The node at each tick from `depart` to the arrival, or an empty path. With `stay` the goal is
  // free for good from the arrival on. Paths that arrive at `latest` or later are not looked for.
  std::vector<Node> find(const CrowdMap& map, GoalTables& tables, GoalTables::Slot slot,
                         const Stays& stays, Node start, Time depart, bool stay,
                         Time latest = kEver) {
    const Node goal = tables.goal(slot);
    labels_.clear();
    known_.clear();
    open_.clear();
    expanded_ = 0;
    Time from = 0, until = 0;
    if (!stays.free_time(start, depart, from, until) || from > depart) return {};
    Time goal_free = depart;  // when it is free for good, with `stay`
    if (stay)
      for (const Stays::Stay& each : stays.at(goal)) {
        if (each.end == kEver) return {};
        goal_free = std::max(goal_free, each.end);
      }
    const auto least = [&](Node node) { return tables.distance(map, slot, node); };
    const auto push = [&](Node node, Time interval, Time end, Time arrival, std::uint32_t before) {
      const std::uint32_t rest = least(node);
      if (rest == GoalTables::kFar) return;
      const Time bound = std::max(arrival + rest, goal_free);
      if (bound >= latest) return;
      const auto [found, is_new] =
          known_.try_emplace(std::uint64_t{node} << 32 | interval, labels_.size());
      if (is_new) {
        labels_.push_back({node, interval, end, arrival, before, false});
      } else {
        Label& label = labels_[found->second];
        if (label.arrival <= arrival) return;
        label.arrival = arrival;
        label.before = before;
      }
      // Among equal bounds, the one nearer to the goal is first.
      open_.push({bound, rest, static_cast<std::uint32_t>(found->second)});
    };
    push(start, from, until, depart, kNoLabel);
    InterruptPoller poll;
    while (!open_.empty()) {
      poll();
      const std::uint32_t at = open_.top().label;
      open_.pop();
      if (labels_[at].closed) continue;
      labels_[at].closed = true;
      const Label here = labels_[at];
      if (here.node == goal && (!stay || here.end == kEver)) return path_to(at, depart);
      ++expanded_;
      for (const Node next : map.moves(here.node)) {
        Time time = here.arrival + 1, begin = 0, end = 0;
        while (stays.free_time(next, time, begin, end)) {
          // The first arrival within this free time that meets nobody on the way.
          Time arrival = std::max(here.arrival + 1, begin);
          const Time last = here.end == kEver ? end - 1 : std::min(here.end, end - 1);
          while (arrival <= last && meets(map, stays, here.node, next, arrival)) ++arrival;
          if (arrival <= last) push(next, begin, end, arrival, at);
          if (end == kEver || end > here.end) break;
          time = end;
        }
      }
    }
    return {};
  }

  std::uint64_t expanded() const { return expanded_; }

 private:
  static constexpr std::uint32_t kNoLabel = 0xffffffff;
  struct Label {
    Node node;
    Time interval, end;
    Time arrival;
    std::uint32_t before;
    bool closed;
  };
  struct Entry {
    Time bound;
    std::uint32_t rest;
    std::uint32_t label;
    bool operator<(const Entry& other) const {
      return bound != other.bound ? bound < other.bound : rest < other.rest;
    }
  };

  static bool meets(const CrowdMap& map, const Stays& stays, Node from, Node to, Time arrival) {
    if (stays.goes(to, from, arrival)) return true;
    Node a = 0, b = 0;
    if (!map.crosses() || !map.other_diagonal(from, to, a, b)) return false;
    if (a == CrowdMap::kNone || b == CrowdMap::kNone) return false;
    return stays.goes(a, b, arrival) || stays.goes(b, a, arrival);
  }

  std::vector<Node> path_to(std::uint32_t last, Time depart) const {
    std::vector<Node> path(labels_[last].arrival - depart + 1);
    std::size_t filled = path.size();
    for (std::uint32_t at = last; at != kNoLabel; at = labels_[at].before) {
      const std::size_t arrival = labels_[at].arrival - depart;
      while (filled > arrival) path[--filled] = labels_[at].node;
    }
    return path;
  }

  std::vector<Label> labels_;
  std::unordered_map<std::uint64_t, std::size_t> known_;
  EntryHeap<Entry> open_;
  std::uint64_t expanded_ = 0;
};

}  // namespace asterion
