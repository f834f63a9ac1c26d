// The estimates that can be asked for by name.
#pragma once

#include <cstdint>

namespace asterion {

// `custom` estimates are the user's; `positions`, for graphs, is the largest of the distances, each
// scaled to the costs.
enum class HeuristicKind : std::uint8_t {
  zero,
  manhattan,
  euclidean,
  octile,
  chebyshev,
  custom,
  positions
};

}  // namespace asterion
