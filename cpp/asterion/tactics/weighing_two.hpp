// Case two of the thesis: case one, and the end of the turn pays for the points that are left.
#pragma once

#include "asterion/tactics/weighing_one.hpp"

namespace asterion::tactics {

class WeighingTwo final : public WeighingOne {
 public:
  enum Component { kWastedMp = WeighingOne::kComponents, kWastedAp };

  std::span<const std::string_view> components() const override {
    static constexpr std::string_view kNames[] = {"enemies", "allies_lost", "allies_at_risk",
                                                  "wasted_mp", "wasted_ap"};
    return kNames;
  }

  void count(const Step& step, Counts& counts) const override {
    WeighingOne::count(step, counts);
    if (step.action.deed != Deed::end) return;
    counts[kWastedMp] = step.before.mp();
    counts[kWastedAp] = step.before.ap();
  }
};

}  // namespace asterion::tactics
