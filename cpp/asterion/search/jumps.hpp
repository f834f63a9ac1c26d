// The jump points of a cell in a direction: the next cells where a path may have to turn.
//
// A straight walk stops where the jump map says so. A walk in a direction that comes first in the
// canonical order (diagonal; vertical, where there are no diagonals) can turn at every cell: it
// looks along the lines to both sides and reports the jump points on them. A cell of the walk
// itself is reported only if a wall beside it allows a turn that no line shows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "asterion/world/grid_view.hpp"
#include "asterion/world/move_tables.hpp"

namespace asterion {

// The goals by row and by column, for walks that ask whether a goal is ahead.
class GoalLines {
 public:
  static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();

  GoalLines(const Grid& grid, const NodeList& goals) {
    for (const NodeId goal : goals) {
      const Point p = grid.point(goal);
      by_line_[0].push_back({p.row, p.col});
      by_line_[1].push_back({p.col, p.row});
    }
    for (std::size_t each = 0; each < 2; ++each) {
      auto& lines = by_line_[each];
      std::sort(lines.begin(), lines.end());
      if (lines.empty()) continue;
      first_[each] = lines.front().line;
      span_[each] = static_cast<std::uint32_t>(lines.back().line - lines.front().line);
    }
  }

  // Whether a goal may be on this line (a row or a column).
  template <bool columns>
  bool near(std::int32_t line) const {
    return static_cast<std::uint32_t>(line - first_[columns]) <= span_[columns];
  }

  // The number of lines, at least one, until a line that may have a goal.
  template <bool columns, bool up>
  std::int32_t lines_until_near(std::int32_t line) const {
    const std::int32_t last = first_[columns] + static_cast<std::int32_t>(span_[columns]);
    const std::int32_t to_first = up ? first_[columns] - line : line - last;
    const std::int32_t to_last = up ? last - line : line - first_[columns];
    return to_first >= 1 ? to_first : to_last >= 1 ? 1 : kNone;
  }

  // Steps to the nearest goal ahead on a line.
  template <bool columns, bool up>
  std::int32_t steps(std::int32_t line, std::int32_t cell) const {
    const auto& lines = by_line_[columns];
    const Place here{line, cell};
    if (up) {
      const auto at = std::upper_bound(lines.begin(), lines.end(), here);
      return at != lines.end() && at->line == line ? at->cell - cell : kNone;
    }
    const auto at = std::lower_bound(lines.begin(), lines.end(), here);
    return at != lines.begin() && std::prev(at)->line == line ? cell - std::prev(at)->cell : kNone;
  }

  bool contains(Point p) const {
    return near<false>(p.row) && near<true>(p.col) &&
           std::binary_search(by_line_[0].begin(), by_line_[0].end(), Place{p.row, p.col});
  }

 private:
  // A place by row, then column; or by column, then row.
  struct Place {
    std::int32_t line, cell;
    auto operator<=>(const Place&) const = default;
  };
  std::array<Few<Place>, 2> by_line_;
  std::array<std::int32_t, 2> first_{-1, -1};
  std::array<std::uint32_t, 2> span_{};
};

// A cell where a path may turn: `first` steps in the direction of the walk, then `later` steps in
// direction `last`. For a cell that the walk itself passes, where a path in another direction would
// have to turn, `last` is kPassed.
struct JumpPoint {
  Point at;
  std::int32_t first;
  std::int32_t later;
  Direction last;
};
inline constexpr Direction kPassed = 9;

// A jump seen from its end: `later` steps back in direction `last`, then `earlier` in `first`.
struct JumpBack {
  Direction last;
  std::int32_t later;
  Direction first;
  std::int32_t earlier;
};
template <Diagonal rule>
JumpBack jump_back(Point to, Point from) {
  const auto sign = [](std::int32_t x) { return (x > 0) - (x < 0); };
  const std::int32_t rows = from.row - to.row, cols = from.col - to.col;
  const Direction across = direction_of(0, sign(cols)), along = direction_of(sign(rows), 0);
  if (rule == Diagonal::never) return {across, std::abs(cols), along, std::abs(rows)};
  const std::int32_t earlier = std::min(std::abs(rows), std::abs(cols));
  const bool ends_along = std::abs(rows) > std::abs(cols);
  return {ends_along ? along : across, std::max(std::abs(rows), std::abs(cols)) - earlier,
          direction_of(sign(rows), sign(cols)), earlier};
}

// With `weighted`, walks also end at mixed cells (world/jump_map.hpp), where all moves are looked
// at except needless ones by detours.hpp.
template <Diagonal rule, bool weighted = false>
class Jumps {
 public:
  Jumps(const GridView& view, const NodeList& goals)
      : rows_(view.jump_map().rows()), cols_(view.jump_map().cols()), goals_(view.grid(), goals) {}

