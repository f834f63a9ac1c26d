// Lines of sight of the tactics game: the tiles between two tiles.
//
// The line is Bresenham's, with whole numbers, walked from the end with the smaller coordinate
// along the longer axis, and a step aside when the error is greater than 0. So it is the same from
// either end. Any wall or unit between blocks; a corner that is only touched does not. Boards of up
// to 64 tiles have a table, 8 bytes per pair, made once and shared; others walk the line. Source:
// J. E. Bresenham, Algorithm for computer control of a digital plotter, 1965.
#pragma once

#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "asterion/tactics/state.hpp"

namespace asterion::tactics {

// Calls `visit(tile)` for each tile between two others until it returns false; returns whether none
// did. O(distance).
template <class Visit>
bool all_between(int width, Tile from, Tile to, Visit&& visit) {
  int row = from / width, col = from % width, last_row = to / width, last_col = to % width;
  const bool along_cols = std::abs(last_row - row) < std::abs(last_col - col);
  if (along_cols ? col > last_col : row > last_row) {
    std::swap(row, last_row);
    std::swap(col, last_col);
  }
  const int rows = std::abs(last_row - row), cols = std::abs(last_col - col);
  const int longer = along_cols ? cols : rows, shorter = along_cols ? rows : cols;
  const int row_step = along_cols ? (row < last_row ? 1 : -1) : 1;
  const int col_step = along_cols ? 1 : (col < last_col ? 1 : -1);
  int error = 2 * shorter - longer;
  for (int i = 1; i < longer; ++i) {
    if (error > 0) {
      (along_cols ? row : col) += along_cols ? row_step : col_step;
      error -= 2 * longer;
    }
    error += 2 * shorter;
    (along_cols ? col : row) += along_cols ? col_step : row_step;
    if (!visit(static_cast<Tile>(row * width + col))) return false;
  }
  return true;
}

inline int distance(int width, Tile a, Tile b) {  // Chebyshev: a king's moves
  return std::max(std::abs(a / width - b / width), std::abs(a % width - b % width));
}

// The data that depends on a small board's shape alone.
class SightTable {
 public:
  SightTable(int width, int height) : tiles_(width * height) {
    const auto count = static_cast<std::size_t>(tiles_);
    between_.resize(count * count);
    for (int range_of = 0; range_of < kKinds; ++range_of) reach_[range_of].resize(count);
    for (int a = 0; a < tiles_; ++a)
      for (int b = 0; b < tiles_; ++b) {
        const Tile from = static_cast<Tile>(a), to = static_cast<Tile>(b);
        Word& line = between_[static_cast<std::size_t>(a * tiles_ + b)];
        all_between(width, from, to, [&](Tile tile) { return line |= Word{1} << tile, true; });
        for (std::size_t kind = 0; kind < kKinds; ++kind)
          if (distance(width, from, to) <= kTraits[kind].range)
            reach_[kind][static_cast<std::size_t>(a)] |= Word{1} << b;
      }
  }
  Word between(Tile a, Tile b) const { return between_[static_cast<std::size_t>(a * tiles_ + b)]; }
  Word reach(Kind kind, Tile from) const { return reach_[static_cast<std::size_t>(kind)][from]; }

  // The table of a shape, made on first use: 19 kB for 7 x 7.
  static const SightTable& of(int width, int height) {
    static std::array<std::once_flag, kSmall * kSmall> made;
    static std::array<std::unique_ptr<const SightTable>, kSmall * kSmall> tables;
    const auto which = static_cast<std::size_t>((width - 1) * kSmall + height - 1);
    std::call_once(made[which],
                   [&] { tables[which] = std::make_unique<SightTable>(width, height); });
    return *tables[which];
  }

 private:
  int tiles_;
  std::vector<Word> between_;
  std::array<std::vector<Word>, kKinds> reach_;
};

// Whether nothing stands between two tiles.
inline bool sees(const State& state, Tile a, Tile b) {
  if (state.small())
    return (SightTable::of(state.width(), state.height()).between(a, b) & state.occupied()) == 0;
  return all_between(state.width(), a, b, [&](Tile tile) { return state.at(tile) == kNothing; });
}

// Whether a unit of a kind could hit a tile from another one: range and sight, not points.
inline bool in_reach(const State& state, Kind kind, Tile from, Tile to) {
  return distance(state.width(), from, to) <= kTraits[static_cast<std::size_t>(kind)].range &&
         sees(state, from, to);
}

// Calls `visit(tile)` for each occupied tile that the unit on `from` could hit, including its own,
// in ascending order.
template <class Visit>
void for_each_target(const State& state, Tile from, Visit&& visit) {
  const Kind kind = kind_of(state.at(from));
  if (state.small()) {
    const SightTable& table = SightTable::of(state.width(), state.height());
    const Word occupied = state.occupied();
    for (Word left = table.reach(kind, from) & occupied; left != 0; left &= left - 1) {
      const Tile tile = static_cast<Tile>(std::countr_zero(left));
      if ((table.between(from, tile) & occupied) == 0) visit(tile);
    }
    return;
  }
  const int width = state.width(), range = traits_of(state.at(from)).range;
  const int row = from / width, col = from % width;
  for (int r = std::max(0, row - range); r <= std::min(state.height() - 1, row + range); ++r)
    for (int c = std::max(0, col - range); c <= std::min(width - 1, col + range); ++c) {
      const Tile tile = static_cast<Tile>(r * width + c);
      if (state.at(tile) != kNothing && sees(state, from, tile)) visit(tile);
    }
}

// Whether some unit of team `by` could hit a tile from where it stands, with a turn's full points.
inline bool exposed_to(const State& state, Tile tile, int by) {
  bool hit = false;
  state.for_each_unit(by, [&](Tile from) {
    const Thing shooter = state.at(from);
    hit = hit || (traits_of(shooter).ap <= state.most_ap() &&
                  in_reach(state, kind_of(shooter), from, tile));
  });
  return hit;
}

// Calls `visit(tile)` for each unit of a team that some unit of `by` could hit from where it stands
// now; `by` -1: of any other team.
template <class Visit>
void for_each_exposed(const State& state, int team, int by, Visit&& visit) {
  state.for_each_unit(team, [&](Tile tile) {
    bool hit = false;
    for (int other = 0; other < kMostTeams && !hit; ++other)
      if (other != team && (by < 0 || other == by) && (state.alive() >> other & 1u))
        hit = exposed_to(state, tile, other);
    if (hit) visit(tile);
  });
}
inline int exposed(const State& state, int team, int by = -1) {
  int units = 0;
  for_each_exposed(state, team, by, [&](Tile) { ++units; });
  return units;
}

}  // namespace asterion::tactics
