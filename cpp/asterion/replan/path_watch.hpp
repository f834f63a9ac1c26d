// Whether changes of the world have touched the path that somebody walks.
//
// A path stays a cheapest one while no cost on it rises, and no cost falls at a node so placed that
// a path over it could be cheaper. Whoever asks pays for the changed nodes, not for the path.
#pragma once

#include <algorithm>

#include "asterion/replan/known_path.hpp"
#include "asterion/replan/replanner.hpp"

namespace asterion {

template <class World>
class PathWatch {
 public:
  using Cost = typename World::Cost;

  PathWatch(const World& world, KnownPath& path) : world_(world), path_(path) {}

  // Whether the path may no longer be a cheapest one; what is doubtful of it is marked.
  bool touched_by(const CellChange& change) {
    if (change.fell()) {
      if (!could_gain(change.cell)) return false;
      path_.doubt_from(0);
      return true;
    }
    return is_dearer_at(change.cell);
  }

 private:
  // Whether an arc of the path enters this node, or is closed by it.
  bool is_dearer_at(NodeId cell) {
    bool touched = false;
    world_.for_each_touched(cell, [&](NodeId node) {
      const auto place = path_.place(node);
      if (!place) return;
      const bool entered = node == cell && *place + 1 < path_.size();
      const bool closed = *place > 0 && world_.arc(node, path_.at(*place - 1)) >= World::kFar;
      if (entered) path_.doubt_from(*place + 1);
      if (closed) path_.doubt_from(*place);
      touched = touched || entered || closed;
    });
    return touched;
  }

  bool could_gain(NodeId cell) const {
    if (path_.empty()) return true;
    const Cost rest = cost();
    bool gains = false;
    world_.for_each_touched(cell, [&](NodeId node) {
      gains = gains ||
              world_.estimate(path_.start(), node) + world_.estimate(node, path_.goal()) < rest;
    });
    return gains;
  }

  Cost cost() const {
    Cost sum = 0;
    for (std::size_t place = path_.size() - 1; place > 0; --place)
      sum = std::min(sum + world_.arc(path_.at(place), path_.at(place - 1)), World::kFar);
    return sum;
  }

  const World& world_;
  KnownPath& path_;
};

}  // namespace asterion
