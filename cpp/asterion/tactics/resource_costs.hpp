// Case four of Smith (cost_model.hpp): a step pays for the actions and points that it uses; what a
// position is worth is left to the heuristic (turn_heuristic.hpp).
//
// Points cost when they are spent, and as much when they are left over at the end of the turn.
#pragma once

#include "asterion/tactics/cost_model.hpp"

namespace asterion::tactics {

class ResourceCosts final : public CostModel {
 public:
  enum Component { kAction, kSelect, kMp, kAp, kEndTurn, kHitNothing, kHitFriend };

  std::span<const std::string_view> components() const override {
    static constexpr std::string_view kNames[] = {"action",   "select",      "mp",        "ap",
                                                  "end_turn", "hit_nothing", "hit_friend"};
    return kNames;
  }

  void count(const Step& step, Counts& counts) const override {
    if (step.action.kind == ActionKind::end) {
      counts[kEndTurn] = 1;
      counts[kMp] = step.before.mp();
      counts[kAp] = step.before.ap();
      return;
    }
    counts[kAction] = 1;
    counts[kMp] = step.before.mp() - step.after.mp();
    counts[kAp] = step.before.ap() - step.after.ap();
    if (step.action.kind == ActionKind::select) counts[kSelect] = 1;
    if (step.action.kind != ActionKind::attack) return;
    const Thing target = step.before.at(step.action.tile);
    if (target == kNothing) counts[kHitNothing] = 1;
    if (is_unit(target) && team_of(target) == step.me) counts[kHitFriend] = 1;
  }

  // All points are paid for, and the end, unless attacks can end the game before.
  void count_least(const State& state, const Measures& now, Counts& counts) const override {
    if (std::min(now.allies, now.enemies) <= most_attacks(state)) return;
    counts[kEndTurn] = 1;
    counts[kMp] = state.mp();
    counts[kAp] = state.ap();
  }
};

}  // namespace asterion::tactics
