// The estimates that can be asked for by name.
#pragma once

#include <cstdint>

namespace asterion {

// `given` values come from the user; `positions`, for graphs, is the largest of the distances, each
// scaled to the costs.
enum class HeuristicKind : std::uint8_t {
  zero,
  manhattan,
  euclidean,
  octile,
  chebyshev,
  given,
  positions
};

}  // namespace asterion
