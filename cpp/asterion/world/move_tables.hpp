// Tables from the free neighbours of a cell to the moves that a search looks at there.
#pragma once

#include <array>

#include "asterion/world/move_costs.hpp"
#include "asterion/world/moves.hpp"

namespace asterion {

// By the direction in which the cell was reached (kNoDirection: a start), then by its free
// neighbours.
using MoveTable = std::array<std::array<std::uint8_t, 256>, kDirections + 1>;

// A cell in the middle and its eight neighbours, of which those in `free` can be entered.
class Surroundings {
 public:
  Surroundings(Diagonal rule, unsigned free) : rule_(rule), free_(free) {}

  bool is_free(int r, int c) const {
    return (r == 0 && c == 0) || (free_ >> direction_of(r, c) & 1) != 0;
  }

  bool allows_move(int r, int c, Direction d) const {
    const int to_r = r + kRowStep[d], to_c = c + kColStep[d];
    const bool inside = to_r >= -1 && to_r <= 1 && to_c >= -1 && to_c <= 1;
    if (!inside || !is_free(to_r, to_c)) return false;
    return !is_diagonal(d) || allows(rule_, is_free(r, to_c) + is_free(to_r, c));
  }

  // Whether two moves over the middle are at a right angle, and the way between them is open: one
  // diagonal move instead of two straight ones, or two straight ones instead of two diagonals.
  bool allows_instead_of(Direction d, Direction next) const {
    if (kRowStep[d] * kRowStep[next] + kColStep[d] * kColStep[next] != 0) return false;
    const int rows = kRowStep[d] + kRowStep[next], cols = kColStep[d] + kColStep[next];
    const int moves = is_diagonal(d) ? 2 : 1;
    const Direction between = direction_of(rows / moves, cols / moves);
    int r = -kRowStep[d], c = -kColStep[d];
    for (int i = 0; i < moves; ++i) {
      if (!is_free(r, c) || !allows_move(r, c, between)) return false;
      r += kRowStep[between];
      c += kColStep[between];
    }
    return true;
  }

  std::uint8_t moves_from_middle() const {
    unsigned moves = 0;
    for (Direction d = 0; d < kDirections; ++d) moves |= unsigned{allows_move(0, 0, d)} << d;
    return static_cast<std::uint8_t>(moves);
  }

 private:
  Diagonal rule_;
  unsigned free_;
};

// All legal moves, however the cell was reached.
const MoveTable& legal_moves(Diagonal rule);

// The legal moves except those to the previous cell and to cells one straight step from it:
// whatever cells cost, as long as a move costs as much as the entered cell, going there over this
// cell is a detour.
const MoveTable& onward_moves(Diagonal rule);

// The part of these moves, where all cells cost the same and a diagonal more than a straight move,
// that may lie on a cheapest path of a unit that pays for turning. A turn at a right angle is left
// out if the unit can take the direction between the two instead: that is shorter, and takes no
// more steps of a turn, whatever heading it had before.
const MoveTable& turning_moves(Diagonal rule);

// The legal moves that can lie on the first of several equally cheap paths, where all cells cost
// the same and a path comes first if it makes its diagonal moves (without diagonals: its vertical
// ones) earlier. A move is left out if the previous cell has a detour around this cell to the same
// end that is shorter, or as short and first. Every cell is still reached by a cheapest path, and
// fewer moves are looked at. Lengths are Euclidean even where a diagonal costs no more
// than a straight move: a detour that is shorter than two moves never takes three.
//
// Source: N. R. Sturtevant and S. Rabin, Canonical orderings on grids, 2016; the pruning rules, D.
// Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011. Each table is
// made on first use.
const MoveTable& canonical_moves(Diagonal rule);

}  // namespace asterion
