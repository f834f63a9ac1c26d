// Clusters: a table of costs between regions, and the straight line within one.
//
// With the smallest costs between any two members, the estimate of a node is the maximum of the
// straight line and the table's entry for its region and the goal's; with costs between the middles
// of regions, as in the lecture, it is the entry alone. With several goals it is the minimum over
// them.
//
// Guarantee   the smallest costs never exceed the true ones, but they fall at borders of regions:
//             admissible, not consistent. The lecture's costs promise nothing
// Complexity  O(1) per node that a search touches; the owner keeps the labels and the table, which
//             must outlive this
// Source      I. Millington, Artificial Intelligence for Games, 2006
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/heuristics/map_estimates.hpp"

namespace asterion {

struct ClusterTable {
  std::size_t nodes;
  const std::int64_t* labels;  // of all nodes; below 0 for none
  const double* costs;         // from region to region
  std::size_t regions;

  // Below 0 also if there is no such region: users can write to the arrays.
  std::int64_t label(NodeId node) const {
    const std::int64_t label = labels[node];
    return label < static_cast<std::int64_t>(regions) ? label : -1;
  }
  double cost(std::int64_t from, std::int64_t to) const {
    return costs[static_cast<std::size_t>(from) * regions + static_cast<std::size_t>(to)];
  }
};

enum class ClusterVariant : std::uint8_t { admissible, lecture };

// The estimates of one search.
template <class G>
class ClusterSearch final : public SearchEstimates {
 public:
  ClusterSearch(const ClusterTable& table, ClusterVariant variant, Trust trust, HeuristicKind line,
                const G& world, const SearchEnds& ends)
      : SearchEstimates(trust),
        table_(table),
        variant_(variant),
        backward_(ends.backward),
        lines_(plain_estimates(world, line, ends)) {
    check_size(world, table.nodes);
    for (const NodeId goal : ends.to) goals_.push_back(table.label(goal));
    if (ends.to.size() > kMostGoalsEach) join_goals();
  }

  void prefetch([[maybe_unused]] NodeId node) const override {
    if constexpr (std::is_same_v<G, Network>)
      if (!lines_.empty()) lines_[0].prefetch(node);
  }

  double bound(NodeId node) const override {
    const std::int64_t label = table_.label(node);
    if (!nearest_.empty()) return label < 0 ? 0 : nearest_[static_cast<std::size_t>(label)];
    double least = kInfinity;
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      const std::int64_t goal = goals_[i];
      const bool apart = label >= 0 && goal >= 0 && label != goal;
      double estimate = apart ? between(label, goal) : 0;
      if (!apart || variant_ == ClusterVariant::admissible)
        estimate = std::max(estimate, lines_[i](node));
      least = std::min(least, estimate);
    }
    return least;
  }

 private:
  double between(std::int64_t label, std::int64_t goal) const {
    return backward_ ? table_.cost(goal, label) : table_.cost(label, goal);
  }

  // Computes for each region the least cost to any goal, and drops the straight lines.
  void join_goals() {
    std::sort(goals_.begin(), goals_.end());
    goals_.erase(std::unique(goals_.begin(), goals_.end()), goals_.end());
    nearest_.assign(std::max<std::size_t>(table_.regions, 1), 0);
    if (goals_[0] < 0) return;
    for (std::size_t label = 0; label < table_.regions; ++label) {
      nearest_[label] = kInfinity;
      for (const std::int64_t goal : goals_)
        nearest_[label] =
            std::min(nearest_[label], between(static_cast<std::int64_t>(label), goal));
    }
  }

  ClusterTable table_;
  ClusterVariant variant_;
  bool backward_;
  std::vector<PlainEstimate<G>> lines_;  // to each goal
  std::vector<std::int64_t> goals_;      // their labels
  std::vector<double> nearest_;          // by label, if there are too many goals
};

// The knowledge of a map, for any search. `line` is the kind of the straight line.
class ClusterEstimates : public MapEstimates {
 public:
  ClusterEstimates(const ClusterTable& table, ClusterVariant variant, HeuristicKind line)
      : MapEstimates(variant == ClusterVariant::admissible ? Trust::admissible : Trust::none),
        table_(table),
        variant_(variant),
        line_(line) {}

  std::shared_ptr<CustomEstimates> between(const GridView& view,
                                           const SearchEnds& ends) const override {
    return made(view, ends);
  }
  std::shared_ptr<CustomEstimates> between(const Network& network,
                                           const SearchEnds& ends) const override {
    return made(network, ends);
  }

 private:
  template <class G>
  std::shared_ptr<CustomEstimates> made(const G& world, const SearchEnds& ends) const {
    return std::make_shared<ClusterSearch<G>>(table_, variant_, trust(), line_, world, ends);
  }

  ClusterTable table_;
  ClusterVariant variant_;
  HeuristicKind line_;
};

}  // namespace asterion
