// A timetable of a map that changes: entries with ids, and the earliest paths among them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "asterion/crowd/sipp.hpp"

namespace asterion {

class WorldTimetable {
 public:
  using Time = Stays::Time;
  static constexpr const char* kName = "a timetable";

  explicit WorldTimetable(std::shared_ptr<GridView> view) : view_(std::move(view)) {}

  const GridView& view() const { return *view_; }
  std::size_t count() const { return entries_.size(); }

  std::int64_t block(const std::vector<NodeId>& cells, Time start, Time end) {
    Entry entry;
    for (const NodeId cell : cells) entry.push_back({cell, {start, end, next_id_}});
    return enter(std::move(entry));
  }

  // The cell at each tick.
  std::int64_t add(const std::vector<NodeId>& cells, Time depart, bool stays) {
    Entry entry;
    Stays::for_each_stay(cells, depart, stays, [&](NodeId cell, Time start, Time end) {
      entry.push_back({cell, {start, end, next_id_}});
    });
    return enter(std::move(entry));
  }

  void remove(std::int64_t id) {
    const auto found = entries_.find(id);
    if (found == entries_.end())
      throw BadValue("there is no entry with the id " + std::to_string(id));
    for (const auto& [cell, stay] : found->second) stays_.remove(cell, stay.start, stay.id);
    entries_.erase(found);
  }

  // The cell at each tick; empty if there is no path.
  std::vector<NodeId> find(NodeId start, NodeId goal, Time depart, bool stay) {
    CrowdMap::Edit edit;
    {
      const ReadLock guard = view_->read();
      edit = map_.follow(*view_);
    }
    tables_.follow(map_, edit);
    const GoalTables::Slot slot = tables_.acquire(map_, goal);
    const auto path = search_.find(map_, tables_, slot, stays_, start, depart, stay);
    tables_.release(slot);
    return path;
  }

 private:
  using Entry = std::vector<std::pair<NodeId, Stays::Stay>>;

  std::int64_t enter(Entry entry) {
    for (const auto& [cell, stay] : entry) stays_.add(cell, stay);
    entries_.emplace(next_id_, std::move(entry));
    return next_id_++;
  }

  std::shared_ptr<GridView> view_;
  CrowdMap map_{CrowdMap::Use::timetable};
  GoalTables tables_;
  SafeIntervalSearch search_;
  Stays stays_;
  std::map<std::int64_t, Entry> entries_;
  Stays::Id next_id_ = 0;
};

}  // namespace asterion
