// The distances to the goals of a crowd: one table per goal, shared by the units that go there.
//
// Units of a group share one more table, their field, as long as they are far from their cells: the
// table of a cell then reaches to the goal of the field only, and farther off the way leads there.
//
// Tables without a unit are kept while there is room for them, and given up in the order in which
// their last unit left.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "asterion/crowd/goal_distances.hpp"

namespace asterion {

class GoalTables {
 public:
  using Node = CrowdMap::Node;
  using Slot = std::uint32_t;
  static constexpr std::uint32_t kFar = 0xffffffff;
  static constexpr Slot kNoSlot = 0xffffffff;
  static constexpr std::size_t kSpareBytes = 64 << 20;

  // The table of a goal, for one unit more; with a field, for a unit of its group.
  Slot acquire(const CrowdMap& map, Node goal, Slot field = kNoSlot) {
    const auto [found, is_new] = slots_.try_emplace(goal, Slot{0});
    if (is_new) {
      if (free_.empty()) {
        free_.push_back(static_cast<Slot>(tables_.size()));
        tables_.emplace_back();
      }
      found->second = free_.back();
      free_.pop_back();
      tables_[found->second].table.emplace(make(map, goal));
    }
    Entry& entry = tables_[found->second];
    if (entry.users++ == 0 && !is_new) std::erase(spare_, found->second);
    set_field(found->second, field);
    return found->second;
  }
  void set_field(Slot slot, Slot field) {
    Entry& entry = tables_[slot];
    if (entry.groups > 0) field = kNoSlot;
    if (entry.field == field) return;
    entry.field = field;
    entry.detour.reset();
  }
  // The field of a group, and its end, when no unit has it any more.
  Slot acquire_field(const CrowdMap& map, Node goal) {
    const Slot slot = acquire(map, goal);
    ++tables_[slot].groups;
    return slot;
  }
  void release_field(Slot slot) {
    --tables_[slot].groups;
    release(slot);
  }
  // The units of the group come by way of `gate`: the table reaches there too, and distances from
  // beyond it are right.
  void reach_back_to(const CrowdMap& map, Slot slot, Node gate) {
    Entry& entry = tables_[slot];
    const Slot field = std::exchange(entry.field, kNoSlot);
    const std::uint32_t from_gate = distance(map, slot, gate);
    entry.field = field;
    if (from_gate == kFar || field == kNoSlot) return;
    entry.detour = static_cast<std::int64_t>(from_gate) - distance(map, field, gate);
  }

  void release(Slot slot) {
    if (--tables_[slot].users > 0) return;
    tables_[slot].field = kNoSlot;
    spare_.push_back(slot);
    while (spare_.size() * bytes_of_one() > kSpareBytes) drop_oldest();
  }

  // kFar if there is no way.
  std::uint32_t distance(const CrowdMap& map, Slot slot, Node node) {
    if (tables_[slot].field != kNoSlot) [[unlikely]]
      return distance_in_group(map, slot, node, true);
    Table& table = *tables_[slot].table;
    if (auto* const near = std::get_if<GoalDistances<std::uint16_t>>(&table)) [[likely]]
      return near->at(map, node);
    return std::get<GoalDistances<std::uint32_t>>(table).at(map, node);
  }
  // The distance for a unit of a group, by way of the field's goal if it is far.
  std::uint32_t way_in_group(const CrowdMap& map, Slot slot, Node node) {
    return tables_[slot].field == kNoSlot ? distance(map, slot, node)
                                          : distance_in_group(map, slot, node, false);
  }
  Node goal(Slot slot) const {
    return std::visit([](const auto& table) { return table.goal(); }, *tables_[slot].table);
  }

  void follow(const CrowdMap& map, const CrowdMap::Edit& edit) {
    if (edit.empty()) return;
    while (!spare_.empty()) drop_oldest();
    for (Entry& entry : tables_) {
      if (!entry.table) continue;
      const bool wide = std::holds_alternative<GoalDistances<std::uint32_t>>(*entry.table);
      if (wide != map.weighted()) {
        const Node goal = std::visit([](const auto& table) { return table.goal(); }, *entry.table);
        searched_in_dropped_ += searched_in(*entry.table);
        entry.table.emplace(make(map, goal));
      } else {
        std::visit([&](auto& table) { table.follow(map, edit); }, *entry.table);
      }
    }
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Entry& entry : tables_)
      if (entry.table) sum += std::visit([](const auto& t) { return t.bytes(); }, *entry.table);
    return sum;
  }

  // Cells whose distance to a goal was worked out so far.
  std::uint64_t searched() const {
    std::uint64_t sum = searched_in_dropped_;
    for (const Entry& entry : tables_)
      if (entry.table) sum += searched_in(*entry.table);
    return sum;
  }

 private:
  // More than any distance near a group's cells, where 16 bits are enough.
  static constexpr std::uint32_t kBeyond = 1 << 20;

  using Table = std::variant<GoalDistances<std::uint16_t>, GoalDistances<std::uint32_t>>;
  struct Entry {
    std::optional<Table> table;
    std::uint32_t users = 0;
    Slot field = kNoSlot;
    std::uint32_t groups = 0;            // that have it as their field
    std::optional<std::int64_t> detour;  // by which the way is longer than to the field's goal
  };

  static Table make(const CrowdMap& map, Node goal) {
    if (map.weighted()) return GoalDistances<std::uint32_t>(map, goal);
    return GoalDistances<std::uint16_t>(map, goal);
  }
  static std::uint64_t searched_in(const Table& table) {
    return std::visit([](const auto& each) { return each.searched(); }, table);
  }
  static std::uint32_t known(const Table& table, Node node) {
    return std::visit([&](const auto& each) { return each.known(node); }, table);
  }

  std::uint32_t distance_in_group(const CrowdMap& map, Slot slot, Node node, bool steers) {
    Entry& entry = tables_[slot];
    const std::uint32_t near = known(*entry.table, node);
    if (near != kFar) return near;
    const Slot field = std::exchange(entry.field, kNoSlot);
    const std::uint32_t last = distance(map, slot, goal(field));
    entry.field = field;
    const std::uint32_t after = known(*entry.table, node);
    if (last == kFar || after != kFar) return after;
    const std::uint32_t rest = distance(map, field, node);
    if (rest == kFar) return kFar;
    if (steers) return kBeyond + rest;
    const std::int64_t way = rest + entry.detour.value_or(last);
    return static_cast<std::uint32_t>(std::max<std::int64_t>(way, 1));
  }

  std::size_t bytes_of_one() const { return bytes() / std::max<std::size_t>(1, slots_.size()); }
  void drop_oldest() {
    const Slot slot = spare_.front();
    spare_.pop_front();
    slots_.erase(goal(slot));
    searched_in_dropped_ += searched_in(*tables_[slot].table);
    tables_[slot].table.reset();
    free_.push_back(slot);
  }

  std::unordered_map<Node, Slot> slots_;  // by goal
  std::vector<Entry> tables_;
  std::vector<Slot> free_;
  std::deque<Slot> spare_;  // tables without units, the oldest first
  std::uint64_t searched_in_dropped_ = 0;
};

}  // namespace asterion
