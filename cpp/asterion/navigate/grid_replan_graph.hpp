// The arcs of a grid: a ScaledReplanGraph of navigate/replan_graph.hpp, which says why costs are
// whole numbers.
//
// Where all cells cost the same the numbers come from world/move_costs.hpp; elsewhere a cost is
// rounded up to a multiple of a small power of two, chosen so that no path overflows. Estimates are
// rounded down, which keeps them consistent. Rounding adds less than 2^-26 to the cost of a path; a
// view whose costs are too far apart for that is `too_wide()`.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "asterion/navigate/navigator_query.hpp"
#include "asterion/search/grid_search_graph.hpp"

namespace asterion {

class GridReplanGraph {
 public:
  using World = GridView;
  using Cost = std::int64_t;
  static constexpr Cost kFar = Cost{1} << 61;  // no path: above any cost

  GridReplanGraph(const GridView& view, HeuristicKind kind,
                  std::shared_ptr<const PairEstimates> custom)
      : view_(view),
        grid_(view.grid()),
        kind_(kind),
        custom_(std::move(custom)),
        by_moves_(custom_ == nullptr && kind != HeuristicKind::euclidean &&
                  kind != HeuristicKind::tiles) {
    for (Direction d = 0; d < kDirections; ++d)
      offset_[d] = static_cast<NodeId>(kRowStep[d] * grid_.cols() + kColStep[d]);
  }

  const GridView& view() const { return view_; }
  std::size_t count() const { return grid_.cells(); }

  // --- Keeping up with the view. Both are false while nothing of that kind has changed.

  // Costs no longer fit the numbers: all results in them are void.
  bool needs_rescale() const {
    if (!measured_) return true;
    if (scaled_) return largest_now() > largest_ || too_fine(view_.smallest_cost());
    if (view_.has_links()) return true;
    const bool other_unit = custom_ != nullptr && view_.smallest_cost() != largest_;
    return !view_.uniform() || other_unit;
  }
  // Estimates only ever fall: between the change of a cost and its repair, the cost of a node may
  // be less than the new costs say, and a larger estimate would hide that.
  bool estimates_stale() const {
    return view_.smallest_cost() < smallest_ || grid_.links_version() != links_measured_;
  }

  // Chooses the numbers for the present costs. Once costs have differed they may again.
  void measure() {
    if (needs_rescale()) {
      scaled_ = scaled_ || !view_.uniform() || view_.has_links();
      scaled_ ? choose_scale() : count_moves();
      smallest_ = kInfinity;
      measured_ = true;
    }
    smallest_ = std::min(smallest_, view_.smallest_cost());
    find_link_ends();
    if (!scaled_) return estimate_by(straight_, kDiagonal);
    const double unit = smallest_ < kInfinity ? smallest_ * scale_ : 0;
    estimate_by(static_cast<Cost>(unit), static_cast<Cost>(unit * std::numbers::sqrt2));
  }
  // An upper bound of the cost of a path over all cells, as long as the numbers hold.
  Cost longest_path() const {
    return scaled_ || custom_ ? kFar : static_cast<Cost>(count()) * diagonal_;
  }
  bool too_wide() const { return scaled_ && too_fine(view_.smallest_cost()); }

  // --- The agent may leave a cell that has become a wall; no other arc leaves a wall.

  // To be called with the lock on the view, before anything below.
  void look(NodeId agent) {
    bytes_ = view_.blocked().empty() ? view_.bytes() : nullptr;
    legal_ = &legal_moves(view_.move_rule());
    has_links_ = view_.has_links();
    agent_ = agent;
    agent_in_wall_ = is_wall(agent);
  }
  bool is_wall(NodeId node) const {
    return bytes_ != nullptr ? bytes_[node] == 0 : !view_.free(node);
  }
  bool passable(NodeId node) const { return !is_wall(node) || node == agent_; }

  // --- Items: the entries of the journal, here cells.

  std::size_t items() const { return count(); }
  double item_cost(NodeId cell) const { return journaled_cost(view_.total(cell)); }
  // A cost in the journal, inf for a wall.
  static double journaled_cost(double cost) { return cost == 0 ? kInfinity : cost; }
  // Whether layers of other weights or closed cells make costs differ from the journal's.
  bool has_own_costs() const {
    return view_.weights().has_value() || !view_.blocked().empty() || view_.is_large();
  }
  template <class Visit>
  void for_each_item(NodeId cell, Visit&& visit) const {
    view_.for_each_covering(cell, visit);
  }
  std::uint64_t links_version() const { return grid_.links_version(); }
  // Whether this arc enters the cell, or is closed by it. An agent in a wall keeps the moves that
  // it had, but no link.
  bool arc_leans_on(NodeId cell, NodeId from, NodeId to) const {
    return to == cell || (has_links_ && from == cell) || arc(from, to) >= kFar;
  }

