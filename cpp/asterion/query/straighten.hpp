// A path with the fewest turns among those that cost no more than a given one: a second pass over
// the result of a search.
//
// First the cost from every cell to the end of the path. Then a search from its start over cells
// and headings, by turns and then by cost, without those from which the end is too far. A cell with
// a heading is expanded again only with more turns and less cost: never, if the path is a cheapest
// one. A turn is a change of heading; a link that is no step to a neighbour keeps the heading.
//
// Guarantee   as few turns as any path that costs no more; of these, a cheapest
// Complexity  a flood of the cells within the path's cost of its end, then O(n log n) for n cells
//             with headings on paths within the cost, times the turns where the path is no
//             cheapest one
// Source      R. Coleman, Operationally aesthetic pathfinding, 2007, has a second pass, by rules
//             that need not find the fewest; two criteria as in P. Hansen, Bicriterion path
//             problems, 1980
#pragma once

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/query/floods.hpp"
#include "asterion/query/validate.hpp"

namespace asterion {

class Straightening {
 public:
  // `left` is the cost from each cell to the end; paths may cost `most`.
  Straightening(const GridView& view, const double* left, double most)
      : view_(view),
        graph_(view, HeuristicKind::zero, {}, Moves::legal, false, nullptr, false),
        nodes_(view),
        headings_(view.grid().tiles()),
        left_(left),
        rounding_(most * kSumRounding),
        most_(most + 2 * rounding_) {}

  std::vector<NodeId> path(NodeId start, NodeId end) {
    reach(start, headings_.none(), 0, 0, 0);
    for (InterruptPoller poll; !open_.empty(); poll()) {
      const std::uint32_t id = open_.top().label;
      open_.pop();
      const Label label = labels_[id];
      if (is_dominated(label.node, label.cost)) continue;
      least_[label.node] = label.cost;
      ++stats_.expanded;
      const NodeId cell = nodes_.cell(label.node);
      if (cell == end) return walk_to(id);
      const Heading before = nodes_.heading(label.node);
      const auto visit = [&](NodeId next, double cost) {
        ++stats_.moves;
        const Heading now = heading_of(cell, next, before);
        const bool turns = now != before && before != headings_.none();
        reach(next, now, label.turns + turns, label.cost + cost, id);
      };
      graph_.for_each_move(cell, kNoDirection,
                           [&](NodeId next, double cost, Direction, Point) { visit(next, cost); });
      if (view_.has_links()) view_.for_each_link_out(cell, visit);
    }
    return {};  // cannot happen: the given path is within the cost
  }

  const Stats& stats() const { return stats_; }

 private:
  struct Label {
    NodeId node;  // a cell and the heading by which it was reached
    std::uint32_t turns;
    std::uint32_t before;  // the label that led here; the start's is its own
    double cost;
  };
  struct Entry {
    std::uint32_t turns;
    double bound;  // the cost of the cheapest path that continues from here
    std::uint32_t label;
    bool operator<(const Entry& other) const {  // of equals, the last in is the first out
      return std::tie(turns, bound, other.label) < std::tie(other.turns, other.bound, label);
    }
  };

  // Whether the node was expanded with fewer turns at no higher cost.
  bool is_dominated(NodeId node, double cost) const {
    const auto known = least_.find(node);
    return known != least_.end() && cost >= known->second - rounding_;
  }

  void reach(NodeId cell, Heading heading, std::uint32_t turns, double cost, std::uint32_t before) {
    const double bound = cost + left_[cell];
    const NodeId node = nodes_.at(cell, heading);
    if (!(bound <= most_) || is_dominated(node, cost)) return;
    const auto id = static_cast<std::uint32_t>(labels_.size());
    labels_.push_back({node, turns, before, cost});
    open_.push({turns, bound, id});
    ++stats_.pushes;
  }

  // As the turns of a path are counted: by its cells alone.
  Heading heading_of(NodeId from, NodeId to, Heading before) const {
    const Point a = view_.grid().point(from), b = view_.grid().point(to);
    const Direction d = direction_of(b.row - a.row, b.col - a.col);
    const bool beside = d != kNoDirection && (moves_of_tile(view_.grid().tiles(), a) >> d & 1) != 0;
    return beside ? headings_.of(a, d) : before;
  }

  std::vector<NodeId> walk_to(std::uint32_t id) const {
    std::vector<NodeId> walk{nodes_.cell(labels_[id].node)};
    for (; id != 0; walk.push_back(nodes_.cell(labels_[id].node))) id = labels_[id].before;
    std::reverse(walk.begin(), walk.end());
    return walk;
  }

  const GridView& view_;
  GridSearchGraph<double> graph_;
  HeadedNodes nodes_;
  Headings headings_;
  const double* left_;
  double rounding_;
  double most_;
  Stats stats_;
  std::vector<Label> labels_;                 // the first is the start's
  std::unordered_map<NodeId, double> least_;  // the cost of each expanded cell and heading
  EntryHeap<Entry> open_;
};

// BadPath if the path cannot be walked.
inline PathResult straightened_now(GridView& view, const std::vector<NodeId>& path) {
  FloodPool pool;
  Query query;
  query.algorithm = Algorithm::dijkstra;
  query.backward = true;
  auto guard = read_for(view, query);
  const GivesWay gives_way(guard, view.source());
  const double most = legal_path_cost(view, path);
  const ZeroedArray<double> left =
      with_flood(view, {path.back()}, {true, most}, pool, [](auto& run) {
        run_to_end(run);
        return run.take_costs();
      });
  Straightening search(view, left.get(), most);
  PathResult result;
  result.nodes = search.path(path.front(), path.back());
  result.cost = path_cost(view, result.nodes);
  result.status = Status::found;
  result.optimal = result.cost <= left[path.front()] * (1 + kSumRounding);
  result.stats = search.stats();
  result.stats.path = result.nodes.size();
  return result;
}

inline PathResult straightened(GridView& view, const std::vector<NodeId>& path) {
  return with_consistent_snapshot(view, [&](GridView& now) { return straightened_now(now, path); });
}

}  // namespace asterion
