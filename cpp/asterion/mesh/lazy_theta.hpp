// Lazy Theta*: short paths over straight ways from cell to cell, on grids of any costs.
//
// A* over the cells, in which a cell takes its parent's parent as its own wherever a straight way
// leads there. Whether it does is looked at when the cell is expanded. Where costs differ it is
// looked at at once, because the straight way may cost more than the other.
//
// Guarantee   a legal path, seldom more than a few percent above the shortest; none only if there
// is
//             none
// Complexity  as A*, and a line of sight per expansion
// Source      A. Nash, S. Koenig and C. Tovey, Lazy Theta*: any-angle path planning and path length
//             analysis in 3D, 2010
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "asterion/mesh/straight_ways.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/search/status.hpp"

namespace asterion {

class LazyTheta {
 public:
  static constexpr const char* kName = "a search";

  LazyTheta(std::shared_ptr<GridView> view, NodeId start, std::vector<NodeId> goals, double weight)
      : view_(std::move(view)), goals_(std::move(goals)) {
    const auto guard = view_->read();
    if (view_->grid().tiles() != Tiles::square || !view_->is_plain())
      throw BadValue("'theta' is for a grid of squares without links and fences");
    version_ = view_->grid().version();
    uniform_ = view_->uniform();
    scale_ = weight * view_->smallest_cost();
    const std::size_t count = view_->count();
    g_.resize(count), parent_.resize(count, kNobody), closed_.resize(count);
    reach(start, start, 0);
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) {
    const auto guard = view_->read();
    if (view_->grid().version() != version_)
      throw WorldEdited("the world changed from version " + std::to_string(version_) + " to " +
                        std::to_string(view_->grid().version()) +
                        " during the search; restart() starts it again");
    const bool timed = deadline != Clock::time_point::max();
    InterruptPoller poll;
    for (; status_ == Status::running && expansions > 0; --expansions) {
      step();
      poll();
      if (timed && Clock::now() >= deadline) break;
    }
    return status_;
  }

  Status status() const { return status_; }
  const Stats& stats() const { return stats_; }

  // The cells at which the path begins, turns and ends.
  std::vector<RealPoint> points() const {
    std::vector<RealPoint> points;
    if (status_ != Status::found) return points;
    for (NodeId cell = goal_;; cell = parent_[cell]) {
      const Point p = view_->grid().point(cell);
      points.push_back({double(p.row), double(p.col)});
      if (parent_[cell] == cell) break;
    }
    std::reverse(points.begin(), points.end());
    return points;
  }

 private:
  struct Entry {
    double f, g;
    NodeId cell;
    bool operator<(const Entry& other) const { return f != other.f ? f < other.f : g > other.g; }
  };
  static constexpr NodeId kNobody = ~NodeId{0};

  double way(NodeId a, NodeId b) const {
    const Grid& grid = view_->grid();
    return cost_of_way(*view_, middle_of(grid.point(a)), middle_of(grid.point(b)));
  }
  double length(NodeId a, NodeId b) const {
    const Point p = view_->grid().point(a), q = view_->grid().point(b);
    return std::hypot(double(p.row - q.row), double(p.col - q.col));
  }
  double estimate(NodeId cell) const {
    double least = kInfinity;
    for (const NodeId goal : goals_) least = std::min(least, length(cell, goal));
    return scale_ * least;
  }

  void reach(NodeId cell, NodeId parent, double g) {
    if (parent_[cell] != kNobody && g >= g_[cell]) return;
    g_[cell] = g, parent_[cell] = parent;
    open_.push({g + estimate(cell), g, cell});
    ++stats_.pushes;
  }

  // Calls visit(cell) for the cells beside one to which a straight way leads.
  template <class Visit>
  void for_each_beside(NodeId cell, Visit&& visit) const {
    const Grid& grid = view_->grid();
    const Point here = grid.point(cell);
    const auto free = [&](std::int32_t row, std::int32_t col) {
      return row >= 0 && col >= 0 && row < grid.rows() && col < grid.cols() &&
             view_->free(grid.id({row, col}));
    };
    for (std::int32_t r = -1; r <= 1; ++r)
      for (std::int32_t c = -1; c <= 1; ++c) {
        if ((r == 0 && c == 0) || !free(here.row + r, here.col + c)) continue;
        if (r != 0 && c != 0 && !free(here.row + r, here.col) && !free(here.row, here.col + c))
          continue;
        visit(grid.id({here.row + r, here.col + c}));
      }
  }

  void step() {
    for (;;) {
      if (open_.empty()) {
        status_ = Status::unreachable;
        return;
      }
      const Entry entry = open_.top();
      open_.pop();
      ++stats_.pops;
      if (closed_[entry.cell] == 0 && entry.g <= g_[entry.cell]) return expand(entry.cell);
    }
  }

  void expand(NodeId cell) {
    NodeId parent = parent_[cell];
    if (uniform_ && parent != cell && way(parent, cell) == kInfinity) {
      // It was believed to be in sight; the best of the cells beside it certainly is.
      g_[cell] = kInfinity;
      for_each_beside(cell, [&](NodeId other) {
        if (closed_[other] == 0) return;
        const double g = g_[other] + way(other, cell);
        if (g < g_[cell]) g_[cell] = g, parent_[cell] = other;
      });
      parent = parent_[cell];
    }
    closed_[cell] = 1;
    if (std::find(goals_.begin(), goals_.end(), cell) != goals_.end()) {
      goal_ = cell;
      status_ = Status::found;
      return;
    }
    ++stats_.expanded;
    for_each_beside(cell, [&](NodeId next) {
      ++stats_.moves;
      if (closed_[next] != 0) return;
      if (uniform_) {
        reach(next, parent, g_[parent] + view_->smallest_cost() * length(parent, next));
      } else {
        reach(next, parent, g_[parent] + way(parent, next));
        reach(next, cell, g_[cell] + way(cell, next));
      }
    });
  }

  std::shared_ptr<GridView> view_;
  std::vector<NodeId> goals_;
  std::uint64_t version_;
  bool uniform_;
  double scale_;
  std::vector<double> g_;
  std::vector<NodeId> parent_;
  std::vector<std::uint8_t> closed_;
  EntryHeap<Entry> open_;
  NodeId goal_ = kNobody;
  Status status_ = Status::running;
  Stats stats_;
};

}  // namespace asterion
