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

  std::uint64_t operator()(std::int32_t r, std::int32_t c) const {
    std::uint64_t walls = ~std::uint64_t{0};
    for (std::int32_t i = 0; i < std::min(64, cols - c); ++i)
      walls ^= std::uint64_t{free[static_cast<std::size_t>(r * cols + c + i)]} << i;
    return walls;
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

// Whether a walk along a line may turn at a cell, by the definition; outside are walls.
template <class Wall>
bool turns_at(Wall&& wall, std::int32_t line, std::int32_t cell, std::int32_t step, Diagonal rule) {
  if (wall(line, cell)) return false;
  for (const std::int32_t side : {line - 1, line + 1}) {
    if (rule == Diagonal::clear || rule == Diagonal::never) {
      if (!wall(side, cell) && wall(side, cell - step)) return true;
    } else if (wall(side, cell) && !wall(side, cell + step)) {
      if (rule == Diagonal::always || !wall(line, cell + step)) return true;
    }
  }
  return false;
}

template <class Wall>
void check_turns(const LineMap& map, std::int32_t lines, std::int32_t length, Diagonal rule,
                 Wall&& wall) {
  for (std::int32_t line = 0; line < lines; ++line)
    for (std::int32_t cell = 0; cell < length; ++cell) {
      CHECK(map.walls().get(line, cell) == wall(line, cell));
      CHECK(map.turns<true>().get(line, cell) == turns_at(wall, line, cell, 1, rule));
      CHECK(map.turns<false>().get(line, cell) == turns_at(wall, line, cell, -1, rule));
    }
}

}  // namespace

TEST_CASE("a jump map has the turns of the definition, also where walls are few") {
  Random random(6);
  for (int round = 0; round < 60; ++round) {
    Walls walls{random.between(1, 140), random.between(1, 140), {}};
    const double density = round % 2 == 0 ? 0.003 : 0.2;
    for (std::int32_t i = 0; i < walls.rows * walls.cols; ++i)
      walls.free.push_back(!random.chance(density));
    const auto rule = static_cast<Diagonal>(random.below(4));
    const auto wall = [&](std::int32_t r, std::int32_t c) {
      return r < 0 || r >= walls.rows || c < 0 || c >= walls.cols ||
             !walls.free[static_cast<std::size_t>(r * walls.cols + c)];
    };
    JumpMap map = built(walls, rule);
    for (int change = 0; change < 3; ++change) {
      check_turns(map.rows(), walls.rows, walls.cols, rule, wall);
      check_turns(map.cols(), walls.cols, walls.rows, rule,
                  [&](std::int32_t c, std::int32_t r) { return wall(r, c); });
      const std::int32_t r = random.between(0, walls.rows - 1);
      const std::int32_t c = random.between(0, walls.cols - 1);
      walls.free[static_cast<std::size_t>(r * walls.cols + c)].flip();
      map.set({r, c}, wall(r, c));
      map.settle();
    }
  }
}

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
