// Converts a user's budget for a search: a number of expansions, of seconds, or none.
#pragma once

#include <chrono>
#include <limits>
#include <optional>

#include "asterion/search/budget.hpp"

namespace asterion::bindings {

inline Clock::time_point deadline_after(std::optional<double> seconds) {
  constexpr double kForEver = 1e9;
  if (!seconds || *seconds > kForEver) return Clock::time_point::max();
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

inline Budget budget_of(std::optional<std::uint64_t> expansions, std::optional<double> seconds) {
  return {expansions.value_or(std::numeric_limits<std::uint64_t>::max()), deadline_after(seconds)};
}

}  // namespace asterion::bindings
