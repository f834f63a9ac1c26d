// Tolerances: how far numbers may be apart and still count as the same.
#pragma once

namespace asterion {

// A search's numbers differ from true costs by a smaller fraction (6e-8 by move_costs.hpp, and the
// last digits of sums): limits on the cost are raised by it, so that no path within the limit is
// lost. Paths found are checked again with their true cost.
inline constexpr double kSearchRounding = 1e-6;

// Sums of the same costs in another order differ by a smaller fraction, for up to a few thousand
// terms; they count as equal.
inline constexpr double kSumRounding = 1e-12;

// A user's estimate in true costs counts as a sum of moves if, in whole numbers, it is this close
// to one; the second constant is added per unit, for the error of 3363 / 2378.
inline constexpr double kWholeRounding = 1e-3;
inline constexpr double kWholeRoundingAUnit = 3e-8;

}  // namespace asterion
