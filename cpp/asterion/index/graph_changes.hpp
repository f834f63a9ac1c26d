// The changes of a graph since an index was made of it, which decide whether a path of the index is
// still a cheapest one.
//
// Closed and more expensive connections make no path cheaper. A path that has become cheaper uses
// connections that now cost less. Up to the first of them, and after the last, it costs no less
// than the index says. So a path of the index is a cheapest one if it costs at most the sum of
// three bounds: the cheapest path to a beginning of an improved connection, the least cost of one,
// and the cheapest path from an end of one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/index/node_index.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/world/network.hpp"

namespace asterion {

class GraphChanges {
 public:
  GraphChanges(std::shared_ptr<const Graph> was, std::uint64_t seen)
      : was_(std::move(was)), seen_(seen) {}

  // For holders of a lock from network.read(), like all that follows.
  bool is_current(const Network& network) const {
    return seen_ == network.source().journal().end();
  }
  void catch_up(const Network& network) {
    std::uint64_t seen = seen_;
    const bool complete = network.source().journal().read(seen, [&](const Change& change) {
      const double was = was_->cost(change.item), now = network.cost(change.item);
      if (changed_.size() > kMost) return;
      if (was == now) {
        changed_.erase(change.item);
      } else {
        changed_[change.item] = now < was;
      }
    });
    if (!complete || changed_.size() > kMost) too_many_ = true;
    begins_.clear();
    ends_.clear();
    least_ = kInfinity;
    for (const auto& [id, better] : changed_) {
      if (!better) continue;
      begins_.push_back(network.graph().source(id));
      ends_.push_back(network.graph().target(id));
      least_ = std::min(least_, network.cost(id));
    }
    if (begins_.size() > kMostBetter) too_many_ = true;
    seen_ = seen;
  }

  bool too_many() const { return too_many_; }
  bool none() const { return changed_.empty(); }
  bool any_better() const { return !begins_.empty(); }

  // Whether a path of the index can be walked, and costs no more than before.
  bool leave(const Network& network, const std::vector<NodeId>& path) const {
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto id = network.connection(path[i - 1], path[i]);
      if (!id) return false;
      double before = kInfinity;
      for (const Arc& arc : network.out(path[i - 1]))
        if (arc.node == path[i]) before = std::min(before, was_->cost(arc.id));
      if (network.cost(*id) > before) return false;
    }
    return true;
  }

  // Whether no path over improved connections costs less than this.
  bool allow_none_below(const NodeIndex& index, NodeId start, NodeId goal, double cost) const {
    const double there = index.cost_to_nearest(start, begins_, true, cost);
    const double rest = cost - there - least_;
    if (rest <= cost * kSumRounding) return true;
    return index.cost_to_nearest(goal, ends_, false, rest) >= rest - cost * kSumRounding;
  }

 private:
  // Above these numbers the checks take longer than a search.
  static constexpr std::size_t kMost = 4096, kMostBetter = 64;

  std::shared_ptr<const Graph> was_;
  std::uint64_t seen_;
  bool too_many_ = false;
  std::unordered_map<NodeId, bool> changed_;  // connections: whether they have improved
  std::vector<NodeId> begins_, ends_;         // of improved ones
  double least_ = kInfinity;                  // of the costs of improved ones
};

}  // namespace asterion
