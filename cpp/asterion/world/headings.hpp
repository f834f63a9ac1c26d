// Numbers the directions of moves, so that moves in the same direction have the same number.
//
// On squares that is the direction itself, in steps of 45 degrees. On hexes it is one of six sides,
// in steps of 60 degrees: which of the eight moves leads there depends on the position of the tile.
// Triangles have no headings, since no two moves in a row have the same direction.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "asterion/world/tiles.hpp"

namespace asterion {

using Heading = std::uint8_t;  // clockwise, from east (hex_columns: from the south east) on

class Headings {
 public:
  explicit Headings(Tiles tiles) : tiles_(tiles) {}

  // The number of headings in a full turn.
  Heading count() const { return tiles_ == Tiles::square ? 8 : 6; }
  // The heading of a unit that has not moved yet.
  Heading none() const { return count(); }

  // The heading of a move from a tile.
  Heading of(Point at, Direction d) const {
    constexpr Heading no = 9;  // no move of this tile
    //                                              E  S  W  N  SE SW NW NE
    constexpr std::array<Heading, 8> kSquares{0, 2, 4, 6, 1, 3, 5, 7};
    constexpr std::array<std::array<Heading, 8>, 2> kHexes{
        {{0, 1, 3, 5, no, 2, 4, no}, {0, 2, 3, 4, 1, no, no, 5}}};
    constexpr std::array<std::array<Heading, 8>, 2> kHexColumns{
        {{0, 1, 2, 4, no, no, 3, 5}, {5, 1, 3, 4, 0, 2, no, no}}};
    switch (tiles_) {
      case Tiles::hex:
        return kHexes[at.row % 2][d];
      case Tiles::hex_columns:
        return kHexColumns[at.col % 2][d];
      default:
        return kSquares[d];
    }
  }

  // The direction of a heading on squares; none on other tiles, where it depends on the tile.
  Direction direction(Heading heading) const {
    constexpr std::array<Direction, 8> kSquares{0, 4, 1, 5, 2, 6, 3, 7};
    if (tiles_ != Tiles::square || heading >= count()) return kNoDirection;
    return kSquares[heading];
  }

  // The number of steps that a unit turns between two moves; 0 if one of them is none.
  int turn(Heading from, Heading to) const {
    if (from >= count() || to >= count()) return 0;
    const int apart = std::abs(from - to);
    return std::min(apart, count() - apart);
  }

  // A lower bound of the steps that a unit on open squares turns before it is this many rows and
  // columns away. If it turns step by step, it can reach all places between its first heading and
  // its last; without diagonals it turns two steps at a time.
  int least_turns(Heading from, std::int32_t rows, std::int32_t cols, bool diagonals) const {
    if (tiles_ != Tiles::square || (rows == 0 && cols == 0)) return 0;
    const int way = half_steps(rows, cols);  // odd if it lies between two headings
    const int steps = diagonals ? 1 : 2;     // at a time
    if (from >= count()) return way % (2 * steps) == 0 ? 0 : steps;
    const int apart = std::abs(2 * from - way);
    const int least = std::min(apart, 16 - apart);
    return steps * ((least + 2 * steps - 1) / (2 * steps));
  }

 private:
  // The direction of a place: twice the heading that leads there, or the sum of two.
  static int half_steps(std::int32_t rows, std::int32_t cols) {
    const std::int32_t down = std::abs(rows), right = std::abs(cols);
    // Within the quarter from east to south.
    const int quarter = down == 0 ? 0 : down < right ? 1 : down == right ? 2 : right != 0 ? 3 : 4;
    if (rows >= 0) return cols >= 0 ? quarter : 8 - quarter;
    return cols < 0 ? 8 + quarter : (16 - quarter) % 16;
  }

  Tiles tiles_;
};

}  // namespace asterion