  // A walk reports at most three for each of its steps.
  static std::size_t most_found(const Grid& grid) {
    return 3 * static_cast<std::size_t>(std::max(grid.rows(), grid.cols()));
  }

  // The moves to look at from a cell, a bit each.
  std::uint8_t moves(Point p, Direction arrived_by) const {
    return canonical_[arrived_by][around(p)];
  }
  bool is_mixed(Point p) const { return weighted && rows_.is_mixed(p.row, p.col); }
  // The mixed neighbours of a cell, a bit for each direction.
  std::uint8_t mixed_around(Point p) const {
    return rows_.mixed_cells().empty() ? std::uint8_t{0} : bits_around(rows_.mixed_cells(), p);
  }

  // Writes the jump points of a walk, at most most_found(), and moves `found` past them. Ends at a
  // goal if it may.
  struct Walk {
    JumpPoint* found;
    bool may_end_at_goal = false;
    bool at_goal = false;
  };
  void go(Point from, Direction d, Walk& walk) const {
    switch (d) {
      case 0:
        return straight<false, true>(from, 0, walk);
      case 1:
        return rule == Diagonal::never ? vertical<true>(from, walk)
                                       : straight<true, true>(from, 0, walk);
      case 2:
        return straight<false, false>(from, 0, walk);
      case 3:
        return rule == Diagonal::never ? vertical<false>(from, walk)
                                       : straight<true, false>(from, 0, walk);
      case 4:
        return diagonal<true, true>(from, walk);
      case 5:
        return diagonal<true, false>(from, walk);
      case 6:
        return diagonal<false, false>(from, walk);
      default:
        return diagonal<false, true>(from, walk);
    }
  }

 private:
  static constexpr std::int32_t sign(bool up) { return up ? 1 : -1; }
  template <bool columns, bool up>
  static constexpr Direction direction() {
    return columns ? (up ? 1 : 3) : (up ? 0 : 2);
  }
  template <bool up>
  static bool bit(std::uint64_t look, int cell) {
    return ((up ? look >> cell : look << cell >> 63) & 1) != 0;
  }
  template <bool up>
  static std::int32_t first_bit(std::uint64_t bits) {
    return up ? std::countr_zero(bits) : std::countl_zero(bits);
  }

  // Removes the first cell from a look.
  template <bool up>
  static std::uint64_t ahead(std::uint64_t look) {
    return up ? look & ~std::uint64_t{1} : look << 1 >> 1;
  }

  // Steps to the next turn on a line; if a wall comes first, minus the steps to the cell before it.
  template <bool up>
  static std::int32_t scan(const LineMap& map, std::int32_t line, std::int32_t cell) {
    const std::uint64_t walls = look<up>(map.walls().line(line), cell);
    const std::uint64_t turns = ahead<up>(look<up>(map.template turns<up>().line(line), cell));
    if ((walls | turns) != 0) {
      const std::int32_t steps = first_bit<up>(walls | turns);
      return comes_first(up, walls, turns) ? 1 - steps : steps;
    }
    return scan_far<up>(map, line, cell);
  }
  // As scan(), from the word after the cell's own.
  template <bool up>
  static std::int32_t scan_far(const LineMap& map, std::int32_t line, std::int32_t cell) {
    const LineMap::Stops& words = map.template words<up>();
    for (std::int32_t at = (cell >> 6) + sign(up);; at += sign(up) * kLook) {
      const std::uint64_t walls = look<up>(words.walls.line(line), at);
      const std::uint64_t turns = look<up>(words.turns.line(line), at);
      if ((walls | turns) == 0) continue;
      at += sign(up) * first_bit<up>(walls | turns);
      const std::uint64_t stops =
          map.walls().word(line, at) | map.template turns<up>().word(line, at);
      const std::int32_t skipped = up ? 64 * at - cell : cell - 64 * at - 63;
      const std::int32_t steps = skipped + first_bit<up>(stops);
      return comes_first(up, walls, turns) ? 1 - steps : steps;
    }
  }

