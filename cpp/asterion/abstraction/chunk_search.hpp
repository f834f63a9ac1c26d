// Searches that stay inside a chunk: cells outside count as walls.
//
// Costs are doubles on every view, so that a chunk's data depends on its cells alone, and not on
// whether costs are uniform elsewhere.
#pragma once

#include <utility>
#include <vector>

#include "asterion/abstraction/chunk_cut.hpp"
#include "asterion/query/query.hpp"
#include "asterion/search/best_first.hpp"

namespace asterion {

// A lower bound of the cost of a path, wherever walls are, if no cell costs less than `least`.
class StraightBound {
 public:
  StraightBound(const Grid& grid, double least)
      : least_(least), diagonal_(grid.diagonal() == Diagonal::never ? 2.0 : grid.diagonal_cost()) {}

  double operator()(Point a, Point b) const {
    const auto rows = static_cast<double>(std::abs(a.row - b.row));
    const auto cols = static_cast<double>(std::abs(a.col - b.col));
    return least_ * (std::max(rows, cols) + (diagonal_ - 1) * std::min(rows, cols));
  }

 private:
  double least_;
  double diagonal_;
};

// Nodes are the cells of the chunk, counted from its first.
class ChunkSearchGraph {
 public:
  using Cost = double;
  static constexpr bool kOnGrid = false;
  using Step = NodeId;  // the node before
  struct Place {};
  static constexpr Step kNoStep = ~NodeId{0};

  // `backward` searches walk against the moves: the cost is that of the cell left behind.
  ChunkSearchGraph(const GridView& view, const Area& area, bool backward = false)
      : view_(&view),
        area_(area),
        table_(&onward_moves(view.grid().diagonal())),
        bound_(view.grid(), view.smallest_cost()),
        backward_(backward) {}

  void lead_to(NodeId goal) {
    goal_ = inside(goal);
    blind_ = false;
  }

  std::size_t count() const { return area_.cells(); }
  bool uniform() const { return false; }
  bool blind() const { return blind_; }
  double unit() const { return 1; }
  double largest_rise() const { return 2 * view_->largest_cost() * view_->grid().diagonal_cost(); }
  Place point(NodeId) const { return {}; }
  NodeId step_back(NodeId, Step before) const { return before; }
  void prefetch(NodeId) const {}

  template <class Visit>
  void for_each_move(NodeId node, Step before, Visit&& visit) const {
    const Point here = inside(node);
    Direction arrived_by = kNoDirection;
    if (before != kNoStep) {
      const Point last = inside(before);
      arrived_by = direction_of(here.row - last.row, here.col - last.col);
    }
    const NodeId cell = cell_of(node);
    const unsigned around = view_->around(cell) & ~outside(here);
    for_each_direction((*table_)[arrived_by][around], [&](Direction d) {
      const auto next =
          static_cast<NodeId>((here.row + kRowStep[d]) * area_.width + here.col + kColStep[d]);
      const double length = is_diagonal(d) ? view_->grid().diagonal_cost() : 1.0;
      visit(next, view_->total(backward_ ? cell : cell_of(next)) * length, node, Place{});
    });
  }

  Cost estimate(NodeId node, Place = {}) const { return blind_ ? 0 : bound_(inside(node), goal_); }
  double true_estimate(NodeId node) const { return estimate(node); }

  // Converts a node of the chunk to a cell of the world, and back.
  NodeId cell_of(NodeId node) const {
    const Point p = inside(node);
    return view_->grid().id({area_.row + p.row, area_.col + p.col});
  }
  NodeId node_of(NodeId cell) const {
    const Point p = view_->grid().point(cell);
    return static_cast<NodeId>((p.row - area_.row) * area_.width + p.col - area_.col);
  }

 private:
  Point inside(NodeId node) const {
    const auto n = static_cast<std::int32_t>(node);
    return {n / area_.width, n % area_.width};
  }
  // The directions that lead out of the chunk.
  unsigned outside(Point p) const {
    constexpr unsigned kSouth = 1u << 1 | 1u << 4 | 1u << 5, kNorth = 1u << 3 | 1u << 6 | 1u << 7;
    constexpr unsigned kEast = 1u << 0 | 1u << 4 | 1u << 7, kWest = 1u << 2 | 1u << 5 | 1u << 6;
    return (p.row == 0 ? kNorth : 0) | (p.row + 1 == area_.height ? kSouth : 0) |
           (p.col == 0 ? kWest : 0) | (p.col + 1 == area_.width ? kEast : 0);
  }

  const GridView* view_;
  Area area_;
  const MoveTable* table_;
  StraightBound bound_;
  Point goal_{0, 0};
  bool blind_ = true;
  bool backward_;
};

// For holders of a lock on the view, as long as it lives.
class ChunkSearch {
 public:
  using Pool = ScratchPool<GraphScratch>;

