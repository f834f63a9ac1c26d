// The costs of moves on a view, in the numbers a search calculates with, and the distances that
// estimate them.
//
// Where every free cell costs the same, costs are whole numbers (world/move_costs.hpp). Without a
// square root they are also whole where cells cost whole numbers up to 255. Elsewhere costs are
// doubles. Results always report path_cost().
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <type_traits>
#include <vector>

#include "asterion/search/detours.hpp"
#include "asterion/search/estimates.hpp"
#include "asterion/search/heuristic_kind.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/search_graph.hpp"
#include "asterion/world/eight_around.hpp"
#include "asterion/world/grid_view.hpp"
#include "asterion/world/move_costs.hpp"
#include "asterion/world/move_tables.hpp"

namespace asterion {

// Whether the estimate never exceeds the true cost, nor a move plus the estimate after it.
inline bool is_consistent(HeuristicKind kind, const Grid& grid) {
  const bool only_straight = grid.diagonal() == Diagonal::never;
  switch (kind) {
    case HeuristicKind::zero:
    case HeuristicKind::chebyshev:
    case HeuristicKind::tiles:
      return true;
    case HeuristicKind::manhattan:
      return only_straight;
    case HeuristicKind::euclidean:
    case HeuristicKind::octile:
      return only_straight || grid.diagonal_cost() > 1;
    case HeuristicKind::custom:
    case HeuristicKind::positions:
      return false;  // it may be, but that is not known
  }
  return false;
}

// Whether the costs or estimates of this grid need a square root.
inline bool needs_root(const Grid& grid, HeuristicKind kind) {
  const bool diagonals_cost_more = grid.diagonal() != Diagonal::never && grid.diagonal_cost() > 1;
  return diagonals_cost_more || kind == HeuristicKind::octile || kind == HeuristicKind::euclidean;
}

// Whether a search can count in whole numbers exactly although cells differ.
inline bool counts_in_whole_numbers(const GridView& view, HeuristicKind kind) {
  return view.bytes() != nullptr && !needs_root(view.grid(), kind);
}

// The cost of the cheapest usable link from one cell to another; inf if there is none.
inline double link_cost(const GridView& view, NodeId from, NodeId to) {
  double least = kInfinity;
  if (view.has_links())
    view.for_each_link_out(from, [&](NodeId next, double cost) {
      if (next == to) least = std::min(least, cost);
    });
  return least;
}

// The direction of the legal move from one cell to another, or kNoDirection; the cells themselves
// are not checked.
inline Direction legal_direction(const GridView& view, NodeId from, NodeId to) {
  const Point a = view.grid().point(from), b = view.grid().point(to);
  const Direction d = direction_of(b.row - a.row, b.col - a.col);
  if (d == kNoDirection) return d;
  const MoveTable& legal = legal_moves(view.move_rule());
  return (legal[kNoDirection][view.around(from)] >> d & 1) != 0 ? d : kNoDirection;
}

// Sums of straight and of diagonal moves apart, so that sqrt(2) enters once, at the end.
struct MoveSum {
  double straight = 0;
  double diagonal = 0;
  void add(double cost, Direction d) { (is_diagonal(d) ? diagonal : straight) += cost; }
  // Adds a step from one cell to the next, by a move or by a link if that costs less.
  void add(const GridView& view, NodeId from, NodeId to) {
    const double link = link_cost(view, from, to);
    const Point a = view.grid().point(from), b = view.grid().point(to);
    const Direction d = link < kInfinity ? legal_direction(view, from, to)
                                         : direction_of(b.row - a.row, b.col - a.col);
    const double length = is_diagonal(d) ? view.grid().diagonal_cost() : 1.0;
    if (link < kInfinity && (d == kNoDirection || link <= view.total(to) * length)) {
      straight += link;
    } else {
      add(view.total(to), d);
    }
  }
  double cost(const Grid& grid) const { return straight + diagonal * grid.diagonal_cost(); }
};

// The cost of walking these cells, each a legal step from the previous one.
inline double path_cost(const GridView& view, const std::vector<NodeId>& path) {
  const auto cols = static_cast<NodeId>(view.grid().cols());
  const bool counted = view.uniform() && !view.has_links() && path.size() > 1;
  if (counted && cols > 2) {
    std::size_t straight = 0;  // a plain loop, which the compiler vectorizes
    for (std::size_t i = 1; i < path.size(); ++i) {
      const NodeId step = path[i] > path[i - 1] ? path[i] - path[i - 1] : path[i - 1] - path[i];
      straight += step == 1 || step == cols;
    }
    const MoveSum moves{static_cast<double>(straight),
                        static_cast<double>(path.size() - 1 - straight)};
    return view.smallest_cost() * moves.cost(view.grid());
  }
  MoveSum sum;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Point a = view.grid().point(path[i - 1]), b = view.grid().point(path[i]);
    counted ? sum.add(1, direction_of(b.row - a.row, b.col - a.col))
            : sum.add(view, path[i - 1], path[i]);
  }
  return (counted ? view.smallest_cost() : 1) * sum.cost(view.grid());
}

