// Case two of Smith (cost_model.hpp): case one, and the end of the turn pays for the points left
// over.
#pragma once

#include "asterion/tactics/position_costs.hpp"

namespace asterion::tactics {

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

}  // namespace asterion::tactics
