// The eight moves of a grid, and those that a diagonal rule allows.
//
// A byte per cell says which of its eight neighbours are free, bit d for direction d, so that a
// search never tests bounds or walls: a table turns the byte into moves, which it walks in the
// order E S W N SE SW NW NE.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "asterion/world/types.hpp"

namespace asterion {

enum class Diagonal : std::uint8_t { never, clear, one_clear, always };

using Direction = std::uint8_t;

inline constexpr int kDirections = 8;
inline constexpr Direction kFirstDiagonal = 4;
inline constexpr Direction kNoDirection = 8;  // of a node not reached by a move: a start
inline constexpr std::array<std::int8_t, 8> kRowStep{0, 1, 0, -1, 1, 1, -1, -1};
inline constexpr std::array<std::int8_t, 8> kColStep{1, 0, -1, 0, 1, -1, -1, 1};

inline constexpr bool is_diagonal(Direction d) { return d >= kFirstDiagonal; }

// The direction of a single step (dr, dc), or kNoDirection if it is not one.
inline constexpr Direction direction_of(std::int64_t dr, std::int64_t dc) {
  constexpr std::array<Direction, 9> by_step{6, 3, 7, 2, kNoDirection, 0, 5, 1, 4};
  if (dr < -1 || dr > 1 || dc < -1 || dc > 1) return kNoDirection;
  return by_step[static_cast<std::size_t>(3 * dr + dc + 4)];
}

inline constexpr Direction opposite(Direction d) {
  return direction_of(-kRowStep[d], -kColStep[d]);
}

// The number of free cells, of the two beside a diagonal step, that each rule needs; 3 of 2: never.
inline constexpr std::array<int, 4> kFreeBesideADiagonal{3, 2, 1, 0};

// Whether a rule allows a diagonal step with this number of free cells beside it.
inline constexpr bool allows(Diagonal rule, int free_beside) {
  return free_beside >= kFreeBesideADiagonal[static_cast<std::size_t>(rule)];
}

// For a rule known at compile time.
template <Diagonal rule>
constexpr bool allows(bool one_free, bool other_free) {
  constexpr int needed = kFreeBesideADiagonal[static_cast<std::size_t>(rule)];
  if constexpr (needed == 2) return one_free & other_free;
  if constexpr (needed == 1) return one_free | other_free;
  return needed == 0;
}

// Calls visit(direction) for each set bit, in the order of the directions.
template <class Visit>
void for_each_direction(std::uint8_t moves, Visit&& visit) {
  for (unsigned left = moves; left != 0; left &= left - 1)
    visit(static_cast<Direction>(std::countr_zero(left)));
}

// Writes the free neighbours of each cell in a row. The three rows of 0/1 bytes have one cell of
// padding on each side: `here[0]` is the cell west of the first.
inline void free_around_row(const std::uint8_t* above, const std::uint8_t* here,
                            const std::uint8_t* below, std::uint8_t* around, std::size_t cols) {
  for (std::size_t c = 0; c < cols; ++c)  // a loop the compiler vectorizes
    around[c] = static_cast<std::uint8_t>(here[c + 2] | below[c + 1] << 1 | here[c] << 2 |
                                          above[c + 1] << 3 | below[c + 2] << 4 | below[c] << 5 |
                                          above[c] << 6 | above[c + 2] << 7);
}

}  // namespace asterion
