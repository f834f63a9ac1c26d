// The corners of a grid where all free cells cost the same, that is, the cells at which a cheapest
// path has to turn; and the corners that a cell sees.
//
// Two cells see each other if every path between them that only advances (in two neighbouring
// directions, or one) is free, and none leads over a corner. Then a cheapest path between any two
// cells either advances all the way, or consists of ways between cells that see each other: where a
// path turns back there is a wall whose corner it touches, and where an advancing way has a wall
// or a corner beside it, it can be moved until it touches that. This holds for each rule of
// diagonal moves, if the corners are the turns of world/jump_map.hpp.
//
// Where diagonal moves cut no corners, more can be left out. Take ways of moves to the right and up
// to the right. A path turns at the end of such a way only at a corner whose wall is to its upper
// left; and if a wall is between the cells, then such a corner, or one whose wall is to its lower
// right, lies on one of the ways. So other corners are passed, and two corners see each other this
// way only if each counts as a corner for the other.
//
// It is a copy: later changes of the grid are not in it. 4 bits per cell, or 8.
//
// Source      T. Uras, S. Koenig and C. Hernandez, Subgoal graphs for optimal pathfinding in
//             eight-neighbor grids, 2013, for diagonal moves that cut no corners
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "asterion/index/taut.hpp"
#include "asterion/world/bitmap.hpp"
#include "asterion/world/jump_map.hpp"
#include "asterion/world/moves.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class Corners {
 public:
  // A corner that a cell sees, `first` diagonal moves (or vertical ones, where there are no
  // diagonals) and `later` straight ones away.
  struct Seen {
    Point at;
    std::int32_t first;
    std::int32_t later;
    MoveMask moves;  // the moves on the way there, in any order
  };

  Corners() = default;
  explicit Corners(const JumpMap& map, Diagonal rule, std::int32_t rows, std::int32_t cols)
      : rule_(rule), rows_(rows), cols_(cols), walls_{map.rows().walls(), map.cols().walls()} {
    corners_[0] = Bitmap(rows, cols, false);
    corners_[1] = Bitmap(cols, rows, false);
    for (std::int32_t row = 0; row < rows; ++row)
      for (std::int32_t at = 0; at < corners_[0].words_a_line(); ++at)
        corners_[0].word(row, at) |= turns<false>(map.rows(), row, at);
    Bitmap of_cols(cols, rows, false), turned(rows, cols, false);
    for (std::int32_t col = 0; col < cols; ++col)
      for (std::int32_t at = 0; at < of_cols.words_a_line(); ++at)
        of_cols.word(col, at) = turns<true>(map.cols(), col, at);
    transpose(of_cols, turned);
    for (std::int32_t row = 0; row < rows; ++row)
      for (std::int32_t at = 0; at < corners_[0].words_a_line(); ++at)
        corners_[0].word(row, at) |= turned.word(row, at);
    transpose(corners_[0], corners_[1]);
    if (rule_ == Diagonal::clear) find_sides();
  }

  std::int32_t rows() const { return rows_; }
  std::int32_t cols() const { return cols_; }
  Diagonal rule() const { return rule_; }
  bool is_wall(Point p) const { return walls_[0].get(p.row, p.col); }
  bool is_corner(Point p) const { return corners_[0].get(p.row, p.col); }
  std::size_t bytes() const {
    const std::size_t maps = rule_ == Diagonal::clear ? 8 : 4;
    return maps * (static_cast<std::size_t>(rows_) + 2) *
           (static_cast<std::size_t>(cols_) / 64 + 2) * 8;
  }

  const Bitmap& by_rows() const { return corners_[0]; }
  // Calls visit(corner) for each, in the order of their cells.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::int32_t row = 0; row < rows_; ++row)
      for (std::int32_t at = 0; at < corners_[0].words_a_line(); ++at)
        for (std::uint64_t left = corners_[0].word(row, at); left != 0; left &= left - 1)
          visit(Point{row, 64 * at + std::countr_zero(left)});
  }
  // The free neighbours of a cell, a bit for each direction.
  std::uint8_t around(Point p) const {
    unsigned free = 0;
    for (Direction d = 0; d < kDirections; ++d)
      free |= unsigned{!is_wall({p.row + kRowStep[d], p.col + kColStep[d]})} << d;
    return static_cast<std::uint8_t>(free);
  }

  // Calls visit(Seen) for each corner that a free cell sees, itself not included.
  template <class Visit>
  void for_each_seen(Point from, Visit&& visit) const {
    see(from, {&corners_, &corners_}, visit);
  }

  // Visits only the corners at which a path that begins or ends at the cell may have to turn. On a
  // way that advances diagonally, corners of walls straight ahead or behind are passed: a path does
  // not turn there, and they hide nothing. This halves the number of corners.
  template <class Visit>
  void for_each_gate(Point from, Visit&& visit) const {
    if (rule_ == Diagonal::clear)
      see(from, {&sides_[0], &sides_[1]}, visit);
    else
      for_each_seen(from, visit);
  }

  // Whether the way that first goes diagonally (vertically) and then straight is free.
  bool continues(Point from, Point to) const {
    const std::int32_t down = to.row - from.row, right = to.col - from.col;
    Point at = from;
    const std::int32_t row_step = sign(down), col_step = sign(right);
    if (rule_ == Diagonal::never) {
      return free_between<true>(from.col, from.row, to.row) &&
             free_between<false>(to.row, from.col, to.col);
    }
    const std::int32_t both = std::min(std::abs(down), std::abs(right));
    for (std::int32_t i = 0; i < both; ++i) {
      if (!may_go({at.row, at.col}, row_step, col_step)) return false;
      at.row += row_step;
      at.col += col_step;
    }
    return at.row == to.row ? free_between<false>(at.row, at.col, to.col)
                            : free_between<true>(at.col, at.row, to.row);
  }

 private:
  using Both = std::array<Bitmap, 2>;  // by rows, and by columns

  // The cells that stop a walk in the sectors of each of the two diagonals: that which goes up to
  // the right, and the other.
  using Stops = std::array<const Both*, 2>;

  template <class Visit>
  void see(Point from, const Stops& stops, Visit&& visit) const {
    const Reach east = straight<false, true>(from, corners_);
    const Reach west = straight<false, false>(from, corners_);
    if (east.corner) visit(Seen{{from.row, from.col + east.steps}, 0, east.steps, mask(0, 1)});
    if (west.corner) visit(Seen{{from.row, from.col - west.steps}, 0, west.steps, mask(0, -1)});
    if (rule_ == Diagonal::never) {
      sector_of_lines<true>(from, east.steps - 1, west.steps - 1, visit);
      sector_of_lines<false>(from, east.steps - 1, west.steps - 1, visit);
      return;
    }
    const Reach south = straight<true, true>(from, corners_);
    const Reach north = straight<true, false>(from, corners_);
    if (south.corner) visit(Seen{{from.row + south.steps, from.col}, 0, south.steps, mask(1, 0)});
    if (north.corner) visit(Seen{{from.row - north.steps, from.col}, 0, north.steps, mask(-1, 0)});
    const auto free = [&]<bool columns, bool up>(const Reach& reach, const Both& stop) {
      // Continues past a corner that stops no walk here.
      return (reach.corner && &stop != &corners_ ? straight<columns, up>(from, stop).steps
                                                 : reach.steps) -
             1;
    };
    const Both &rising = *stops[0], &falling = *stops[1];
    diagonal<true, true>(from, free.template operator()<true, true>(south, falling),
                         free.template operator()<false, true>(east, falling), falling, visit);
    diagonal<true, false>(from, free.template operator()<true, true>(south, rising),
                          free.template operator()<false, false>(west, rising), rising, visit);
    diagonal<false, false>(from, free.template operator()<true, false>(north, falling),
                           free.template operator()<false, false>(west, falling), falling, visit);
    diagonal<false, true>(from, free.template operator()<true, false>(north, rising),
                          free.template operator()<false, true>(east, rising), rising, visit);
  }

  // Finds, where diagonal moves cut no corners, the corners of walls to the left or right of a path
  // along each diagonal.
  void find_sides() {
    for (Both& side : sides_) {
      side[0] = Bitmap(rows_, cols_, false);
      side[1] = Bitmap(cols_, rows_, false);
    }
    for (std::int32_t row = 0; row < rows_; ++row)
      for (std::int32_t at = 0; at < corners_[0].words_a_line(); ++at) {
        const std::uint64_t corners = corners_[0].word(row, at);
        if (corners == 0) continue;
        const auto west = [&](std::int32_t r) {
          return walls_[0].word(r, at) << 1 | walls_[0].word(r, at - 1) >> 63;
        };
        const auto east = [&](std::int32_t r) {
          return walls_[0].word(r, at) >> 1 | walls_[0].word(r, at + 1) << 63;
        };
        const std::uint64_t above = ~walls_[0].word(row - 1, at),
                            below = ~walls_[0].word(row + 1, at);
        const std::uint64_t left = ~west(row), right = ~east(row);
        sides_[0][0].word(row, at) =
            corners & ((west(row - 1) & above & left) | (east(row + 1) & below & right));
        sides_[1][0].word(row, at) =
            corners & ((east(row - 1) & above & right) | (west(row + 1) & below & left));
      }
    for (Both& side : sides_) transpose(side[0], side[1]);
  }

  // The length of a walk along a line: to the first wall, or to a corner before it.
  struct Reach {
    std::int32_t steps;
    bool corner;
  };

  static constexpr MoveMask mask(int row_step, int col_step) {
    return static_cast<MoveMask>(1u << direction_of(row_step, col_step));
  }
  static std::int32_t sign(std::int32_t x) { return (x > 0) - (x < 0); }

  // The cells, of 64 on a line, at which walks along it may turn, either way.
  template <bool columns>
  std::uint64_t turns(const LineMap& lines, std::int32_t line, std::int32_t at) const {
    std::uint64_t up = lines.turns<true>().word(line, at),
                  down = lines.turns<false>().word(line, at);
    if (rule_ == Diagonal::clear || rule_ == Diagonal::never) {
      // A walk comes from a free cell.
      const Bitmap& walls = lines.walls();
      const std::uint64_t here = walls.word(line, at);
      up &= ~(here << 1 | walls.word(line, at - 1) >> 63);
      down &= ~(here >> 1 | walls.word(line, at + 1) << 63);
    }
    return up | down;
  }

  // Corners farther than `most` steps away are ignored.
  template <bool columns, bool up>
  Reach straight(Point from, const Both& stops,
                 std::int32_t most = std::numeric_limits<std::int32_t>::max()) const {
    const std::int32_t line = columns ? from.col : from.row, cell = columns ? from.row : from.col;
    const unsigned char* const walls = walls_[columns].line(line);
    const unsigned char* const corners = stops[columns].line(line);
    constexpr std::int32_t kStep = up ? 1 : -1;
    for (std::int32_t steps = 1; steps <= most; steps += kLook) {
      const std::int32_t at = cell + kStep * steps;
      const std::uint64_t wall = look<up>(walls, at), corner = look<up>(corners, at);
      const std::uint64_t any = wall | corner;
      if (any != 0)
        return {steps + (up ? std::countr_zero(any) : std::countl_zero(any)),
                comes_first(up, corner, wall)};
    }
    return {most + 1, false};
  }

  bool may_go(Point at, std::int32_t row_step, std::int32_t col_step) const {
    if (is_wall({at.row + row_step, at.col + col_step})) return false;
    if (rule_ == Diagonal::always) return true;
    const bool beside = is_wall({at.row + row_step, at.col}),
               across = is_wall({at.row, at.col + col_step});
    return rule_ == Diagonal::clear ? !beside && !across : !beside || !across;
  }

  // A line as a diagonal walk crosses it: its walls and its corners.
  struct Line {
    const unsigned char* walls;
    const unsigned char* corners;
    std::ptrdiff_t to_next;

    void step() { walls += to_next, corners += to_next; }
  };
  template <bool columns>
  Line line(std::int32_t number, const Both& stops, bool up) const {
    const std::ptrdiff_t bytes = walls_[columns].bytes_a_line();
    return {walls_[columns].line(number), stops[columns].line(number), up ? bytes : -bytes};
  }
  // The first of the cells that a look shows, and the second.
  template <bool up>
  static bool bit(std::uint64_t looked, int which) {
    return (up ? looked >> which & 1 : looked >> (63 - which) & 1) != 0;
  }

  // Diagonal steps, with a look along both lines from each: nothing is seen past a nearer stop. One
  // look tells all that matters of a line: the cell itself, the next one, which is beside the next
  // diagonal move, and how far the line is free.
  template <bool down, bool right, class Visit>
  void diagonal(Point from, std::int32_t most_down, std::int32_t most_right, const Both& stops,
                Visit&& visit) const {
    constexpr std::int32_t kDown = down ? 1 : -1, kRight = right ? 1 : -1;
    constexpr MoveMask kFirst = mask(kDown, kRight);
    Point at = from;
    Line row = line<false>(at.row, stops, down), col = line<true>(at.col, stops, right);
    bool beside_right = bit<right>(look<right>(row.walls, at.col), 1);
    bool beside_down = bit<down>(look<down>(col.walls, at.row), 1);
    for (std::int32_t i = 1;; ++i) {
      at.row += kDown;
      at.col += kRight;
      row.step();
      col.step();
      const std::uint64_t row_walls = look<right>(row.walls, at.col);
      if (bit<right>(row_walls, 0) || !allows(rule_, !beside_right + !beside_down)) return;
      const std::uint64_t row_corners = look<right>(row.corners, at.col);
      if (bit<right>(row_corners, 0)) {
        visit(Seen{at, i, 0, kFirst});
        return;
      }
      const std::uint64_t col_walls = look<down>(col.walls, at.row);
      const std::uint64_t col_corners = look<down>(col.corners, at.row);
      if (most_right > 0) {
        const Reach reach = reached<false, right>(at, row_walls, row_corners, stops, most_right);
        if (reach.corner && reach.steps <= most_right)
          visit(Seen{
              {at.row, at.col + kRight * reach.steps}, i, reach.steps, kFirst | mask(0, kRight)});
        most_right = std::min(most_right, reach.steps - 1);
      }
      if (most_down > 0) {
        const Reach reach = reached<true, down>(at, col_walls, col_corners, stops, most_down);
        if (reach.corner && reach.steps <= most_down)
          visit(Seen{
              {at.row + kDown * reach.steps, at.col}, i, reach.steps, kFirst | mask(kDown, 0)});
        most_down = std::min(most_down, reach.steps - 1);
      }
      beside_right = bit<right>(row_walls, 1);
      beside_down = bit<down>(col_walls, 1);
    }
  }
  // The stop that a look from a cell shows; beyond it, that of further looks.
  template <bool columns, bool up>
  Reach reached(Point from, std::uint64_t walls, std::uint64_t corners, const Both& stops,
                std::int32_t most) const {
    if (const std::uint64_t any = walls | corners; any != 0)
      return {up ? std::countr_zero(any) : std::countl_zero(any), comes_first(up, corners, walls)};
    return straight<columns, up>(from, stops, most);
  }

  // The sectors where there are no diagonals: vertical steps.
  template <bool down, class Visit>
  void sector_of_lines(Point from, std::int32_t most_east, std::int32_t most_west,
                       Visit&& visit) const {
    constexpr std::int32_t kDown = down ? 1 : -1;
    constexpr MoveMask kFirst = mask(kDown, 0);
    Point at = from;
    for (std::int32_t i = 1;; ++i) {
      at.row += kDown;
      if (is_wall(at)) return;
      if (is_corner(at)) {
        visit(Seen{at, i, 0, kFirst});
        return;
      }
      if (most_east > 0) {
        const Reach reach = straight<false, true>(at, corners_, most_east);
        if (reach.corner && reach.steps <= most_east)
          visit(Seen{{at.row, at.col + reach.steps}, i, reach.steps, kFirst | mask(0, 1)});
        most_east = std::min(most_east, reach.steps - 1);
      }
      if (most_west > 0) {
        const Reach reach = straight<false, false>(at, corners_, most_west);
        if (reach.corner && reach.steps <= most_west)
          visit(Seen{{at.row, at.col - reach.steps}, i, reach.steps, kFirst | mask(0, -1)});
        most_west = std::min(most_west, reach.steps - 1);
      }
    }
  }

  // Whether no wall is between two cells of a line.
  template <bool columns>
  bool free_between(std::int32_t line, std::int32_t from, std::int32_t to) const {
    const unsigned char* const walls = walls_[columns].line(line);
    std::int32_t low = std::min(from, to);
    const std::int32_t high = std::max(from, to);
    for (; low <= high; low += kLook) {
      const std::uint64_t ahead = look<true>(walls, low);
      if (ahead != 0 && low + std::countr_zero(ahead) <= high) return false;
    }
    return true;
  }

  Diagonal rule_ = Diagonal::clear;
  std::int32_t rows_ = 0;
  std::int32_t cols_ = 0;
  Both walls_;
  Both corners_;
  std::array<Both, 2> sides_;  // see for_each_gate()
};

}  // namespace asterion
