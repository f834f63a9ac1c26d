// A user's own f: the number by which best-first search orders its open list, instead of g + h.
#pragma once

#include <cmath>

#include "asterion/world/types.hpp"

namespace asterion {

class CustomEvaluation {
 public:
  virtual ~CustomEvaluation() = default;
  // The value of a node with cost so far g and estimate h, both in true costs. Any number, infinite
  // ones included; the smallest is expanded first.
  virtual double at(double g, double h, NodeId node) const = 0;

  static bool is_value(double f) { return !std::isnan(f); }
};

// Where a search counts in whole numbers with `unit` as the true cost of 1: the same f without its
// rounding. Sums that are equal in whole numbers may differ in true costs, and ties between them
// would be lost. Also for halves and quarters of units, from weights such as 1.5.
inline double without_rounding(double f, double g, double h, double unit) {
  constexpr double kParts = 256, kLastDigits = 0x1p-49;
  const double parts = f / unit * kParts;
  const double whole = std::nearbyint(parts);
  const double most = kLastDigits * (std::abs(g) + std::abs(h) + std::abs(f)) / unit * kParts;
  return std::isfinite(most) && std::abs(parts - whole) <= most ? whole / kParts * unit : f;
}

}  // namespace asterion
