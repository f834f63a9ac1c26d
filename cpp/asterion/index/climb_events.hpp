// The events of a query of an index, in nodes of the world: for pictures.
#pragma once

#include <vector>

#include "asterion/index/hierarchy_search.hpp"
#include "asterion/index/index_state.hpp"

namespace asterion {

// The events of a finished, watched search between two ends; `cost` is kNoArc without a path.
// `name(node)` turns a node of the hierarchy into one of the world, `measure(weight)` a weight into
// a cost.
template <ArcWeight W, class Estimate, class Name, class Measure>
std::vector<IndexState::ClimbEvent> climb_events(
    const HierarchySearch<W, Estimate, ClimbLog<W>>& search, const NodeId (&ends)[2], W cost,
    Name&& name, Measure&& measure) {
  std::vector<IndexState::ClimbEvent> events;
  const auto add = [&](EventKind kind, NodeId node, NodeId parent, double way, double rest) {
    events.push_back({{kind, node, parent, way}, rest});
  };
  for (const NodeId end : ends)
    for (const EventKind kind : {EventKind::opened, EventKind::closed}) add(kind, end, end, 0, 0);
  for (const auto& each : search.watcher().entries) {
    const NodeId node = name(each.node);
    if (node == ends[each.back]) continue;  // as above
    const NodeId parent = each.parent == kNoIndex ? ends[each.back] : name(each.parent);
    add(each.kind, node, parent, measure(each.weight), measure(each.rest));
  }
  if (cost >= kNoArc<W>) return events;
  NodeId last = ends[0];
  const auto lead_to = [&](NodeId node, W weight) {
    if (node != last) add(EventKind::improved, node, last, measure(weight), 0);
    last = node;
  };
  if (search.is_met())
    search.path_over_shortcuts([&](NodeId node, W weight) { lead_to(name(node), weight); });
  lead_to(ends[1], cost);
  return events;
}

}  // namespace asterion
