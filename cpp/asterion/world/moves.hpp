// The eight moves of a grid, and which of them a diagonal rule allows.
//
// A byte per cell holds its legal moves, bit d for direction d, so that a search never tests bounds
// or walls: it walks the set bits, lowest first, and thereby in the order E S W N SE SW NW NE.
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
inline constexpr std::array<std::int8_t, 8> kRowStep{0, 1, 0, -1, 1, 1, -1, -1};
inline constexpr std::array<std::int8_t, 8> kColStep{1, 0, -1, 0, 1, -1, -1, 1};

inline constexpr bool is_diagonal(Direction d) { return d >= kFirstDiagonal; }

// The direction of a single step (dr, dc), or 8 if it is not one.
inline constexpr Direction direction_of(std::int64_t dr, std::int64_t dc) {
  for (Direction d = 0; d < kDirections; ++d)
    if (kRowStep[d] == dr && kColStep[d] == dc) return d;
  return kDirections;
}

// The legal moves out of a cell, from which of its eight neighbours are free (0 or 1 each).
// Branch-free, so that whole rows of cells become vector code.
template <Diagonal rule>
constexpr std::uint8_t legal_moves(std::uint8_t e, std::uint8_t s, std::uint8_t w, std::uint8_t n,
                                   std::uint8_t se, std::uint8_t sw, std::uint8_t nw,
                                   std::uint8_t ne) {
  const int straight = e | s << 1 | w << 2 | n << 3;
  if constexpr (rule == Diagonal::never) {
    return static_cast<std::uint8_t>(straight);
  } else {
    if constexpr (rule == Diagonal::clear) {
      se &= s & e, sw &= s & w, nw &= n & w, ne &= n & e;
    } else if constexpr (rule == Diagonal::one_clear) {
      se &= s | e, sw &= s | w, nw &= n | w, ne &= n | e;
    }
    return static_cast<std::uint8_t>(straight | se << 4 | sw << 5 | nw << 6 | ne << 7);
  }
}

// The legal moves of a row of cells. The three rows of 0/1 bytes have one cell of padding on each
// side: `here[0]` is the cell west of the first.
template <Diagonal rule>
void legal_moves_of_row(const std::uint8_t* above, const std::uint8_t* here,
                        const std::uint8_t* below, std::uint8_t* moves, std::size_t cols) {
  for (std::size_t c = 0; c < cols; ++c)
    moves[c] = legal_moves<rule>(here[c + 2], below[c + 1], here[c], above[c + 1], below[c + 2],
                                 below[c], above[c], above[c + 2]);
}

inline void legal_moves_of_row(Diagonal rule, const std::uint8_t* above, const std::uint8_t* here,
                               const std::uint8_t* below, std::uint8_t* moves, std::size_t cols) {
  switch (rule) {
    case Diagonal::never:
      return legal_moves_of_row<Diagonal::never>(above, here, below, moves, cols);
    case Diagonal::clear:
      return legal_moves_of_row<Diagonal::clear>(above, here, below, moves, cols);
    case Diagonal::one_clear:
      return legal_moves_of_row<Diagonal::one_clear>(above, here, below, moves, cols);
    case Diagonal::always:
      return legal_moves_of_row<Diagonal::always>(above, here, below, moves, cols);
  }
}

// Calls visit(direction) for each set bit, in the order of the directions.
template <class Visit>
void for_each_direction(std::uint8_t moves, Visit&& visit) {
  for (unsigned left = moves; left != 0; left &= left - 1)
    visit(static_cast<Direction>(std::countr_zero(left)));
}

}  // namespace asterion
