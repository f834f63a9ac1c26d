// Floods that use the memory of others again.
#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "asterion/query/floods.hpp"
#include "tests/random.hpp"

namespace asterion::tests {
namespace {

std::shared_ptr<Grid> random_grid(Random& random) {
  const auto rule = static_cast<Diagonal>(random.below(4));
  const std::int32_t rows = random.between(1, 70), cols = random.between(1, 70);
  auto grid = std::make_shared<Grid>(rows, cols, rule, std::numbers::sqrt2);
  const bool differ = random.chance(0.5);
  const double walls = 0.1 * random.below(4);
  for (NodeId cell = 0; cell < grid->cells(); ++cell) {
    const auto cost = static_cast<std::uint8_t>(differ ? random.between(1, 9) : 2);
    const std::uint8_t here = random.chance(walls) ? std::uint8_t{0} : cost;
    grid->fill(cell, &here, 1);
  }
  return grid;
}

// After so many cells, which may be fewer than it could reach.
std::vector<double> costs(const Terrain& terrain, NodeId node, FloodPool& pool,
                          std::size_t cells = ~std::size_t{0}) {
  return with_flood(terrain, {node}, {}, pool, [&](auto& run) {
    std::vector<double> all;
    if constexpr (requires { run.advance(cells); }) {
      run.advance(cells);
      for (NodeId each = 0; each < terrain.count(); ++each) all.push_back(run.cost(each));
    }
    return all;
  });
}

}  // namespace

TEST_CASE("a flood tells the same in memory that another has left half way") {
  Random random(23);
  for (int world = 0; world < 300; ++world) {
    const auto grid = random_grid(random);
    Terrain terrain(grid);
    const auto guard = terrain.read();
    FloodPool used;
    for (int i = 0; i < 8; ++i) {
      const auto node = [&] { return random.below(static_cast<std::uint32_t>(grid->cells())); };
      const NodeId before = node(), now = node();
      if (!terrain.free(before) || !terrain.free(now)) continue;
      costs(terrain, before, used, random.below(200));
      FloodPool fresh;
      const std::vector<double> expected = costs(terrain, now, fresh);
      REQUIRE(expected.size() == terrain.count());
      CHECK(costs(terrain, now, used) == expected);
    }
  }
}

}  // namespace asterion::tests