// The moves a search looks at. `onward` and `by_area` are for any costs, `canonical` for uniform
// ones, and `turning` for uniform ones with turns that cost.
//
// `by_area` is canonical at a cell whose surroundings cost the same, and onward elsewhere. The
// detours behind canonical moves enter these cells only, so they are as short whatever other cells
// cost: the first of all cheapest paths, by the order of canonical moves, is still looked at.
enum class Moves : std::uint8_t { legal, onward, by_area, canonical, turning };

template <CostNumber Number>
class GridSearchGraph {
 public:
  using Cost = Number;
  static constexpr bool kOnGrid = true;
  using Step = Direction;
  using Place = Point;
  static constexpr Step kNoStep = kNoDirection;

  // `backward` searches walk against the moves: the cost is that of the cell left behind. Without
  // `rounded`, costs are true ones even where they are uniform, for sums with other numbers.
  GridSearchGraph(const GridView& view, HeuristicKind kind, const NodeList& goals, Moves moves,
                  bool backward = false, const CustomEstimates* custom = nullptr,
                  bool rounded = true)
      : view_(view),
        cols_(view.grid().cols()),
        kind_(kind),
        uniform_(rounded && view.uniform()),
        backward_(backward),
        custom_(custom),
        rule_(view.move_rule()) {
    for (const NodeId goal : goals) goals_.push_back(view.grid().point(goal));
    const Diagonal rule = rule_;
    if (view.has_shape()) moves = Moves::legal;  // whether others are right is not known
    const bool diagonals_cost_more = rule != Diagonal::never && view.grid().diagonal_cost() > 1;
    table_ = &(moves == Moves::canonical ? canonical_moves(rule)
               : moves == Moves::turning ? turning_moves(rule)
               : moves == Moves::legal   ? legal_moves(rule)
                                         : onward_moves(rule));
    if (moves == Moves::by_area) area_table_ = &canonical_moves(rule);
    if (uniform_) {
      straight_ = needs_root(view.grid(), kind) ? Cost{kStraight} : Cost{1};
      diagonal_ = diagonals_cost_more ? Cost{kDiagonal} : straight_;
      estimate_by(kind, straight_, Cost{kDiagonal});
      if (view.smallest_cost() < kInfinity) cell_cost_ = view.smallest_cost();
    } else if constexpr (std::is_integral_v<Cost>) {
      const auto smallest = static_cast<Cost>(view.smallest_cost());
      MoveLengths lengths{1, 1};
      if (needs_root(view.grid(), kind))
        lengths = finest_lengths(static_cast<double>(view.count()) * view.largest_cost());
      straight_ = lengths.straight;
      diagonal_ = diagonals_cost_more ? lengths.diagonal : straight_;
      estimate_by(kind, smallest * straight_, smallest * lengths.diagonal);
      bytes_ = view.bytes();
    } else {
      straight_ = 1;
      diagonal_ = view.grid().diagonal_cost();
      estimate_by(kind, view.smallest_cost(), view.smallest_cost() * std::numbers::sqrt2);
      bytes_ = view.bytes();
      doubles_ = view.doubles();
    }
    for (Direction d = 0; d < kDirections; ++d)
      offset_[d] = static_cast<NodeId>(kRowStep[d] * cols_ + kColStep[d]);
    around_ = backward ? view.all_around_back() : view.all_around();
  }

