// Units that walk on one map at once, tick by tick, while it and their goals change.
//
// Every move takes one tick. No two units are in one cell, none change places, no diagonal moves
// cross. The faster engine makes each step by PIBT alone. The other one looks ahead: between steps
// it continues a search over joint positions (LaCAM), and units walk towards the position that it
// is at, so that they come out of any jam from which there is a way.
//
// A goal may be shared, closed or out of reach. So each unit has a target: its goal, or the nearest
// cell to it that no other unit has and that it can get to.
//
// Units of a group get cells side by side, and share the field that leads there. While the slowest
// has more than twice as far to go, a unit stays where it is unless another needs its cell. If that
// brings the group no nearer for a while, all walk on, each time for longer: so what holds for
// single units in a jam holds for groups.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "asterion/crowd/assignment.hpp"
#include "asterion/crowd/formation.hpp"
#include "asterion/crowd/lacam.hpp"
#include "asterion/crowd/narrow_cells.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

enum class CrowdEngine : std::uint8_t { lacam, pibt };

struct CrowdStats {
  std::uint64_t moves = 0;
  std::uint64_t waits = 0;
  std::uint64_t arrivals = 0;  // steps that ended on a goal which the unit was not on
  std::uint64_t expanded = 0;
  std::uint64_t searched = 0;  // cells whose distance to a goal was worked out
  std::uint64_t ticks = 0;
};

class Crowd {
 public:
  using Node = CrowdMap::Node;
  using Unit = Pibt::Unit;

  Crowd(std::shared_ptr<GridView> view, CrowdEngine engine, bool is_guided, std::uint64_t seed)
      : view_(std::move(view)), engine_(engine), seed_(seed), pibt_(map_, tables_) {
    if (is_guided) pibt_.steer(guidance_.emplace(map_, tables_));
    catch_up();
  }

  std::size_t size() const { return now_.size(); }
  const GridView& view() const { return *view_; }
  const std::vector<std::int64_t>& ids() const { return ids_; }
  std::uint64_t tick() const { return stats_.ticks; }
  CrowdStats stats() const {
    CrowdStats stats = stats_;
    stats.searched += tables_.searched() + (guidance_ ? guidance_->searched() : 0);
    return stats;
  }
  NodeId cell(Unit unit) const { return map_.cell(now_[unit]); }
  NodeId goal(Unit unit) const { return asked_[unit]; }
  bool arrived(Unit unit) const { return cell(unit) == asked_[unit]; }

  // The unit with this id; kNobody if there is none.
  Unit unit_of(std::int64_t id) const {
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    return found != ids_.end() && *found == id ? static_cast<Unit>(found - ids_.begin())
                                               : Pibt::kNobody;
  }

  std::int64_t add(NodeId start, NodeId goal) {
    catch_up();
    const Node node = map_.open_node(start);
    if (node == CrowdMap::kNone) throw BadValue(cell_text(start) + " is a wall");
    if (unit_in(node) != Pibt::kNobody)
      throw BadValue("a unit is in " + cell_text(start) + " already; two cannot be in one cell");
    ids_.reserve(ids_.size() + 1);
    ranked_.clear();
    now_.push_back(node);
    asked_.push_back(goal);
    waits_.push_back(0);
    slots_.push_back(GoalTables::kNoSlot);
    groups_.push_back(kNoGroup);
    ids_.push_back(next_id_);
    aims_are_current_ = false;
    return next_id_++;
  }

  void remove(Unit unit) {
    leave_group(unit);
    if (slots_[unit] != GoalTables::kNoSlot) tables_.release(slots_[unit]);
    const auto at = static_cast<std::ptrdiff_t>(unit);
    ranked_.clear();
    now_.erase(now_.begin() + at);
    asked_.erase(asked_.begin() + at);
    waits_.erase(waits_.begin() + at);
    slots_.erase(slots_.begin() + at);
    groups_.erase(groups_.begin() + at);
    ids_.erase(ids_.begin() + at);
    aims_are_current_ = false;
  }

  void set_goal(Unit unit, NodeId goal) {
    if (asked_[unit] == goal) return;
    leave_group(unit);
    asked_[unit] = goal;
    waits_[unit] = 0;
    aims_are_current_ = false;
  }

