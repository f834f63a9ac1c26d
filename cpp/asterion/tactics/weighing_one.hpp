// Case one of the thesis: each move and each attack pays for the position that it leads to.
//
// To select and to end the turn is free, and every deed costs something: so nothing is done.
#pragma once

#include "asterion/tactics/weighing.hpp"

namespace asterion::tactics {

class WeighingOne : public Weighing {
 public:
  enum Component { kEnemies, kAlliesLost, kAlliesAtRisk, kComponents };

  std::span<const std::string_view> components() const override {
    static constexpr std::string_view kNames[] = {"enemies", "allies_lost", "allies_at_risk"};
    return kNames;
  }

  void count(const Step& step, Counts& counts) const override {
    if (step.action.deed != Deed::move && step.action.deed != Deed::attack) return;
    counts[kEnemies] = step.is.enemies;
    counts[kAlliesLost] = step.was.allies - step.is.allies;
    counts[kAlliesAtRisk] = step.is.at_risk;
  }
};

}  // namespace asterion::tactics
