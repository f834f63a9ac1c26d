// The blocks between two cells, against the definition: a run is between two others if, whichever
// one other run is taken away, it still reaches one of them.
#include "asterion/world/blocks.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <vector>

#include "tests/random.hpp"

namespace asterion::tests {
namespace {

struct Map {
  std::int32_t rows, cols;
  std::vector<bool> free;

  bool is_free(std::int32_t r, std::int32_t c) const {
    return r >= 0 && r < rows && c >= 0 && c < cols && free[static_cast<std::size_t>(r * cols + c)];
  }
  std::uint64_t operator()(std::int32_t r, std::int32_t c) const {
    std::uint64_t walls = ~std::uint64_t{0};
    for (std::int32_t i = 0; i < std::min(64, cols - c); ++i)
      walls ^= std::uint64_t{is_free(r, c + i)} << i;
    return walls;
  }
};

struct PlainRun {
  std::int32_t row, first, last;
};

std::vector<PlainRun> runs_of(const Map& map) {
  std::vector<PlainRun> runs;
  for (std::int32_t r = 0; r < map.rows; ++r)
    for (std::int32_t c = 0; c < map.cols; ++c) {
      if (!map.is_free(r, c)) continue;
      if (map.is_free(r, c - 1)) {
        runs.back().last = c;
      } else {
        runs.push_back({r, c, c});
      }
    }
  return runs;
}

std::vector<std::vector<std::size_t>> joined(const std::vector<PlainRun>& runs, bool diagonals) {
  std::vector<std::vector<std::size_t>> all(runs.size());
  const std::int32_t reach = diagonals ? 1 : 0;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t j = 0; j < runs.size(); ++j)
      if (std::abs(runs[i].row - runs[j].row) == 1 && runs[i].first <= runs[j].last + reach &&
          runs[j].first <= runs[i].last + reach)
        all[i].push_back(j);
  return all;
}

// Whether one of two runs can be reached without a third.
bool reaches(const std::vector<std::vector<std::size_t>>& joined, std::size_t from, std::size_t a,
             std::size_t b, std::size_t without) {
  std::vector<bool> seen(joined.size());
  std::vector<std::size_t> next{from};
  seen[from] = true;
  while (!next.empty()) {
    const std::size_t run = next.back();
    next.pop_back();
    if (run == a || run == b) return true;
    for (const std::size_t beside : joined[run])
      if (beside != without && !seen[beside]) {
        seen[beside] = true;
        next.push_back(beside);
      }
  }
  return false;
}

bool is_between(const std::vector<std::vector<std::size_t>>& joined, std::size_t run, std::size_t a,
                std::size_t b) {
  if (run == a || run == b) return true;
  for (std::size_t other = 0; other < joined.size(); ++other)
    if (other != run && !reaches(joined, run, a, b, other)) return false;
  return true;
}

Map random_map(Random& random) {
  Map map{
      random.between(1, 9), random.chance(0.1) ? random.between(60, 70) : random.between(1, 9), {}};
  const double density = random.chance(0.5) ? 0.2 : 0.5;
  for (std::int32_t i = 0; i < map.rows * map.cols; ++i)
    map.free.push_back(!random.chance(density));
  return map;
}

}  // namespace

TEST_CASE("between two cells are the runs that no single other one cuts off from both") {
  Random random(11);
  int dead_ends = 0, asked = 0;
  BlocksBetween between;
  for (int round = 0; round < 400; ++round) {
    const Map map = random_map(random);
    const std::vector<PlainRun> runs = runs_of(map);
    if (runs.empty()) continue;
    const bool diagonals = random.chance(0.3);
    JumpMap jumps(map.rows, map.cols, diagonals ? Diagonal::always : Diagonal::clear);
    while (jumps.build_more(map, [](std::int32_t, std::int32_t) { return std::uint64_t{0}; })) {
    }
    const Blocks blocks(jumps.rows(), diagonals);
    REQUIRE(blocks.run_count() == runs.size());
    const auto all_joined = joined(runs, diagonals);
    for (int pair = 0; pair < 6; ++pair) {
      const auto count = static_cast<std::int32_t>(runs.size());
      const auto a = static_cast<std::size_t>(random.between(0, count - 1));
      const auto b = static_cast<std::size_t>(random.between(0, count - 1));
      if (!reaches(all_joined, a, b, b, runs.size())) continue;
      between.mark(blocks, {runs[a].row, runs[a].last}, {runs[b].row, runs[b].first});
      for (std::size_t run = 0; run < runs.size(); ++run) {
        if (!reaches(all_joined, run, a, b, runs.size())) continue;
        const Point somewhere{runs[run].row, random.between(runs[run].first, runs[run].last)};
        const bool expected = is_between(all_joined, run, a, b);
        CHECK(between.contain(blocks, somewhere) == expected);
        dead_ends += !expected;
        ++asked;
      }
    }
  }
  CHECK(dead_ends > asked / 10);
}

TEST_CASE("in a comb of corridors blocks gain, among scattered walls they do not") {
  Random random(12);
  Map comb{41, 41, {}}, field{41, 41, {}};
  for (std::int32_t r = 0; r < 41; ++r)
    for (std::int32_t c = 0; c < 41; ++c) {
      comb.free.push_back(r == 0 || c % 2 == 0);
      field.free.push_back(!random.chance(0.2));
    }
  for (const bool is_comb : {true, false}) {
    JumpMap jumps(41, 41, Diagonal::clear);
    const Map& map = is_comb ? comb : field;
    while (jumps.build_more(map, [](std::int32_t, std::int32_t) { return std::uint64_t{0}; })) {
    }
    CHECK(Blocks(jumps.rows(), false).gains() == is_comb);
  }
}

}  // namespace asterion::tests
