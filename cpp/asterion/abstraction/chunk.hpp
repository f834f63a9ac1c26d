// The data of a chunk: its portals, the portals of other chunks next to them, and the costs between
// portals inside it.
//
// A **stretch** is a row of free cells along a side of the chunk that all touch free cells of the
// same other chunk. Its cells are connected on both sides of the border, so one move across it
// stands for all of them; a long stretch has one at each end. A diagonal move is a crossing only
// where no straight moves lead around it. Both chunks have the same stretches, so that each finds
// the same moves by itself.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "asterion/abstraction/chunk_search.hpp"

namespace asterion {

struct Chunk {
  std::vector<NodeId> portals;       // cells, in ascending order
  std::vector<std::uint32_t> first;  // of each portal, its first crossing; and the end
  std::vector<NodeId> crossings;     // cells on the other side of moves across the border
  std::vector<double> costs;         // from each portal to each, in rows; inf without a path
  double largest = 0;                // finite cost

  double cost(std::size_t from, std::size_t to) const { return costs[from * portals.size() + to]; }
  bool has_crossings_of(const Chunk& other) const {
    return portals == other.portals && first == other.first && crossings == other.crossings;
  }
  std::size_t bytes() const {
    return sizeof(*this) + 4 * (portals.size() + first.size() + crossings.size()) +
           8 * costs.size();
  }
};

class ChunkBuilder {
 public:
  ChunkBuilder(const GridView& view, const ChunkCut& cut) : view_(view), cut_(cut) {}

  // The portals and their crossings; not the costs.
  Chunk crossings(ChunkId chunk) {
    const Area& area = cut_.area(chunk);
    moves_.clear();
    const std::int32_t last_row = area.row + area.height - 1, last_col = area.col + area.width - 1;
    along_side({area.row, last_col}, {1, 0}, area.height, {0, 1});
    along_side({area.row, area.col}, {1, 0}, area.height, {0, -1});
    along_side({last_row, area.col}, {0, 1}, area.width, {1, 0});
    along_side({area.row, area.col}, {0, 1}, area.width, {-1, 0});
    if (view_.grid().diagonal() == Diagonal::always) between_walls(area);
    std::sort(moves_.begin(), moves_.end());
    Chunk found;
    for (const auto& [from, to] : moves_) {
      if (found.portals.empty() || found.portals.back() != from) {
        found.portals.push_back(from);
        found.first.push_back(static_cast<std::uint32_t>(found.crossings.size()));
      }
      found.crossings.push_back(to);
    }
    found.first.push_back(static_cast<std::uint32_t>(found.crossings.size()));
    return found;
  }

  void measure(ChunkId chunk, Chunk& found, ChunkSearch& search) const {
    const std::size_t count = found.portals.size();
    found.costs.clear();
    found.costs.reserve(count * count);
    found.largest = 0;
    for (const NodeId portal : found.portals)
      for (const double cost : search.costs(cut_.area(chunk), portal, found.portals)) {
        found.costs.push_back(cost);
        if (cost < kInfinity) found.largest = std::max(found.largest, cost);
      }
  }

 private:
  static constexpr std::int32_t kLong = 6;  // cells; such a stretch has a portal at each end

  bool inside(Point p) const {
    return p.row >= 0 && p.row < view_.grid().rows() && p.col >= 0 && p.col < view_.grid().cols();
  }
  bool free(Point p) const { return view_.free(view_.grid().id(p)); }
  void add(Point from, Point to) {
    moves_.emplace_back(view_.grid().id(from), view_.grid().id(to));
  }

  // The stretches among `length` cells from `begin` on, by `step`; `out` leads across the border.
  void along_side(Point begin, Point step, std::int32_t length, Point out) {
    const auto at = [&](std::int32_t i, Point by) {
      return Point{begin.row + i * step.row + by.row, begin.col + i * step.col + by.col};
    };
    if (!inside(at(0, out))) return;
    const auto chosen = [&](std::int32_t i) { add(at(i, {0, 0}), at(i, out)); };
    std::int32_t first = -1;  // of the stretch, if there is one
    ChunkId other = 0;
    const auto end = [&](std::int32_t last) {
      if (last - first + 1 >= kLong) {
        chosen(first);
        chosen(last);
      } else {
        chosen(first + (last - first) / 2);
      }
      first = -1;
    };
    for (std::int32_t i = 0; i < length; ++i) {
      const bool open = free(at(i, {0, 0})) && free(at(i, out));
      const ChunkId beyond = cut_.at(at(i, out));
      if (first >= 0 && (!open || beyond != other)) end(i - 1);
      if (open && first < 0) {
        first = i;
        other = beyond;
      }
    }
    if (first >= 0) end(length - 1);
  }

  // Diagonal moves out of the chunk with walls on both sides.
  void between_walls(const Area& area) {
    const auto look = [&](Point p) {
      if (!free(p)) return;
      for (Direction d = kFirstDiagonal; d < kDirections; ++d) {
        const Point to{p.row + kRowStep[d], p.col + kColStep[d]};
        if (inside(to) && !area.contains(to) && free(to) && !free({p.row, to.col}) &&
            !free({to.row, p.col}))
          add(p, to);
      }
    };
    const std::int32_t last_row = area.row + area.height - 1, last_col = area.col + area.width - 1;
    for (std::int32_t row = area.row; row <= last_row; ++row) {
      const bool whole_row = row == area.row || row == last_row;
      const std::int32_t step = whole_row || area.width == 1 ? 1 : area.width - 1;
      for (std::int32_t col = area.col; col <= last_col; col += step) look({row, col});
    }
  }

  const GridView& view_;
  const ChunkCut& cut_;
  std::vector<std::pair<NodeId, NodeId>> moves_;
};

}  // namespace asterion
