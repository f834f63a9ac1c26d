// The replanner of a navigator, replaced by another when the costs of the world require it.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "asterion/replan/choose_navigator.hpp"
#include "asterion/replan/grid_arcs.hpp"
#include "asterion/replan/make_replanner.hpp"
#include "asterion/replan/narrow_arcs.hpp"

namespace asterion {

inline bool suits_jumps(const Terrain& terrain) { return terrain.uniform() && terrain.is_plain(); }
inline bool suits_jumps(const Network&) { return false; }

template <MeasuredArcs A>
class CurrentReplanner {
 public:
  using Ground = typename A::Ground;

  // All three must outlive it.
  CurrentReplanner(Ground& ground, const NavigatorQuery& query, A& arcs)
      : ground_(ground), query_(query), arcs_(arcs), narrow_arcs_(arcs) {}

  // Makes a replanner that suits the present costs, or prepares the existing one for them. Returns
  // whether results of earlier plans were lost.
  bool prepare() {
    const bool void_numbers = arcs_.numbers_are_void();
    const bool void_estimates = arcs_.estimates_are_void();
    arcs_.measure();
    const NavigatorKind kind = chosen();
    const bool narrow = fits_narrow();
    if (replanner_ == nullptr || kind != kind_ || narrow != is_narrow_) {
      const bool lost = replanner_ != nullptr;
      gone_rekeys_ = rekeys();
      gone_restarts_ = restarts();
      replanner_ = narrow ? made_narrow(kind) : made(kind, arcs_);
      kind_ = kind;
      is_narrow_ = narrow;
      return lost;
    }
    if (void_numbers) {
      replanner_->forget();
    } else if (void_estimates) {
      replanner_->estimates_changed();
    }
    return void_numbers;
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
  static constexpr bool kOnGrid = std::is_same_v<A, GridArcs>;
  struct Nothing {
    explicit Nothing(const A&) {}
  };

  NavigatorKind chosen() {
    const bool too_wide = arcs_.too_wide();
    if (!too_wide) always_uniform_ = always_uniform_ && suits_jumps(ground_);
    return choose_navigator(query_.kind, {kOnGrid, always_uniform_, too_wide});
  }

  bool fits_narrow() const {
    if constexpr (kOnGrid) return NarrowArcs::fit(arcs_);
    return false;
  }
  template <Arcs Shown>
  std::unique_ptr<Replanner> made(NavigatorKind kind, Shown& shown) {
    return make_replanner(kind, query_, ground_, arcs_, shown);
  }
  std::unique_ptr<Replanner> made_narrow(NavigatorKind kind) {
    if constexpr (kOnGrid) return made(kind, narrow_arcs_);
    return made(kind, arcs_);
  }

  Ground& ground_;
  const NavigatorQuery& query_;
  A& arcs_;
  [[no_unique_address]] std::conditional_t<kOnGrid, NarrowArcs, Nothing> narrow_arcs_;
  std::unique_ptr<Replanner> replanner_;
  NavigatorKind kind_ = NavigatorKind::automatic;
  bool is_narrow_ = false;
  bool always_uniform_ = true;
  std::uint64_t gone_rekeys_ = 0;  // of earlier replanners
  std::uint64_t gone_restarts_ = 0;
};

}  // namespace asterion
