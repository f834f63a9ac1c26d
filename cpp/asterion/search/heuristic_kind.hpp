// The estimates that can be asked for by name.
#pragma once

#include <cstdint>

namespace asterion {

// `custom` estimates are the user's; `positions`, for graphs, is the largest of the distances, each
// scaled to the costs; `tiles`, for hexes and triangles, is the number of moves between two tiles
// where nothing is in the way.
enum class HeuristicKind : std::uint8_t {
  zero,
  manhattan,
  euclidean,
  octile,
  chebyshev,
  custom,
  positions,
  tiles
};

}  // namespace asterion
