// The costs of moves in whole numbers where all free cells cost the same.
//
// A straight move is 2378 and a diagonal one 3363, or 1 each where no square root is needed. 3363 /
// 2378 is sqrt(2) to within 6e-8, and a convergent of it: two paths are ordered like their true
// lengths unless one has at least 2378 diagonal moves more than the other, and then they differ by
// less than 2e-4. Sums of whole numbers are exact in any order, and small enough for 44 bits on the
// largest grid.
//
// Where cells cost whole numbers that differ, paths differ by more diagonal moves, each counted as
// often as its cell costs. There the lengths come from the finest convergent that leaves room
// for the costs of all cells together.
#pragma once

#include <array>
#include <cstdint>

namespace asterion {

inline constexpr int kStraight = 2378;
inline constexpr int kDiagonal = 3363;

struct MoveLengths {
  std::uint64_t straight;
  std::uint64_t diagonal;
};

// Whether a path over cells of this total cost, plus an estimate, stays below 2^44.
inline bool fits_44_bits(MoveLengths lengths, double cells_cost) {
  return 2 * cells_cost * static_cast<double>(lengths.diagonal) < static_cast<double>(1ull << 44);
}

inline MoveLengths finest_lengths(double cells_cost) {
  constexpr std::array<MoveLengths, 5> kFiner{
      {{195025, 275807}, {80782, 114243}, {33461, 47321}, {13860, 19601}, {5741, 8119}}};
  for (const MoveLengths lengths : kFiner)
    if (fits_44_bits(lengths, cells_cost)) return lengths;
  return {kStraight, kDiagonal};
}

}  // namespace asterion