  // Reports the jump point on a line, if there is one: a turn, or a goal before it.
  template <bool columns, bool up>
  [[gnu::noinline]] void straight(Point p, std::int32_t before, Walk& walk) const {
    const std::int32_t line = columns ? p.col : p.row, cell = columns ? p.row : p.col;
    const std::int32_t scanned = scan<up>(columns ? cols_ : rows_, line, cell);
    std::int32_t steps = scanned;
    if (goals_.near<columns>(line)) {
      const std::int32_t goal = goals_.steps<columns, up>(line, cell);
      if (goal <= std::abs(scanned)) {
        steps = goal;
        walk.at_goal = walk.may_end_at_goal;
      }
    }
    if (steps <= 0) return;
    (columns ? p.row : p.col) += sign(up) * steps;
    *walk.found++ = {p, before, steps, direction<columns, up>()};
  }

  // Whether a line on which one look finds nothing leads to a wall before any turn. On a very long
  // line it may say no where an exact scan would say yes.
  template <bool up>
  static bool is_dead_end(const LineMap& map, std::int32_t line, std::int32_t cell) {
    const LineMap::Stops& words = map.template words<up>();
    const std::int32_t rest = (cell >> 6) + sign(up);
    return comes_first(up, look<up>(words.walls.line(line), rest),
                       look<up>(words.turns.line(line), rest));
  }

  // The inner loop of most searches. Most lines to the sides end at a wall without a turn: the
  // check for that stays in registers, and the rest is in other functions.
  template <bool down, bool right>
  [[gnu::noinline]] void diagonal(Point p, Walk& walk) const {
    constexpr Direction d = down ? (right ? 4 : 5) : (right ? 7 : 6);
    std::int32_t r = p.row, c = p.col;
    const unsigned char* row = rows_.walls().line(r);
    const unsigned char* col = cols_.walls().line(c);
    const unsigned char* row_turns = rows_.template turns<right>().line(r);
    const unsigned char* col_turns = cols_.template turns<down>().line(c);
    const std::ptrdiff_t to_next_row = sign(down) * rows_.walls().bytes_a_line();
    const std::ptrdiff_t to_next_col = sign(right) * cols_.walls().bytes_a_line();
    std::uint64_t across = look<right>(row, c), along = look<down>(col, r);
    std::int32_t goal_near =
        std::min(goals_.lines_until_near<false, down>(r), goals_.lines_until_near<true, right>(c));
    for (std::int32_t steps = 1;; ++steps) {
      if (!allows<rule>(!bit<right>(across, 1), !bit<down>(along, 1))) return;
      r += sign(down);
      c += sign(right);
      row += to_next_row;
      col += to_next_col;
      row_turns += to_next_row;
      col_turns += to_next_col;
      across = look<right>(row, c);
      along = look<down>(col, r);
      if (bit<right>(across, 0)) return;
      std::uint64_t turns_across = look<right>(row_turns, c);
      std::uint64_t turns_along = look<down>(col_turns, r);
      if (weighted && bit<right>(turns_across, 0) && is_mixed({r, c}))
        return stop({r, c}, steps, d, walk);
      if (!weighted && rule == Diagonal::clear && steps != goal_near &&
          (int{bit<right>(turns_across, 0)} | int{bit<down>(turns_along, 0)}) != 0)
        *walk.found++ = {{r, c}, steps, 0, kPassed};
      turns_across = ahead<right>(turns_across);
      turns_along = ahead<down>(turns_along);
      const bool wall_across = comes_first(right, across, turns_across);
      const bool wall_along = comes_first(down, along, turns_along);
      if (rule == Diagonal::clear && steps != goal_near) [[likely]] {
        if (wall_across & wall_along) continue;
        if (!wall_across && (turns_across != 0 || !is_dead_end<right>(rows_, r, c)))
          straight<false, right>({r, c}, steps, walk);
        if (!wall_along && (turns_along != 0 || !is_dead_end<down>(cols_, c, r)))
          straight<true, down>({r, c}, steps, walk);
        continue;
      }
      if (must_stop({r, c}, d)) return stop({r, c}, steps, d, walk);
      straight<false, right>({r, c}, steps, walk);
      straight<true, down>({r, c}, steps, walk);
      if (walk.at_goal) return;
      goal_near = std::min(goals_.lines_until_near<false, down>(r),
                           goals_.lines_until_near<true, right>(c));
      if (goal_near != GoalLines::kNone) goal_near += steps;
    }
  }

