// Prunes moves where costs differ: a move is left out if the cell before it has a cheaper detour
// around this cell. The costs of the eight cells around show all such detours.
//
// A detour of equal cost counts only where the three cells that matter cost the same, and if it
// makes its diagonal move earlier, as in canonical_moves(): then of two such moves to a cell one is
// straight and the other diagonal, so they cannot rule out each other.
//
// Guarantee   a cheapest path to every cell is still looked at; for forward searches
// Complexity  about ten comparisons
#pragma once

#include <array>
#include <cstdint>

#include "asterion/world/moves.hpp"

namespace asterion {

namespace detail {

// The cells on one side of a walk over a cell, as directions from that cell. After a straight move
// they are in a line beside the walk. After a diagonal move `beside` is a straight move from the
// cell before; a second move in that direction leads from `beside` to `behind`, and a diagonal move
// like the walk's leads to `ahead`.
struct Side {
  Direction beside, ahead, behind;
};

constexpr std::array<std::array<Side, 2>, kDirections> make_sides() {
  std::array<std::array<Side, 2>, kDirections> sides{};
  for (Direction d = 0; d < kDirections; ++d) {
    const int r = kRowStep[d], c = kColStep[d];
    if (is_diagonal(d)) {
      sides[d] = {{{direction_of(0, -c), direction_of(r, 0), direction_of(r, -c)},
                   {direction_of(-r, 0), direction_of(0, c), direction_of(-r, c)}}};
    } else {
      sides[d] = {
          {{direction_of(c, r), direction_of(c + r, r + c), direction_of(c - r, r - c)},
           {direction_of(-c, -r), direction_of(r - c, c - r), direction_of(-r - c, -c - r)}}};
    }
  }
  return sides;
}

inline constexpr auto kSides = make_sides();

}  // namespace detail

// Removes from `moves` those that a detour makes needless, for a cell reached by a move. `free` are
// the free neighbours; `cuts_corners` if one free cell beside a diagonal move is enough. `cost(d)`
// is the cost of a free neighbour, and `here` that of the cell.
template <class Number, class CostOf>
std::uint8_t without_detours(unsigned moves, Direction arrived_by, unsigned free, bool cuts_corners,
                             Number straight, Number diagonal, Number here, CostOf&& cost) {
  const auto has = [](unsigned set, Direction d) { return (set >> d & 1) != 0; };
  for (const detail::Side& side : detail::kSides[arrived_by]) {
    if (!has(free, side.beside)) continue;
    const Number beside = cost(side.beside);
    if (is_diagonal(arrived_by)) {
      // Over the cell beside: two straight moves to the cell behind, or a straight and a diagonal
      // one ahead.
      if (has(moves, side.behind) &&
          straight * (beside + cost(side.behind)) < diagonal * (here + cost(side.behind)))
        moves &= ~(1u << side.behind);
      if (has(moves, side.ahead) && (cuts_corners || has(free, side.behind)) &&
          straight * beside + diagonal * cost(side.ahead) <
              diagonal * here + straight * cost(side.ahead))
        moves &= ~(1u << side.ahead);
      continue;
    }
    if (!cuts_corners && !has(free, side.behind)) continue;
    // By a diagonal move to the cell beside: it ends there, or continues straight or diagonally.
    if (has(moves, side.beside) && diagonal * beside < straight * (here + beside))
      moves &= ~(1u << side.beside);
    if (has(moves, side.ahead)) {
      const Number ahead = cost(side.ahead);
      const bool all_alike = beside == here && ahead == here;
      if (all_alike || diagonal * beside + straight * ahead < straight * here + diagonal * ahead)
        moves &= ~(1u << side.ahead);
    }
    if (has(moves, arrived_by) && (cuts_corners || has(free, side.ahead)) &&
        diagonal * (beside + cost(arrived_by)) < straight * (here + cost(arrived_by)))
      moves &= ~(1u << arrived_by);
  }
  return static_cast<std::uint8_t>(moves);
}

}  // namespace asterion
