// The map for jumps, built line by line while cells change, against one that is built at once.
#include "asterion/world/jump_map.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tests/random.hpp"

namespace asterion::tests {
namespace {

struct Walls {
  std::int32_t rows, cols;
  std::vector<bool> free;

  bool operator()(std::int32_t r, std::int32_t c) const {
    return free[static_cast<std::size_t>(r * cols + c)];
  }
};

JumpMap built(const Walls& walls, Diagonal rule) {
  JumpMap map(walls.rows, walls.cols, rule);
  while (map.build_more(walls)) {
  }
  return map;
}

void check_same(const LineMap& a, const LineMap& b, std::int32_t lines, std::int32_t words) {
  CHECK(a.wall_count() == b.wall_count());
  CHECK(a.wall_end_count() == b.wall_end_count());
  for (std::int32_t line = 0; line < lines; ++line)
    for (std::int32_t at = 0; at < words; ++at) {
      CHECK(a.walls().word(line, at) == b.walls().word(line, at));
      CHECK(a.turns<true>().word(line, at) == b.turns<true>().word(line, at));
      CHECK(a.turns<false>().word(line, at) == b.turns<false>().word(line, at));
    }
}

}  // namespace

TEST_CASE("a jump map that is built while cells change is the one built of the last state") {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    Walls walls{random.between(1, 90), random.between(1, 90), {}};
    for (std::int32_t i = 0; i < walls.rows * walls.cols; ++i)
      walls.free.push_back(random.chance(0.7));
    const auto rule = static_cast<Diagonal>(random.below(4));
    JumpMap map(walls.rows, walls.cols, rule);
    const auto change = [&] {
      const std::int32_t r = random.between(0, walls.rows - 1);
      const std::int32_t c = random.between(0, walls.cols - 1);
      const bool free = random.chance(0.5);
      walls.free[static_cast<std::size_t>(r * walls.cols + c)] = free;
      map.set({r, c}, !free);
      if (random.chance(0.5)) map.settle();
    };
    for (bool more = true; more;) {
      for (auto changes = random.below(3); changes > 0; --changes) change();
      more = map.build_more(walls);
    }
    CHECK(map.complete());
    map.settle();
    const JumpMap fresh = built(walls, rule);
    check_same(map.rows(), fresh.rows(), walls.rows, walls.cols / 64 + 1);
    check_same(map.cols(), fresh.cols(), walls.cols, walls.rows / 64 + 1);
    change();
    map.settle();
    check_same(map.rows(), built(walls, rule).rows(), walls.rows, walls.cols / 64 + 1);
  }
}

}  // namespace asterion::tests
