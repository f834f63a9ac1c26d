// A* over packed states: a sequence of actions from the root of a space to its end.
//
// Guarantee   a cheapest plan if the space's estimates never exceed the cost of one, and at most w
//             times the cheapest if they never exceed w times that; a closed state is opened again
//             when a cheaper route to it is found, so they need not be consistent
// Complexity  O(n log n) for n states; 8 bytes per word of a state plus 60 to 100 per state
// Order       smallest f, then smallest h, then first in, first out
// Source      P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic
//             determination of minimum cost paths, 1968
#pragma once

#include <concepts>
#include <vector>

#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/search/state_table.hpp"
#include "asterion/search/status.hpp"
#include "asterion/world/interrupt.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// The space of a search: states forward from the start, or conditions backward from the goal.
template <class S>
concept PlanSpace = requires(S& space, Word* state, const Word* seen, AnyVisitor visit) {
  { space.words() } -> std::same_as<std::size_t>;    // of a state
  space.root(state);                                 // writes it into words that are 0
  { space.reached(seen) } -> std::same_as<bool>;     // an end
  { space.estimate(seen) } -> std::same_as<double>;  // inf if no end can be reached
  space.expand(seen, visit);  // visit(action, cost, const Word* next) for each next state
};

template <PlanSpace Space>
class PlanSearch {
 public:
  explicit PlanSearch(Space& space)
      : space_(space), states_(space.words()), current_(space.words()) {
    space_.root(current_.data());
    reach(current_.data(), 0, 0, 0);
  }

  Status run(std::uint64_t max_expansions) {
    for (InterruptPoller poll; !open_.empty(); poll.now()) {
      const HeapEntry entry = open_.top();
      open_.pop();
      if (nodes_[entry.node].closed || entry.order != nodes_[entry.node].order) continue;
      ++stats_.pops;
      const Word* words = states_.words(entry.node);
      if (space_.reached(words)) {
        end_ = entry.node;
        return Status::found;
      }
      if (stats_.expanded == max_expansions) return Status::stopped;
      ++stats_.expanded;
      stats_.open_sum += stats_.open();
      nodes_[entry.node].closed = true;
      std::copy(words, words + current_.size(), current_.begin());  // the table may move
      const double g = nodes_[entry.node].g;
      space_.expand(current_.data(), [&](std::uint32_t action, double cost, const Word* next) {
        ++stats_.moves;
        reach(next, g + cost, entry.node, action);
      });
    }
    return Status::unreachable;
  }

  // The actions, from the end that was found back to the root.
  std::vector<std::uint32_t> actions() const {
    std::vector<std::uint32_t> actions;
    for (NodeId node = end_; node != 0; node = nodes_[node].parent)
      actions.push_back(nodes_[node].action);
    return actions;
  }

  const Stats& stats() const { return stats_; }

 private:
  struct Node {
    double g;
    double h;
    NodeId parent;
    std::uint32_t action;
    std::int32_t order;  // of its entry on open; entries with another are outdated
    bool closed;
  };

  void reach(const Word* state, double g, NodeId parent, std::uint32_t action) {
    const NodeId id = states_.add(state);
    if (id == nodes_.size()) {
      nodes_.push_back({g, space_.estimate(state), parent, action, 0, false});
      if (nodes_[id].h == kInfinity) {
        nodes_[id].g = -kInfinity;  // no route will be good enough
        return;
      }
      ++stats_.pushes;
    } else if (g < nodes_[id].g) {
      Node& node = nodes_[id];
      if (node.closed) {
        ++stats_.reopened;
        ++stats_.pushes;
      }
      node = {g, node.h, parent, action, 0, false};
    } else {
      return;
    }
    Node& node = nodes_[id];
    node.order = ++arrivals_;
    open_.push({node.g + node.h, node.h, node.order, id});
    stats_.peak_open = std::max(stats_.peak_open, stats_.open());
  }

  Space& space_;
  StateTable states_;
  std::vector<Node> nodes_;
  BinaryHeap<NoPlaces> open_{NoPlaces{}};
  std::vector<Word> current_;
  Stats stats_;
  std::int32_t arrivals_ = 0;
  NodeId end_ = 0;
};

}  // namespace asterion
