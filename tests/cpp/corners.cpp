// The index over the corners of a grid, against plain waves over all cells.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numbers>
#include <span>
#include <vector>

#include "asterion/index/index_draft.hpp"
#include "random.hpp"

namespace asterion::tests {
namespace {

struct Board {
  std::shared_ptr<Grid> grid;
  std::vector<Point> free;

  bool is_free(std::int32_t r, std::int32_t c) const {
    return r >= 0 && r < grid->rows() && c >= 0 && c < grid->cols() &&
           grid->base()[grid->id({r, c})] > 0;
  }
  // Whether a unit at a free cell may make this move.
  bool may_go(Point at, Direction d) const {
    const std::int32_t r = at.row + kRowStep[d], c = at.col + kColStep[d];
    if (!is_free(r, c)) return false;
    return !is_diagonal(d) || allows(grid->diagonal(), is_free(r, at.col) + is_free(at.row, c));
  }
};

// Single walls, and walls of several cells: corners of every kind. Some are wider than a word.
Board random_board(Random& random, std::int32_t largest) {
  const auto rule = static_cast<Diagonal>(random.below(4));
  const std::int32_t rows = random.between(1, largest), cols = random.between(1, largest);
  const double roots = random.chance(0.7) ? std::numbers::sqrt2 : 1;
  Board board{std::make_shared<Grid>(rows, cols, rule, roots), {}};
  std::vector<std::uint8_t> cells(static_cast<std::size_t>(rows * cols), 1);
  const double walls = random.chance(0.5) ? 0.35 * random.below(100) / 100 : 0;
  for (auto& cell : cells) cell = !random.chance(walls);
  for (auto count = random.below(6); count > 0; --count) {
    const std::int32_t top = random.between(0, rows - 1), left = random.between(0, cols - 1);
    const std::int32_t height = random.between(1, 5), width = random.between(1, 5);
    for (std::int32_t r = top; r < std::min(rows, top + height); ++r)
      for (std::int32_t c = left; c < std::min(cols, left + width); ++c)
        cells[static_cast<std::size_t>(r * cols + c)] = 0;
  }
  board.grid->fill(0, cells.data(), static_cast<NodeId>(cells.size()));
  for (std::int32_t r = 0; r < rows; ++r)
    for (std::int32_t c = 0; c < cols; ++c)
      if (board.is_free(r, c)) board.free.push_back({r, c});
  return board;
}

Corners corners_on(const Board& board) {
  GridView view(board.grid);
  const auto guard = view.read_mapped();
  return corners_of(view);
}

std::uint64_t length_of(const std::vector<NodeId>& path, const Board& board,
                        const WholeLengths& lengths) {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Point a = board.grid->point(path[i - 1]), b = board.grid->point(path[i]);
    const Direction d = direction_of(b.row - a.row, b.col - a.col);
    REQUIRE(d != kNoDirection);
    REQUIRE(board.may_go(a, d));
    sum += is_diagonal(d) ? lengths.diagonal : lengths.straight;
  }
  return sum;
}

// By waves over all cells, until nothing becomes shorter.
std::map<NodeId, std::uint64_t> lengths_from(const Board& board, NodeId start,
                                             const WholeLengths& lengths) {
  std::map<NodeId, std::uint64_t> known{{start, 0}};
  std::vector<NodeId> waiting{start};
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const Point at = board.grid->point(waiting[i]);
    const std::uint64_t far = known[waiting[i]];
    for (Direction d = 0; d < kDirections; ++d) {
      if (!board.may_go(at, d)) continue;
      const NodeId next = board.grid->id({at.row + kRowStep[d], at.col + kColStep[d]});
      const std::uint64_t length = far + (is_diagonal(d) ? lengths.diagonal : lengths.straight);
      const auto [held, is_new] = known.emplace(next, length);
      if (!is_new && held->second <= length) continue;
      held->second = length;
      waiting.push_back(next);
    }
  }
  return known;
}

std::unique_ptr<IndexState> index_of(const Board& board, const WholeLengths& lengths) {
  CornerDraft draft(corners_on(board), lengths, 1);
  while (draft.step()) {
  }
  return draft.take();
}

// Checks all pairs of some cells; returns how many have a path.
int check_index(Random& random, const Board& board, const IndexState& index,
                const WholeLengths& lengths) {
  int found = 0;
  std::vector<NodeId> ends;
  for (int i = 0; i < 6 && !board.free.empty(); ++i)
    ends.push_back(
        board.grid->id(board.free[random.below(static_cast<std::uint32_t>(board.free.size()))]));
  ends.push_back(random.below(static_cast<std::uint32_t>(board.grid->cells())));  // may be a wall
  std::vector<double> costs(ends.size() * ends.size());
  // The second table uses the memory of the first.
  for (const std::size_t sources : {std::size_t{1}, ends.size()})
    index.write_costs(std::span(ends).first(sources), std::span(ends).last(sources), costs.data());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const auto known = lengths_from(board, ends[i], lengths);
    for (std::size_t j = 0; j < ends.size(); ++j) {
      std::uint64_t settled = 0;
      const auto path = index.find(ends[i], ends[j], true, nullptr, settled);
      REQUIRE(path.has_value() == known.contains(ends[j]));
      const double cost = costs[i * ends.size() + j];
      if (!path) {
        CHECK(cost == kInfinity);
        continue;
      }
      ++found;
      REQUIRE(path->nodes.front() == ends[i]);
      REQUIRE(path->nodes.back() == ends[j]);
      REQUIRE(length_of(path->nodes, board, lengths) == known.at(ends[j]));
      CHECK(cost == doctest::Approx(path->cost).epsilon(1e-12));
      CHECK(index.find(ends[i], ends[j], false, nullptr, settled)->cost == path->cost);
    }
  }
  return found;
}

}  // namespace

TEST_CASE(
    "the index of a grid has the shortest paths, also where they are too long for whole numbers") {
  Random random(4);
  int found = 0, too_long = 0;
  for (int round = 0; round < 800; ++round) {
    const bool has_long_moves = round % 8 < 3;
    const Board board = random_board(random, round % 20 == 19 ? 70 : 15);
    const auto lengths = [&]() -> WholeLengths {
      // With moves this long a few cells are too long, but no way between two corners is.
      constexpr std::uint32_t kLong = 100'000'000;
      if (has_long_moves)
        return {kLong, kLong / 1000 * 1414, board.grid->diagonal() == Diagonal::never};
      GridView view(board.grid);
      const auto guard = view.read_mapped();
      return whole_lengths(view);
    }();
    const auto index = index_of(board, lengths);
    if (!has_long_moves) CHECK(index->kind() == IndexState::Kind::corners);
    too_long += index->kind() == IndexState::Kind::long_corners;
    found += check_index(random, board, *index, lengths);
  }
  CHECK(too_long > 100);
  CHECK(found > 8000);
}

}  // namespace asterion::tests
