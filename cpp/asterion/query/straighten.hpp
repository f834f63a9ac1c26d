// The cheapest path with the fewest turns between the ends of a path: a second pass over the result
// of a search.
//
// First the cost from every cell to the end of the path. Then a breadth-first search from its start
// over cells and headings, by turns, along cheapest paths alone. A turn is a change of heading; a
// link that is no step to a neighbour keeps the heading. A path that is not a cheapest one and has
// fewer turns stays as it is.
//
// Guarantee   costs no more and turns no more often than the path; if that is a cheapest one, no
//             cheapest path has fewer turns
// Complexity  a flood of the cells within the path's cost of its end; then O(n) for n cells with
//             headings on cheapest paths
// Source      R. Coleman, Operationally aesthetic pathfinding, 2007, has a second pass, by rules
//             that need not find the fewest turns
#pragma once

#include <algorithm>
#include <deque>
#include <unordered_set>
#include <vector>

#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/query/floods.hpp"
#include "asterion/query/validate.hpp"

namespace asterion {

class Straightening {
 public:
  // `left` is the cost from each cell to the end.
  Straightening(const GridView& view, const double* left)
      : view_(view),
        graph_(view, HeuristicKind::zero, {}, Moves::legal, false, nullptr, false),
        nodes_(view),
        headings_(view.grid().tiles()),
        left_(left) {}

  std::size_t turns(const std::vector<NodeId>& path) const {
    std::size_t turns = 0;
    Heading before = headings_.none();
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Heading now = heading_of(path[i - 1], path[i], before);
      turns += is_turn(before, now);
      before = now;
    }
    return turns;
  }

  std::vector<NodeId> path(NodeId start, NodeId end) {
    const double most = left_[start] * (1 + 2 * kSumRounding);
    labels_.push_back({nodes_.at(start, headings_.none()), 0, 0});
    open_.push_back(0);
    ++stats_.pushes;
    for (InterruptPoller poll;; poll()) {
      const std::uint32_t id = open_.front();  // never empty before the end
      open_.pop_front();
      const Label label = labels_[id];
      if (!expanded_.insert(label.node).second) continue;
      ++stats_.expanded;
      const NodeId cell = nodes_.cell(label.node);
      if (cell == end) return walk_to(id);
      const Heading before = nodes_.heading(label.node);
      const auto visit = [&](NodeId next, double move) {
        ++stats_.moves;
        const double cost = label.cost + move;
        if (!(cost + left_[next] <= most)) return;
        const Heading now = heading_of(cell, next, before);
        const NodeId node = nodes_.at(next, now);
        if (expanded_.contains(node)) return;
        const auto there = static_cast<std::uint32_t>(labels_.size());
        labels_.push_back({node, id, cost});
        is_turn(before, now) ? open_.push_back(there) : open_.push_front(there);
        ++stats_.pushes;
      };
      graph_.for_each_move(cell, kNoDirection,
                           [&](NodeId next, double cost, Direction, Point) { visit(next, cost); });
      if (view_.has_links()) view_.for_each_link_out(cell, visit);
    }
  }

  const Stats& stats() const { return stats_; }

 private:
  struct Label {
    NodeId node;           // a cell and the heading by which it was reached
    std::uint32_t before;  // the label that led here; the start's is its own
    double cost;
  };

  bool is_turn(Heading before, Heading now) const {
    return now != before && before != headings_.none();
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
  Stats stats_;
  std::vector<Label> labels_;  // the first is the start's
  std::unordered_set<NodeId> expanded_;
  std::deque<std::uint32_t> open_;  // labels, by turns
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
  Straightening search(view, left.get());
  PathResult result;
  result.nodes = search.path(path.front(), path.back());
  if (search.turns(result.nodes) > search.turns(path)) result.nodes = path;
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
