// Until when a search may run that was given so many seconds.
#pragma once

#include <chrono>
#include <optional>

#include "asterion/search/search_run.hpp"

namespace asterion::bindings {

inline Clock::time_point deadline_after(std::optional<double> seconds) {
  constexpr double kForEver = 1e9;
  if (!seconds || *seconds > kForEver) return Clock::time_point::max();
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

}  // namespace asterion::bindings
