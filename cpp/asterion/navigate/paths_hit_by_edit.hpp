// The paths, of many, that an edit has made more expensive or closed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/navigate/replan_graph.hpp"
#include "asterion/navigate/replanner.hpp"
#include "asterion/navigate/unit_path.hpp"

namespace asterion {

using NumberedPath = std::pair<std::uint64_t, const UnitPath*>;

class PathsHitByEdit {
 public:
  explicit PathsHitByEdit(std::size_t nodes) : nearby_(nodes) {}

  // The numbers of the paths that have an arc whose cost has risen, in order.
  template <ScaledReplanGraph A>
  std::vector<std::uint64_t> among(const std::vector<NumberedPath>& paths, A& graph,
                                   const std::vector<CostChange>& changes) {
    NodeId low = std::numeric_limits<NodeId>::max(), high = 0;
    for_each_nearby(graph, changes, [&](NodeId node, NodeId) {
      nearby_[node] = true;
      low = std::min(low, node);
      high = std::max(high, node);
    });
    std::vector<ArcOf> suspects;
    for (const NumberedPath& path : paths)
      path.second->for_each_arc_from(low, high, [&](NodeId from, NodeId to) {
        if (nearby_[from]) suspects.push_back({path.first, path.second->start(), from, to});
      });
    std::unordered_map<NodeId, std::vector<NodeId>> items;  // the risen items at each node
    for (const ArcOf& arc : suspects) items.try_emplace(arc.from);
    for_each_nearby(graph, changes, [&](NodeId node, NodeId item) {
      nearby_[node] = false;
      if (const auto found = items.find(node); found != items.end()) found->second.push_back(item);
    });
    std::vector<std::uint64_t> risen;
    for (const ArcOf& arc : suspects) {
      if (!risen.empty() && risen.back() == arc.path) continue;
      graph.look(arc.unit);
      const auto leans = [&](NodeId item) { return graph.arc_leans_on(item, arc.from, arc.to); };
      const std::vector<NodeId>& near = items.at(arc.from);
      if (std::any_of(near.begin(), near.end(), leans)) risen.push_back(arc.path);
    }
    return risen;
  }

 private:
  struct ArcOf {
    std::uint64_t path;
    NodeId unit;  // at the start of the path
    NodeId from, to;
  };

  template <ScaledReplanGraph A, class Visit>
  static void for_each_nearby(const A& graph, const std::vector<CostChange>& changes,
                              Visit&& visit) {
    for (const CostChange& change : changes)
      if (!change.fell())
        graph.for_each_touched(change.item, [&](NodeId node) { visit(node, change.item); });
  }

  std::vector<bool> nearby_;  // by node: whether a cost has risen there; false between edits
};

}  // namespace asterion
