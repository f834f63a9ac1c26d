// The changes of a grid since an index was made of it, which decide whether a path of the index is
// still a cheapest one.
//
// Closed and more expensive cells make no path cheaper: a path that does not use them stays a
// cheapest one. Opened and cheaper cells can only be on a cheaper path if the straight way there
// and on from there costs less. This is checked for all cells in one square of the map at once, and
// then for each of them. An index of corners knows more about what has opened (openings.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/index/index_state.hpp"
#include "asterion/index/openings.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/world/grid_view.hpp"
#include "asterion/world/move_tables.hpp"

namespace asterion {

class GridChanges {
 public:
  // `was` has the costs that the index was made of, `seen` is the position in the journal.
  GridChanges(std::shared_ptr<const Grid> was, std::uint64_t seen)
      : was_(std::move(was)), seen_(seen) {}

  // For holders of a lock from view.read(), like all that follows.
  bool is_current(const GridView& view) const { return seen_ == view.source().journal().end(); }
  void catch_up(const GridView& view) {
    std::uint64_t seen = seen_;
    const bool complete = view.source().journal().read(seen, [&](const Change& change) {
      view.for_each_covering(change.item, [&](NodeId cell) {
        if (cells_.size() <= most_cells(view)) look_at(view, cell);
      });
    });
    if (!complete || cells_.size() > most_cells(view)) too_many_ = true;
    square_up(view);
    seen_ = seen;
    is_climbed_ = false;
  }

  // The cells that have opened, if the index bounds paths over them; else null. Not for two threads
  // at once.
  const Openings* openings(const GridView& view, const IndexState& state) {
    if (!any_better() || too_many_) return nullptr;
    if (!is_climbed_) {
      std::vector<Point> opened;
      for (const Better& each : better_) opened.push_back(each.at);
      bounds_ = openings_.update(view, *was_, opened) &&
                state.climb_from(openings_, view.smallest_cost());
      is_climbed_ = true;
    }
    return bounds_ ? &openings_ : nullptr;
  }

  // Whether nothing is known any more, because there were too many changes.
  bool too_many() const { return too_many_; }
  bool none() const { return cells_.empty(); }
  // Whether a path may be cheaper than before.
  bool any_better() const { return !squares_.empty(); }

  // Whether a path of the index can be walked, and costs the same as before.
  bool leave(const GridView& view, const std::vector<NodeId>& path) const {
    const Grid& grid = view.grid();
    const MoveTable& legal = legal_moves(view.rule());
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (view.total(path[i]) != was_->base()[path[i]]) return false;
      if (i == 0) continue;
      const Point a = grid.point(path[i - 1]), b = grid.point(path[i]);
      const Direction d = direction_of(b.row - a.row, b.col - a.col);
      if ((legal[kNoDirection][view.around(path[i - 1])] >> d & 1) == 0) return false;
    }
    return true;
  }

  // Whether no path over improved cells costs less than this.
  bool allow_none_below(const GridView& view, NodeId start, NodeId goal, double cost) const {
    const Point from = view.grid().point(start), to = view.grid().point(goal);
    const double enough = cost * (1 - kSumRounding);
    for (const Square& square : squares_) {
      if (length(view, gap(from, square)) + length(view, gap(to, square)) >= enough) continue;
      for (std::size_t i = square.first; i < square.last; ++i)
        if (!allows_none_below(view, better_[i], from, to, enough)) return false;
    }
    return true;
  }

 private:
  static constexpr std::int32_t kSide = 16;

  // The improved cells in a square of kSide cells, and one cell around them: moves between its
  // neighbours may have opened with a cell.
  struct Square {
    Point least, most;
    std::size_t first, last;  // of better_
  };
  struct Better {
    Point at;
    bool opened;
  };
  struct Gap {
    std::int32_t rows, cols;
  };

  // Above this number the checks take longer than a search.
  static std::size_t most_cells(const GridView& view) {
    return std::clamp<std::size_t>(view.count() / 64, 64, 4096);
  }

  void look_at(const GridView& view, NodeId cell) {
    const double was = was_->base()[cell], now = view.total(cell);
    if (was == now) {
      cells_.erase(cell);
    } else {
      cells_[cell] = (was == 0 || (now != 0 && now < was));
    }
  }

  void square_up(const GridView& view) {
    better_.clear();
    squares_.clear();
    if (too_many_) return;
    for (const auto& [cell, better] : cells_)
      if (better) better_.push_back({view.grid().point(cell), was_->base()[cell] == 0});
    const auto square_of = [](Point p) { return std::pair(p.row / kSide, p.col / kSide); };
    std::sort(better_.begin(), better_.end(), [&](const Better& a, const Better& b) {
      const auto one = square_of(a.at), other = square_of(b.at);
      return one != other ? one < other
                          : std::pair(a.at.row, a.at.col) < std::pair(b.at.row, b.at.col);
    });
    for (std::size_t i = 0; i < better_.size(); ++i) {
      const Point p = better_[i].at;
      if (i == 0 || square_of(better_[i - 1].at) != square_of(p)) squares_.push_back({p, p, i, i});
      Square& square = squares_.back();
      square.least = {std::min(square.least.row, p.row - 1), std::min(square.least.col, p.col - 1)};
      square.most = {std::max(square.most.row, p.row + 1), std::max(square.most.col, p.col + 1)};
      square.last = i + 1;
    }
  }

  static Gap gap(Point p, const Square& square) {
    return {std::max({0, square.least.row - p.row, p.row - square.most.row}),
            std::max({0, square.least.col - p.col, p.col - square.most.col})};
  }
  static Gap gap(Point a, Point b) { return {std::abs(a.row - b.row), std::abs(a.col - b.col)}; }

  // A lower bound of the cost of a gap.
  static double length(const GridView& view, Gap gap) {
    const auto rows = static_cast<double>(gap.rows), cols = static_cast<double>(gap.cols);
    if (view.rule() == Diagonal::never) return view.smallest_cost() * (rows + cols);
    const double both = std::min(rows, cols);
    return view.smallest_cost() * (std::max(rows, cols) + (view.grid().diagonal_cost() - 1) * both);
  }

  static bool allows_none_below(const GridView& view, const Better& better, Point from, Point to,
                                double enough) {
    const Point x = better.at;
    if (length(view, gap(from, x)) + length(view, gap(x, to)) < enough) return false;
    const bool beside = view.rule() == Diagonal::clear || view.rule() == Diagonal::one_clear;
    if (!better.opened || !beside) return true;
    // The diagonal moves past the cell: between two of the cells above, below, left and right.
    const double step = view.smallest_cost() * view.grid().diagonal_cost();
    for (const int down : {-1, 1})
      for (const int right : {-1, 1}) {
        const Point a{x.row + down, x.col}, b{x.row, x.col + right};
        const double one = length(view, gap(from, a)) + length(view, gap(b, to));
        const double other = length(view, gap(from, b)) + length(view, gap(a, to));
        if (std::min(one, other) + step < enough) return false;
      }
    return true;
  }

  std::shared_ptr<const Grid> was_;
  std::uint64_t seen_;
  bool too_many_ = false;
  std::unordered_map<NodeId, bool> cells_;  // that differ: whether they have improved
  std::vector<Better> better_;
  std::vector<Square> squares_;
  Openings openings_;
  bool is_climbed_ = false;  // the index has climbed from them
  bool bounds_ = false;
};

}  // namespace asterion
