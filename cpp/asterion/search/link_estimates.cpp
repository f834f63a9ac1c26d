// The remaining cost at the entrance of each link.
#include "asterion/search/link_estimates.hpp"

namespace asterion {

LinkEstimates::LinkEstimates(const GridView& view, const GridSearchGraph<double>& graph,
                             bool backward) {
  struct Way {
    Point from;
    Point to;
    double cost;
  };
  std::vector<Way> arcs;
  const Grid& grid = view.grid();
  const auto consider = [&](NodeId from, NodeId to, double cost) {
    if (backward) std::swap(from, to);
    arcs.push_back({grid.point(from), grid.point(to), cost});
  };
  for (const auto& [id, link] : grid.links().all()) {
    if (!view.free(link.a) || !view.free(link.b)) continue;
    consider(link.a, link.b, link.cost);
    if (link.both) consider(link.b, link.a, link.cost);
  }
  const auto to_goal = [&](Point p) {
    double least = kInfinity;
    for (const Point goal : graph.goals()) least = std::min(least, graph.distance(p, goal));
    return graph.goals().empty() ? 0 : least;
  };
  std::vector<double> left;  // from each entrance, through its link
  for (const Way& arc : arcs) left.push_back(arc.cost + to_goal(arc.to));
  if (arcs.size() <= kMostToJoin) {
    std::vector<bool> done(arcs.size());
    for (std::size_t round = 0; round < arcs.size(); ++round) {  // Dijkstra's algorithm
      std::size_t next = arcs.size();
      for (std::size_t i = 0; i < arcs.size(); ++i)
        if (!done[i] && (next == arcs.size() || left[i] < left[next])) next = i;
      done[next] = true;
      for (std::size_t i = 0; i < arcs.size(); ++i)
        left[i] = std::min(left[i],
                           arcs[i].cost + graph.distance(arcs[i].to, arcs[next].from) + left[next]);
    }
    for (std::size_t i = 0; i < arcs.size(); ++i)
      if (left[i] < to_goal(arcs[i].from)) entrances_.push_back({arcs[i].from, left[i]});
    if (entrances_.size() <= kMostEntrances) return;
    entrances_.clear();
  }
  // Whatever links it takes, a path ends with the moves after the last one.
  for (const double each : left) at_most_ = std::min(at_most_, each);
}

}  // namespace asterion
