// A user's own f: the number by which best-first search orders its open list, instead of g + h.
#pragma once

#include <cmath>

#include "asterion/world/types.hpp"

namespace asterion {

class CustomEvaluation {
 public:
  virtual ~CustomEvaluation() = default;
  // Of a node that a route of cost g leads to, and that is estimated to be h from the goal, both in
  // true costs. Any number, infinite ones too; the smallest is expanded first.
  virtual double at(double g, double h, NodeId node) const = 0;

  static bool is_value(double f) { return !std::isnan(f); }
};

// Where a search counts moves in whole numbers, of which one is `unit` in true costs: the same f,
// but for the last digits. Sums that are equal in whole numbers need not be so in true costs, and
// ties between them would be lost. Also for halves, quarters ... of them, of weights such as 1.5.
inline double without_rounding(double f, double g, double h, double unit) {
  constexpr double kParts = 256, kLastDigits = 0x1p-49;
  const double parts = f / unit * kParts;
  const double whole = std::nearbyint(parts);
  const double most = kLastDigits * (std::abs(g) + std::abs(h) + std::abs(f)) / unit * kParts;
  return std::isfinite(most) && std::abs(parts - whole) <= most ? whole / kParts * unit : f;
}

}  // namespace asterion
