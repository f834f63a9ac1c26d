// A map cut into rectangular chunks: equal squares, or widened leaves of a quadtree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/world/grid_view.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// A rectangle of cells.
struct Area {
  std::int32_t row = 0;
  std::int32_t col = 0;
  std::int32_t height = 0;
  std::int32_t width = 0;

  std::size_t cells() const {
    return static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  }
  bool contains(Point p) const {
    return p.row >= row && p.row < row + height && p.col >= col && p.col < col + width;
  }
  // Whether they share an edge or a vertex, or are the same.
  bool touches(const Area& other) const {
    return std::max(row, other.row) <= std::min(row + height, other.row + other.height) &&
           std::max(col, other.col) <= std::min(col + width, other.col + other.width);
  }
  bool operator==(const Area&) const = default;
};

using ChunkId = std::uint32_t;

class ChunkCut {
 public:
  // Squares, row by row; those at the far edges may be smaller.
  ChunkCut(const Grid& grid, std::int32_t side) : side_(side) {
    across_ = (grid.cols() - 1) / side + 1;
    for (std::int32_t row = 0; row < grid.rows(); row += step(row, grid.rows()))
      for (std::int32_t col = 0; col < grid.cols(); col += step(col, grid.cols()))
        areas_.push_back(
            {row, col, std::min(side, grid.rows() - row), std::min(side, grid.cols() - col)});
    largest_ = areas_[0].cells();
  }

  // The leaves of a quadtree, in each of which every cell costs the same. Each is widened as far as
  // the cells beside it cost the same too, the largest ones first: so a room is one chunk, wherever
  // its walls lie between the lines that quarter the map. O(cells x depth). For holders of a lock
  // on the view.
  explicit ChunkCut(const GridView& view)
      : cols_(view.grid().cols()), labels_(view.count(), kNone) {
    InterruptPoller poll;
    std::vector<Area> parts{{0, 0, view.grid().rows(), view.grid().cols()}}, quarters;
    for (; !parts.empty(); parts.swap(quarters), quarters.clear()) {
      for (Area part : parts) {
        poll();
        if (is_of_one_cost(view, part)) {
          widen(view, part);
          take(part);
        } else if (has_room(part)) {
          push_quarters(part, quarters);
        }
      }
    }
  }

  std::size_t size() const { return areas_.size(); }
  const std::vector<Area>& areas() const { return areas_; }
  const Area& area(ChunkId chunk) const { return areas_[chunk]; }

  ChunkId at(Point p) const {
    if (side_ != 0) return static_cast<ChunkId>(p.row / side_ * across_ + p.col / side_);
    return labels_[static_cast<std::size_t>(p.row) * static_cast<std::size_t>(cols_) +
                   static_cast<std::size_t>(p.col)];
  }

  // The number of cells of the largest chunk.
  std::size_t largest() const { return largest_; }
  std::size_t bytes() const {
    return areas_.capacity() * sizeof(Area) + labels_.capacity() * sizeof(ChunkId);
  }

 private:
  static constexpr ChunkId kNone = ~ChunkId{0};

  // Steps to the next square, or beyond the end: a side may be as large as an integer can be.
  std::int32_t step(std::int32_t from, std::int32_t end) const {
    return std::min(side_, end - from);
  }

  // Whether its cells cost the same, and are in no chunk yet.
  bool is_of_one_cost(const GridView& view, const Area& part) const {
    const double cost = view.total(view.grid().id({part.row, part.col}));
    return for_all(part,
                   [&](NodeId cell) { return labels_[cell] == kNone && view.total(cell) == cost; });
  }
  // Whether a cell is in no chunk yet.
  bool has_room(const Area& part) const {
    return !for_all(part, [&](NodeId cell) { return labels_[cell] != kNone; });
  }
  template <class Holds>
  bool for_all(const Area& part, Holds&& holds) const {
    for (std::int32_t row = part.row; row < part.row + part.height; ++row) {
      const auto first =
          static_cast<NodeId>(row) * static_cast<NodeId>(cols_) + static_cast<NodeId>(part.col);
      for (NodeId cell = first; cell < first + static_cast<NodeId>(part.width); ++cell)
        if (!holds(cell)) return false;
    }
    return true;
  }

  // Adds rows and columns on all sides in turn, so that it stays as square as it can.
  void widen(const GridView& view, Area& part) const {
    const double cost = view.total(view.grid().id({part.row, part.col}));
    const auto joins = [&](const Area& line) {
      return line.row >= 0 && line.col >= 0 && line.row < view.grid().rows() && line.col < cols_ &&
             view.total(view.grid().id({line.row, line.col})) == cost && is_of_one_cost(view, line);
    };
    for (bool wider = true; wider;) {
      wider = false;
      if (joins({part.row, part.col + part.width, part.height, 1})) ++part.width, wider = true;
      if (joins({part.row + part.height, part.col, 1, part.width})) ++part.height, wider = true;
      if (joins({part.row, part.col - 1, part.height, 1})) --part.col, ++part.width, wider = true;
      if (joins({part.row - 1, part.col, 1, part.width})) --part.row, ++part.height, wider = true;
    }
  }

  void take(const Area& area) {
    const auto chunk = static_cast<ChunkId>(areas_.size());
    areas_.push_back(area);
    largest_ = std::max(largest_, area.cells());
    for (std::int32_t row = area.row; row < area.row + area.height; ++row) {
      const auto first = labels_.begin() + std::ptrdiff_t{row} * cols_ + area.col;
      std::fill(first, first + area.width, chunk);
    }
  }

  // Four parts, or two if it is one cell wide or high; the first half may be longer by a cell.
  static void push_quarters(const Area& part, std::vector<Area>& parts) {
    const std::int32_t high = (part.height + 1) / 2, wide = (part.width + 1) / 2;
    const Area quarters[] = {
        {part.row, part.col, high, wide},
        {part.row, part.col + wide, high, part.width - wide},
        {part.row + high, part.col, part.height - high, wide},
        {part.row + high, part.col + wide, part.height - high, part.width - wide}};
    for (const Area& quarter : quarters)
      if (quarter.cells() > 0) parts.push_back(quarter);
  }

  std::int32_t side_ = 0;  // of the squares; 0 for a quadtree
  std::int32_t across_ = 0;
  std::int32_t cols_ = 0;
  std::size_t largest_ = 0;
  std::vector<Area> areas_;
  std::vector<ChunkId> labels_;  // by cell, for a quadtree
};

}  // namespace asterion
