// Estimates on a view with links, which may be shortcuts of any length.
//
// A path that uses links reaches, by moves alone, the entrance of the first one. Its cost from
// there is at least the remaining cost by distances and links, computed for each entrance once per
// query as if there were no walls. The estimate of a node is the minimum of its distance to a goal
// and, over entrances, its distance plus the remaining cost. It is the length of a shortest path if
// walls are ignored, and therefore consistent.
//
// Only entrances of links that save something count. With too many of them for a query, a node's
// estimate is at most the remaining cost behind the best entrance.
#pragma once

#include <algorithm>
#include <vector>

#include "asterion/search/grid_search_graph.hpp"

namespace asterion {

class LinkEstimates {
 public:
  // `graph` has the goals and the distance. `backward` is for searches from the goals.
  LinkEstimates(const GridView& view, const GridSearchGraph<double>& graph, bool backward);

  // Equal to the distance to a goal where links save nothing.
  double corrected(const GridSearchGraph<double>& graph, Point here, double distance) const {
    double least = std::min(distance, at_most_);
    for (const Entrance& entrance : entrances_)
      if (entrance.left < least)
        least = std::min(least, graph.distance(here, entrance.at) + entrance.left);
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
