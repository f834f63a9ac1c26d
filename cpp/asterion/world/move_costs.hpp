// What moves cost in whole numbers where all free cells cost the same.
//
// A straight move is 2378 and a diagonal one 3363, or 1 each where no square root is needed.
// 3363 / 2378 is sqrt(2) to within 6e-8, and a convergent of it: two paths are ordered as their
// true lengths are unless one has at least 2378 diagonal moves more than the other, and then they
// differ by less than 2e-4. Sums of whole numbers are exact in any order, and small enough for 44
// bits on the largest grid.
#pragma once

namespace asterion {

inline constexpr int kStraight = 2378;
inline constexpr int kDiagonal = 3363;

}  // namespace asterion
