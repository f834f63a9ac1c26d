// What can be asked of an agent that replans.
#pragma once

#include <cstdint>
#include <memory>

#include "asterion/open/ties.hpp"
#include "asterion/replan/pair_estimates.hpp"
#include "asterion/search/heuristic_kind.hpp"

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
  jps
};

struct NavigatorQuery {
  NavigatorKind kind = NavigatorKind::automatic;
  HeuristicKind heuristic = HeuristicKind::zero;
  std::shared_ptr<const PairEstimates> custom;  // where the heuristic is `custom`
  Order order;
};

}  // namespace asterion
