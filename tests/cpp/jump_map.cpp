// The map for jumps, built line by line while cells change, against one that is built at once.
#include "asterion/world/jump_map.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "random.hpp"

namespace asterion::tests {
namespace {

struct Cells {
  std::int32_t rows, cols;
  std::vector<bool> free;
  std::vector<bool> mixed;

  void add(bool is_free, bool is_mixed) {
    free.push_back(is_free);
    mixed.push_back(is_mixed);
  }
  std::size_t at(std::int32_t r, std::int32_t c) const {
    return static_cast<std::size_t>(r * cols + c);
  }
  // A bit for each of the 64 cells from `first` on.
  static std::uint64_t bits(const std::vector<bool>& of, std::size_t first, std::int32_t count) {
    std::uint64_t bits = 0;
    for (std::int32_t i = 0; i < std::min(64, count); ++i)
      bits |= std::uint64_t{of[first + static_cast<std::size_t>(i)]} << i;
    return bits;
  }
  bool build_more(JumpMap& map) const {
    return map.build_more(
        [&](std::int32_t r, std::int32_t c) { return ~bits(free, at(r, c), cols - c); },
        [&](std::int32_t r, std::int32_t c) { return bits(mixed, at(r, c), cols - c); });
  }
};

JumpMap built(const Cells& cells, Diagonal rule) {
  JumpMap map(cells.rows, cells.cols, rule);
  while (cells.build_more(map)) {
  }
  return map;
}

void check_same(const LineMap& a, const LineMap& b, std::int32_t lines, std::int32_t words) {
  CHECK(a.wall_count() == b.wall_count());
  CHECK(a.wall_end_count() == b.wall_end_count());
  CHECK(a.mixed_count() == b.mixed_count());
  for (std::int32_t line = 0; line < lines; ++line)
    for (std::int32_t at = 0; at < words; ++at) {
      CHECK(a.walls().word(line, at) == b.walls().word(line, at));
      CHECK(a.turns<true>().word(line, at) == b.turns<true>().word(line, at));
      CHECK(a.turns<false>().word(line, at) == b.turns<false>().word(line, at));
    }
}

// Whether a walk along a line may turn at a cell, by the definition; the outside is walls.
template <class Wall, class Mixed>
bool turns_at(Wall&& wall, Mixed&& mixed, std::int32_t line, std::int32_t cell, std::int32_t step,
              Diagonal rule) {
  if (wall(line, cell)) return false;
  if (mixed(line, cell)) return true;
  for (const std::int32_t side : {line - 1, line + 1}) {
    if (rule == Diagonal::clear || rule == Diagonal::never) {
      if (!wall(side, cell) && wall(side, cell - step)) return true;
    } else if (wall(side, cell) && !wall(side, cell + step)) {
      if (rule == Diagonal::always || !wall(line, cell + step)) return true;
    }
  }
  return false;
}

template <class Wall, class Mixed>
void check_turns(const LineMap& map, std::int32_t lines, std::int32_t length, Diagonal rule,
                 Wall&& wall, Mixed&& mixed) {
  for (std::int32_t line = 0; line < lines; ++line)
    for (std::int32_t cell = 0; cell < length; ++cell) {
      CHECK(map.walls().get(line, cell) == wall(line, cell));
      CHECK(map.is_mixed(line, cell) == mixed(line, cell));
      CHECK(map.turns<true>().get(line, cell) == turns_at(wall, mixed, line, cell, 1, rule));
      CHECK(map.turns<false>().get(line, cell) == turns_at(wall, mixed, line, cell, -1, rule));
    }
}

}  // namespace

TEST_CASE("a jump map has the turns of the definition, also where walls are few") {
  Random random(6);
  for (int round = 0; round < 60; ++round) {
    Cells cells{random.between(1, 140), random.between(1, 140), {}, {}};
    const double density = round % 2 == 0 ? 0.003 : 0.2;
    const double share_mixed = round % 3 == 0 ? 0.05 : 0;
    for (std::int32_t i = 0; i < cells.rows * cells.cols; ++i)
      cells.add(!random.chance(density), random.chance(share_mixed));
    const auto rule = static_cast<Diagonal>(random.below(4));
    const auto wall = [&](std::int32_t r, std::int32_t c) {
      return r < 0 || r >= cells.rows || c < 0 || c >= cells.cols || !cells.free[cells.at(r, c)];
    };
    const auto mixed = [&](std::int32_t r, std::int32_t c) -> bool {
      return cells.mixed[cells.at(r, c)];
    };
    JumpMap map = built(cells, rule);
    for (int change = 0; change < 4; ++change) {
      check_turns(map.rows(), cells.rows, cells.cols, rule, wall, mixed);
      check_turns(
          map.cols(), cells.cols, cells.rows, rule,
          [&](std::int32_t c, std::int32_t r) { return wall(r, c); },
          [&](std::int32_t c, std::int32_t r) { return mixed(r, c); });
      const std::int32_t r = random.between(0, cells.rows - 1);
      const std::int32_t c = random.between(0, cells.cols - 1);
      if (change % 2 == 0) {
        cells.free[cells.at(r, c)].flip();
        map.set({r, c}, wall(r, c));
      } else {
        cells.mixed[cells.at(r, c)].flip();
        map.set_mixed({r, c}, mixed(r, c));
      }
      map.settle();
    }
  }
}

TEST_CASE("a jump map that is built while cells change is the one built of the last state") {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    Cells cells{random.between(1, 90), random.between(1, 90), {}, {}};
    const double share_mixed = round % 3 == 0 ? 0.1 : 0;
    for (std::int32_t i = 0; i < cells.rows * cells.cols; ++i)
      cells.add(random.chance(0.7), random.chance(share_mixed));
    const auto rule = static_cast<Diagonal>(random.below(4));
    JumpMap map(cells.rows, cells.cols, rule);
    const auto change = [&] {
      const std::int32_t r = random.between(0, cells.rows - 1);
      const std::int32_t c = random.between(0, cells.cols - 1);
      const bool is_free = random.chance(0.5), is_mixed = random.chance(0.3);
      cells.free[cells.at(r, c)] = is_free;
      map.set({r, c}, !is_free);
      if (round % 2 == 0) {
        cells.mixed[cells.at(r, c)] = is_mixed;
        map.set_mixed({r, c}, is_mixed);
      }
      if (random.chance(0.5)) map.settle();
    };
    for (bool more = true; more;) {
      for (auto changes = random.below(3); changes > 0; --changes) change();
      more = cells.build_more(map);
    }
    CHECK(map.complete());
    map.settle();
    const JumpMap fresh = built(cells, rule);
    check_same(map.rows(), fresh.rows(), cells.rows, cells.cols / 64 + 1);
    check_same(map.cols(), fresh.cols(), cells.cols, cells.rows / 64 + 1);
    change();
    map.settle();
    check_same(map.rows(), built(cells, rule).rows(), cells.rows, cells.cols / 64 + 1);
  }
}

}  // namespace asterion::tests