  const GridView& view() const { return view_; }
  bool uniform() const { return uniform_; }
  bool blind() const { return kind_ == HeuristicKind::zero; }  // all estimates are 0
  // The real cost of one unit of the search's numbers.
  double unit() const { return cell_cost_ / static_cast<double>(straight_); }
  // The cost of these moves, where costs are uniform.
  double cost_of(double straight_moves, double diagonal_moves) const {
    return cell_cost_ * MoveSum{straight_moves, diagonal_moves}.cost(view_.grid());
  }
  // The most that f rises in one move, with a consistent estimate: twice the most expensive move.
  double largest_rise() const {
    const double largest = uniform_ ? 1 : view_.largest_cost();
    return 2 * largest * static_cast<double>(diagonal_);
  }
  // The costs of the cheapest and of the most expensive move.
  Cost least_move() const {
    return uniform_ ? straight_ : straight_ * static_cast<Cost>(view_.smallest_cost());
  }
  double largest_move() const { return largest_rise() / 2; }
  // The length of a move: its cost over cells of cost 1, or of the uniform cost.
  Cost move_length(Direction d) const { return is_diagonal(d) ? diagonal_ : straight_; }
  // Whether the estimate is the exact cost where no wall is between.
  bool exact_in_the_open() const {
    switch (kind_) {
      case HeuristicKind::manhattan:
        return view_.grid().diagonal() == Diagonal::never;
      case HeuristicKind::octile:
        return diagonal_ != straight_;
      case HeuristicKind::tiles:
        return true;
      case HeuristicKind::chebyshev:
        return view_.grid().diagonal() != Diagonal::never && diagonal_ == straight_;
      default:
        return false;
    }
  }
  Point point(NodeId node) const { return view_.grid().point(node); }
  std::size_t count() const { return view_.grid().cells(); }
  NodeId step(NodeId node, Direction d) const { return node + offset_[d]; }
  NodeId step_back(NodeId node, Direction d) const { return node - offset_[d]; }

  // The moves to look at, a bit each; a backward search looks at those that lead here.
  std::uint8_t moves_from(NodeId node, Direction arrived_by) const {
    const MoveTable* table = area_table_ != nullptr && is_inside_area(node) ? area_table_ : table_;
    return (*table)[arrived_by][around_[node]];
  }
  // The moves of a cell beside one of another cost, without needless detours. Finding these takes
  // longer than looking at a move, but less than making it.
  std::uint8_t moves_from_mixed(NodeId node, Direction arrived_by) const {
    const std::uint8_t moves = (*table_)[arrived_by][around_[node]];
    if (backward_ || rule_ == Diagonal::never || arrived_by == kNoDirection) return moves;
    const auto cost = [&](Direction d) { return factor(node, step(node, d)); };
    return without_detours<Cost>(moves, arrived_by, around_[node], rule_ != Diagonal::clear,
                                 straight_, diagonal_, factor(node, node), cost);
  }

  // The factor by which the length of a move from one cell to another is multiplied.
  Cost factor(NodeId from, NodeId to) const {
    const NodeId entered = backward_ ? from : to;
    if (bytes_ != nullptr) return bytes_[entered];
    if constexpr (std::is_integral_v<Cost>) return 1;
    return uniform_ ? 1 : static_cast<Cost>(doubles_[entered]);
  }
  Cost move_cost(NodeId from, NodeId to, Direction d) const {
    return move_length(d) * factor(from, to);
  }

