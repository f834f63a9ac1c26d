// Makes the replanner for a kind of navigator.
#pragma once

#include <memory>

#include "asterion/navigate/adaptive.hpp"
#include "asterion/navigate/dstar.hpp"
#include "asterion/navigate/indexed.hpp"
#include "asterion/navigate/lpa_dstar_lite.hpp"
#include "asterion/navigate/navigator_query.hpp"
#include "asterion/navigate/repeated.hpp"

namespace asterion {

// The search that kinds without memory repeat for each plan.
inline Query repeated_search(NavigatorKind kind, const NavigatorQuery& asked) {
  Query query;
  const bool jumps = kind == NavigatorKind::jps || kind == NavigatorKind::index;
  query.algorithm = jumps ? Algorithm::jps : Algorithm::astar;
  query.heuristic = asked.heuristic;
  query.backward = kind == NavigatorKind::repeated_backward;
  query.options.order = asked.order;
  query.options.stop = asked.order.ties == Ties::automatic ? Stop::fast : Stop::reached;
  return query;
}

// `shown` is the same as `graph`, perhaps in narrower numbers. D* counts below zero, so it
// takes the wide ones. `kind` is not `automatic`: see choose_navigator.hpp.
template <ScaledReplanGraph Wide, ReplanGraph Shown>
std::unique_ptr<Replanner> make_replanner(NavigatorKind kind, const NavigatorQuery& asked,
                                          typename Wide::World& world, Wide& graph, Shown& shown) {
  const Order& order = asked.order;
  switch (kind) {
    case NavigatorKind::lpa:
      return std::make_unique<Lpa<Shown>>(shown, LpaForm::lpa, order);
    case NavigatorKind::dstar_lite_basic:
      return std::make_unique<Lpa<Shown>>(shown, LpaForm::dstar_lite_basic, order);
    case NavigatorKind::dstar_lite:
      return std::make_unique<Lpa<Shown>>(shown, LpaForm::dstar_lite, order);
    case NavigatorKind::dstar:
      return std::make_unique<DStar<Wide, false>>(graph, order);
    case NavigatorKind::focused_dstar:
      return std::make_unique<DStar<Wide, true>>(graph, order);
    case NavigatorKind::adaptive:
      return std::make_unique<Adaptive<Shown>>(shown, AdaptiveForm::adaptive, order);
    case NavigatorKind::mpaa:
      return std::make_unique<Adaptive<Shown>>(shown, AdaptiveForm::multipath, order);
    case NavigatorKind::generalised_adaptive:
      return std::make_unique<Adaptive<Shown>>(shown, AdaptiveForm::generalised, order);
    case NavigatorKind::index:
      return std::make_unique<Indexed<typename Wide::World>>(world, repeated_search(kind, asked));
    default:
      return std::make_unique<Repeated<typename Wide::World>>(world, repeated_search(kind, asked),
                                                              asked.custom);
  }
}

}  // namespace asterion
