// The witness search: looks for a path around a node that is to be removed from a graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asterion/index/dynamic_graph.hpp"
#include "asterion/open_lists/entry_heap.hpp"

namespace asterion {

template <ArcWeight W>
class WitnessSearch {
 public:
  struct Target {
    NodeId node;
    W weight;  // a path that costs no more than this is a witness
    std::uint32_t hops;
    MoveMask last;
  };

  explicit WitnessSearch(std::size_t nodes) : found_(nodes) {}

  // Searches from a node, not over `without`, as long as it pays.
  void search(const DynamicGraph<W>& graph, NodeId from, NodeId without,
              const std::vector<Target>& targets) {
    ++search_;
    open_.clear();
    W farthest = 0;
    for (const Target& target : targets) {
      farthest = std::max(farthest, target.weight);
      found_[target.node].wanted = search_;
    }
    std::size_t wanted = targets.size();
    found_[without] = {0, search_, 0, true};
    reach(from, 0);
    std::size_t looked_at = 0;
    for (int settled = 0; !open_.empty() && settled < kMostSettled && looked_at < kMostLookedAt;) {
      const Open top = open_.top();
      open_.pop();
      Found& here = found_[top.node];
      if (here.settled) continue;
      here.settled = true;
      ++settled;
      if (top.weight > farthest) return;
      if (here.wanted == search_ && --wanted == 0) return;
      if (graph.is_hub(top.node)) continue;
      looked_at += graph.edges(top.node).size();
      for (const auto& edge : graph.edges(top.node))
        if (edge.out.weight <= farthest - top.weight)
          reach(edge.node, top.weight + edge.out.weight);
    }
  }

  // The cost of the cheapest path found.
  W cost(NodeId node) const {
    return found_[node].search == search_ ? found_[node].weight : kNoArc<W>;
  }

 private:
  static constexpr int kMostSettled = 200;
  static constexpr std::size_t kMostLookedAt = 8192;  // edges

  struct Found {
    W weight = 0;
    std::uint32_t search = 0;
    std::uint32_t wanted = 0;
    bool settled = false;
  };
  struct Open {
    W weight;
    NodeId node;

    bool operator<(const Open& other) const { return weight < other.weight; }
  };

  void reach(NodeId node, W weight) {
    Found& found = found_[node];
    if (found.search == search_ && (found.settled || found.weight <= weight)) return;
    found.weight = weight;
    found.search = search_;
    found.settled = false;
    open_.push({weight, node});
  }

  std::uint32_t search_ = 0;
  std::vector<Found> found_;
  EntryHeap<Open> open_;
};

}  // namespace asterion
