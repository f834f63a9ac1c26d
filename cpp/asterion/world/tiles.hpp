// Shapes of tiles: which of the eight moves each tile has, and how far tiles are apart.
//
// Hexes and triangles are kept in rows and columns like squares, and the neighbours of each are
// some of the eight around it. Which ones depends on where the tile stands:
//
//   hex            odd rows stand half a tile to the right: E W, and above and below the two that
//                  the tile touches (even rows N NW S SW, odd rows N NE S SE)
//   hex_columns    odd columns stand half a tile lower: N S, and to each side the two that the tile
//                  touches (even columns E NE W NW, odd columns E SE W SW)
//   triangle       E W, and S where the tile points up (row + column is even), else N
//
// Every move is as long as any other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "asterion/world/moves.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

enum class Tiles : std::uint8_t { square, hex, hex_columns, triangle };

// A bit for each move that leads from this tile to one that it touches.
inline constexpr std::uint8_t moves_of_tile(Tiles tiles, Point at) {
  constexpr unsigned E = 1, S = 2, W = 4, N = 8, SE = 16, SW = 32, NW = 64, NE = 128;
  const bool odd_row = at.row % 2 != 0, odd_col = at.col % 2 != 0;
  switch (tiles) {
    case Tiles::square:
      return 255;
    case Tiles::hex:
      return odd_row ? E | S | W | N | SE | NE : E | S | W | N | SW | NW;
    case Tiles::hex_columns:
      return odd_col ? E | S | W | N | SE | SW : E | S | W | N | NW | NE;
    case Tiles::triangle:
      return odd_row == odd_col ? E | S | W : E | W | N;
  }
  return 0;
}

namespace detail {

// The distance of two hexes, from their columns (or rows) and rows apart on a slanted grid.
inline std::int64_t hexes_apart(std::int64_t across, std::int64_t along) {
  return (std::abs(across) + std::abs(along) + std::abs(across + along)) / 2;
}

// Between two moves up or down lies at least one to the side, because a triangle has only one of
// them; and one more at each end where the triangle there has the other.
inline std::int64_t triangles_apart(Point a, Point b) {
  if (a.row > b.row) std::swap(a, b);
  const std::int64_t down = b.row - a.row, aside = std::abs(b.col - a.col);
  if (down == 0) return aside;
  const bool begins_down = (a.row + a.col) % 2 == 0;  // the upper points up, and has a move S
  const bool ends_down = (b.row + b.col) % 2 != 0;    // the lower one is entered from above
  return down + std::max<std::int64_t>(aside, down - 1 + !begins_down + !ends_down);
}

}  // namespace detail

// The moves of a shortest path between two tiles where nothing is in the way. Not for squares,
// whose moves differ in length.
inline std::int64_t tiles_apart(Tiles tiles, Point a, Point b) {
  switch (tiles) {
    case Tiles::square:
      break;
    case Tiles::hex: {
      const auto slanted = [](Point p) { return p.col - (p.row - p.row % 2) / 2; };
      return detail::hexes_apart(slanted(b) - slanted(a), b.row - a.row);
    }
    case Tiles::hex_columns: {
      const auto slanted = [](Point p) { return p.row - (p.col - p.col % 2) / 2; };
      return detail::hexes_apart(slanted(b) - slanted(a), b.col - a.col);
    }
    case Tiles::triangle:
      return detail::triangles_apart(a, b);
  }
  return 0;
}

}  // namespace asterion
