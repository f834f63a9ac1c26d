// How far numbers may be apart and still count as the same.
#pragma once

namespace asterion {

// The numbers of a search differ from true costs by less than this part (6e-8 by move_costs.hpp,
// and the last digits of sums): a limit on the cost is raised by it, so that no path is lost that
// keeps the limit. What is found is checked again with its true cost.
inline constexpr double kSearchRounding = 1e-6;

// Sums of the same costs in another order differ by less than this part, for up to a few thousand
// of them; they count as equal.
inline constexpr double kSumRounding = 1e-12;

// An estimate that a user gives in true costs is a sum of moves if, counted in whole numbers, it is
// this close to one: so much for itself, and so much a unit, for what 3363 / 2378 is off.
inline constexpr double kWholeRounding = 1e-3;
inline constexpr double kWholeRoundingAUnit = 3e-8;

}  // namespace asterion
