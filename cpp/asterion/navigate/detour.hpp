// A short detour around an obstacle on a path: from its start back to a later node of it.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "asterion/navigate/replan_graph.hpp"
#include "asterion/navigate/unit_path.hpp"
#include "asterion/open_lists/keyed_heap.hpp"

namespace asterion {

// The nodes from the start of the path to the node where the detour joins it, so that the whole
// costs least, avoiding `taken` nodes; nothing if the limit of expansions does not find one. A*
// whose incumbents are the nodes of the path with their remaining cost.
template <ReplanGraph A, class Taken>
std::vector<NodeId> detour(const A& graph, const UnitPath& path, Taken&& taken,
                           std::size_t most_expansions) {
  using Cost = typename A::Cost;
  const std::vector<NodeId> nodes = path.nodes();
  std::unordered_map<NodeId, Cost> left;  // from each node of the path to its end
  Cost sum = 0;
  for (std::size_t i = nodes.size(); i-- > 1;) {
    left.emplace(nodes[i], sum);
    sum += graph.arc(nodes[i - 1], nodes[i]);
  }

  struct Reached {
    Cost g;
    NodeId parent;
    bool closed;
  };
  std::unordered_map<NodeId, Reached> reached{{nodes[0], {0, nodes[0], false}}};
  using Key = HeapKey<Cost, 1>;
  KeyedHeap<Key, NoPlaces> open({}, {});  // a node may be on it several times
  open.push(Key{{graph.estimate(nodes[0], path.end())}}, nodes[0]);
  Cost best = A::kFar;
  NodeId joint = nodes[0];
  for (std::size_t i = 0; i < most_expansions && !open.empty() && open.top().key.first() < best;
       ++i) {
    const NodeId node = open.top().node;
    open.pop();
    if (std::exchange(reached.at(node).closed, true)) continue;
    const Cost g = reached.at(node).g;
    if (const auto found = left.find(node); found != left.end() && g + found->second < best) {
      best = g + found->second;
      joint = node;
    }
    graph.for_each_out(node, [&](NodeId next, Cost cost) {
      if (taken(next)) return;
      const auto [at, is_new] = reached.try_emplace(next, Reached{g + cost, node, false});
      if (!is_new && (at->second.closed || at->second.g <= g + cost)) return;
      at->second = {g + cost, node, false};
      open.push(Key{{g + cost + graph.estimate(next, path.end())}}, next);
    });
  }
  if (best >= A::kFar) return {};
  std::vector<NodeId> way{joint};
  while (way.back() != nodes[0]) way.push_back(reached.at(way.back()).parent);
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace asterion
