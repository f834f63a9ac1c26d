// The distances to the goals of a crowd: one table per goal, shared by the units that go there.
//
// Tables without a unit are kept while there is room for them, and given up in the order in which
// their last unit left.
#pragma once

#include <deque>
#include <unordered_map>
#include <variant>
#include <vector>

#include "asterion/crowd/goal_distances.hpp"

namespace asterion {

class GoalTables {
 public:
  using Node = CrowdMap::Node;
  using Slot = std::uint32_t;
  static constexpr std::uint32_t kFar = 0xffffffff;
  static constexpr std::size_t kSpareBytes = 64 << 20;

  // The table of a goal, for one unit more.
  Slot acquire(const CrowdMap& map, Node goal) {
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
    return found->second;
  }

  void release(Slot slot) {
    if (--tables_[slot].users > 0) return;
    spare_.push_back(slot);
    while (spare_.size() * bytes_of_one() > kSpareBytes) drop_oldest();
  }

  // kFar if there is no way.
  std::uint32_t distance(const CrowdMap& map, Slot slot, Node node) {
    Table& table = *tables_[slot].table;
    if (auto* const near = std::get_if<GoalDistances<std::uint16_t>>(&table)) [[likely]]
      return near->at(map, node);
    return std::get<GoalDistances<std::uint32_t>>(table).at(map, node);
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

 private:
  using Table = std::variant<GoalDistances<std::uint16_t>, GoalDistances<std::uint32_t>>;
  struct Entry {
    std::optional<Table> table;
    std::uint32_t users = 0;
  };

  static Table make(const CrowdMap& map, Node goal) {
    if (map.weighted()) return GoalDistances<std::uint32_t>(map, goal);
    return GoalDistances<std::uint16_t>(map, goal);
  }
  std::size_t bytes_of_one() const { return bytes() / std::max<std::size_t>(1, slots_.size()); }
  void drop_oldest() {
    const Slot slot = spare_.front();
    spare_.pop_front();
    slots_.erase(goal(slot));
    tables_[slot].table.reset();
    free_.push_back(slot);
  }

  std::unordered_map<Node, Slot> slots_;  // by goal
  std::vector<Entry> tables_;
  std::vector<Slot> free_;
  std::deque<Slot> spare_;  // tables without units, the oldest first
};

}  // namespace asterion
