// An order of removing nodes from a graph that keeps it sparse: first the parts on both sides of a
// small separator, each in such an order itself, then the separator.
//
// The separator of a part consists of the nodes as far from one end as about half of the part, and
// next to a node that is farther.
//
// Complexity  O(arcs x depth), and the depth is about the logarithm of the nodes
// Source      A. George, Nested dissection of a regular finite element mesh, 1973
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "asterion/world/interrupt.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class Dissection {
 public:
  // `neighbours(node, visit)` calls visit(other) for each; nodes are below `count`.
  template <class Neighbours>
  Dissection(std::vector<NodeId> nodes, std::size_t count, Neighbours&& neighbours)
      : part_(count, kOutside), distance_(count) {
    for (const NodeId node : nodes) part_[node] = 0;
    order_.reserve(nodes.size());
    std::vector<Part> waiting{{std::move(nodes), 0}};
    InterruptPoller poll;
    // The last part to be divided is the first in the order, which is reversed at the end.
    while (!waiting.empty()) {
      poll.now();
      const Part part = std::move(waiting.back());
      waiting.pop_back();
      divide(part, waiting, neighbours);
    }
    std::reverse(order_.begin(), order_.end());
  }

  const std::vector<NodeId>& order() const { return order_; }

 private:
  static constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kSmallest = 24;  // smaller parts are not divided

  struct Part {
    std::vector<NodeId> nodes;
    std::uint32_t number;  // the value of part_ for all its nodes
  };

  template <class Neighbours>
  void divide(const Part& part, std::vector<Part>& waiting, Neighbours& neighbours) {
    const std::vector<NodeId> from_first = spread(part.nodes.front(), part.number, neighbours);
    if (from_first.size() < part.nodes.size()) {  // not connected
      const std::uint32_t number = ++parts_;
      for (const NodeId node : from_first) part_[node] = number;
      std::vector<NodeId> rest;
      for (const NodeId node : part.nodes)
        if (part_[node] == part.number) rest.push_back(node);
      waiting.push_back({std::move(rest), part.number});
      waiting.push_back({from_first, number});
      return;
    }
    if (part.nodes.size() <= kSmallest) return put(part.nodes);
    const std::vector<NodeId> from_end = spread(from_first.back(), part.number, neighbours);
    const std::uint32_t level = thinnest(from_end);
    std::vector<NodeId> near, far, between;
    for (const NodeId node : from_end) {
      bool divides = false;
      if (distance_[node] == level)
        neighbours(node, [&](NodeId other) {
          divides = divides || (part_[other] == part.number && distance_[other] > level);
        });
      (divides ? between : distance_[node] <= level ? near : far).push_back(node);
    }
    if (near.empty() || far.empty()) return put(part.nodes);
    put(between);
    for (std::vector<NodeId>* side : {&near, &far}) {
      const std::uint32_t number = ++parts_;
      for (const NodeId node : *side) part_[node] = number;
      waiting.push_back({std::move(*side), number});
    }
  }

  void put(const std::vector<NodeId>& nodes) {
    for (const NodeId node : nodes) part_[node] = kOutside;
    order_.insert(order_.end(), nodes.begin(), nodes.end());
  }

  // The reachable nodes of a part, the nearest first, with their distance in steps.
  template <class Neighbours>
  std::vector<NodeId> spread(NodeId start, std::uint32_t number, Neighbours& neighbours) {
    const std::uint32_t reached = ++parts_;
    std::vector<NodeId> nodes{start};
    distance_[start] = 0;
    part_[start] = reached;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      neighbours(nodes[i], [&](NodeId other) {
        if (part_[other] != number) return;
        part_[other] = reached;
        distance_[other] = distance_[nodes[i]] + 1;
        nodes.push_back(other);
      });
    for (const NodeId node : nodes) part_[node] = number;
    return nodes;
  }

  // The distance with the fewest nodes, of those that leave a third on either side.
  std::uint32_t thinnest(const std::vector<NodeId>& nodes) const {
    std::vector<std::size_t> count(distance_[nodes.back()] + 1);
    for (const NodeId node : nodes) ++count[distance_[node]];
    std::uint32_t best = distance_[nodes[nodes.size() / 2]];
    std::size_t before = 0;
    for (std::uint32_t level = 0; level < count.size(); before += count[level++])
      if (before >= nodes.size() / 3 && before + count[level] <= nodes.size() - nodes.size() / 3 &&
          count[level] < count[best])
        best = level;
    return best;
  }

  std::vector<std::uint32_t> part_;      // of each node
  std::vector<std::uint32_t> distance_;  // from the last source of a spread
  std::uint32_t parts_ = 0;
  std::vector<NodeId> order_;
};

// The cost of contracting nodes in this order, if all neighbours of a node are joined: the edges of
// each node at its removal, and the pairs of these. Counted without contracting anything; the count
// stops once there are more than `most` pairs.
struct JoiningEffort {
  double edges = 0, pairs = 0;
};
template <class Neighbours>
JoiningEffort joining_effort(const std::vector<NodeId>& order, std::size_t count,
                             Neighbours&& neighbours, double most) {
  std::vector<std::uint32_t> place(count);
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  // The edges that contracting a node would add are kept with its first neighbour to be contracted.
  std::vector<std::vector<std::uint32_t>> later(order.size()), first_for(order.size());
  std::vector<std::uint32_t> seen_by(order.size(), std::numeric_limits<std::uint32_t>::max());
  JoiningEffort effort;
  InterruptPoller poll;
  for (std::uint32_t i = 0; i < order.size() && effort.pairs <= most; ++i) {
    poll();
    const auto meet = [&](std::uint32_t other) {
      if (other > i && std::exchange(seen_by[other], i) != i) later[i].push_back(other);
    };
    neighbours(order[i], [&](NodeId other) { meet(place[other]); });
    for (const std::uint32_t before : first_for[i]) {
      for (const std::uint32_t other : later[before]) meet(other);
      later[before] = {};
    }
    const auto edges = static_cast<double>(later[i].size());
    effort.edges += edges;
    effort.pairs += edges * edges;
    if (edges > 0) first_for[*std::min_element(later[i].begin(), later[i].end())].push_back(i);
  }
  return effort;
}

}  // namespace asterion
