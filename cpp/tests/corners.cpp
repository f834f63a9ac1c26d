// Corners, and the index that is made of them, against the definition and against plain waves over
// all cells.
#include "asterion/index/corners.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <tuple>
#include <vector>

#include "asterion/index/index_draft.hpp"
#include "tests/random.hpp"

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
  Terrain terrain(board.grid);
  const auto guard = terrain.read_mapped();
  return corners_of(terrain);
}

// Beside the end of a wall: where moves cut no corners, at the free cell across it; where they do,
// at the free cell that they leave from.
bool is_corner(const Board& board, Point p) {
  if (!board.is_free(p.row, p.col)) return false;
  const Diagonal rule = board.grid->diagonal();
  for (const int down : {-1, 1})
    for (const int right : {-1, 1}) {
      const bool across = board.is_free(p.row + down, p.col + right);
      const bool beside = board.is_free(p.row + down, p.col);
      const bool ahead = board.is_free(p.row, p.col + right);
      if (rule == Diagonal::clear || rule == Diagonal::never) {
        if (!across && beside && ahead) return true;
      } else if (across && (rule == Diagonal::always ? !beside || !ahead : beside != ahead)) {
        return true;
      }
    }
  return false;
}

// Whether a way that makes such diagonal moves has a wall at its side here, not ahead or behind.
bool is_beside(const Board& board, Point p, Direction diagonal) {
  for (const int turned : {-1, 1}) {
    const std::int32_t down = -turned * kRowStep[diagonal], right = turned * kColStep[diagonal];
    if (!board.is_free(p.row + down, p.col + right) && board.is_free(p.row + down, p.col) &&
        board.is_free(p.row, p.col + right))
      return true;
  }
  return false;
}

// Where a way has to end. For gates, where no corners are cut, other corners are passed.
bool stops(const Board& board, Point p, Direction first, std::int32_t firsts, bool gates) {
  if (!is_corner(board, p)) return false;
  if (!gates || board.grid->diagonal() != Diagonal::clear || firsts == 0) return true;
  return is_beside(board, p, first);
}

// Whether all ways of so many moves in one direction and so many in another are free, and lead over
// no corner between their ends.
bool all_ways_are_clear(const Board& board, Point from, Direction first, std::int32_t firsts,
                        Direction later, std::int32_t laters, bool gates) {
  for (std::int32_t i = 0; i <= firsts; ++i)
    for (std::int32_t j = 0; j <= laters; ++j) {
      const Point at{from.row + i * kRowStep[first] + j * kRowStep[later],
                     from.col + i * kColStep[first] + j * kColStep[later]};
      const bool is_end = i + j == 0 || (i == firsts && j == laters);
      if (!is_end && stops(board, at, first, firsts, gates)) return false;
      if (i < firsts && !board.may_go(at, first)) return false;
      if (j < laters && !board.may_go(at, later)) return false;
    }
  return true;
}

using Told = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, int>;

// A corner with the moves that lead there, if no detour is made.
Told told(const Board& board, Point from, Point to, Direction& first, Direction& later) {
  const std::int32_t down = to.row - from.row, right = to.col - from.col;
  const std::int32_t rows = std::abs(down), cols = std::abs(right);
  const int by_row = (down > 0) - (down < 0), by_col = (right > 0) - (right < 0);
  std::int32_t firsts = 0, laters = 0;
  if (board.grid->diagonal() == Diagonal::never) {
    firsts = rows;
    laters = cols;
    first = direction_of(by_row, 0);
    later = direction_of(0, by_col);
  } else {
    firsts = std::min(rows, cols);
    laters = std::max(rows, cols) - firsts;
    first = direction_of(by_row, by_col);
    later = rows > cols ? direction_of(by_row, 0) : direction_of(0, by_col);
  }
  const int moves = (firsts > 0 ? 1 << first : 0) | (laters > 0 ? 1 << later : 0);
  return {to.row, to.col, firsts, laters, moves};
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
  for (bool done = false; !done;) {
    Budget step(1, Clock::time_point::max());
    done = draft.advance(step);
  }
  return draft.take();
}

