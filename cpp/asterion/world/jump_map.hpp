// The cells where a straight walk has to stop: walls, and turns, where a move other than straight
// on may be part of a cheapest path. One bit per cell for walls, and one for turns in each
// direction along a line, in rows and again in columns, so that a walk sees dozens of cells in one
// look; and for each word of 64 cells whether a wall or a turn comes first in it, so that a second
// look sees the rest of a line of thousands.
//
// Where costs differ, a cell beside one of another cost is *mixed*: a path may turn there in any
// direction. Between mixed cells all cells that a walk enters cost the same.
//
// 7 bits per cell, 9 where costs differ, and 112 bytes per line. An edit costs the words around a
// changed cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/world/bitmap.hpp"
#include "asterion/world/moves.hpp"

namespace asterion {

// The rows of a grid, or its columns.
class LineMap {
 public:
  // The stops of a walk in one direction; no cell is both.
  struct Stops {
    Bitmap walls;
    Bitmap turns;
  };

  LineMap() = default;
  LineMap(std::int32_t lines, std::int32_t length, Diagonal rule)
      : rule_(rule),
        length_(length),
        walls_(lines, length, true),
        cells_(static_cast<std::uint64_t>(lines) * static_cast<std::uint64_t>(length)) {
    const std::int32_t words = walls_.words_a_line();
    for (const bool up : {false, true}) {
      turns_[up] = Bitmap(lines, length, false);
      words_[up] = {Bitmap(lines, words, true), Bitmap(lines, words, false)};
    }
    marked_.resize(static_cast<std::size_t>(lines) * static_cast<std::size_t>(words));
    wall_ends_.resize(marked_.size());
  }

  const Bitmap& walls() const { return walls_; }
  // The turns of a walk in this direction along a line.
  template <bool up>
  const Bitmap& turns() const {
    return turns_[up];
  }
  // A bit for each word of 64 cells: whether a wall, or a turn, comes first in it.
  template <bool up>
  const Stops& words() const {
    return words_[up];
  }

  // Statistics of the map: the numbers of cells, of walls, and of wall ends, which are walls with
  // no wall before them on their line nor on the line before.
  std::uint64_t cells() const { return cells_; }
  std::uint64_t wall_count() const { return wall_count_; }
  std::uint64_t wall_end_count() const { return wall_end_count_; }
  std::uint64_t mixed_count() const { return mixed_count_; }

  // Empty if there is none.
  const Bitmap& mixed_cells() const { return mixed_; }
  bool is_mixed(std::int32_t line, std::int32_t cell) const {
    return !mixed_.empty() && mixed_.get(line, cell);
  }

  // Adds or removes a wall. The turns are found again after the last change of an edit.
  void set(std::int32_t line, std::int32_t cell, bool wall) {
    wall ? ++wall_count_ : --wall_count_;
    walls_.set(line, cell, wall);
    for (std::int32_t beside = line - 1; beside <= line + 1; ++beside) {
      mark(beside, cell >> 6);
      if ((cell & 63) == 0) mark(beside, (cell >> 6) - 1);
      if ((cell & 63) == 63) mark(beside, (cell >> 6) + 1);
    }
  }

  void set_mixed(std::int32_t line, std::int32_t cell, bool mixed) {
    if (is_mixed(line, cell) == mixed) return;
    mixed ? ++mixed_count_ : --mixed_count_;
    mixed_cells().set(line, cell, mixed);
    mark(line, cell >> 6);
  }

  void find_turns_of_marked() {
    for (const Place place : places_) {
      find_turns(place.line, place.at);
      marked_[place_of(place.line, place.at)] = 0;
    }
    places_.clear();
  }

