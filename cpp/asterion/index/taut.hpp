// Taut moves over a cell: those for which the cells around it show no cheaper path. A path with
// other moves is no cheapest one.
//
// Ways between cells that see each other can be walked with any of their moves last, and with any
// of them first. So a way is described by these moves, a bit for each direction; two ways that meet
// at a cell can be part of one cheapest path only if each last move of the one may be followed by
// each first move of the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "asterion/world/move_tables.hpp"

namespace asterion {

using MoveMask = std::uint8_t;

// The same moves walked back.
inline constexpr MoveMask walked_back(MoveMask moves) {
  const auto turned = [](unsigned four) { return (four << 2 | four >> 2) & 15; };
  return static_cast<MoveMask>(turned(moves & 15) | turned(moves >> 4) << 4);
}

// The moves that may follow, by the move that leads to a cell.
using TautMoves = std::array<MoveMask, kDirections>;
inline constexpr TautMoves kAllTaut{255, 255, 255, 255, 255, 255, 255, 255};

inline MoveMask taut_after(const TautMoves& taut, MoveMask last) {
  MoveMask next = 255;
  for_each_direction(last, [&](Direction d) { next = static_cast<MoveMask>(next & taut[d]); });
  return next;
}

// For a cell with these free neighbours.
inline TautMoves taut_moves(Diagonal rule, std::uint8_t around, MoveLengths lengths) {
  const Surroundings near(rule, around);
  const auto length = [&](Direction d) {
    return is_diagonal(d) ? lengths.diagonal : lengths.straight;
  };
  TautMoves taut{};
  for (Direction in = 0; in < kDirections; ++in) {
    // The costs from the previous cell to the others, not over the middle.
    std::array<std::uint64_t, 9> cost;
    cost.fill(~std::uint64_t{0} / 2);
    const auto at = [](int r, int c) { return static_cast<std::size_t>(3 * r + c + 4); };
    cost[at(-kRowStep[in], -kColStep[in])] = 0;
    for (int round = 0; round < 7; ++round)
      for (int r = -1; r <= 1; ++r)
        for (int c = -1; c <= 1; ++c)
          for (Direction d = 0; d < kDirections; ++d) {
            const int to_r = r + kRowStep[d], to_c = c + kColStep[d];
            if ((r == 0 && c == 0) || (to_r == 0 && to_c == 0)) continue;
            if (!near.is_free(r, c) || !near.allows_move(r, c, d)) continue;
            cost[at(to_r, to_c)] = std::min(cost[at(to_r, to_c)], cost[at(r, c)] + length(d));
          }
    for (Direction out = 0; out < kDirections; ++out)
      if (cost[at(kRowStep[out], kColStep[out])] >= length(in) + length(out))
        taut[in] = static_cast<MoveMask>(taut[in] | 1u << out);
  }
  return taut;
}

}  // namespace asterion
