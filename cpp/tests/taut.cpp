// Which moves may follow which: against all ways from the cell before to the cell after, over all
// 256 surroundings of a cell.
#include "asterion/index/taut.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "asterion/world/move_costs.hpp"

namespace asterion::tests {
namespace {

using Cell = std::pair<int, int>;

struct Around {
  Diagonal rule;
  unsigned free;
  MoveLengths lengths;

  bool is_free(int r, int c) const {
    if (r == 0 && c == 0) return true;
    return r >= -1 && r <= 1 && c >= -1 && c <= 1 && (free >> direction_of(r, c) & 1) != 0;
  }
  bool may_go(int r, int c, Direction d) const {
    const int to_r = r + kRowStep[d], to_c = c + kColStep[d];
    return is_free(to_r, to_c) &&
           (!is_diagonal(d) || allows(rule, is_free(r, to_c) + is_free(to_r, c)));
  }
  std::uint64_t length(Direction d) const {
    return is_diagonal(d) ? lengths.diagonal : lengths.straight;
  }
  // The shortest way that is shorter than `most`, or `most`; the middle is not walked on.
  std::uint64_t shortest(int r, int c, Cell goal, std::uint64_t most) const {
    if (Cell{r, c} == goal) return 0;
    std::uint64_t best = most;
    for (Direction d = 0; d < kDirections; ++d) {
      const int to_r = r + kRowStep[d], to_c = c + kColStep[d];
      if ((to_r == 0 && to_c == 0) || !may_go(r, c, d) || length(d) >= best) continue;
      best = std::min(best, length(d) + shortest(to_r, to_c, goal, best - length(d)));
    }
    return best;
  }
};

}  // namespace

TEST_CASE("a move may follow another unless a way around the cell is shorter") {
  int taut_moves_in_all = 0, others = 0;
  for (int rule = 0; rule < 4; ++rule)
    for (const MoveLengths lengths : {MoveLengths{kStraight, kDiagonal}, MoveLengths{1, 1}})
      for (unsigned free = 0; free < 256; ++free) {
        const Around around{static_cast<Diagonal>(rule), free, lengths};
        const TautMoves taut = taut_moves(around.rule, static_cast<std::uint8_t>(free), lengths);
        for (Direction in = 0; in < kDirections; ++in) {
          const int r = -kRowStep[in], c = -kColStep[in];
          if (!around.is_free(r, c) || !around.may_go(r, c, in)) continue;
          for (Direction out = 0; out < kDirections; ++out) {
            if (!around.may_go(0, 0, out)) continue;
            const std::uint64_t over = around.length(in) + around.length(out);
            const bool shorter = around.shortest(r, c, {kRowStep[out], kColStep[out]}, over) < over;
            REQUIRE((taut[in] >> out & 1) == !shorter);
            (shorter ? others : taut_moves_in_all) += 1;
          }
        }
      }
  CHECK(taut_moves_in_all > 1000);
  CHECK(others > 1000);
}

TEST_CASE("what may follow one of several moves may follow each of them") {
  TautMoves taut{};
  for (Direction d = 0; d < kDirections; ++d) taut[d] = static_cast<MoveMask>(0x5a * (d + 1));
  for (unsigned last = 0; last < 256; ++last) {
    MoveMask all = 255;
    for (Direction d = 0; d < kDirections; ++d)
      if ((last >> d & 1) != 0) all &= taut[d];
    CHECK(taut_after(taut, static_cast<MoveMask>(last)) == all);
  }
}

TEST_CASE("moves walked back are the opposite ones") {
  for (unsigned moves = 0; moves < 256; ++moves) {
    unsigned back = 0;
    for (Direction d = 0; d < kDirections; ++d) back |= (moves >> d & 1) << opposite(d);
    CHECK(unsigned{walked_back(static_cast<MoveMask>(moves))} == back);
  }
}

}  // namespace asterion::tests
