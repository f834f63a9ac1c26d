// From the free neighbours of a cell to the moves that a search looks at there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

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
inline const MoveTable& legal_moves(Diagonal rule) {
  static const auto tables = [] {
    std::array<MoveTable, 4> made{};
    for (unsigned each = 0; each < 4; ++each)
      for (unsigned free = 0; free < 256; ++free)
        for (auto& row : made[each])
          row[free] = Surroundings(static_cast<Diagonal>(each), free).moves_from_middle();
    return made;
  }();
  return tables[static_cast<std::size_t>(rule)];
}

// The legal moves but those to the cell before and to cells one straight step from it: whatever
// cells cost, as long as a move costs what the entered cell does, going there over this cell is a
// detour.
inline const MoveTable& onward_moves(Diagonal rule) {
  static const auto tables = [] {
    std::array<MoveTable, 4> made;
    for (unsigned each = 0; each < 4; ++each) {
      made[each] = legal_moves(static_cast<Diagonal>(each));
      for (Direction d = 0; d < kDirections; ++d)
        for (Direction next = 0; next < kDirections; ++next) {
          const int rows = std::abs(kRowStep[d] + kRowStep[next]);
          const int cols = std::abs(kColStep[d] + kColStep[next]);
          if (rows + cols > 1) continue;  // farther than a straight step from the cell before
          for (auto& moves : made[each][d]) moves &= static_cast<std::uint8_t>(~(1u << next));
        }
    }
    return made;
  }();
  return tables[static_cast<std::size_t>(rule)];
}

// Of these, where all cells cost the same and a diagonal more than a straight move, those that may
// lie on a cheapest path of a unit that pays for turning. A turn at a right angle is left out if
// the unit can go by the direction between the two instead: that is shorter, and takes no more
// steps of a turn, whatever heading it had before.
inline const MoveTable& turning_moves(Diagonal rule) {
  static const auto tables = [] {
    std::array<MoveTable, 4> made;
    for (unsigned each = 0; each < 4; ++each) {
      made[each] = onward_moves(static_cast<Diagonal>(each));
      if (static_cast<Diagonal>(each) == Diagonal::never) continue;  // there is none between
      for (unsigned free = 0; free < 256; ++free) {
        const Surroundings around(static_cast<Diagonal>(each), free);
        for (Direction d = 0; d < kDirections; ++d)
          for (Direction next = 0; next < kDirections; ++next)
            if (around.allows_instead_of(d, next))
              made[each][d][free] &= static_cast<std::uint8_t>(~(1u << next));
      }
    }
    return made;
  }();
  return tables[static_cast<std::size_t>(rule)];
}

namespace detail {

inline int move_length(Direction d) { return is_diagonal(d) ? kDiagonal : kStraight; }

struct RingMove {
  Direction from;  // a neighbour of the cell in the middle, by its direction from there
  Direction move;
  Direction to;
};

// The moves between neighbours of the middle.
inline const std::vector<RingMove>& ring_moves() {
  static const auto moves = [] {
    std::vector<RingMove> made;
    for (Direction from = 0; from < kDirections; ++from)
      for (Direction d = 0; d < kDirections; ++d) {
        const Direction to =
            direction_of(kRowStep[from] + kRowStep[d], kColStep[from] + kColStep[d]);
        if (to != kNoDirection) made.push_back({from, d, to});
      }
    return made;
  }();
  return moves;
}

// What it costs to get from the cell before to each neighbour of the middle, not through the
// middle. With so few moves, relaxing all of them until nothing changes is quick.
inline std::array<int, 8> costs_around(const std::vector<RingMove>& legal, Direction arrived_by) {
  std::array<int, 8> cost;
  cost.fill(1 << 20);
  cost[direction_of(-kRowStep[arrived_by], -kColStep[arrived_by])] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const RingMove& ring : legal) {
      const int through = cost[ring.from] + move_length(ring.move);
      changed |= through < cost[ring.to];
      cost[ring.to] = std::min(cost[ring.to], through);
    }
  }
  return cost;
}

inline MoveTable make_canonical_moves(Diagonal rule) {
  MoveTable table = legal_moves(rule);
  for (unsigned free = 0; free < 256; ++free) {
    const Surroundings surroundings(rule, free);
    std::vector<RingMove> legal;
    for (const RingMove& ring : ring_moves())
      if (surroundings.allows_move(kRowStep[ring.from], kColStep[ring.from], ring.move))
        legal.push_back(ring);
    for (Direction d = 0; d < kDirections; ++d) {
      const std::array<int, 8> around = costs_around(legal, d);
      const bool early = rule == Diagonal::never ? kRowStep[d] != 0 : is_diagonal(d);
      for (Direction next = 0; next < kDirections; ++next) {
        const int through = move_length(d) + move_length(next);
        if (around[next] < through || (around[next] == through && !early))
          table[d][free] &= static_cast<std::uint8_t>(~(1u << next));
      }
    }
  }
  return table;
}

}  // namespace detail

// Of the legal moves those that can lie on the first of several equally cheap paths, where all
// cells cost the same and a path comes first if it makes its diagonal moves (without diagonals: its
// vertical ones) earlier. A move is left out if the cell before has a detour around this cell to
// the same end that is shorter, or as short and first. Every cell is still reached by a cheapest
// path, and fewer moves are looked at. Lengths are those of the plane also where a diagonal costs
// no more than a straight move: a detour that is shorter than two moves never takes three.
//
// Source: N. R. Sturtevant and S. Rabin, Canonical orderings on grids, 2016; what may be left out,
// D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011.
template <Diagonal rule>
const MoveTable& canonical_moves() {
  static const MoveTable table = detail::make_canonical_moves(rule);
  return table;
}
// Each is made on first use.
inline const MoveTable& canonical_moves(Diagonal rule) {
  switch (rule) {
    case Diagonal::never:
      return canonical_moves<Diagonal::never>();
    case Diagonal::clear:
      return canonical_moves<Diagonal::clear>();
    case Diagonal::one_clear:
      return canonical_moves<Diagonal::one_clear>();
    case Diagonal::always:
      break;
  }
  return canonical_moves<Diagonal::always>();
}

}  // namespace asterion
