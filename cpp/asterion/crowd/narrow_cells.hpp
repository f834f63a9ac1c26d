// The cells at moves that lie on no loop: dead ends, trees, and the only ways between two parts.
//
// Complexity  O(nodes x moves); where moves are one-way, times the length of the loops
// Source      R. E. Tarjan, A note on finding the bridges of a graph, 1974
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asterion/crowd/crowd_map.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// Marks the ends of moves from whose end no other way leads back.
inline void mark_one_by_one(const CrowdMap& map, std::vector<std::uint8_t>& narrow) {
  using Node = CrowdMap::Node;
  std::vector<Node> queue;
  std::vector<std::uint64_t> seen(map.count(), 0);
  std::uint64_t walk = 0;
  InterruptPoller poll;
  for (Node from = 0; from < map.count(); ++from)
    for (const Node to : map.is_open(from) ? map.moves(from) : std::span<const Node>{}) {
      poll();
      seen[to] = ++walk;
      queue.assign(1, to);
      for (std::size_t at = 0; at < queue.size() && seen[from] != walk; ++at)
        for (const Node next : map.moves(queue[at])) {
          if (seen[next] == walk || (queue[at] == to && next == from)) continue;
          seen[next] = walk;
          queue.push_back(next);
        }
      if (seen[from] != walk) narrow[from] = narrow[to] = 1;
    }
}

// Marks the bridges of the map, where every move leads back.
inline void mark_bridges(const CrowdMap& map, std::vector<std::uint8_t>& narrow) {
  using Node = CrowdMap::Node;
  struct Visit {
    Node node, parent;
    std::uint32_t at;  // of the node's moves
  };
  std::vector<std::uint32_t> found(map.count(), 0), low(map.count(), 0);
  std::vector<Visit> stack;
  std::uint32_t time = 0;
  for (Node root = 0; root < map.count(); ++root) {
    if (found[root] != 0 || !map.is_open(root)) continue;
    found[root] = low[root] = ++time;
    stack.push_back({root, CrowdMap::kNone, 0});
    while (!stack.empty()) {
      Visit& visit = stack.back();
      const auto moves = map.moves(visit.node);
      if (visit.at < moves.size()) {
        const Node next = moves[visit.at++];
        if (next == visit.parent) continue;
        if (found[next] != 0) {
          low[visit.node] = std::min(low[visit.node], found[next]);
          continue;
        }
        found[next] = low[next] = ++time;
        stack.push_back({next, visit.node, 0});
        continue;
      }
      const auto [node, parent, at] = visit;
      stack.pop_back();
      if (parent == CrowdMap::kNone) continue;
      low[parent] = std::min(low[parent], low[node]);
      if (low[node] > found[parent]) narrow[node] = narrow[parent] = 1;
    }
  }
}

inline std::vector<NodeId> narrow_cells(const CrowdMap& map) {
  using Node = CrowdMap::Node;
  std::vector<std::uint8_t> narrow(map.count(), 0);
  if (map.symmetric()) {
    mark_bridges(map, narrow);
  } else {
    mark_one_by_one(map, narrow);
  }
  std::vector<NodeId> cells;
  for (Node node = 0; node < map.count(); ++node)
    if (narrow[node] != 0) cells.push_back(map.cell(node));
  std::sort(cells.begin(), cells.end());
  return cells;
}

}  // namespace asterion