// All pairs of some cells; how many have a path.
int check_index(Random& random, const Board& board, const IndexState& index,
                const WholeLengths& lengths) {
  int found = 0;
  std::vector<NodeId> ends;
  for (int i = 0; i < 6 && !board.free.empty(); ++i)
    ends.push_back(
        board.grid->id(board.free[random.below(static_cast<std::uint32_t>(board.free.size()))]));
  ends.push_back(random.below(static_cast<std::uint32_t>(board.grid->cells())));  // may be a wall
  std::vector<double> costs(ends.size() * ends.size());
  index.write_costs(ends, ends, costs.data());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const auto known = lengths_from(board, ends[i], lengths);
    for (std::size_t j = 0; j < ends.size(); ++j) {
      std::uint64_t settled = 0;
      const auto path = index.find(ends[i], ends[j], true, settled);
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
      CHECK(index.find(ends[i], ends[j], false, settled)->cost == path->cost);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("corners are where walls end") {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Board board = random_board(random, round % 10 == 0 ? 140 : 14);
    const Corners corners = corners_on(board);
    std::vector<Point> listed;
    corners.for_each([&](Point p) { listed.push_back(p); });
    std::size_t count = 0;
    for (std::int32_t r = 0; r < board.grid->rows(); ++r)
      for (std::int32_t c = 0; c < board.grid->cols(); ++c) {
        REQUIRE(corners.is_wall({r, c}) == !board.is_free(r, c));
        REQUIRE(corners.is_corner({r, c}) == is_corner(board, {r, c}));
        if (!is_corner(board, {r, c})) continue;
        REQUIRE(count < listed.size());
        CHECK(listed[count].row == r);
        CHECK(listed[count].col == c);
        ++count;
      }
    CHECK(count == listed.size());
  }
}

TEST_CASE("a cell sees the corners to which all ways that go on are free and touch no other") {
  Random random(2);
  std::size_t seen_in_all = 0, gates_in_all = 0;
  for (int round = 0; round < 600; ++round) {
    const bool gates = round % 2 == 0;
    const Board board = random_board(random, round % 20 < 2 ? 80 : 14);
    const Corners corners = corners_on(board);
    for (int i = 0; i < 12 && !board.free.empty(); ++i) {
      const Point from = board.free[random.below(static_cast<std::uint32_t>(board.free.size()))];
      std::vector<Told> wanted, seen;
      corners.for_each([&](Point to) {
        if (to.row == from.row && to.col == from.col) return;
        Direction first = 0, later = 0;
        const Told each = told(board, from, to, first, later);
        const std::int32_t firsts = std::get<2>(each), laters = std::get<3>(each);
        if (stops(board, to, first, firsts, gates) &&
            all_ways_are_clear(board, from, first, firsts, later, laters, gates))
          wanted.push_back(each);
      });
      const auto see = [&](const Corners::Seen& each) {
        seen.push_back({each.at.row, each.at.col, each.first, each.later, int{each.moves}});
      };
      gates ? corners.for_each_gate(from, see) : corners.for_each_seen(from, see);
      std::sort(seen.begin(), seen.end());
      std::sort(wanted.begin(), wanted.end());
      REQUIRE(seen == wanted);
      (gates ? gates_in_all : seen_in_all) += seen.size();
    }
  }
  CHECK(seen_in_all > 5000);  // there was something to check
  CHECK(gates_in_all > 4000);
}

TEST_CASE("a way goes on if it is free, diagonal moves first") {
  Random random(3);
  int goes_on = 0, stopped = 0;
  for (int round = 0; round < 400; ++round) {
    const Board board = random_board(random, round % 20 == 0 ? 140 : 14);
    if (board.free.empty()) continue;
    const Corners corners = corners_on(board);
    for (int i = 0; i < 30; ++i) {
      const auto some = [&] {
        return board.free[random.below(static_cast<std::uint32_t>(board.free.size()))];
      };
      const Point from = some(), to = some();
      Direction first = 0, later = 0;
      const Told each = told(board, from, to, first, later);
      Point at = from;
      bool free = true;
      const auto go = [&](Direction d, std::int32_t steps) {
        for (; steps > 0; --steps) {
          free = free && board.may_go(at, d);
          at = {at.row + kRowStep[d], at.col + kColStep[d]};
        }
      };
      go(first, std::get<2>(each));
      go(later, std::get<3>(each));
      REQUIRE(corners.goes_on(from, to) == free);
      (free ? goes_on : stopped) += 1;
    }
  }
  CHECK(goes_on > 1000);
  CHECK(stopped > 1000);
}

TEST_CASE("the index of a grid has the shortest paths, by each rule of diagonals") {
  Random random(4);
  int found = 0;
  for (int round = 0; round < 500; ++round) {
    const Board board = random_board(random, round % 20 == 0 ? 70 : 16);
    Terrain terrain(board.grid);
    const WholeLengths lengths = [&] {
      const auto guard = terrain.read_mapped();
      return whole_lengths(terrain);
    }();
    const auto index = index_of(board, lengths);
    CHECK(index->kind() == IndexState::Kind::corners);
    found += check_index(random, board, *index, lengths);
  }
  CHECK(found > 5000);
}

TEST_CASE("and where paths are too long for whole numbers") {
  Random random(5);
  int found = 0, too_long = 0;
  for (int round = 0; round < 300; ++round) {
    const Board board = random_board(random, 14);
    // With moves as long as these a few cells are too long, but no way between two corners.
    const std::uint32_t length = 100'000'000;
    const bool only_straight = board.grid->diagonal() == Diagonal::never;
    const WholeLengths lengths{length, length / 1000 * 1414, only_straight};
    const auto index = index_of(board, lengths);
    too_long += index->kind() == IndexState::Kind::long_corners;
    found += check_index(random, board, *index, lengths);
  }
  CHECK(too_long > 100);
  CHECK(found > 3000);
}

}  // namespace asterion::tests
