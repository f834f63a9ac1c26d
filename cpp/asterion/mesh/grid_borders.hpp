// The borders between the free cells and the walls of a grid, as straight segments between corners.
//
// A corner is a point of four cells where a border turns, or where two meet. Words of 64 cells are
// looked at together, so the time is that of the corners and of a bit per cell.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/world/bitmap.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

struct GridBorders {
  struct Corner {
    std::int32_t row, col;  // of the cell to its lower right
  };
  std::vector<Corner> corners;
  std::vector<std::pair<std::int32_t, std::int32_t>> segments;
};

// `free` has a bit for each free cell, and 0 outside.
inline GridBorders borders_of(const Bitmap& free, std::int32_t rows, std::int32_t cols) {
  GridBorders found;
  constexpr std::int32_t kNone = -1;
  std::vector<std::int32_t> above(static_cast<std::size_t>(cols) + 1, kNone);  // open segments
  InterruptPoller poll;
  for (std::int32_t row = 0; row <= rows; ++row, poll()) {
    std::int32_t left = kNone;  // the corner at which a segment of this row is open
    for (std::int32_t at = 0; at <= cols / 64; ++at) {
      // Bit c is about the point to the upper left of cell c: the cells beside it, clockwise.
      const auto word = [&](std::int32_t line) { return free.word(line, at); };
      const auto before = [&](std::int32_t line) {
        return word(line) << 1 | free.word(line, at - 1) >> 63;
      };
      const std::uint64_t upper = word(row - 1), lower = word(row);
      const std::uint64_t upper_left = before(row - 1), lower_left = before(row);
      const std::uint64_t up = upper ^ upper_left, down = lower ^ lower_left;
      const std::uint64_t right = upper ^ lower, back = upper_left ^ lower_left;
      for (std::uint64_t bits = (up | down) & (right | back); bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const std::int32_t col = 64 * at + bit;
        const auto corner = static_cast<std::int32_t>(found.corners.size());
        found.corners.push_back({row, col});
        if ((back >> bit & 1) != 0) found.segments.push_back({left, corner});
        left = corner;
        std::int32_t& over = above[static_cast<std::size_t>(col)];
        if ((up >> bit & 1) != 0) found.segments.push_back({over, corner});
        over = corner;
      }
    }
  }
  return found;
}

}  // namespace asterion
