// Decides whether changes of the world have touched the path that an agent walks.
//
// A path stays a cheapest one while no cost on it rises, and no cost falls at a node where, by the
// estimates, a cheaper path could pass. O(changed nodes), and if a cost fell O(length of the path).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "asterion/navigate/known_path.hpp"
#include "asterion/navigate/replan_graph.hpp"
#include "asterion/navigate/replanner.hpp"

namespace asterion {

template <ScaledReplanGraph A>
class PathWatch {
 public:
  using Cost = typename A::Cost;

  PathWatch(const A& graph, KnownPath& path) : graph_(graph), path_(path) {}

  // The reasons why the path may no longer be a cheapest one.
  struct Touch {
    bool cost_rose = false;  // a move along it costs more, or is closed
    bool beatable = false;   // another may be cheaper
  };

  // The effect of changes on the path; marks its doubtful part.
  Touch touched_by(const std::vector<CostChange>& changes) {
    Touch touch;
    std::optional<Cost> cost;  // of the path, computed once, and only if something fell
    for (const CostChange& change : changes) {
      if (!change.fell()) {
        touch.cost_rose = rises_at(change.item) || touch.cost_rose;
        continue;
      }
      if (!cost) cost = path_.empty() ? A::kFar : cost_of_path();
      if (!could_gain(change.item, *cost)) continue;
      path_.doubt_from(0);
      touch.beatable = true;
    }
    return touch;
  }

 private:
  // Whether an arc of the path may be more expensive now, or closed.
  bool rises_at(NodeId item) {
    bool touched = false;
    graph_.for_each_touched(item, [&](NodeId node) {
      const auto place = path_.place(node);
      if (!place || *place == 0 || !graph_.arc_leans_on(item, node, path_.at(*place - 1))) return;
      path_.rise_at(*place);
      touched = true;
    });
    return touched;
  }

  bool could_gain(NodeId item, Cost cost) const {
    if (path_.empty()) return true;
    bool gains = false;
    graph_.for_each_touched(item, [&](NodeId node) {
      gains = gains ||
              graph_.estimate(path_.start(), node) + graph_.estimate(node, path_.goal()) < cost;
    });
    return gains;
  }

  Cost cost_of_path() const {
    Cost sum = 0;
    for (std::size_t place = path_.size() - 1; place > 0; --place)
      sum = std::min(sum + graph_.arc(path_.at(place), path_.at(place - 1)), A::kFar);
    return sum;
  }

  const A& graph_;
  KnownPath& path_;
};

}  // namespace asterion