  // Calls visit(next, cost, direction, point of next) for each move to look at, in their order.
  template <class Visit>
  void for_each_move(NodeId node, Direction arrived_by, Visit&& visit) const {
    const Point here = point(node);
    for_each_direction(moves_from(node, arrived_by), [&](Direction d) {
      const NodeId next = step(node, d);
      visit(next, move_cost(node, next, d), d,
            Point{here.row + kRowStep[d], here.col + kColStep[d]});
    });
  }

  // Calls visit(cell before, cost, direction) for each legal move that ends at a node.
  template <class Visit>
  void for_each_move_into(NodeId node, Visit&& visit) const {
    const MoveTable& legal = legal_moves(view_.move_rule());
    for_each_direction(legal[kNoDirection][view_.around_back(node)], [&](Direction back) {
      const NodeId before = step(node, back);
      const Direction d = opposite(back);
      visit(before, move_cost(before, node, d), d);
    });
  }

  // The moves not yet tried from a node, for a search that takes them one by one.
  using Untried = std::uint8_t;
  struct Move {
    NodeId next;
    Cost cost;
    Step step;
  };
  Untried untried(NodeId node, Direction arrived_by) const { return moves_from(node, arrived_by); }
  static std::uint64_t number_of(Untried moves) {
    return static_cast<std::uint64_t>(std::popcount(moves));
  }
  Move take(NodeId node, Untried& moves) const {
    const auto d = static_cast<Direction>(std::countr_zero(moves));
    moves = static_cast<Untried>(moves & (moves - 1));
    const NodeId next = step(node, d);
    return {next, move_cost(node, next, d), d};
  }

  // Replaces the table of moves to look at.
  void look_at(const MoveTable& table) {
    table_ = &table;
    area_table_ = nullptr;
  }

  // The estimated cost from a node to the nearest goal.
  Cost estimate(NodeId node) const { return estimate(node, point(node)); }
  Cost estimate([[maybe_unused]] NodeId node, Point here) const {
    if (custom_ != nullptr) return custom_estimate(node);
    if (goals_.empty()) return 0;
    Cost least = distance(here, goals_[0]);
    for (std::size_t i = 1; i < goals_.size(); ++i)
      least = std::min(least, distance(here, goals_[i]));
    return least;
  }

  // The exact estimate, in true costs.
  double true_estimate(NodeId node) const {
    if (custom_ != nullptr) return custom_->at(node);
    const Point here = point(node);
    double least = kInfinity;
    for (const Point goal : goals_) {
      if (by_tiles_) {
        const auto moves = tiles_apart(view_.grid().tiles(), here, goal);
        least = std::min(least, static_cast<double>(moves));
        continue;
      }
      const double rows = std::abs(here.row - goal.row), cols = std::abs(here.col - goal.col);
      least = std::min(least, plain_distance(std::max(rows, cols), std::min(rows, cols)));
    }
    return goals_.empty() ? 0 : least * (uniform_ ? cell_cost_ : view_.smallest_cost());
  }

  // A lower bound of the cost of a path between two points.
  Cost distance(Point a, Point b) const {
    const auto rows = static_cast<Cost>(std::abs(a.row - b.row));
    const auto cols = static_cast<Cost>(std::abs(a.col - b.col));
    if (by_axes_) return longer_ * std::max(rows, cols) + shorter_ * std::min(rows, cols);
    if (by_tiles_) return longer_ * static_cast<Cost>(tiles_apart(view_.grid().tiles(), a, b));
    // Rounded down to whole numbers it stays consistent, because moves cost whole numbers.
    const auto r = static_cast<double>(rows), c = static_cast<double>(cols);
    return static_cast<Cost>(static_cast<double>(longer_) * std::sqrt(r * r + c * c));
  }
  const Few<Point>& goals() const { return goals_; }

