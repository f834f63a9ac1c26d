// The four cases of Smith (cost_model.hpp).
#pragma once

#include "asterion/tactics/cost_model.hpp"

namespace asterion::tactics {

// Case one: each move and each attack pays for the position that it leads to.
//
// Selecting a unit and ending the turn are free, and every other action costs something: so the
// cheapest plan ends the turn at once.
class PositionCosts : public CostModel {
 public:
  enum Component { kEnemies, kAlliesLost, kAlliesAtRisk, kComponents };

  std::span<const std::string_view> components() const override {
    static constexpr std::string_view kNames[] = {"enemies", "allies_lost", "allies_at_risk"};
    return kNames;
  }

  void count(const Step& step, Counts& counts) const override {
    if (step.action.kind != ActionKind::move && step.action.kind != ActionKind::attack) return;
    counts[kEnemies] = step.is.enemies;
    counts[kAlliesLost] = step.was.allies - step.is.allies;
    counts[kAlliesAtRisk] = step.is.at_risk;
  }
};

// Case two: case one, and the end of the turn pays for the points left over.
class UnusedPointCosts final : public PositionCosts {
 public:
  enum Component { kWastedMp = PositionCosts::kComponents, kWastedAp };

  std::span<const std::string_view> components() const override {
    static constexpr std::string_view kNames[] = {"enemies", "allies_lost", "allies_at_risk",
                                                  "wasted_mp", "wasted_ap"};
    return kNames;
  }

  void count(const Step& step, Counts& counts) const override {
    PositionCosts::count(step, counts);
    if (step.action.kind != ActionKind::end) return;
    counts[kWastedMp] = step.before.mp();
    counts[kWastedAp] = step.before.ap();
  }
};

// Case three: only mistakes cost anything, and each kind of action has its own rules for mistakes.
//
// A team with few units left pays for being exposed and for nothing else (defence); others pay for
// moves without a purpose: into the open with no target from there, or neither within reach of an
// enemy nor nearer to one nor out of sight. The end of the turn pays for enemies alive, for points
// left over, and for allies that are exposed and were not at its start; a team that shoots its own
// last unit pays that too. Each selection costs something, so that there are no free cycles.
class MistakeCosts final : public CostModel {
 public:
  enum Component {
    kSelect,
    kUnusedMp,
    kUnusedAp,
    kFriendlyFire,
    kMiss,
    kExposed,
    kUnnecessaryRisk,
    kPoorTarget,
    kNotEngaging,
    kEnemyAlive
  };

  // Defence when allies number fewer than this many hundredths of the enemies.
  explicit MistakeCosts(std::int64_t defence_below) : defence_below_(defence_below) {}

  std::span<const std::string_view> components() const override {
    static constexpr std::string_view kNames[] = {
        "select",  "unused_mp",        "unused_ap",   "friendly_fire", "miss",
        "exposed", "unnecessary_risk", "poor_target", "not_engaging",  "enemy_alive"};
    return kNames;
  }

  void count(const Step& step, Counts& counts) const override {
    switch (step.action.kind) {
      case ActionKind::select:
        counts[kSelect] = 1;
        return;
      case ActionKind::cancel:
        return;
      case ActionKind::move:
        return count_move(step, counts);
      case ActionKind::attack:
        return count_attack(step, counts);
      case ActionKind::end:
        return count_end(step, step.before, counts);
    }
  }

  // An attack destroys one enemy at most.
  void count_least(const State& state, const Measures& now, Counts& counts) const override {
    counts[kEnemyAlive] = std::max(0, now.enemies - most_attacks(state));
  }

 private:
  bool defends(const Measures& now) const {
    return 100 * now.allies < defence_below_ * now.enemies;
  }

  void count_move(const Step& step, Counts& counts) const {
    if (defends(step.was)) return count_exposed(step, counts);
    const Tile from = step.before.selected(), to = step.action.tile;
    if (threatens(step.after, step.me, to)) return;
    const bool was_exposed = is_exposed(step.before, step.me, from);
    const bool exposed = is_exposed(step.after, step.me, to);
    if (exposed && !was_exposed) counts[kUnnecessaryRisk] = 1;
    const bool nearer =
        steps_to_enemy(step.after, step.me, to) < steps_to_enemy(step.before, step.me, from);
    const bool hides = was_exposed && !exposed;
    if (!nearer && !hides) counts[kNotEngaging] = 1;
  }

  void count_attack(const Step& step, Counts& counts) const {
    const Thing target = step.before.at(step.action.tile);
    if (target == kNothing) {
      counts[kMiss] = 1;
    } else if (target == kWall) {
      counts[kPoorTarget] = 1;
    } else if (team_of(target) == step.me) {
      counts[kFriendlyFire] = 1;
    }
    if (defends(step.was)) count_exposed(step, counts);
    if (step.is.allies == 0) count_end(step, step.after, counts);
  }

  static void count_end(const Step& step, const State& last, Counts& counts) {
    counts[kUnusedMp] = last.mp();
    counts[kUnusedAp] = last.ap();
    counts[kEnemyAlive] = step.is.enemies;
    counts[kExposed] += std::max(0, step.is.at_risk - step.start.at_risk);
  }

  static void count_exposed(const Step& step, Counts& counts) {
    counts[kExposed] = std::max(0, step.is.at_risk - step.was.at_risk);
  }

  std::int64_t defence_below_;
};

// Case four: a step pays for the actions and points that it uses; the heuristic
// (turn_heuristic.hpp) judges positions.
//
// Points cost when they are spent, and as much when they are left over at the end of the turn.
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