  // For a map that is built: all walls and mixed cells are written here, then turns found line by
  // line, then both counted.
  Bitmap& walls() { return walls_; }
  Bitmap& mixed_cells() {
    if (mixed_.empty()) mixed_ = Bitmap(walls_.lines(), length_, false);
    return mixed_;
  }
  void find_turns_of(std::int32_t line) {
    for (std::int32_t at = 0; at < walls_.words_a_line(); ++at) find_turns(line, at);
  }
  void count_cells() {
    const std::uint64_t outside = 64 * static_cast<std::uint64_t>(walls_.words_a_line()) *
                                      static_cast<std::uint64_t>(walls_.lines()) -
                                  cells_;
    wall_count_ = bits_of(walls_) - outside;
    mixed_count_ = mixed_.empty() ? 0 : bits_of(mixed_);
  }

 private:
  struct Word {  // of walls, with its two neighbours on the line
    std::uint64_t before, here, after;
    // The walls one cell further upwards, or downwards.
    std::uint64_t of_next(bool up) const {
      return up ? here >> 1 | after << 63 : here << 1 | before >> 63;
    }
    std::uint64_t any() const { return before | here | after; }
  };

  std::uint64_t bits_of(const Bitmap& map) const {
    std::uint64_t bits = 0;
    for (std::int32_t line = 0; line < map.lines(); ++line)
      for (std::int32_t at = 0; at < map.words_a_line(); ++at)
        bits += static_cast<std::uint64_t>(std::popcount(map.word(line, at)));
    return bits;
  }

  Word word(std::int32_t line, std::int32_t at) const {
    return {walls_.word(line, at - 1), walls_.word(line, at), walls_.word(line, at + 1)};
  }

  struct Place {
    std::int32_t line;
    std::int32_t at;
  };
  std::size_t place_of(std::int32_t line, std::int32_t at) const {
    return static_cast<std::size_t>(line) * static_cast<std::size_t>(walls_.words_a_line()) +
           static_cast<std::size_t>(at);
  }

  void mark(std::int32_t line, std::int32_t at) {
    if (line < 0 || line >= walls_.lines() || at < 0 || at >= walls_.words_a_line()) return;
    std::uint8_t& mark = marked_[place_of(line, at)];
    if (mark == 0) places_.push_back({line, at});
    mark = 1;
  }

  // The turns of 64 cells at once, as canonical_moves() defines them. A path may turn to one side
  // of the line behind a wall there: where corners are not cut, at the first free cell after it;
  // where they are, at the cell before that.
  void find_turns(std::int32_t line, std::int32_t at) {
    const Word above = word(line - 1, at), here = word(line, at), below = word(line + 1, at);
    const std::uint64_t ends = here.here & ~here.of_next(false) & ~above.here;
    const std::size_t place = place_of(line, at);
    if (ends != 0 || wall_ends_[place] != 0) {
      wall_end_count_ -= wall_ends_[place];
      wall_ends_[place] = static_cast<std::uint8_t>(std::popcount(ends));
      wall_end_count_ += wall_ends_[place];
    }
    const std::uint64_t mixed = mixed_.empty() ? 0 : mixed_.word(line, at) & ~here.here;
    const bool is_open = (above.any() | here.here | below.any() | mixed) == 0;  // most common
    for (const bool up : {false, true}) {
      if (is_open) {
        turns_[up].word(line, at) = 0;
        words_[up].walls.set(line, at, false);
        words_[up].turns.set(line, at, false);
        continue;
      }
      std::uint64_t turns = 0;
      for (const Word& beside : {above, below}) {
        if (rule_ == Diagonal::clear || rule_ == Diagonal::never) {
          turns |= ~beside.here & beside.of_next(!up);
        } else {
          std::uint64_t opens = beside.here & ~beside.of_next(up);
          if (rule_ == Diagonal::one_clear) opens &= ~here.of_next(up);
          turns |= opens;
        }
      }
      turns = (turns & ~here.here) | mixed;
      turns_[up].word(line, at) = turns;
      const bool any = (here.here | turns) != 0;
      const bool wall_first = any && comes_first(up, here.here, turns);
      words_[up].walls.set(line, at, wall_first);
      words_[up].turns.set(line, at, any && !wall_first);
    }
  }

