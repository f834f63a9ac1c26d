// Bit maps, against a bit at a time.
#include "asterion/world/bitmap.hpp"

#include <doctest/doctest.h>

#include "tests/random.hpp"

namespace asterion::tests {
namespace {

struct Drawn {
  Bitmap map;
  std::vector<std::vector<bool>> bits;
};

Drawn drawn(std::int32_t lines, std::int32_t length, bool outside, Random& random) {
  Drawn it{Bitmap(lines, length, outside), {}};
  it.bits.assign(static_cast<std::size_t>(lines),
                 std::vector<bool>(static_cast<std::size_t>(length)));
  for (std::int32_t line = 0; line < lines; ++line)
    for (std::int32_t cell = 0; cell < length; ++cell) {
      const bool bit = random.chance(0.5);
      it.bits[static_cast<std::size_t>(line)][static_cast<std::size_t>(cell)] = bit;
      it.map.set(line, cell, bit);
    }
  return it;
}

constexpr std::int32_t kLengths[] = {1, 7, 63, 64, 65, 127, 128, 200};

}  // namespace

TEST_CASE("a bit is what was written last, and what lies outside stays as it is") {
  for (const std::int32_t length : kLengths)
    for (const bool outside : {false, true}) {
      Random random(static_cast<std::uint32_t>(length));
      const std::int32_t lines = random.between(1, 5);
      const Drawn it = drawn(lines, length, outside, random);
      for (std::int32_t line = -1; line <= lines; ++line)
        for (std::int32_t cell = -64; cell < 64 * (it.map.words_a_line() + 1); ++cell) {
          const bool inside = 0 <= line && line < lines && 0 <= cell && cell < length;
          const bool wanted =
              inside ? it.bits[static_cast<std::size_t>(line)][static_cast<std::size_t>(cell)]
                     : outside;
          REQUIRE(it.map.get(line, cell) == wanted);
        }
    }
}

TEST_CASE("a look shows the cells from one on, in both directions") {
  for (const std::int32_t length : kLengths) {
    Random random(static_cast<std::uint32_t>(length));
    const Drawn it = drawn(3, length, random.chance(0.5), random);
    for (std::int32_t line = 0; line < 3; ++line)
      for (std::int32_t cell = -1; cell <= length; ++cell) {
        const std::uint64_t up = look<true>(it.map.line(line), cell);
        const std::uint64_t down = look<false>(it.map.line(line), cell);
        for (std::int32_t i = 0; i < kLook; ++i) {
          REQUIRE((up >> i & 1) == it.map.get(line, cell + i));
          REQUIRE((down >> (63 - i) & 1) == it.map.get(line, cell - i));
        }
      }
  }
}

TEST_CASE("the same cell of the next line is so many bytes on") {
  Random random(1);
  const Drawn it = drawn(4, 100, false, random);
  for (std::int32_t line = 0; line + 1 < 4; ++line)
    CHECK(it.map.line(line) + it.map.bytes_a_line() == it.map.line(line + 1));
}

TEST_CASE("which of two sets of bits comes first, in both directions") {
  Random random(2);
  const auto bits = [&] {
    std::uint64_t all = 0;
    for (std::uint32_t count = random.below(4); count > 0; --count)
      all |= std::uint64_t{1} << random.below(64);
    return all;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t these = bits(), those = bits() & ~these;
    const bool up = these != 0 && std::countr_zero(these) < std::countr_zero(those);
    const bool down = these != 0 && std::countl_zero(these) < std::countl_zero(those);
    REQUIRE(comes_first(true, these, those) == up);
    REQUIRE(comes_first(false, these, those) == down);
  }
}

TEST_CASE("a transposed map has its rows where the columns were") {
  for (const std::int32_t length : kLengths)
    for (const std::int32_t lines : {1, 3, 64, 70, 130}) {
      Random random(static_cast<std::uint32_t>(length * 1000 + lines));
      const Drawn it = drawn(lines, length, true, random);
      Bitmap turned(length, lines, true);
      transpose(it.map, turned);
      for (std::int32_t line = 0; line < lines; ++line)
        for (std::int32_t cell = 0; cell < length; ++cell)
          REQUIRE(turned.get(cell, line) == it.map.get(line, cell));
      for (std::int32_t line = -1; line <= length; ++line) {  // and nothing else was written
        REQUIRE(turned.get(line, -1));
        REQUIRE(turned.get(line, lines));
      }
    }
}

}  // namespace asterion::tests
