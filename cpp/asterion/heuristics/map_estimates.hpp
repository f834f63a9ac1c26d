// Estimates that are computed from the map: the common part of landmarks and clusters.
//
// The knowledge of the map is kept once. Each search makes an object from it that knows the ends of
// that search, and computes the estimate of a node on demand: a new goal costs as much as the nodes
// that the search touches, not a pass over all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "asterion/search/estimates.hpp"
#include "asterion/search/linked_search_graph.hpp"
#include "asterion/search/network_search_graph.hpp"

namespace asterion {

// Up to this number, goals are estimated one by one; beyond it, by one weaker bound for all.
inline constexpr std::size_t kMostGoalsEach = 8;

// The estimate for one goal without knowledge of the map: a named distance that allows for links
// and tiles, or one between positions.
template <class G>
class PlainEstimate;

template <>
class PlainEstimate<GridView> {
 public:
  PlainEstimate(const GridView& view, HeuristicKind kind, NodeId goal, bool backward)
      : graph_(view, kind, {goal}, backward) {
    if (!counts_whole(view)) return;
    whole_.emplace(view, kind, NodeList{goal}, Moves::legal, backward);
  }
  double operator()(NodeId node) const { return graph_.estimate(node); }

  // Whether searches on it count in whole numbers; if so, whole() gives the estimate in these.
  static bool counts_whole(const GridView& view) {
    if (view.has_links() || view.smallest_cost() == kInfinity) return false;
    return view.uniform() || counts_in_whole_numbers(view, HeuristicKind::custom);
  }
  std::uint64_t whole(NodeId node) const { return whole_->estimate(node); }

 private:
  LinkedSearchGraph graph_;
  std::optional<GridSearchGraph<std::uint64_t>> whole_;
};

template <>
class PlainEstimate<Network> {
 public:
  PlainEstimate(const Network& network, HeuristicKind kind, NodeId goal, bool)
      : positions_(network, kind), goal_(goal) {}
  double operator()(NodeId node) const { return positions_.between(node, goal_); }
  void prefetch(NodeId node) const { positions_.prefetch(node); }
  static bool counts_whole(const Network&) { return false; }
  std::uint64_t whole(NodeId) const { return 0; }

 private:
  PositionEstimates positions_;
  NodeId goal_;
};

// The knowledge may come from a file made for another world.
template <class G>
void check_size(const G& world, std::size_t nodes) {
  if (nodes != world.count())
    throw BadValue("the world has " + std::to_string(world.count()) +
                   " nodes; the heuristic knows " + std::to_string(nodes));
}

// One for each goal; none if there are too many goals.
template <class G>
std::vector<PlainEstimate<G>> plain_estimates(const G& world, HeuristicKind kind,
                                              const SearchEnds& ends) {
  std::vector<PlainEstimate<G>> plain;
  if (ends.to.size() > kMostGoalsEach) return plain;
  plain.reserve(ends.to.size());
  for (const NodeId goal : ends.to) plain.emplace_back(world, kind, goal, ends.backward);
  return plain;
}

// The estimates of one search.
class SearchEstimates : public CustomEstimates {
 public:
  using CustomEstimates::CustomEstimates;

  // The estimate, inf where it is known that there is no path.
  virtual double bound(NodeId node) const = 0;

  // A node without a path to a goal leads only to others like it: any value will do.
  double at(NodeId node) const final {
    const double value = bound(node);
    return value < kInfinity ? value : 0;
  }
};

// The knowledge of a map, for any search.
class MapEstimates : public CustomEstimates {
 public:
  using CustomEstimates::CustomEstimates;
  double at(NodeId) const final { return 0; }  // never asked before the ends are known
};

// Writes the best estimates for these goals at all nodes; for holders of a lock.
template <class G>
void write_estimates(const MapEstimates& known, const G& world, const NodeList& goals,
                     bool backward, double* out) {
  const auto search = known.between(world, {NodeList(), goals, backward});
  const auto& estimates = static_cast<const SearchEstimates&>(*search);
  for (NodeId node = 0; node < world.count(); ++node) out[node] = estimates.bound(node);
}

}  // namespace asterion