 private:
  Cost custom_estimate(NodeId node) const {
    if constexpr (std::is_integral_v<Cost>) {
      return custom_->whole_at(node);
    } else {
      if (!uniform_) return custom_->at(node);
      if (custom_->counts_whole()) return static_cast<Cost>(custom_->whole_at(node));
      return as_moves(custom_->at(node) / unit());
    }
  }

  // Rounds estimates that are sums of moves to the same sums that the search computes; otherwise
  // paths with the same f would differ in their last digits, and be tried one by one.
  static double as_moves(double units) {
    const double whole = std::nearbyint(units);
    const double off = std::abs(units - whole);
    return off <= kWholeRounding + kWholeRoundingAUnit * units ? whole : units;
  }

  // Whether the cells around cost the same or are walls; false for cells on the rim of the map, or
  // near its first or last one.
  bool is_inside_area(NodeId node) const {
    const auto cols = static_cast<NodeId>(cols_);
    const auto cells = static_cast<NodeId>(view_.count());
    if (node <= cols || cells - node <= cols + 2) return false;
    if (bytes_ != nullptr) {
      const std::uint8_t* middle = bytes_ + node;
      const std::uint64_t around = eight_around(middle, cols_);
      return (not_zero(around) & not_zero(around ^ *middle * 0x0101010101010101u)) == 0;
    }
    for (const NodeId offset : offset_) {
      const double cost = doubles_[static_cast<NodeId>(node + offset)];
      if (cost != doubles_[node] && cost > 0) return false;
    }
    return true;
  }
  // The highest bit of each byte that is not 0.
  static std::uint64_t not_zero(std::uint64_t bytes) {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    return (((bytes & low) + low) | bytes) & ~low;
  }

  double plain_distance(double longer, double shorter) const {
    switch (kind_) {
      case HeuristicKind::zero:
      case HeuristicKind::custom:
      case HeuristicKind::positions:
      case HeuristicKind::tiles:
        return 0;
      case HeuristicKind::manhattan:
        return longer + shorter;
      case HeuristicKind::euclidean:
        return std::sqrt(longer * longer + shorter * shorter);
      case HeuristicKind::octile:
        return longer - shorter + std::numbers::sqrt2 * shorter;
      case HeuristicKind::chebyshev:
        return longer;
    }
    return 0;
  }

  // Every distance but the Euclidean is a constant per step of the longer axis plus one per step of
  // the shorter axis.
  void estimate_by(HeuristicKind kind, Cost straight, Cost diagonal) {
    by_tiles_ = kind == HeuristicKind::tiles;
    by_axes_ = kind != HeuristicKind::euclidean && !by_tiles_;
    longer_ = kind == HeuristicKind::zero ? Cost{0} : straight;
    if (kind == HeuristicKind::manhattan) shorter_ = straight;
    if (kind == HeuristicKind::octile) shorter_ = diagonal - straight;
  }

  const GridView& view_;
  std::int32_t cols_;
  HeuristicKind kind_;
  bool uniform_;
  bool backward_;
  const CustomEstimates* custom_;
  Diagonal rule_;
  const MoveTable* table_ = nullptr;
  const MoveTable* area_table_ = nullptr;  // of cells inside an area of one cost, if it differs
  const std::uint8_t* around_ = nullptr;   // the index into it, of each cell
  Few<Point> goals_;
  Cost straight_ = 1;
  Cost diagonal_ = 1;
  bool by_axes_ = true;  // a constant per step of each axis
  bool by_tiles_ = false;
  Cost longer_ = 0;
  Cost shorter_ = 0;
  double cell_cost_ = 1;
  const std::uint8_t* bytes_ = nullptr;
  const double* doubles_ = nullptr;
  std::array<NodeId, 8> offset_{};
};

}  // namespace asterion
