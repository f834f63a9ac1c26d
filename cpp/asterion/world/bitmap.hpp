// A bit a cell, set where it is free, in lines of 64-bit words with an empty word at each end and
// an empty line at each side: what lies outside the map is closed, and no reader tests for bounds.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace asterion {

class Bitmap {
 public:
  Bitmap() = default;
  Bitmap(std::int32_t lines, std::int32_t length)
      : stride_(static_cast<std::size_t>(length) / 64 + 3),
        words_(stride_ * (static_cast<std::size_t>(lines) + 2)) {}

  bool empty() const { return words_.empty(); }

  void set(std::int32_t line, std::int32_t at, bool free) {
    std::uint64_t& word = words_[first(line) + static_cast<std::size_t>(at) / 64];
    const std::uint64_t bit = std::uint64_t{1} << at % 64;
    word = free ? word | bit : word & ~bit;
  }

  // The 64 cells from `at` on, the first in the lowest bit; `at` may be as low as -64.
  std::uint64_t from(std::int32_t line, std::int32_t at) const {
    const auto place = static_cast<std::size_t>(at + 64);  // the empty word counts as 0 to 63
    const std::uint64_t* word = &words_[first(line) - 1 + place / 64];
    const unsigned shift = static_cast<unsigned>(place) % 64;
    return word[0] >> shift | word[1] << 1 << (63 - shift);
  }

 private:
  std::size_t first(std::int32_t line) const {
    return stride_ * static_cast<std::size_t>(line + 1) + 1;
  }

  std::size_t stride_ = 0;
  std::vector<std::uint64_t> words_;
};

// How far a straight scan got.
struct Scan {
  std::int32_t steps;  // to the last cell that can be entered
  bool stopped;        // there is something beside it: a way that opens to one side
};

// Along a line from `at`, upwards or downwards, to the first cell where a line beside it opens up:
// where its cell there is free, and the one before was not. 63 cells a look.
inline Scan scan_up(const Bitmap& map, std::int32_t line, std::int32_t at) {
  for (std::int32_t steps = 0;; steps += 63) {
    const std::uint64_t here = map.from(line, at + steps);
    const std::uint64_t a = map.from(line - 1, at + steps), b = map.from(line + 1, at + steps);
    const std::uint64_t opens = (a & ~(a << 1)) | (b & ~(b << 1));
    const std::uint64_t stops = (~here | opens) & ~std::uint64_t{1};  // not the cell we stand on
    if (stops == 0) continue;
    const int found = std::countr_zero(stops);
    const bool wall = (here >> found & 1) == 0;
    return {steps + found - (wall ? 1 : 0), !wall};
  }
}

inline Scan scan_down(const Bitmap& map, std::int32_t line, std::int32_t at) {
  for (std::int32_t steps = 0;; steps += 63) {
    const std::int32_t first = at - steps - 63;  // so that `at - steps` is in the highest bit
    const std::uint64_t here = map.from(line, first);
    const std::uint64_t a = map.from(line - 1, first), b = map.from(line + 1, first);
    const std::uint64_t opens = (a & ~(a >> 1)) | (b & ~(b >> 1));
    const std::uint64_t stops = (~here | opens) & ~(std::uint64_t{1} << 63);
    if (stops == 0) continue;
    const int found = std::countl_zero(stops);
    const bool wall = (here << found >> 63) == 0;
    return {steps + found - (wall ? 1 : 0), !wall};
  }
}

}  // namespace asterion
