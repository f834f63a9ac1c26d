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
  LinkEstimates(const Terrain& terrain, const GridMetric<double>& metric, bool backward);

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
