// Costs from many sources to many targets in a hierarchy: each target leaves at every node above it
// the cost from there; each source climbs once, and collects.
//
// Source      S. Knopp, P. Sanders, D. Schultes, F. Schulz and D. Wagner, Computing many-to-many
//             shortest paths using highway hierarchies, 2007
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asterion/index/hierarchy_search.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// `gates_from(i)` and `gates_to(j)` give the gates of a source and of a target; `write(i, row)`
// gets the costs from a source to each target, kNoArc where there is no path.
template <ArcWeight W, class GatesFrom, class GatesTo, class Write>
void hierarchy_table(const Hierarchy<W>& hierarchy, std::size_t sources, std::size_t targets,
                     GatesFrom&& gates_from, GatesTo&& gates_to, Write&& write) {
  struct Left {
    NodeId node;
    std::uint32_t target;
    W weight;
  };
  HierarchySearch<W> search(hierarchy.nodes());
  std::vector<Left> left;
  InterruptPoller poll;
  for (std::uint32_t j = 0; j < targets; ++j, poll.now())
    search.template climb<true>(hierarchy, gates_to(j),
                                [&](NodeId node, W weight) { left.push_back({node, j, weight}); });
  std::sort(left.begin(), left.end(), [](const Left& a, const Left& b) {
    return a.node != b.node ? a.node < b.node : a.target < b.target;
  });
  std::vector<std::size_t> first(hierarchy.nodes() + 1);
  for (const Left& each : left) ++first[each.node + 1];
  for (std::size_t node = 0; node < hierarchy.nodes(); ++node) first[node + 1] += first[node];
  std::vector<W> row(targets);
  for (std::size_t i = 0; i < sources; ++i, poll.now()) {
    std::fill(row.begin(), row.end(), kNoArc<W>);
    search.template climb<false>(hierarchy, gates_from(i), [&](NodeId node, W weight) {
      for (std::size_t k = first[node]; k < first[node + 1]; ++k)
        row[left[k].target] = std::min(row[left[k].target], weight + left[k].weight);
    });
    write(i, row);
  }
}

}  // namespace asterion