  // Has memory for chunks of up to `cells` cells. In those that are `of_one_cost` straight walks
  // are cheapest, and nothing need be searched.
  ChunkSearch(const GridView& view, Pool& pool, std::size_t cells, bool of_one_cost = false)
      : view_(view), pool_(pool), cells_(cells), of_one_cost_(of_one_cost) {}

  // The cheapest path inside the chunk, both ends in it.
  PathResult path(const Area& area, NodeId from, NodeId to) {
    PathResult result;
    for (const bool diagonal_first : {true, false})
      if (walk_straight(from, to, diagonal_first, result)) return result;
    ChunkSearchGraph graph(view_, area);
    const NodeId goal = graph.node_of(to);
    graph.lead_to(goal);
    Run run(graph, {graph.node_of(from)}, Goals({goal}), SearchOptions(), pool_.borrow(cells_));
    run_to_end(run);
    result.status = run.status();
    result.stats = run.stats();
    if (run.status() != Status::found) return result;
    result.nodes.clear();
    for (const NodeId node : run.path_to_goal()) result.nodes.push_back(graph.cell_of(node));
    result.cost = cost_of(result.nodes);
    result.stats.path = result.nodes.size();
    return result;
  }

  // The costs inside the chunk from a cell to some others, or from those to it; inf where there is
  // no path.
  std::vector<double> costs(const Area& area, NodeId cell, const std::vector<NodeId>& others,
                            bool to_cell = false) {
    std::vector<double> found(others.size(), kInfinity);
    if (!view_.free(cell)) return found;
    if (of_one_cost_) {
      const auto place = [&](NodeId node) { return view_.grid().point(node); };
      const StraightBound cost(view_.grid(), view_.total(cell));
      for (std::size_t i = 0; i < others.size(); ++i)
        found[i] = cost(place(cell), place(others[i]));
      return found;
    }
    const ChunkSearchGraph graph(view_, area, to_cell);
    Run run(graph, {graph.node_of(cell)}, Goals(), SearchOptions(), pool_.borrow(cells_));
    run_to_end(run);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const NodeId node = graph.node_of(others[i]);
      if (!run.is_closed(node)) continue;
      nodes_ = run.path_to(node);
      for (NodeId& each : nodes_) each = graph.cell_of(each);
      if (to_cell) std::reverse(nodes_.begin(), nodes_.end());
      found[i] = cost_of(nodes_);
    }
    return found;
  }

 private:
  using Run = BestFirst<GraphScratch, Silent, ChunkSearchGraph>;

  // Whether one of the two straightest walks is open and as cheap as any path could be: then no
  // search is needed. It stays between its ends, and so inside their chunk.
  bool walk_straight(NodeId from, NodeId to, bool diagonal_first, PathResult& result) const {
    const Grid& grid = view_.grid();
    const Point goal = grid.point(to);
    const MoveTable& legal = legal_moves(grid.diagonal());
    const bool four = grid.diagonal() == Diagonal::never;
    const auto sign = [](std::int32_t n) { return (n > 0) - (n < 0); };
    result.nodes.assign(1, from);
    for (Point here = grid.point(from); grid.id(here) != to;) {
      const std::int32_t rows = goal.row - here.row, cols = goal.col - here.col;
      // Without diagonal moves: along the row, or along the column.
      const bool longer_row = std::abs(rows) > std::abs(cols);
      const bool diagonal = !four && (diagonal_first || std::abs(rows) == std::abs(cols));
      const bool by_row = four ? (diagonal_first ? rows != 0 : cols == 0) : diagonal || longer_row;
      const bool by_col = four ? !by_row : diagonal || !longer_row;
      const Direction d = direction_of(by_row ? sign(rows) : 0, by_col ? sign(cols) : 0);
      if ((legal[kNoDirection][view_.around(grid.id(here))] >> d & 1) == 0) return false;
      here = {here.row + kRowStep[d], here.col + kColStep[d]};
      result.nodes.push_back(grid.id(here));
    }
    result.cost = cost_of(result.nodes);
    const StraightBound bound(grid, of_one_cost_ ? view_.total(from) : view_.smallest_cost());
    if (result.cost > bound(grid.point(from), goal) * (1 + kSumRounding)) return false;
    result.status = Status::found;
    result.stats.path = result.nodes.size();
    return true;
  }

  // Adds straight and diagonal moves apart, so that sqrt(2) enters once.
  double cost_of(const std::vector<NodeId>& cells) const {
    MoveSum sum;
    const Grid& grid = view_.grid();
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const Point a = grid.point(cells[i - 1]), b = grid.point(cells[i]);
      sum.add(view_.total(cells[i]), direction_of(b.row - a.row, b.col - a.col));
    }
    return sum.cost(grid);
  }

  const GridView& view_;
  Pool& pool_;
  std::size_t cells_;
  bool of_one_cost_;
  std::vector<NodeId> nodes_;
};

}  // namespace asterion
