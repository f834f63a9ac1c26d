// What an agent sees of a world, and writes into what he believes of it.
//
// With a sight of 1 he sees the cells beside him: four, or eight where moves are diagonal. With
// more he sees as many moves away (on a map without walls), as far as no wall is in between.
#pragma once

#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/world/terrain.hpp"

namespace asterion {

// Whether nothing that `blocks` lies between two cells. The line is the same from either end:
// Bresenham's, walked from the end with the smaller row, then column.
template <class Blocks>
bool in_sight(Point a, Point b, Blocks&& blocks) {
  if (std::pair(b.row, b.col) < std::pair(a.row, a.col)) std::swap(a, b);
  const std::int32_t rows = std::abs(b.row - a.row), cols = std::abs(b.col - a.col);
  const std::int32_t row_step = a.row < b.row ? 1 : -1, col_step = a.col < b.col ? 1 : -1;
  std::int32_t error = rows - cols;
  for (Point at = a;;) {
    const std::int32_t twice = 2 * error;
    if (twice > -cols) {
      error -= cols;
      at.row += row_step;
    }
    if (twice < rows) {
      error += rows;
      at.col += col_step;
    }
    if (at.row == b.row && at.col == b.col) return true;
    if (blocks(at)) return false;
  }
}

class Eyes {
 public:
  Eyes(std::shared_ptr<Terrain> truth, std::shared_ptr<Grid> belief, std::int32_t sight)
      : truth_(std::move(truth)),
        belief_(std::move(belief)),
        sight_(sight),
        known_(belief_->cells(), 0) {}

  const Grid& belief() const { return *belief_; }
  const std::shared_ptr<Grid>& shared_belief() const { return belief_; }
  // 1 where a cell has been seen.
  const std::vector<std::uint8_t>& known() const { return known_; }

  // What is in sight from here becomes what is believed.
  void look(NodeId here) {
    std::vector<std::pair<NodeId, double>> news;
    {
      const auto guard = truth_->read();
      const std::uint64_t version = truth_->grid().version();
      if (here == last_place_ && version == last_version_) return;
      last_place_ = here;
      last_version_ = version;
      const std::shared_lock also(belief_->lock());
      for_each_in_sight(belief_->point(here), [&](NodeId cell) {
        known_[cell] = 1;
        const double cost = truth_->total(cell);
        if (cost != belief_->base()[cell]) news.emplace_back(cell, cost);
      });
    }
    if (news.empty()) return;
    belief_->set_base([&](auto&& visit) {
      for (const auto& [cell, cost] : news) visit(cell, cost);
    });
  }

 private:
  template <class Visit>
  void for_each_in_sight(Point here, Visit&& visit) {
    visit(belief_->id(here));
    const bool straight_only = belief_->diagonal() == Diagonal::never;
    const auto wall = [&](Point p) { return !truth_->free(belief_->id(p)); };
    for (std::int32_t r = std::max(0, here.row - sight_);
         r <= std::min(belief_->rows() - 1, here.row + sight_); ++r)
      for (std::int32_t c = std::max(0, here.col - sight_);
           c <= std::min(belief_->cols() - 1, here.col + sight_); ++c) {
        const std::int32_t rows = std::abs(r - here.row), cols = std::abs(c - here.col);
        if (rows + cols == 0 || (straight_only && rows + cols > sight_)) continue;
        if (std::max(rows, cols) == 1 || in_sight(here, {r, c}, wall)) visit(belief_->id({r, c}));
      }
  }

  std::shared_ptr<Terrain> truth_;
  std::shared_ptr<Grid> belief_;
  std::int32_t sight_;
  std::vector<std::uint8_t> known_;
  std::optional<NodeId> last_place_;  // from where he looked, and at which world
  std::uint64_t last_version_ = 0;
};

}  // namespace asterion