  // --- Arcs

  // Calls visit(next, cost) for each arc that leaves a node.
  template <class Visit>
  void for_each_out(NodeId node, Visit&& visit) const {
    if (!passable(node)) return;
    for_each_direction((*legal_)[kNoDirection][view_.around(node)], [&](Direction d) {
      const NodeId next = node + offset_[d];
      visit(next, move_cost(next, d));
    });
    if (has_links_)
      view_.for_each_link_out(node,
                              [&](NodeId next, double cost) { visit(next, cost_of_link(cost)); });
  }

  // Calls visit(before, cost) for each arc that enters a node.
  template <class Visit>
  void for_each_in(NodeId node, Visit&& visit) const {
    if (is_wall(node)) return;
    for_each_direction((*legal_)[kNoDirection][view_.around_back(node)],
                       [&](Direction d) { visit(node + offset_[d], move_cost(node, d)); });
    if (has_links_)
      view_.for_each_link_in(
          node, [&](NodeId before, double cost) { visit(before, cost_of_link(cost)); });
    if (!agent_in_wall_) return;
    if (const Cost cost = arc(agent_, node); cost < kFar) visit(agent_, cost);
  }

  template <class Visit>
  void for_each_closed_in(NodeId node, Visit&& visit) const {
    const Point here = grid_.point(node);
    for (Direction d = 0; d < directions(); ++d)
      if (const Point p{here.row + kRowStep[d], here.col + kColStep[d]}; inside(p))
        visit(grid_.id(p));
    if (has_links_)
      for (const LinkArc& arc : grid_.links().in(node)) visit(arc.node);
  }

  // The cost of a single move, kFar if there is none.
  Cost arc(NodeId from, NodeId to) const {
    std::uint32_t there = 0;  // directions from one to the other, by number
    for (Direction d = 0; d < kDirections; ++d)
      there |= std::uint32_t{from + offset_[d] == to} << d;
    // No move crosses the edge of the grid.
    const std::uint32_t legal = there & (*legal_)[kNoDirection][view_.around(from)];
    if (has_links_) return cheapest_arc(from, to, legal);
    if (legal == 0 || !passable(from)) return kFar;
    return move_cost(to, static_cast<Direction>(std::countr_zero(legal)));
  }

  // Calls visit(node) for both ends of each arc that a change of this cell can touch: arcs into it,
  // out of it, and diagonally past it.
  template <class Visit>
  void for_each_touched(NodeId node, Visit&& visit) const {
    visit(node);
    const Point here = grid_.point(node);
    for (Direction d = 0; d < directions(); ++d) {
      const Point p{here.row + kRowStep[d], here.col + kColStep[d]};
      if (inside(p)) visit(grid_.id(p));
    }
    if (!has_links_) return;
    for (const LinkArc& arc : grid_.links().out(node)) visit(arc.node);
    for (const LinkArc& arc : grid_.links().in(node)) visit(arc.node);
  }

  // --- Estimates

  // A path with links costs at least the distance to the nearest entrance, plus the cheapest link,
  // plus the distance from the nearest exit.
  Cost estimate(NodeId from, NodeId to) const {
    const Cost straight = distance(from, to);
    if (!has_links_ || custom_ != nullptr) return straight;
    if (link_ends_.empty()) return std::min(straight, cheapest_link_);
    Cost there = kFar, back = kFar;
    for (const auto& [entrance, exit] : link_ends_) {
      there = std::min(there, distance(from, entrance));
      back = std::min(back, distance(exit, to));
    }
    return std::min(straight, there + cheapest_link_ + back);
  }

  Cost distance(NodeId from, NodeId to) const {
    const Point a = grid_.point(from), b = grid_.point(to);
    const Cost rows = std::abs(a.row - b.row), cols = std::abs(a.col - b.col);
    if (by_moves_) return longer_ * std::max(rows, cols) + shorter_ * std::min(rows, cols);
    if (custom_ != nullptr) return scaled_down(custom_->between(from, to));
    if (kind_ == HeuristicKind::tiles) return longer_ * tiles_apart(grid_.tiles(), a, b);
    const auto r = static_cast<double>(rows), c = static_cast<double>(cols);
    // The root may be rounded up, by less than this fraction.
    return static_cast<Cost>(static_cast<double>(longer_) * std::sqrt(r * r + c * c) *
                             (1 - 0x1p-50));
  }

  // A cost as the user knows it.
  double real(Cost cost) const {
    if (cost >= kFar) return kInfinity;
    const double cell = view_.smallest_cost() < kInfinity ? view_.smallest_cost() : 1;
    const double unit = scaled_ ? 1 / scale_ : cell / static_cast<double>(straight_);
    return static_cast<double>(cost) * unit;
  }

