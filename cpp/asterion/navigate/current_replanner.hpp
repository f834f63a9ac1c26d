// The replanner of a navigator, replaced by another when the costs of the world require it.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "asterion/navigate/choose_navigator.hpp"
#include "asterion/navigate/grid_replan_graph.hpp"
#include "asterion/navigate/make_replanner.hpp"
#include "asterion/navigate/narrow_replan_graph.hpp"

namespace asterion {

inline bool suits_jumps(const GridView& view) { return view.uniform() && view.is_plain(); }
inline bool suits_jumps(const Network&) { return false; }

template <ScaledReplanGraph A>
class CurrentReplanner {
 public:
  using World = typename A::World;

  // All three must outlive it.
  CurrentReplanner(World& world, const NavigatorQuery& query, A& graph)
      : world_(world), query_(query), graph_(graph), narrow_graph_(graph) {}

  // Makes a replanner that suits the present costs, or prepares the existing one for them. Returns
  // whether results of earlier plans were lost.
  bool prepare() {
    const bool needs_rescale = graph_.needs_rescale();
    const bool estimates_stale = graph_.estimates_stale();
    graph_.measure();
    const NavigatorKind kind = chosen();
    const bool narrow = fits_narrow();
    if (replanner_ == nullptr || kind != kind_ || narrow != is_narrow_) {
      const bool lost = replanner_ != nullptr;
      gone_rekeys_ = rekeys();
      gone_restarts_ = restarts();
      replanner_ = narrow ? made_narrow(kind) : made(kind, graph_);
      kind_ = kind;
      is_narrow_ = narrow;
      return lost;
    }
    if (needs_rescale) {
      replanner_->forget();
    } else if (estimates_stale) {
      replanner_->estimates_changed();
    }
    return needs_rescale;
  }

  bool exists() const { return replanner_ != nullptr; }  // after the first plan
  Replanner& operator*() const { return *replanner_; }
  Replanner* operator->() const { return replanner_.get(); }

  // The sum over all replanners so far.
  std::uint64_t rekeys() const { return gone_rekeys_ + (exists() ? replanner_->rekeys() : 0); }
  std::uint64_t restarts() const {
    return gone_restarts_ + (exists() ? replanner_->restarts() : 0);
  }
  std::size_t bytes() const { return exists() ? replanner_->bytes() : 0; }

 private:
  static constexpr bool kOnGrid = std::is_same_v<A, GridReplanGraph>;
  struct Nothing {
    explicit Nothing(const A&) {}
  };

  NavigatorKind chosen() {
    const bool too_wide = graph_.too_wide();
    if (!too_wide) always_uniform_ = always_uniform_ && suits_jumps(world_);
    return choose_navigator(query_.kind, {kOnGrid, always_uniform_, too_wide});
  }

  bool fits_narrow() const {
    if constexpr (kOnGrid) return NarrowReplanGraph::matches(graph_);
    return false;
  }
  template <ReplanGraph Shown>
  std::unique_ptr<Replanner> made(NavigatorKind kind, Shown& shown) {
    return make_replanner(kind, query_, world_, graph_, shown);
  }
  std::unique_ptr<Replanner> made_narrow(NavigatorKind kind) {
    if constexpr (kOnGrid) return made(kind, narrow_graph_);
    return made(kind, graph_);
  }

  World& world_;
  const NavigatorQuery& query_;
  A& graph_;
  [[no_unique_address]] std::conditional_t<kOnGrid, NarrowReplanGraph, Nothing> narrow_graph_;
  std::unique_ptr<Replanner> replanner_;
  NavigatorKind kind_ = NavigatorKind::automatic;
  bool is_narrow_ = false;
  bool always_uniform_ = true;
  std::uint64_t gone_rekeys_ = 0;  // of earlier replanners
  std::uint64_t gone_restarts_ = 0;
};

}  // namespace asterion
