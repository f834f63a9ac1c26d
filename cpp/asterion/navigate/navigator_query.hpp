// The options of an agent that replans.
#pragma once

#include <cstdint>
#include <memory>

#include "asterion/open_lists/ties.hpp"
#include "asterion/search/heuristic_kind.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// `automatic` is the one that suits the world: see choose_navigator.hpp.
enum class NavigatorKind : std::uint8_t {
  automatic,
  astar,
  repeated_forward,
  repeated_backward,
  adaptive,
  mpaa,
  generalised_adaptive,
  lpa,
  dstar,
  focused_dstar,
  dstar_lite_basic,
  dstar_lite,
  jps,
  index
};

// When a walking agent plans again: when its path may no longer be a cheapest one; or when its next
// move is closed or costs more than planned, the goal is closed, or a cost has fallen where a
// cheaper path could pass; or at every change, as in some studies. All arrive: no move is made that
// the agent knows to be closed, and between two plans at least one cost has changed.
enum class Replan : std::uint8_t { path, next_step, change };

// The user's estimate of the cost from one node to another.
class PairEstimates {
 public:
  virtual ~PairEstimates() = default;
  virtual double between(NodeId from, NodeId to) const = 0;
};

struct NavigatorQuery {
  NavigatorKind kind = NavigatorKind::automatic;
  HeuristicKind heuristic = HeuristicKind::zero;
  std::shared_ptr<const PairEstimates> custom;  // where the heuristic is `custom`
  Order order;
  Replan replan = Replan::path;
};

}  // namespace asterion