  // Sends units to a cell as a group: each gets one of the cells of the formation there, `offsets`
  // if it is by them, so that their ways are the shortest in all.
  void order(const std::vector<Unit>& units, NodeId cell, Formation formation,
             const std::vector<Point>& offsets) {
    catch_up();
    for (const Unit unit : units) {
      leave_group(unit);
      set_goal(unit, cell);
    }
    const Node middle = nearest_in_reach(cell, units);
    if (middle == CrowdMap::kNone) return;
    Group group;
    group.field = tables_.acquire_field(map_, middle);
    std::vector<Unit> members;
    Unit farthest = Pibt::kNobody;
    std::uint32_t most = 0;
    for (const Unit unit : units) {
      const std::uint32_t distance = distance_from(group.field, now_[unit]);
      if (distance == GoalTables::kFar) continue;
      members.push_back(unit);
      if (farthest == Pibt::kNobody || distance > most) farthest = unit, most = distance;
    }
    const std::vector<Node> way = way_of(farthest, group.field);
    const std::vector<Node> cells =
        cells_for(units, members.size(), way, group.field, formation, offsets);

    // Near its cells each unit has a table of its own; then their costs are exact.
    const GoalTables::Slot field =
        most <= kNear * map_.least_cost() ? GoalTables::kNoSlot : group.field;
    std::vector<GoalTables::Slot> tables;
    std::uint32_t radius = 0;
    for (const Node node : cells) {
      tables.push_back(tables_.acquire(map_, node, field));
      radius = std::max(radius, tables_.way_in_group(map_, tables.back(), middle));
    }
    if (field != GoalTables::kNoSlot) {
      const auto gate = std::find_if(way.begin(), way.end(), [&](Node node) {
        return tables_.distance(map_, field, node) <= radius;
      });
      for (const GoalTables::Slot table : tables) tables_.reach_back_to(map_, table, *gate);
      group.reach = radius + 4;
    }
    const std::vector<std::size_t> given =
        assigned(members, cells, tables, field == GoalTables::kNoSlot);
    const std::uint32_t id = next_group_++;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (given[i] >= cells.size()) continue;  // there is no room for it
      asked_[members[i]] = map_.cell(cells[given[i]]);
      groups_[members[i]] = id;
      ++group.units;
    }
    aims_are_current_ = false;
    if (group.units > 0) {
      live_groups_.emplace(id, group);
      aim();
    } else {
      tables_.release_field(group.field);
    }
    for (const GoalTables::Slot table : tables) tables_.release(table);
  }

  // One tick, with at most this many expansions of the search that looks ahead.
  void step(std::optional<std::uint64_t> expansions) {
    catch_up();
    aim();
    if (now_.empty()) {
      ++stats_.ticks;
      return;
    }
    if (guidance_) guidance_->find(now_, stats_.ticks);
    next_.assign(now_.size(), CrowdMap::kNone);
    if (pace()) {
      ahead_.reset();
      step_alone();
    } else if (engine_ == CrowdEngine::pibt || !look_ahead(expansions)) {
      step_alone();
    }
    std::size_t moves = 0;
    for (Unit unit = 0; unit < now_.size(); ++unit) {
      const bool was_there = arrived(unit);
      moves += next_[unit] != now_[unit];
      now_[unit] = next_[unit];
      if (!was_there && arrived(unit)) ++stats_.arrivals;
    }
    stats_.moves += moves;
    stats_.waits += now_.size() - moves;
    ++stats_.ticks;
  }

  // The cells where units may have to pass each other without room: ends of moves that lie on no
  // loop. Without any, and with fewer units than cells, PIBT alone brings every unit to its goal.
  std::vector<NodeId> hints() {
    catch_up();
    return narrow_cells(map_);
  }

  static constexpr const char* kName = "a crowd";

 private:
  static constexpr std::size_t kMostBytesAhead = 256 << 20;
  static constexpr std::uint32_t kNoGroup = 0xffffffff;
  static constexpr std::uint32_t kNear = 32;      // moves
  static constexpr std::uint32_t kAhead = 2;      // moves
  static constexpr std::uint64_t kPatience = 16;  // ticks

  struct Group {
    GoalTables::Slot field = GoalTables::kNoSlot;
    std::size_t units = 0;
    // Farther from the field's goal than this, units use the field instead of tables of their own.
    std::uint32_t reach = GoalTables::kFar;
    // The pace: how far all had to go at the least, when that was, and how long a rest from waiting
    // for each other is, if it does not get less.
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t since = 0, rest = 16, rests_until = 0;  // ticks
  };

  std::string cell_text(NodeId cell) const {
    const Point p = view_->grid().point(cell);
    return "(" + std::to_string(p.row) + ", " + std::to_string(p.col) + ")";
  }
  std::uint64_t id(Unit unit) const { return static_cast<std::uint64_t>(ids_[unit]); }
  Unit unit_in(Node node) const {
    const auto found = std::find(now_.begin(), now_.end(), node);
    return found == now_.end() ? Pibt::kNobody : static_cast<Unit>(found - now_.begin());
  }

  void catch_up() {
    const ReadLock guard = view_->read();
    const CrowdMap::Edit edit = map_.follow(*view_);
    if (edit.empty()) return;
    tables_.follow(map_, edit);
    if (guidance_) guidance_->clear();
    aims_are_current_ = false;
    parts_.clear();
    std::vector<std::uint32_t> astray;
    for (const auto& [id, group] : live_groups_)
      if (!map_.is_open(tables_.goal(group.field))) astray.push_back(id);
    for (const std::uint32_t id : astray) disband(id);
  }

  // --- Groups

  void leave_group(Unit unit) {
    const std::uint32_t id = std::exchange(groups_[unit], kNoGroup);
    if (id == kNoGroup) return;
    if (slots_[unit] != GoalTables::kNoSlot) tables_.set_field(slots_[unit], GoalTables::kNoSlot);
    const auto group = live_groups_.find(id);
    group->second.least = std::numeric_limits<std::uint64_t>::max();
    if (--group->second.units > 0) return;
    tables_.release_field(group->second.field);
    live_groups_.erase(group);
  }
  void disband(std::uint32_t id) {
    for (Unit unit = 0; unit < groups_.size(); ++unit)
      if (groups_[unit] == id) leave_group(unit);
  }

  // The nearest free cell, as the crow flies, that one of the units can get to; kNone without any.
  Node nearest_in_reach(NodeId cell, const std::vector<Unit>& units) {
    const Grid& grid = view_->grid();
    const Point middle = grid.point(cell);
    Node nearest = CrowdMap::kNone;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int32_t radius = 0; radius <= std::max(grid.rows(), grid.cols()); ++radius) {
      if (std::int64_t{radius} * radius >= least) break;
      ring(middle, radius, [&](NodeId each) {
        const Node node = map_.open_node(each);
        const std::int64_t apart = apart_squared(middle, grid.point(each));
        if (node == CrowdMap::kNone || apart >= least) return;
        if (!std::any_of(units.begin(), units.end(), [&](Unit u) { return can_reach(u, node); }))
          return;
        nearest = node;
        least = apart;
      });
    }
    return nearest;
  }
  static std::int64_t apart_squared(Point a, Point b) {
    const std::int64_t rows = a.row - b.row, cols = a.col - b.col;
    return rows * rows + cols * cols;
  }

  // The cells on the way of a unit down a field; of equally good ones, those with units in them.
  std::vector<Node> way_of(Unit unit, GoalTables::Slot field) {
    const std::unordered_set<Node> here(now_.begin(), now_.end());
    std::vector<Node> way{now_[unit]};
    while (way.back() != tables_.goal(field)) {
      Node best = CrowdMap::kNone;
      std::pair<std::uint32_t, bool> least;
      for (const Node next : map_.moves(way.back())) {
        const std::pair key(tables_.distance(map_, field, next), !here.contains(next));
        if (best == CrowdMap::kNone || key < least) best = next, least = key;
      }
      way.push_back(best);
    }
    return way;
  }

  // `n` cells that are not goals of other units.
  std::vector<Node> cells_for(const std::vector<Unit>& units, std::size_t n,
                              const std::vector<Node>& way, GoalTables::Slot field,
                              Formation formation, std::vector<Point> offsets) {
    std::vector<bool> is_ordered(now_.size(), false);
    for (const Unit unit : units) is_ordered[unit] = true;
    std::unordered_set<Node> taken;
    for (Unit unit = 0; unit < now_.size(); ++unit) {
      const Node node = map_.open_node(asked_[unit]);
      if (!is_ordered[unit] && node != CrowdMap::kNone) taken.insert(node);
    }
    FormationCells choice(map_, view_->grid(), taken);
    offsets.resize(std::min(offsets.size(), n));
    const std::vector<Node> cells =
        formation == Formation::offsets ? choice.at(way.back(), offsets)
        : formation == Formation::line
            ? choice.line(way, n)
            : choice.column(way, n, [&](Node node) { return tables_.distance(map_, field, node); });
    stats_.searched += choice.searched();
    return cells;
  }

  // The number of the cell of each member, so that their ways have the least sum; of equal sums the
  // one with the least sum of squares, also as the crow flies: so none goes far for all others, and
  // units keep their order. Numbers beyond the last cell are for units without one.
  std::vector<std::size_t> assigned(const std::vector<Unit>& members,
                                    const std::vector<Node>& cells,
                                    const std::vector<GoalTables::Slot>& tables, bool near) {
    const Grid& grid = view_->grid();
    const std::size_t n = members.size();
    std::vector<std::int64_t> ways(n * n), costs(n * n);
    std::int64_t most = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Node from = now_[members[i]];
      for (std::size_t k = 0; k < cells.size(); ++k) {
        const std::int64_t way = distance_with(
            from, [&](Node node) { return tables_.way_in_group(map_, tables[k], node); });
        const std::int64_t moves = near ? std::min<std::int64_t>(way / map_.least_cost(), 1000) : 0;
        ways[i * n + k] = way;
        costs[i * n + k] = moves * moves + apart_squared(grid.point(map_.cell(from)),
                                                         grid.point(map_.cell(cells[k])));
      }
      // Only differences matter.
      for (auto* const all : {&ways, &costs}) {
        const auto first = all->begin() + static_cast<std::ptrdiff_t>(i * n);
        const auto last = first + static_cast<std::ptrdiff_t>(cells.size());
        const std::int64_t least = *std::min_element(first, last);
        for (auto each = first; each != last; ++each) *each -= least;
      }
    }
    for (const std::int64_t each : costs) most = std::max(most, each);
    const std::int64_t unit = most * static_cast<std::int64_t>(n) + 1;
    const std::int64_t longest =
        std::numeric_limits<std::int64_t>::max() / 4 / static_cast<std::int64_t>(n) / unit;
    for (std::size_t i = 0; i < n * n; ++i) costs[i] += std::min(ways[i], longest) * unit;
    return assign(n, costs);
  }

  // Notes which units wait for the slowest of their group; false if none do.
  bool pace() {
    held_.assign(live_groups_.empty() ? 0 : now_.size(), 0);
    pibt_.hold(held_);
    if (live_groups_.empty()) return false;
    struct Rest {
      std::uint64_t sum = 0;
      std::uint32_t most = 0;
    };
    std::unordered_map<std::uint32_t, Rest> rests;
    rest_.resize(now_.size());
    for (Unit unit = 0; unit < now_.size(); ++unit) {
      if (groups_[unit] == kNoGroup) continue;
      tables_.set_field(slots_[unit], field_of(unit));
      rest_[unit] = distance_with(
          now_[unit], [&](Node node) { return tables_.way_in_group(map_, slots_[unit], node); });
      if (rest_[unit] == GoalTables::kFar) rest_[unit] = 0;
      Rest& rest = rests[groups_[unit]];
      rest.sum += rest_[unit];
      rest.most = std::max(rest.most, rest_[unit]);
    }
    for (const auto& [id, rest] : rests) {
      Group& group = live_groups_.at(id);
      if (rest.sum == 0) {
        disband(id);
      } else if (rest.sum < group.least) {
        group.least = rest.sum;
        group.since = stats_.ticks;
      } else if (stats_.ticks > group.since + kPatience && stats_.ticks >= group.rests_until) {
        group.rest *= 2;
        group.rests_until = stats_.ticks + group.rest;
        group.since = group.rests_until;
      }
    }
    bool any = false;
    for (Unit unit = 0; unit < now_.size(); ++unit) {
      if (groups_[unit] == kNoGroup) continue;
      if (stats_.ticks < live_groups_.at(groups_[unit]).rests_until) continue;
      const std::uint32_t most = rests.at(groups_[unit]).most;
      held_[unit] = rest_[unit] + kAhead * map_.least_cost() < most / 2;
      any |= held_[unit] != 0;
    }
    return any;
  }

  // --- Targets

  // Gives every unit a target of its own.
  void aim() {
    if (aims_are_current_) return;
    aims_are_current_ = true;
    ahead_.reset();
    calm_ticks_ = 0;
    hopeless_ = false;
    std::unordered_map<Node, Unit> owner;        // by target
    std::map<NodeId, std::vector<Unit>> others;  // by goal: units that cannot have it
    std::unordered_map<NodeId, std::vector<Unit>> by_goal;
    for (Unit unit = 0; unit < now_.size(); ++unit) by_goal[asked_[unit]].push_back(unit);
    std::vector<std::pair<NodeId, const std::vector<Unit>*>> goals;
    for (const auto& [cell, units] : by_goal) goals.push_back({cell, &units});
    std::sort(goals.begin(), goals.end());
    std::vector<Node> target(now_.size(), CrowdMap::kNone);
    for (const auto& [cell, units] : goals) {
      const Node goal = map_.open_node(cell);
      const Unit nearest = goal == CrowdMap::kNone ? Pibt::kNobody : nearest_to(goal, *units);
      if (nearest != Pibt::kNobody) {
        target[nearest] = goal;
        owner[goal] = nearest;
      }
      for (const Unit unit : *units)
        if (unit != nearest) others[cell].push_back(unit);
    }
    for (const auto& [cell, units] : others) spill(cell, units, owner, target);
    for (Unit unit = 0; unit < now_.size(); ++unit) {
      if (!map_.is_open(target[unit])) aims_are_current_ = false;  // until it has left that cell
      const GoalTables::Slot old = slots_[unit], field = field_of(unit);
      if (old != GoalTables::kNoSlot && tables_.goal(old) == target[unit]) {
        tables_.set_field(old, field);
        continue;
      }
      slots_[unit] = tables_.acquire(map_, target[unit], field);
      if (old != GoalTables::kNoSlot) tables_.release(old);
    }
    if (!guidance_) return;
    std::vector<GoalTables::Slot> alone = slots_;  // groups have a way of their own
    for (Unit unit = 0; unit < now_.size(); ++unit)
      if (groups_[unit] != kNoGroup) alone[unit] = GoalTables::kNoSlot;
    guidance_->aim(alone);
  }

  GoalTables::Slot field_of(Unit unit) {
    if (groups_[unit] == kNoGroup) return GoalTables::kNoSlot;
    const Group& group = live_groups_.at(groups_[unit]);
    if (group.reach == GoalTables::kFar || distance_from(group.field, now_[unit]) <= group.reach)
      return GoalTables::kNoSlot;
    return group.field;
  }

  // The unit with the fewest moves to a goal; kNobody if none can get there.
  Unit nearest_to(Node goal, const std::vector<Unit>& units) {
    if (units.size() == 1) return can_reach(units[0], goal) ? units[0] : Pibt::kNobody;
    Unit nearest = Pibt::kNobody;
    std::uint32_t least = GoalTables::kFar;
    const GoalTables::Slot slot = tables_.acquire(map_, goal);
    for (const Unit unit : units) {
      const std::uint32_t distance = distance_from(slot, now_[unit]);
      if (distance < least) nearest = unit, least = distance;
    }
    tables_.release(slot);
    return nearest;
  }

  // The distance of a unit, which may be in a cell that has closed.
  std::uint32_t distance_from(GoalTables::Slot slot, Node node) {
    return distance_with(node, [&](Node each) { return tables_.distance(map_, slot, each); });
  }
  template <class Distance>
  std::uint32_t distance_with(Node node, Distance&& distance) const {
    if (map_.is_open(node)) return distance(node);
    std::uint32_t least = GoalTables::kFar;
    for (const Node next : map_.moves(node)) least = std::min(least, distance(next));
    return least;
  }

  // The nearest cells for units whose goal is taken or out of reach: those in reach of the unit, by
  // their distance from the goal as the crow flies.
  void spill(NodeId cell, const std::vector<Unit>& units, std::unordered_map<Node, Unit>& owner,
             std::vector<Node>& target) {
    const Grid& grid = view_->grid();
    const Point goal = grid.point(cell);
    std::vector<Unit> left = units;
    // Who is near already gets the nearest cell.
    const auto apart = [&](NodeId other) { return apart_squared(grid.point(other), goal); };
    std::stable_sort(left.begin(), left.end(), [&](Unit a, Unit b) {
      return apart(map_.cell(now_[a])) < apart(map_.cell(now_[b]));
    });
    std::vector<std::pair<std::int64_t, NodeId>> found;
    std::int64_t beyond = 0;  // cells nearer than this have been offered
    for (std::int32_t radius = 0; !left.empty(); ++radius) {
      const std::size_t before = found.size();
      ring(goal, radius, [&](NodeId each) {
        const Node node = map_.open_node(each);
        if (node != CrowdMap::kNone) found.push_back({apart(each), each});
      });
      const bool last = radius > std::max(grid.rows(), grid.cols());
      // All cells within this distance are in a ring that was looked at.
      beyond = last ? std::numeric_limits<std::int64_t>::max()
                    : static_cast<std::int64_t>(radius + 1) * (radius + 1);
      if (found.size() == before && !last && found.empty()) continue;
      std::sort(found.begin(), found.end());
      std::size_t offered = 0;
      for (; offered < found.size() && found[offered].first < beyond && !left.empty(); ++offered) {
        const Node node = map_.node(found[offered].second);
        if (owner.contains(node)) continue;
        const auto taker = std::find_if(left.begin(), left.end(),
                                        [&](Unit unit) { return can_reach(unit, node); });
        if (taker == left.end()) continue;
        target[*taker] = node;
        owner[node] = *taker;
        left.erase(taker);
      }
      found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(offered));
      if (last) break;
    }
    for (const Unit unit : left) target[unit] = now_[unit];  // its part of the map is full
  }

  template <class Visit>
  void ring(Point middle, std::int32_t radius, Visit&& visit) const {
    const Grid& grid = view_->grid();
    for (std::int32_t r = middle.row - radius; r <= middle.row + radius; ++r) {
      if (r < 0 || r >= grid.rows()) continue;
      const bool edge = r == middle.row - radius || r == middle.row + radius;
      const std::int32_t step = edge || radius == 0 ? 1 : 2 * radius;
      for (std::int32_t c = middle.col - radius; c <= middle.col + radius; c += step)
        if (c >= 0 && c < grid.cols()) visit(grid.id({r, c}));
    }
  }

  bool can_reach(Unit unit, Node node) {
    if (parts_.empty()) label_parts();
    const auto reaches = [&](Node from) {
      if (map_.symmetric()) return parts_[from] == parts_[node];
      const GoalTables::Slot slot = tables_.acquire(map_, node, field_of(unit));
      const bool found = tables_.distance(map_, slot, from) != GoalTables::kFar;
      tables_.release(slot);
      return found;
    };
    if (map_.is_open(now_[unit])) return reaches(now_[unit]);
    const auto moves = map_.moves(now_[unit]);
    return std::any_of(moves.begin(), moves.end(), reaches);
  }

  void label_parts() {
    parts_.assign(map_.count(), 0);
    std::uint32_t label = 0;
    std::vector<Node> stack;
    for (Node node = 0; node < map_.count(); ++node) {
      if (parts_[node] != 0 || !map_.is_open(node)) continue;
      parts_[node] = ++label;
      stack.push_back(node);
      while (!stack.empty()) {
        const Node here = stack.back();
        stack.pop_back();
        for (const Node next : map_.moves(here))
          if (parts_[next] == 0) {
            parts_[next] = label;
            stack.push_back(next);
          }
      }
    }
  }

  // --- Steps

  // The order of units that have waited as long. By distance, those far away would go first in
  // every tick, and fewer arrive.
  const std::vector<Unit>& ranked() {
    if (ranked_.size() == now_.size()) return ranked_;
    ranked_.resize(now_.size());
    std::iota(ranked_.begin(), ranked_.end(), Unit{0});
    std::sort(ranked_.begin(), ranked_.end(),
              [&](Unit a, Unit b) { return mixed(seed_, id(a)) < mixed(seed_, id(b)); });
    return ranked_;
  }

  void step_alone() {
    std::span<const Unit> order = order_.by(waits_, ranked());
    if (!held_.empty()) {
      held_last_.assign(order.begin(), order.end());
      std::stable_partition(held_last_.begin(), held_last_.end(),
                            [&](Unit unit) { return held_[unit] == 0; });
      order = held_last_;
    }
    std::fill(next_.begin(), next_.end(), CrowdMap::kNone);
    if (!pibt_.plan(now_, next_, slots_, order, mixed(seed_, stats_.ticks))) next_ = now_;
    for (Unit unit = 0; unit < now_.size(); ++unit) count_wait(unit);
    ++stats_.expanded;
  }
  void count_wait(Unit unit) {
    const bool there = next_[unit] == tables_.goal(slots_[unit]);
    waits_[unit] =
        there ? std::uint16_t{0} : static_cast<std::uint16_t>(std::min(waits_[unit] + 1, 0xffff));
  }

  // Continues the search and takes a step of it; false if there is none to take.
  bool look_ahead(std::optional<std::uint64_t> expansions) {
    if (hopeless_) return false;
    if (ahead_ && ahead_->bytes() > kMostBytesAhead) ahead_.reset();
    if (!ahead_) {
      ahead_.emplace(map_, tables_, now_, slots_, waits_, ranked(), mixed(seed_, stats_.ticks));
      if (guidance_) ahead_->steer(*guidance_);
    }
    // The longer nothing has changed, the more a look ahead is worth.
    const std::uint64_t most = std::max<std::uint64_t>(1, 20'000 / now_.size());
    const std::uint64_t budget =
        expansions.value_or(std::min(most, std::uint64_t{1} << std::min(calm_ticks_, 32u)));
    ++calm_ticks_;
    const std::uint64_t before = ahead_->expanded();
    InterruptPoller poll;
    while (ahead_->status() == Lacam::Status::searching &&
           ahead_->expanded() - before < std::max<std::uint64_t>(1, budget)) {
      poll.now();
      ahead_->advance();
    }
    stats_.expanded += ahead_->expanded() - before;
    if (ahead_->status() == Lacam::Status::unsolvable) {
      hopeless_ = true;
      return false;
    }
    const std::vector<Lacam::Id> path = ahead_->path();
    if (path.size() < 2) {  // all are there, or the search is back where the units are
      next_ = now_;
      for (Unit unit = 0; unit < now_.size(); ++unit) count_wait(unit);
      return true;
    }
    const auto position = ahead_->position(path[1]);
    next_.assign(position.begin(), position.end());
    waits_ = ahead_->waits(path[1]);
    // A unit cannot go back into a cell that has closed, nor against a one-way move.
    bool can_return = true;
    for (Unit unit = 0; unit < now_.size() && can_return; ++unit)
      can_return = now_[unit] == next_[unit] ||
                   (map_.is_open(now_[unit]) && map_.has_move(next_[unit], now_[unit]));
    if (can_return || ahead_->status() == Lacam::Status::found) {
      ahead_->step_to(path[1]);
    } else {
      ahead_.reset();
    }
    return true;
  }

  std::shared_ptr<GridView> view_;
  CrowdEngine engine_;
  std::uint64_t seed_;
  CrowdMap map_{CrowdMap::Use::steering};
  GoalTables tables_;
  std::optional<Guidance> guidance_;
  Pibt pibt_;
  std::optional<Lacam> ahead_;
  unsigned calm_ticks_ = 0;  // since targets changed
  bool hopeless_ = false;    // it has shown that the targets cannot all be reached
  std::vector<std::int64_t> ids_;
  std::int64_t next_id_ = 0;
  std::vector<Node> now_;
  std::vector<NodeId> asked_;            // goals, as cells
  std::vector<GoalTables::Slot> slots_;  // of targets
  Lacam::Waits waits_;                   // steps since the unit was at its target
  bool aims_are_current_ = false;
  std::vector<std::uint32_t> groups_;           // of units; kNoGroup for most
  std::map<std::uint32_t, Group> live_groups_;  // by number
  std::uint32_t next_group_ = 0;
  std::vector<std::uint8_t> held_;    // units that wait for others of their group
  std::vector<std::uint32_t> rest_;   // of the ways of units in groups
  std::vector<std::uint32_t> parts_;  // labels of connected nodes; empty if not known
  std::vector<Node> next_;
  std::vector<Unit> ranked_;  // empty if not known
  WaitOrder order_;
  std::vector<Unit> held_last_;  // the order, with the units that wait for others at its end
  CrowdStats stats_;
};

}  // namespace asterion
