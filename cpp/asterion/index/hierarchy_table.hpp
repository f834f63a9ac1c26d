// Costs from many sources to many targets in a hierarchy: each target leaves at every node above it
// the cost from there; each source climbs once, and collects.
//
// Source      S. Knopp, P. Sanders, D. Schultes, F. Schulz and D. Wagner, Computing many-to-many
//             shortest paths using highway hierarchies, 2007
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "asterion/index/hierarchy_search.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// Its memory is used again: a table of few costs takes no look at all nodes.
template <ArcWeight W>
class HierarchyTable {
 public:
  explicit HierarchyTable(std::size_t nodes) : search_(nodes), ranges_(nodes) {}

  // `gates_from(i)` and `gates_to(j)` give the gates of a source and of a target; `write(i, row)`
  // gets the costs from a source to each target, kNoArc where there is no path.
  template <class GatesFrom, class GatesTo, class Write>
  void run(const Hierarchy<W>& hierarchy, std::size_t sources, std::size_t targets,
           GatesFrom&& gates_from, GatesTo&& gates_to, Write&& write) {
    for (const Left& each : left_) ranges_[each.node] = {};
    left_.clear();
    InterruptPoller poll;
    for (std::uint32_t j = 0; j < targets; ++j, poll.now())
      climb_to(hierarchy, gates_to(j),
               [&](NodeId node, W weight) { left_.push_back({node, j, weight}); });
    std::sort(left_.begin(), left_.end(), [](const Left& a, const Left& b) {
      return a.node != b.node ? a.node < b.node : a.target < b.target;
    });
    for (std::uint32_t k = 0; k < left_.size(); ++k) {
      Range& range = ranges_[left_[k].node];
      if (range.end == 0) range.first = k;
      range.end = k + 1;
    }
    std::vector<W> row(targets);
    for (std::size_t i = 0; i < sources; ++i, poll.now()) {
      std::fill(row.begin(), row.end(), kNoArc<W>);
      search_.template climb<false>(hierarchy, gates_from(i), [&](NodeId node, W weight) {
        const Range range = ranges_[node];
        for (std::size_t k = range.first; k < range.end; ++k)
          row[left_[k].target] = std::min(row[left_[k].target], weight + left_[k].weight);
      });
      write(i, row);
    }
  }

  // Visits all nodes above the gates of a target, and the costs from there.
  template <class Visit>
  void climb_to(const Hierarchy<W>& hierarchy, std::span<const Gate<W>> gates, Visit&& visit) {
    search_.template climb<true>(hierarchy, gates, visit);
  }

 private:
  struct Left {
    NodeId node;
    std::uint32_t target;
    W weight;
  };
  struct Range {  // of `left_`
    std::uint32_t first = 0, end = 0;
  };

  HierarchySearch<W> search_;
  std::vector<Left> left_;
  std::vector<Range> ranges_;  // by node
};

}  // namespace asterion