  Diagonal rule_ = Diagonal::clear;
  std::int32_t length_ = 0;
  Bitmap walls_;
  Bitmap mixed_;                 // empty until there is one
  std::array<Bitmap, 2> turns_;  // downwards, upwards
  std::uint64_t cells_ = 0;
  std::uint64_t wall_count_ = 0;
  std::uint64_t wall_end_count_ = 0;
  std::uint64_t mixed_count_ = 0;
  std::array<Stops, 2> words_;
  std::vector<std::uint8_t> wall_ends_;  // in each word
  std::vector<std::uint8_t> marked_;     // words whose turns must be found again
  std::vector<Place> places_;
};

// The world in rows and in columns.
//
// It is built a line at a time, so that others can have the world between two lines. Cells may
// change meanwhile.
class JumpMap {
 public:
  JumpMap() = default;
  JumpMap(std::int32_t rows, std::int32_t cols, Diagonal rule)
      : rows_(rows, cols, rule), cols_(cols, rows, rule) {}

  // Adds another line; false if there is nothing left to do. `walls(row, col)` tells which of the
  // 64 cells from there on cannot be entered, the first in the lowest bit; those outside cannot.
  // `mixed(row, col)` does the same for mixed cells.
  template <class Walls, class Mixed>
  bool build_more(Walls&& walls, Mixed&& mixed) {
    const std::int32_t rows = rows_.walls().lines(), cols = cols_.walls().lines();
    switch (stage_) {
      case Stage::walls:
        for (std::int32_t col = 0; col < cols; col += 64) {
          rows_.walls().word(line_, col >> 6) = walls(line_, col);
          const std::uint64_t differ = mixed(line_, col);
          if (differ != 0 || !std::as_const(rows_).mixed_cells().empty())
            rows_.mixed_cells().word(line_, col >> 6) = differ;
        }
        next_line(rows, Stage::transposed);
        return true;
      case Stage::transposed:
        transpose(rows_.walls(), cols_.walls());
        if (!std::as_const(rows_).mixed_cells().empty())
          transpose(rows_.mixed_cells(), cols_.mixed_cells());
        stage_ = Stage::turns_of_rows;
        return true;
      case Stage::turns_of_rows:
        rows_.find_turns_of(line_);
        next_line(rows, Stage::turns_of_cols);
        return true;
      case Stage::turns_of_cols:
        cols_.find_turns_of(line_);
        next_line(cols, Stage::complete);
        if (stage_ != Stage::complete) return true;
        settle();
        rows_.count_cells();
        cols_.count_cells();
        return false;
      case Stage::complete:
        return false;
    }
    return false;
  }

  bool complete() const { return stage_ == Stage::complete; }
  bool begun() const { return !rows_.walls().empty(); }
  const LineMap& rows() const { return rows_; }
  const LineMap& cols() const { return cols_; }

  void set(Point p, bool wall) {
    if (rows_.walls().get(p.row, p.col) != wall) rows_.set(p.row, p.col, wall);
    if (cols_.walls().get(p.col, p.row) != wall) cols_.set(p.col, p.row, wall);
  }
  void set_mixed(Point p, bool mixed) {
    rows_.set_mixed(p.row, p.col, mixed);
    cols_.set_mixed(p.col, p.row, mixed);
  }
  // To be called after the last change of an edit.
  void settle() {
    rows_.find_turns_of_marked();
    cols_.find_turns_of_marked();
  }

 private:
  enum class Stage : std::uint8_t { walls, transposed, turns_of_rows, turns_of_cols, complete };

  void next_line(std::int32_t lines, Stage after_the_last) {
    if (++line_ < lines) return;
    line_ = 0;
    stage_ = after_the_last;
  }

  LineMap rows_;
  LineMap cols_;
  Stage stage_ = Stage::walls;
  std::int32_t line_ = 0;  // the next one to build
};

}  // namespace asterion
