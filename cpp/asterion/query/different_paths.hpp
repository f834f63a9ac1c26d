// A cheapest path with few cells on earlier ones.
//
// Guarantee   exact
// Complexity  O(n log n) time for up to cells x (cells that may be shared + 1) labels
// Source      E. Q. V. Martins, On a multicriteria shortest path problem, 1984, with
//             exact estimates
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/search/grid_search_graph.hpp"

namespace asterion {

class DifferentPath {
 public:
  using Nodes = std::vector<NodeId>;

  // `to_goal` is the exact cost from each cell to the goal.
  DifferentPath(const GridView& view, NodeId start, NodeId goal, const double* to_goal)
      : graph_(view, HeuristicKind::zero, {}, Moves::legal, false, nullptr, false),
        start_(start),
        goal_(goal),
        to_goal_(to_goal) {}

  // The next path has at most as many cells between its ends on earlier paths, taken together, as
  // are this share of the cells of this path.
  void avoid(const Nodes& path, double share) {
    if (path.size() == 2) {
      move_is_taken_ = true;  // it has no cells by which another path could differ
      return;
    }
    taken_.insert(path.begin() + 1, path.end() - 1);
    const double allowed = share * (static_cast<double>(path.size()) - 2);
    most_ = std::min(most_, static_cast<std::uint32_t>(allowed + 1e-9));
  }

  // The next path; empty if there is none.
  Nodes find() {
    std::vector<Label> labels;
    std::unordered_map<NodeId, std::uint32_t> closed;  // the least shared of any label closed there
    EntryHeap<std::pair<double, std::uint32_t>> open;  // f, and the number of a label
    const auto push = [&](const Label& label) {
      open.push({label.g + to_goal_[label.node], static_cast<std::uint32_t>(labels.size())});
      labels.push_back(label);
    };
    InterruptPoller poll;
    for (push({start_, 0, 0, 0}); !open.empty(); poll()) {
      std::uint32_t id = open.top().second;
      open.pop();
      const Label here = labels[id];  // copied: the vector grows
      if (here.node == goal_) {
        Nodes nodes{goal_};
        for (; id != 0; id = labels[id].parent) nodes.push_back(labels[labels[id].parent].node);
        std::ranges::reverse(nodes);
        return nodes;
      }
      // Labels are closed in the order of f, so each costs no less than those closed at its cell.
      const auto [least, is_first] = closed.try_emplace(here.node, here.shared);
      if (!is_first && here.shared >= least->second) continue;
      least->second = here.shared;
      graph_.for_each_move(here.node, kNoDirection, [&](NodeId next, double cost, auto...) {
        const bool is_taken_move = move_is_taken_ && here.node == start_ && next == goal_;
        const std::uint32_t shared = here.shared + (taken_.contains(next) ? 1 : 0);
        if (is_taken_move || shared > most_ || to_goal_[next] == kInfinity) return;
        const auto known = closed.find(next);
        if (known == closed.end() || shared < known->second)
          push({next, id, shared, here.g + cost});
      });
    }
    return {};
  }

 private:
  struct Label {  // a route to a cell
    NodeId node;
    std::uint32_t parent;
    std::uint32_t shared;  // the number of its cells on earlier paths
    double g;
  };

  GridSearchGraph<double> graph_;
  NodeId start_, goal_;
  const double* to_goal_;
  std::unordered_set<NodeId> taken_;  // cells between the ends of earlier paths
  std::uint32_t most_ = std::numeric_limits<std::uint32_t>::max();
  bool move_is_taken_ = false;  // an earlier path is the move from start to goal
};

}  // namespace asterion
