// Case one of Smith (cost_model.hpp): each move and each attack pays for the position that it leads
// to.
//
// To select a unit and to end the turn is free, and every other action costs something: so the
// cheapest plan ends the turn at once.
#pragma once

#include "asterion/tactics/cost_model.hpp"

namespace asterion::tactics {

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

}  // namespace asterion::tactics
