// A path that somebody walks, and whether changes of the world have touched it.
//
// A path stays a cheapest one while no cost on it rises, and no cost falls at a node so placed that
// a path over it could be cheaper. Whoever asks pays for the changed nodes, not for the path; 4
// bytes a node of the world.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/replan/replanner.hpp"
#include "asterion/search/nodes.hpp"

namespace asterion {

template <class World>
class PathWatch {
 public:
  using Cost = typename World::Cost;

  explicit PathWatch(const World& world)
      : world_(world), places_(zeroed_array<std::uint32_t>(world.count())) {}

  void follow(std::vector<NodeId> path) {
    path_ = std::move(path);
    here_ = 0;
    for (std::size_t i = 0; i < path_.size(); ++i)
      places_[path_[i]] = static_cast<std::uint32_t>(i);
  }

  bool found() const { return !path_.empty(); }
  // The node after this one; none where the path does not lead on from it.
  std::optional<NodeId> next_after(NodeId node) const {
    if (!ahead(node) || places_[node] + 1 >= path_.size()) return {};
    return path_[places_[node] + 1];
  }
  std::vector<NodeId> rest() const {
    return {path_.begin() + static_cast<std::ptrdiff_t>(here_), path_.end()};
  }
  std::size_t bytes() const {
    return world_.count() * sizeof(std::uint32_t) + path_.capacity() * sizeof(NodeId);
  }

  // The agent is at this node; false if that is not ahead of him on the path.
  bool advance_to(NodeId node) {
    if (!ahead(node)) return false;
    here_ = places_[node];
    return true;
  }

  bool touched_by(const CellChange& change) const {
    return change.fell() ? could_gain(change.cell) : is_blocked_or_dearer(change.cell);
  }

 private:
  // A node keeps the place it had on an earlier path: look whether it is there on this one.
  bool ahead(NodeId node) const {
    const std::size_t place = places_[node];
    return place >= here_ && place < path_.size() && path_[place] == node;
  }

  // Whether an arc of the path enters this node, or is closed by it.
  bool is_blocked_or_dearer(NodeId cell) const {
    if (!found()) return false;
    bool touched = ahead(cell) && places_[cell] != here_;
    world_.for_each_touched(cell, [&](NodeId node) {
      if (touched || !ahead(node) || places_[node] + 1 >= path_.size()) return;
      touched = world_.arc(node, path_[places_[node] + 1]) >= World::kFar;
    });
    return touched;
  }

  bool could_gain(NodeId cell) const {
    if (!found()) return true;
    const NodeId start = path_[here_], goal = path_.back();
    const Cost rest = rest_cost();
    bool gains = false;
    world_.for_each_touched(cell, [&](NodeId node) {
      gains = gains || world_.estimate(start, node) + world_.estimate(node, goal) < rest;
    });
    return gains;
  }

  Cost rest_cost() const {
    Cost sum = 0;
    for (std::size_t i = here_; i + 1 < path_.size(); ++i)
      sum = std::min(sum + world_.arc(path_[i], path_[i + 1]), World::kFar);
    return sum;
  }

  const World& world_;
  ZeroedArray<std::uint32_t> places_;
  std::vector<NodeId> path_;
  std::size_t here_ = 0;
};

}  // namespace asterion