 private:
  static constexpr double kFinest = 0x1p26;  // units in the smallest cost

  Direction directions() const {
    return grid_.diagonal() == Diagonal::never ? kFirstDiagonal : Direction{kDirections};
  }
  bool inside(Point p) const {
    return p.row >= 0 && p.row < grid_.rows() && p.col >= 0 && p.col < grid_.cols();
  }
  bool too_fine(double smallest) const { return smallest * scale_ < kFinest; }

  void count_moves() {
    largest_ = view_.smallest_cost();
    straight_ = needs_root(grid_, kind_) ? kStraight : 1;
    diagonal_ = grid_.diagonal() != Diagonal::never && grid_.diagonal_cost() > 1 ? Cost{kDiagonal}
                                                                                 : straight_;
  }

  // Leaves room for a path over all cells with each at twice its present cost.
  void choose_scale() {
    largest_ = 2 * largest_now();
    const double longest = static_cast<double>(grid_.cells()) * largest_ * std::numbers::sqrt2;
    // Tiny costs would need a scale that a double cannot hold: they count as too wide.
    scale_ = std::exp2(std::min(1000.0, std::floor(60 - std::log2(longest))));
  }

  void estimate_by(Cost straight, Cost diagonal) {
    longer_ = kind_ == HeuristicKind::zero ? 0 : straight;
    shorter_ = kind_ == HeuristicKind::manhattan ? straight
               : kind_ == HeuristicKind::octile  ? diagonal - straight
                                                 : 0;
  }

  double largest_now() const {
    return std::max(view_.largest_cost(), grid_.links().largest_cost());
  }

  // At least 1, so that no path follows a circle of cost 0.
  Cost cost_of_link(double cost) const { return std::max(Cost{1}, rounded_up(cost * scale_)); }

  Cost cheapest_arc(NodeId from, NodeId to, std::uint32_t legal) const {
    if (!passable(from) || is_wall(to)) return kFar;
    const double link = link_cost(view_, from, to);
    const Cost linked = link < kInfinity ? cost_of_link(link) : kFar;
    if (legal == 0) return linked;
    return std::min(linked, move_cost(to, static_cast<Direction>(std::countr_zero(legal))));
  }

  // With many links the estimates would take longer than they save: then the cheapest link alone
  // bounds the cost of a path.
  void find_link_ends() {
    constexpr std::size_t kMostEnds = 32;
    link_ends_.clear();
    links_measured_ = grid_.links_version();
    const Links& links = grid_.links();
    if (links.empty()) return;
    cheapest_link_ = static_cast<Cost>(links.smallest_cost() * scale_);
    if (links.all().size() > kMostEnds) return;
    for (const auto& [id, link] : links.all()) {
      link_ends_.push_back({link.a, link.b});
      if (link.both) link_ends_.push_back({link.b, link.a});
    }
  }

  Cost move_cost(NodeId entered, Direction d) const {
    if (!scaled_) return is_diagonal(d) ? diagonal_ : straight_;
    const double cost = view_.total(entered) * (is_diagonal(d) ? grid_.diagonal_cost() : 1);
    return rounded_up(cost * scale_);
  }

  static Cost rounded_up(double units) {  // without a call
    const auto whole = static_cast<Cost>(units);
    return whole + (static_cast<double>(whole) < units);
  }

  Cost scaled_down(double estimate) const {
    const double units = scaled_ ? estimate * scale_ : estimate / real(1);
    return units < static_cast<double>(kFar) ? static_cast<Cost>(units) : kFar;
  }

  const GridView& view_;
  const Grid& grid_;
  HeuristicKind kind_;
  std::shared_ptr<const PairEstimates> custom_;
  bool by_moves_;  // estimates are sums of straight and diagonal moves
  const MoveTable* legal_ = nullptr;
  std::array<NodeId, kDirections> offset_{};
  const std::uint8_t* bytes_ = nullptr;  // costs, where they say what is free
  NodeId agent_ = 0;
  bool agent_in_wall_ = false;
  bool has_links_ = false;
  std::vector<std::pair<NodeId, NodeId>> link_ends_;  // both ends of each link, for estimates
  Cost cheapest_link_ = 0;
  std::uint64_t links_measured_ = 0;

  bool measured_ = false;
  bool scaled_ = false;  // whether costs differ, or once did
  double scale_ = 1;     // units in a cost of 1
  double largest_ = 0;   // the largest cost that there is room for
  double smallest_ = kInfinity;
  Cost straight_ = 1;
  Cost diagonal_ = 1;
  Cost longer_ = 0;
  Cost shorter_ = 0;
};

}  // namespace asterion
