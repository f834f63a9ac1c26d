// Estimates on a terrain with links, which may lead past any distance.
//
// A path that uses links gets, by moves alone, to the entrance of the first one. From there it
// costs at least what is left by distances and links: that is worked out for each entrance, once a
// query, as if there were no walls. So the estimate of a node is the least of its distance to a
// goal, and of its distances to entrances and what is left there. It is the length of a shortest
// path where only walls are forgotten, and therefore consistent.
//
// Only entrances from which a link is a gain count. With too many of them for a query, a node's
// estimate is at most what is left behind the best entrance.
#pragma once

#include <algorithm>
#include <vector>

#include "asterion/search/grid_metric.hpp"

namespace asterion {

class LinkEstimates {
 public:
  // `metric` has the goals and the distance. `backward` is for searches from the goals.
  LinkEstimates(const Terrain& terrain, const GridMetric<double>& metric, bool backward) {
    struct Way {
      Point from;
      Point to;
      double cost;
    };
    std::vector<Way> arcs;
    const Grid& grid = terrain.grid();
    const auto consider = [&](NodeId from, NodeId to, double cost) {
      if (backward) std::swap(from, to);
      arcs.push_back({grid.point(from), grid.point(to), cost});
    };
    for (const auto& [id, link] : grid.links().all()) {
      if (!terrain.free(link.a) || !terrain.free(link.b)) continue;
      consider(link.a, link.b, link.cost);
      if (link.both) consider(link.b, link.a, link.cost);
    }
    const auto to_goal = [&](Point p) {
      double least = kInfinity;
      for (const Point goal : metric.goals()) least = std::min(least, metric.distance(p, goal));
      return metric.goals().empty() ? 0 : least;
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
          left[i] = std::min(
              left[i], arcs[i].cost + metric.distance(arcs[i].to, arcs[next].from) + left[next]);
      }
      for (std::size_t i = 0; i < arcs.size(); ++i)
        if (left[i] < to_goal(arcs[i].from)) entrances_.push_back({arcs[i].from, left[i]});
      if (entrances_.size() <= kMostEntrances) return;
      entrances_.clear();
    }
    // Whatever links it takes, a path ends with the moves after the last one.
    for (const double each : left) at_most_ = std::min(at_most_, each);
  }

  // The same as the distance to a goal, where links are of no use.
  double corrected(const GridMetric<double>& metric, Point here, double distance) const {
    double least = std::min(distance, at_most_);
    for (const Entrance& entrance : entrances_)
      if (entrance.left < least)
        least = std::min(least, metric.distance(here, entrance.at) + entrance.left);
    return least;
  }

 private:
  static constexpr std::size_t kMostToJoin = 256, kMostEntrances = 32;

  struct Entrance {
    Point at;
    double left;
  };
  std::vector<Entrance> entrances_;
  double at_most_ = kInfinity;
};

}  // namespace asterion
