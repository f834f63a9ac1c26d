// Chooses the replanner for the next plan of a navigator: the one place that decides on "auto".
//
//   asked for   world                                        runs
//   anything    costs too far apart for whole numbers        repeated forward A*
//   a kind                                                   that kind
//   automatic   graph                                        D* Lite
//               grid whose costs have always been uniform,   JPS, again for each plan
//               and which has always been plain
//               other grids, or those that once were         D* Lite
//
// A navigator with options comes here as `dstar_lite`, because JPS takes none: `_may_choose` in
// src/asterion/navigate/options.py sees to that. The choice for a single query is in
// query/choose_algorithm.hpp.
#pragma once

#include "asterion/navigate/navigator_query.hpp"

namespace asterion {

// The properties that the choice depends on.
struct NavigatedWorld {
  bool on_grid;
  // All free cells cost the same, on squares without links or fences, in every plan so far.
  bool always_uniform;
  bool too_wide;  // replanners cannot add up its costs exactly: see grid_replan_graph.hpp
};

inline NavigatorKind choose_navigator(NavigatorKind asked, const NavigatedWorld& world) {
  if (world.too_wide) return NavigatorKind::repeated_forward;
  if (asked != NavigatorKind::automatic) return asked;
  return world.on_grid && world.always_uniform ? NavigatorKind::jps : NavigatorKind::dstar_lite;
}

}  // namespace asterion
