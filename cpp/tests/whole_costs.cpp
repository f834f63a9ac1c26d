// Searches for whole-number costs that differ, two fronts and jumps over areas of one cost, between
// edits, against Dijkstra's algorithm by its book.
#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "asterion/search/area_jps.hpp"
#include "asterion/search/two_fronts.hpp"
#include "tests/random.hpp"

namespace asterion::tests {
namespace {

// Scattered costs, or areas.
std::shared_ptr<Grid> whole_costs(Random& random) {
  const auto rule = static_cast<Diagonal>(random.below(4));
  const double diagonal_cost = random.chance(0.7) ? std::numbers::sqrt2 : 1;
  auto grid =
      std::make_shared<Grid>(random.between(1, 14), random.between(1, 14), rule, diagonal_cost);
  const std::int32_t dearest = random.chance(0.5) ? 9 : 255;
  const double walls = 0.1 * random.below(5), changes = random.chance(0.5) ? 1 : 0.1;
  std::uint8_t cost = 1;
  for (NodeId cell = 0; cell < grid->cells(); ++cell) {
    if (random.chance(changes)) cost = static_cast<std::uint8_t>(random.between(1, dearest));
    const std::uint8_t here = random.chance(walls) ? std::uint8_t{0} : cost;
    grid->fill(cell, &here, 1);
  }
  return grid;
}

void edit(Grid& grid, Random& random) {
  const std::int32_t row = random.between(0, grid.rows() - 1);
  const std::int32_t col = random.between(0, grid.cols() - 1);
  const double cost = random.below(4);
  grid.set_base([&](auto&& visit) {
    for (std::int32_t r = row; r < std::min(row + 2, grid.rows()); ++r)
      for (std::int32_t c = col; c < std::min(col + 3, grid.cols()); ++c)
        visit(grid.id({r, c}), cost);
  });
}

struct Pools {
  ScratchPool<FrontScratch> fronts;
  ScratchPool<AreaScratch> areas;
};

std::unique_ptr<SearchRun> search(const Terrain& terrain, NodeId start, const Goals& goals,
                                  bool jumps, Pools& pools) {
  const GridMetric<std::uint64_t> metric(terrain,
                                         jumps ? HeuristicKind::chebyshev : HeuristicKind::zero,
                                         goals.nodes(), jumps ? Moves::by_area : Moves::legal);
  const NodeList starts{start};
  if (!jumps)
    return std::make_unique<TwoFronts<>>(metric, starts, goals, SearchRules{},
                                         pools.fronts.borrow(terrain.count()));
  const auto by_rule = [&]<Diagonal rule>() -> std::unique_ptr<SearchRun> {
    return std::make_unique<AreaJps<rule>>(metric, starts, goals, SearchRules{},
                                           pools.areas.borrow(terrain.count()));
  };
  switch (terrain.rule()) {
    case Diagonal::never:
      return by_rule.template operator()<Diagonal::never>();
    case Diagonal::clear:
      return by_rule.template operator()<Diagonal::clear>();
    case Diagonal::one_clear:
      return by_rule.template operator()<Diagonal::one_clear>();
    default:
      return by_rule.template operator()<Diagonal::always>();
  }
}

// The costs from a cell to all; O(cells squared).
std::vector<double> costs_from(const Terrain& terrain, NodeId start) {
  std::vector<double> costs(terrain.count(), kInfinity);
  std::vector<bool> done(terrain.count());
  costs[start] = 0;
  for (;;) {
    NodeId nearest = start;
    double least = kInfinity;
    for (NodeId cell = 0; cell < terrain.count(); ++cell)
      if (!done[cell] && costs[cell] < least) least = costs[nearest = cell];
    if (least == kInfinity) return costs;
    done[nearest] = true;
    for (NodeId cell = 0; cell < terrain.count(); ++cell) {
      const Direction d = legal_direction(terrain, nearest, cell);
      if (d == kNoDirection || !terrain.free(cell)) continue;
      const double length = is_diagonal(d) ? terrain.grid().diagonal_cost() : 1;
      costs[cell] = std::min(costs[cell], least + length * terrain.total(cell));
    }
  }
}

bool can_be_walked(const Terrain& terrain, const std::vector<NodeId>& path) {
  for (std::size_t i = 1; i < path.size(); ++i)
    if (legal_direction(terrain, path[i - 1], path[i]) == kNoDirection) return false;
  return true;
}

}  // namespace

TEST_CASE("what a terrain says of its costs is true, on wide and high maps, after edits") {
  Random random(31);
  for (int world = 0; world < 150; ++world) {
    const bool wide = random.chance(0.5);
    const std::int32_t longer = random.between(60, 140), shorter = random.between(1, 5);
    const auto grid = std::make_shared<Grid>(wide ? shorter : longer, wide ? longer : shorter,
                                             Diagonal::clear, std::numbers::sqrt2);
    for (NodeId cell = 0; cell < grid->cells(); ++cell) {
      const auto cost = static_cast<std::uint8_t>(random.chance(0.1) ? random.below(4) : 1);
      grid->fill(cell, &cost, 1);
    }
    Terrain terrain(grid);
    for (int i = 0; i < 6; ++i, edit(*grid, random)) {
      const auto guard = terrain.read_mapped();
      double near = 0, free_cells = 0;
      for (NodeId cell = 0; cell < grid->cells(); ++cell) {
        if (!terrain.free(cell)) continue;
        near += terrain.smallest_cost() / terrain.total(cell);
        ++free_cells;
      }
      if (free_cells > 0)
        CHECK(terrain.nearness_to_cheapest() == doctest::Approx(near / free_cells).epsilon(1e-5));
      if (terrain.uniform()) continue;
      for (NodeId cell = 0; cell < grid->cells(); ++cell) {
        const Point p = grid->point(cell);
        bool mixed = false;
        for (NodeId other = 0; other < grid->cells() && terrain.free(cell); ++other) {
          const Point q = grid->point(other);
          const bool beside = std::abs(p.row - q.row) <= 1 && std::abs(p.col - q.col) <= 1;
          mixed |= beside && terrain.free(other) && terrain.total(other) != terrain.total(cell);
        }
        REQUIRE(terrain.jump_map().rows().is_mixed(p.row, p.col) == mixed);
        REQUIRE(terrain.jump_map().cols().is_mixed(p.col, p.row) == mixed);
      }
    }
  }
}

TEST_CASE("two fronts and jumps over areas find cheapest paths, between edits") {
  Random random(29);
  for (int world = 0; world < 1000; ++world) {
    const auto grid = whole_costs(random);
    Terrain terrain(grid);
    Pools pools;  // in which searches leave what they know, some half way
    for (int i = 0; i < 8; ++i) {
      if (i % 3 == 2) edit(*grid, random);
      const auto guard = terrain.read_mapped();
      if (terrain.uniform()) continue;
      const auto cell = [&] { return random.below(static_cast<std::uint32_t>(grid->cells())); };
      const NodeId start = cell();
      if (!terrain.free(start)) continue;
      const std::vector<double> costs = costs_from(terrain, start);
      NodeList ends;
      double least = kInfinity;
      for (std::uint32_t left = 1 + random.below(2); left > 0; --left) {
        const NodeId goal = cell();
        if (!terrain.free(goal)) continue;
        ends.push_back(goal);
        least = std::min(least, costs[goal]);
      }
      if (ends.empty()) continue;
      const Goals goals(ends);
      const auto run = search(terrain, start, goals, random.chance(0.5), pools);
      if (random.chance(0.2)) {
        run->advance(random.below(20), Clock::time_point::max());
        continue;
      }
      run_to_end(*run);
      REQUIRE((run->status() == Status::found) == (least < kInfinity));
      if (run->status() != Status::found) continue;
      const std::vector<NodeId> path = run->path_to_goal();
      CHECK(path.front() == start);
      CHECK(path.back() == run->goal());
      CHECK(goals.contain(run->goal()));
      CHECK(can_be_walked(terrain, path));
      CHECK(path_cost(terrain, path) == doctest::Approx(least).epsilon(1e-12));
    }
  }
}

}  // namespace asterion::tests
