// Distances between positions, and the largest factors by which they stay below all costs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "asterion/world/graph.hpp"

namespace asterion {

// Each is a norm: a detour over a third point is never shorter.
enum class Distance : std::uint8_t { manhattan, euclidean, octile, chebyshev };
inline constexpr std::size_t kDistances = 4;

using Distances = std::array<double, kDistances>;

// All distances between two points with this number of axes, by number. The octile one uses the two
// longest axes: in a plane, it counts moves in eight directions.
inline Distances distances_between(const double* a, const double* b, std::size_t axes) {
  double sum = 0, squares = 0, longest = 0, second = 0;
  for (std::size_t i = 0; i < axes; ++i) {
    const double step = std::abs(a[i] - b[i]);
    sum += step;
    squares += step * step;
    second = std::max(second, std::min(longest, step));
    longest = std::max(longest, step);
  }
  return {sum, std::sqrt(squares), longest + (std::numbers::sqrt2 - 1) * second, longest};
}

// The largest factor for each distance so that no connection costs less than its scaled length.
class DistanceScales {
 public:
  // Takes into account a connection of this cost between two points.
  void hold(const Distances& lengths, double cost) {
    for (std::size_t i = 0; i < kDistances; ++i)
      if (lengths[i] > 0) least_[i] = std::min(least_[i], cost / lengths[i]);
  }
  // A little less than the largest factor, to allow for rounding; 0 if nothing is known.
  double of(std::size_t distance) const {
    const double least = least_[distance];
    return least < kInfinity ? least * (1 - 0x1p-40) : 0;
  }

 private:
  Distances least_{kInfinity, kInfinity, kInfinity, kInfinity};
};

}  // namespace asterion
