// Makes the tables of moves.
#include "asterion/world/move_tables.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace asterion {

const MoveTable& legal_moves(Diagonal rule) {
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

const MoveTable& onward_moves(Diagonal rule) {
  static const auto tables = [] {
    std::array<MoveTable, 4> made;
    for (unsigned each = 0; each < 4; ++each) {
      made[each] = legal_moves(static_cast<Diagonal>(each));
      for (Direction d = 0; d < kDirections; ++d)
        for (Direction next = 0; next < kDirections; ++next) {
          const int rows = std::abs(kRowStep[d] + kRowStep[next]);
          const int cols = std::abs(kColStep[d] + kColStep[next]);
          if (rows + cols > 1) continue;  // farther than a straight step from the previous cell
          for (auto& moves : made[each][d]) moves &= static_cast<std::uint8_t>(~(1u << next));
        }
    }
    return made;
  }();
  return tables[static_cast<std::size_t>(rule)];
}

const MoveTable& turning_moves(Diagonal rule) {
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

namespace {

int move_length(Direction d) { return is_diagonal(d) ? kDiagonal : kStraight; }

struct RingMove {
  Direction from;  // a neighbour of the cell in the middle, by its direction from there
  Direction move;
  Direction to;
};

// The moves between neighbours of the middle.
const std::vector<RingMove>& ring_moves() {
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

// The cost from the previous cell to each neighbour of the middle, not through the middle. With so
// few moves, relaxing all of them until nothing changes is fast.
std::array<int, 8> costs_around(const std::vector<RingMove>& legal, Direction arrived_by) {
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

MoveTable make_canonical_moves(Diagonal rule) {
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

template <Diagonal rule>
const MoveTable& canonical() {
  static const MoveTable table = make_canonical_moves(rule);
  return table;
}

}  // namespace

const MoveTable& canonical_moves(Diagonal rule) {
  switch (rule) {
    case Diagonal::never:
      return canonical<Diagonal::never>();
    case Diagonal::clear:
      return canonical<Diagonal::clear>();
    case Diagonal::one_clear:
      return canonical<Diagonal::one_clear>();
    case Diagonal::always:
      break;
  }
  return canonical<Diagonal::always>();
}

}  // namespace asterion