  // The walk where there are no diagonals.
  template <bool down>
  [[gnu::noinline]] void vertical(Point p, Walk& walk) const {
    std::int32_t r = p.row;
    const std::int32_t c = p.col;
    const unsigned char* row = rows_.walls().line(r);
    const unsigned char* right_turns = rows_.template turns<true>().line(r);
    const unsigned char* left_turns = rows_.template turns<false>().line(r);
    const std::ptrdiff_t to_next_row = sign(down) * rows_.walls().bytes_a_line();
    for (std::int32_t steps = 1;; ++steps) {
      r += sign(down);
      row += to_next_row;
      right_turns += to_next_row;
      left_turns += to_next_row;
      const std::uint64_t right = look<true>(row, c), left = look<false>(row, c);
      if (bit<true>(right, 0)) return;
      if (is_mixed({r, c})) return stop({r, c}, steps, direction<true, down>(), walk);
      const std::uint64_t turns_right = ahead<true>(look<true>(right_turns, c));
      const std::uint64_t turns_left = ahead<false>(look<false>(left_turns, c));
      const bool wall_right = comes_first(true, right, turns_right);
      const bool wall_left = comes_first(false, left, turns_left);
      if (!goals_.near<false>(r)) [[likely]] {
        if (wall_right & wall_left) continue;
        if (!wall_right && (turns_right != 0 || !is_dead_end<true>(rows_, r, c)))
          straight<false, true>({r, c}, steps, walk);
        if (!wall_left && (turns_left != 0 || !is_dead_end<false>(rows_, r, c)))
          straight<false, false>({r, c}, steps, walk);
        continue;
      }
      if (goals_.contains({r, c})) return stop({r, c}, steps, direction<true, down>(), walk);
      straight<false, true>({r, c}, steps, walk);
      straight<false, false>({r, c}, steps, walk);
      if (walk.at_goal) return;
    }
  }

  void stop(Point p, std::int32_t steps, Direction d, Walk& walk) const {
    *walk.found++ = {p, steps, 0, d};
    walk.at_goal = walk.may_end_at_goal && goals_.contains(p);
  }

  // Whether a cell is a goal, or has moves other than on and to both sides. Where corners are not
  // cut, no cell has such moves.
  bool must_stop(Point p, Direction d) const {
    if (goals_.contains(p)) return true;
    if (rule == Diagonal::clear) return false;
    const auto expected = static_cast<std::uint8_t>(1u << d | 1u << direction_of(kRowStep[d], 0) |
                                                    1u << direction_of(0, kColStep[d]));
    return (moves(p, d) & ~expected) != 0;
  }

  // The free neighbours of a cell, read from the walk's own map: short searches should not load the
  // view into the cache.
  std::uint8_t around(Point p) const {
    return static_cast<std::uint8_t>(~bits_around(rows_.walls(), p));
  }
  static std::uint8_t bits_around(const Bitmap& map, Point p) {
    const auto three = [&](std::int32_t row) {  // west, middle, east
      return static_cast<unsigned>(look<true>(map.line(row), p.col - 1)) & 7;
    };
    const unsigned above = three(p.row - 1), here = three(p.row), below = three(p.row + 1);
    return static_cast<std::uint8_t>(here >> 2 | (below & 2) | (here & 1) << 2 | (above & 2) << 2 |
                                     (below & 4) << 2 | (below & 1) << 5 | (above & 1) << 6 |
                                     (above & 4) << 5);
  }

  const LineMap& rows_;
  const LineMap& cols_;
  const MoveTable& canonical_ = canonical_moves(rule);
  GoalLines goals_;
};

}  // namespace asterion
