// One byte of each of the eight cells around one, in one word: row by row from the north-west, then
// the cells west and east. Searches test all of them in a few instructions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "asterion/world/move_tables.hpp"

namespace asterion {

// The direction of each of these cells, and masks of the straight and of the diagonal ones.
inline constexpr std::array<Direction, 8> kAround{6, 3, 7, 5, 1, 4, 2, 0};
inline constexpr unsigned kStraightAround = 0b11010010, kDiagonalAround = 0b00101101;

namespace detail {

// Three adjacent bytes; a fourth is read, too.
inline std::uint64_t three_bytes(const std::uint8_t* first) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint32_t four;
    std::memcpy(&four, first, sizeof four);
    return four & 0xffffff;
  }
  return first[0] | first[1] << 8 | first[2] << 16;
}

}  // namespace detail

// For tables with a byte per cell, row by row; bytes of the row before and after are read.
inline std::uint64_t eight_around(const std::uint8_t* middle, std::ptrdiff_t cols) {
  return detail::three_bytes(middle - cols - 1) | detail::three_bytes(middle + cols - 1) << 24 |
         std::uint64_t{middle[-1]} << 48 | std::uint64_t{middle[1]} << 56;
}

// The bytes, of the eight, that have a bit set, a bit for each.
inline unsigned which_have(unsigned bit, std::uint64_t bytes) {
  constexpr std::uint64_t kLowest = 0x0101010101010101, kGather = 0x0102040810204080;
  return static_cast<unsigned>((bytes >> bit & kLowest) * kGather >> 56);
}

// The legal moves by the free neighbours of a cell (as in moves.hpp), a bit for each cell in the
// order of the word.
inline const std::array<std::uint8_t, 256>& legal_around(Diagonal rule) {
  static const auto tables = [] {
    std::array<std::array<std::uint8_t, 256>, 4> made{};
    for (unsigned each = 0; each < 4; ++each)
      for (unsigned free = 0; free < 256; ++free) {
        const unsigned legal = legal_moves(static_cast<Diagonal>(each))[kNoDirection][free];
        for (unsigned i = 0; i < 8; ++i)
          made[each][free] |= static_cast<std::uint8_t>((legal >> kAround[i] & 1) << i);
      }
    return made;
  }();
  return tables[static_cast<std::size_t>(rule)];
}

}  // namespace asterion
