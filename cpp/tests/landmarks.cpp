// Estimates by landmarks, in the whole numbers that searches count in: consistent to the last unit.
#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "asterion/query/landmark_costs.hpp"
#include "tests/random.hpp"

namespace asterion::tests {
namespace {

struct Board {
  std::shared_ptr<Grid> grid;
  std::vector<NodeId> free;
  bool has_drops = false;
};

// Of one cost, or of several where moves need no square root.
Board random_board(Random& random) {
  const auto rule = static_cast<Diagonal>(random.below(4));
  const bool roots = random.chance(0.5);
  const bool differ = (rule == Diagonal::never || !roots) && random.chance(0.5);
  const std::int32_t rows = random.between(1, 12), cols = random.between(1, 12);
  Board board{std::make_shared<Grid>(rows, cols, rule, roots ? std::numbers::sqrt2 : 1.0), {}};
  const auto cost = static_cast<std::uint8_t>(random.between(1, 3));
  const double walls = 0.1 * random.below(5);
  for (NodeId cell = 0; cell < board.grid->cells(); ++cell) {
    const auto other = static_cast<std::uint8_t>(random.between(1, 9));
    const std::uint8_t here = random.chance(walls) ? std::uint8_t{0} : differ ? other : cost;
    board.grid->fill(cell, &here, 1);
    if (here > 0) board.free.push_back(cell);
  }
  // Drops: moves without a way back, which may lead to where there is none at all.
  const std::uint32_t drops = random.chance(0.5) ? 0 : 3 * random.below(12);
  for (std::uint32_t i = 0; i < drops; ++i) {
    const std::int32_t row = random.between(0, rows - 1), col = random.between(0, cols - 1);
    const auto d = static_cast<Direction>(random.below(4));
    const std::int32_t to_row = row + kRowStep[d], to_col = col + kColStep[d];
    if (to_row < 0 || to_row >= rows || to_col < 0 || to_col >= cols) continue;
    board.grid->set_fence(board.grid->id({row, col}), d, false, true);
    board.has_drops = true;
  }
  return board;
}

std::vector<NodeId> some(Random& random, const std::vector<NodeId>& of, std::uint32_t count) {
  std::vector<NodeId> chosen;
  while (chosen.size() < count)
    chosen.push_back(of[random.below(static_cast<std::uint32_t>(of.size()))]);
  return chosen;
}

HeuristicKind closest(const Grid& grid) {
  if (grid.diagonal() == Diagonal::never) return HeuristicKind::manhattan;
  return grid.diagonal_cost() > 1 ? HeuristicKind::octile : HeuristicKind::chebyshev;
}

}  // namespace

TEST_CASE("no move lowers an estimate by more than it costs, in whole numbers and truly") {
  Random random(1);
  int raised = 0, left_out = 0;
  for (int i = 0; i < 2000; ++i) {
    const Board board = random_board(random);
    if (board.free.empty()) continue;
    Terrain terrain(board.grid);
    const HeuristicKind kind = closest(*board.grid);
    const auto known =
        landmark_estimates(terrain, some(random, board.free, random.between(1, 6)), kind);
    const auto guard = terrain.read();
    const bool backward = random.chance(0.5);
    const NodeList goals(some(random, board.free, random.chance(0.2) ? 10 : random.between(1, 3)));
    const NodeList from(some(random, board.free, random.between(0, 2)));
    const auto estimates = known->between(terrain, {from, goals, backward});
    for (const NodeId cell : board.free) REQUIRE(estimates->at(cell) < kInfinity);
    if (!estimates->counts_whole()) {
      REQUIRE(board.has_drops);
      ++left_out;
      continue;
    }
    const GridMetric<std::uint64_t> whole(terrain, HeuristicKind::custom, {}, Moves::legal,
                                          backward);
    const GridMetric<double> real(terrain, HeuristicKind::custom, {}, Moves::legal, backward,
                                  nullptr, false);
    const GridMetric<std::uint64_t> plain(terrain, kind, goals, Moves::legal, backward);
    for (const NodeId goal : goals) CHECK(estimates->whole_at(goal) == 0);
    for (const NodeId cell : board.free) {
      REQUIRE(estimates->whole_at(cell) < std::uint64_t{1} << 30);  // also where no path is
      whole.for_each_move(cell, kNoDirection,
                          [&](NodeId next, std::uint64_t cost, Direction, Point) {
                            REQUIRE(estimates->whole_at(cell) <= cost + estimates->whole_at(next));
                          });
      real.for_each_move(cell, kNoDirection, [&](NodeId next, double cost, Direction, Point) {
        REQUIRE(estimates->at(cell) <= cost + estimates->at(next) + 1e-9);
      });
      raised += goals.size() <= kMostGoalsEach && estimates->whole_at(cell) > plain.estimate(cell);
    }
  }
  CHECK(raised > 1000);  // there was something to check
  CHECK(left_out > 10);
}

}  // namespace asterion::tests
