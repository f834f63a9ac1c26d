// Reads from the world's journal the changes since a navigator's last look.
//
// The journal has the cost of an item before its change. A view with weights or closed cells has
// costs of its own, of which the reader keeps a copy, 8 bytes per item. For holders of a lock on
// the world.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/navigate/replan_graph.hpp"
#include "asterion/navigate/replanner.hpp"
#include "asterion/world/journal.hpp"

namespace asterion {

template <ScaledReplanGraph A>
class ChangeReader {
 public:
  ChangeReader(const A& graph, const Journal& journal)
      : graph_(graph),
        journal_(journal),
        seen_(journal.end()),
        links_version_(graph.links_version()) {
    if (graph_.has_own_costs()) copy_costs();
  }

  // The changes since the last call, each item once. None if the journal does not reach back that
  // far, or does not tell: then anything may have changed, and no change is waiting.
  std::optional<std::vector<CostChange>> read() {
    std::map<NodeId, double> before;  // the costs as the navigator knew them
    const bool complete = journal_.read(seen_, [&](const Change& change) {
      graph_.for_each_item(change.item, [&](NodeId item) {
        before.try_emplace(item, costs_.empty() ? A::journaled_cost(change.before) : costs_[item]);
      });
    });
    const std::uint64_t links = std::exchange(links_version_, graph_.links_version());
    if (!complete || links != links_version_) {
      waiting_.clear();
      if (!costs_.empty()) copy_costs();
      return {};
    }
    std::vector<CostChange> changes;
    for (const auto& [item, cost] : before) {
      const CostChange change{item, cost, graph_.item_cost(item)};
      if (change.before == change.after) continue;
      if (!costs_.empty()) costs_[item] = change.after;
      waiting_.try_emplace(item, change.before);
      changes.push_back(change);
    }
    return changes;
  }

  // The changes that no plan has used yet, each item once, without those that were undone.
  std::vector<CostChange> waiting() const {
    std::vector<CostChange> changes;
    for (const auto& [item, before] : waiting_)
      if (const double after = graph_.item_cost(item); after != before)
        changes.push_back({item, before, after});
    return changes;
  }
  // To be called when a plan has used them.
  void forget_waiting() { waiting_.clear(); }

  std::size_t bytes() const { return costs_.capacity() * sizeof(double); }

 private:
  void copy_costs() {
    costs_.resize(graph_.items());
    for (NodeId item = 0; item < graph_.items(); ++item) costs_[item] = graph_.item_cost(item);
  }

  const A& graph_;
  const Journal& journal_;
  std::uint64_t seen_;                // version of the journal
  std::uint64_t links_version_;       // as last read
  std::vector<double> costs_;         // as last read, where the journal has others
  std::map<NodeId, double> waiting_;  // the cost before the first change since the last plan
};

}  // namespace asterion
