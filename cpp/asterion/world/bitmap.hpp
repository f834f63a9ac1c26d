// One bit per cell, in lines of 64-bit words. A word between lines, and a line before the first and
// after the last, stand for the outside: no reader tests for bounds.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace asterion {

static_assert(std::endian::native == std::endian::little, "looks read words at any byte");

class Bitmap {
 public:
  // Every bit is `outside` until it is written.
  Bitmap() = default;
  Bitmap(std::int32_t lines, std::int32_t length, bool outside)
      : lines_(lines),
        length_(length),
        stride_(static_cast<std::size_t>(length) / 64 + 2),
        words_(stride_ * (static_cast<std::size_t>(lines) + 2) + 1,
               outside ? ~std::uint64_t{0} : std::uint64_t{0}) {}

  bool empty() const { return words_.empty(); }
  std::int32_t lines() const { return lines_; }
  std::int32_t words_a_line() const { return length_ / 64 + 1; }

  // Word `at` of a line holds the cells from 64 * at on, the first in the lowest bit; there is one
  // before the first and one after the last.
  std::uint64_t word(std::int32_t line, std::int32_t at) const { return words_[place(line, at)]; }
  std::uint64_t& word(std::int32_t line, std::int32_t at) { return words_[place(line, at)]; }

  bool get(std::int32_t line, std::int32_t cell) const {
    return (word(line, cell >> 6) >> (cell & 63) & 1) != 0;
  }
  void set(std::int32_t line, std::int32_t cell, bool bit) {
    std::uint64_t& held = word(line, cell >> 6);
    const std::uint64_t mask = std::uint64_t{1} << (cell & 63);
    held = bit ? held | mask : held & ~mask;
  }

  // The bytes of a line from its first cell on, and the distance to the next line's.
  const unsigned char* line(std::int32_t line) const {
    return reinterpret_cast<const unsigned char*>(&words_[place(line, 0)]);
  }
  std::ptrdiff_t bytes_a_line() const { return static_cast<std::ptrdiff_t>(8 * stride_); }

 private:
  std::size_t place(std::int32_t line, std::int32_t at) const {
    return stride_ * static_cast<std::size_t>(line + 1) + static_cast<std::size_t>(at + 1);
  }

  std::int32_t lines_ = 0;
  std::int32_t length_ = 0;
  std::size_t stride_ = 0;
  std::vector<std::uint64_t> words_;
};

// The cells of a line from this one on in a direction, the first in the lowest bit if upwards and
// in the highest if downwards: at least kLook of them, at least to the end of their word; the bits
// beyond are 0. For cells from -1 to the length of the line.
inline constexpr std::int32_t kLook = 57;
template <bool up>
std::uint64_t look(const unsigned char* line, std::int32_t cell) {
  std::uint64_t bits;
  std::memcpy(&bits, line + (cell >> 3) - (up ? 0 : 7), 8);
  return up ? bits >> (cell & 7) : bits << (~cell & 7);
}

// Whether the first bit of `these`, lowest first if upwards and highest first if downwards, comes
// before that of `those`. No bit is in both; false if both are empty.
inline bool comes_first(bool up, std::uint64_t these, std::uint64_t those) {
  return up ? (these & (those ^ (those - 1))) != 0 : these > those;
}

// Swaps rows and columns of 64 x 64 bits: halves, then quarters, and so on (H. S. Warren, Hacker's
// Delight, 2002).
inline void transpose(std::array<std::uint64_t, 64>& block) {
  std::uint64_t mask = 0x00000000FFFFFFFF;
  for (unsigned half = 32; half != 0; half /= 2, mask ^= mask << half)
    for (unsigned row = 0; row < 64; row = ((row | half) + 1) & ~half) {
      const std::uint64_t swapped = (block[row] >> half ^ block[row | half]) & mask;
      block[row] ^= swapped << half;
      block[row | half] ^= swapped;
    }
}

// Writes the transpose of a bitmap: its columns become lines.
inline void transpose(const Bitmap& from, Bitmap& to) {
  std::array<std::uint64_t, 64> block;
  for (std::int32_t down = 0; down < to.words_a_line(); ++down)
    for (std::int32_t across = 0; across < from.words_a_line(); ++across) {
      for (std::int32_t i = 0; i < 64; ++i)
        block[static_cast<std::size_t>(i)] =
            from.word(std::min(64 * down + i, from.lines()), across);
      transpose(block);
      for (std::int32_t i = 0; i < std::min(64, to.lines() - 64 * across); ++i)
        to.word(64 * across + i, down) = block[static_cast<std::size_t>(i)];
    }
}

}  // namespace asterion
