// Jump point search: A* on uniform grids that puts only cells on open where a path may have to
// turn.
//
// Guarantee   a cheapest path; needs a world whose free cells all cost the same
// Complexity  as A*, on the jump points alone, plus scans of the lines between them, 63 cells a
// look
//             where corners are not cut and where there are no diagonals; 12 bytes a cell, where
//             the search goes, and 2 bits a cell
// Source      D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011;
//             blocks and no diagonal jump points on open, the same, Improving jump point search,
//             2014
#pragma once

#include <limits>
#include <unordered_map>
#include <utility>

#include "asterion/search/goals.hpp"
#include "asterion/search/grid_metric.hpp"
#include "asterion/search/rules.hpp"
#include "asterion/search/scratch.hpp"
#include "asterion/search/search_run.hpp"
#include "asterion/search/tree.hpp"

namespace asterion {

template <class Observer = Silent>
class Jps final : public SearchRun {
 public:
  using Cost = JumpScratch::Cost;
  using Lease = ScratchPool<JumpScratch>::Lease;

  Jps(GridMetric<Cost> metric, const std::vector<NodeId>& starts, Goals goals,
      const SearchRules& rules, Lease scratch)
      : metric_(std::move(metric)),
        terrain_(metric_.terrain()),
        rule_(terrain_.grid().diagonal()),
        legal_(legal_moves(rule_)[kNoDirection]),
        goals_(std::move(goals)),
        rules_(rules),
        scratch_(std::move(scratch)),
        nodes_(scratch_->nodes),
        open_(scratch_->open),
        max_cost_(rules.max_cost / metric_.unit() * (1 + kRounding)) {
    nodes_.new_search();
    open_.clear();
    for (const NodeId goal : goals_.nodes()) {
      const Point p = metric_.point(goal);
      goal_lines_[0].push_back({p.row, p.col});
      goal_lines_[1].push_back({p.col, p.row});
    }
    for (auto& lines : goal_lines_) std::sort(lines.begin(), lines.end());
    for (const NodeId start : starts) reach(stats_, start, start, 0, kNoDirection);
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return advance_by(expansions, deadline, [this](Stats& stats) { step(stats); });
  }

  std::vector<NodeId> path_to(NodeId node) const override {
    std::vector<NodeId> path{node};
    for (; nodes_.direction(node) != kNoDirection; node = scratch_->parents[node])
      for_each_cell_back(node, scratch_->parents[node], [&](NodeId cell) { path.push_back(cell); });
    std::reverse(path.begin(), path.end());
    return path;
  }

  std::optional<NodeId> best_open() const override {
    std::optional<NodeId> best;
    std::pair<Cost, Cost> least{};
    open_.for_each([&](const HeapEntry& entry) {
      if (nodes_.closed(entry.node)) return;
      const std::pair<Cost, Cost> key{metric_.estimate(entry.node), nodes_.cost(entry.node)};
      if (best && (least < key || (least == key && *best <= entry.node))) return;
      best = entry.node;
      least = key;
    });
    return best;
  }

  void write_costs(double* g) const override {
    write(g, kInfinity, [&](NodeId node) { return true_cost(node); });
  }
  void write_estimates(double* h) const override {
    write(h, std::numeric_limits<double>::quiet_NaN(),
          [&](NodeId node) { return estimate_of(node); });
  }
  void write_states(std::uint8_t* state) const override {
    write(state, std::uint8_t{0},
          [&](NodeId node) { return static_cast<std::uint8_t>(nodes_.closed(node) ? 2 : 1); });
  }
  void write_parents(std::int64_t* parent) const override {
    write(parent, std::int64_t{-1}, [&](NodeId node) {
      return nodes_.direction(node) == kNoDirection ? std::int64_t{-1}
                                                    : std::int64_t{scratch_->parents[node]};
    });
  }

  const std::vector<Event>& events() const override { return observer_.events(); }
  double estimate_of(NodeId node) const override { return metric_.true_estimate(node); }
  std::vector<double> event_costs() const override {
    std::vector<double> costs;
    std::unordered_map<NodeId, MoveCount> moves;  // replayed, to be exact
    for (const Event& event : events()) {
      if (event.kind != EventKind::closed && event.node != event.parent)
        moves[event.node] = plus(moves[event.parent], moves_between(event.parent, event.node));
      const MoveCount here = moves[event.node];
      costs.push_back(metric_.cost_of(here.straight, here.diagonal));
    }
    return costs;
  }

 private:
  static constexpr double kRounding = 1e-6;

  // One expansion of a jump point.
  void step(Stats& stats) {
    while (!open_.empty() && nodes_.closed(open_.top().node)) open_.pop();
    if (open_.empty()) {
      status_ = cut_off_ ? Status::stopped : Status::unreachable;
      return;
    }
    const NodeId node = open_.top().node;
    if (goals_.contain(node)) {
      goal_ = node;
      status_ = Status::found;
      return;
    }
    if (stats.expanded >= rules_.max_expansions) {
      status_ = Status::stopped;
      return;
    }
    open_.pop();
    ++stats.pops;
    ++stats.expanded;
    nodes_.close(node);
    observer_.note(EventKind::closed, node, node, static_cast<double>(nodes_.cost(node)));
    for_each_direction(metric_.moves_from(node, nodes_.direction(node)),
                       [&](Direction d) { jump(stats, node, d); });
    const std::uint64_t open = stats.open();
    stats.open_sum += open;
    stats.peak_open = std::max(stats.peak_open, open);
  }

  // Finds the jump points in a direction. On the way of a move that comes first in the canonical
  // order (diagonal; vertical, where there are no diagonals) every cell may turn into the later
  // ones.
  void jump(Stats& stats, NodeId from, Direction d) {
    const std::uint8_t later = turns_after(d);
    if (later == 0) return run_straight(stats, from, from, nodes_.cost(from), d);
    const Cost length = metric_.move_cost(from, from, d);
    NodeId node = from;
    Cost cost = nodes_.cost(from);
    while (legal(node) >> d & 1) {
      node = metric_.step(node, d);
      cost += length;
      if (goals_.contain(node)) return reach(stats, node, from, cost, d);
      const std::uint8_t moves = metric_.moves_from(node, d);
      if ((moves & ~(later | 1u << d)) != 0) return reach(stats, node, from, cost, d);
      for_each_direction(static_cast<std::uint8_t>(moves & later),
                         [&](Direction side) { run_straight(stats, from, node, cost, side); });
    }
  }

  // Along a line to the next jump point, which is reached from `parent` by way of `from`.
  void run_straight(Stats& stats, NodeId parent, NodeId from, Cost cost, Direction d) {
    ++stats.generated;
    const Scan scan = scan_line(from, d);
    const std::int32_t goal = steps_to_goal(from, d);
    if (goal > scan.steps && !scan.stopped) return;
    const std::int32_t steps = std::min(goal, scan.steps);
    const auto moves = static_cast<NodeId>(steps);
    reach(stats, from + moves * (metric_.step(from, d) - from), parent,
          cost + static_cast<Cost>(steps) * metric_.move_cost(from, from, d), d);
  }

  // Where the first cell is that has another move than straight on.
  Scan scan_line(NodeId from, Direction d) const {
    const Point p = metric_.point(from);
    if (rule_ == Diagonal::clear || rule_ == Diagonal::never) {
      switch (d) {
        case 0:
          return scan_up(terrain_.rows_free(), p.row, p.col);
        case 1:
          return scan_up(terrain_.cols_free(), p.col, p.row);
        case 2:
          return scan_down(terrain_.rows_free(), p.row, p.col);
        default:
          return scan_down(terrain_.cols_free(), p.col, p.row);
      }
    }
    // Where corners are cut, ways open up in more shapes: cell by cell.
    NodeId node = from;
    for (std::int32_t steps = 0;; ++steps) {
      if ((legal(node) >> d & 1) == 0) return {steps, false};
      node = metric_.step(node, d);
      if ((metric_.moves_from(node, d) & ~(1u << d)) != 0) return {steps + 1, true};
    }
  }

  // To the nearest goal ahead on the line; more than any line is long if there is none.
  std::int32_t steps_to_goal(NodeId from, Direction d) const {
    constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();
    const Point p = metric_.point(from);
    const bool across = kColStep[d] != 0;
    const auto& lines = goal_lines_[across ? 0 : 1];
    const std::pair here = across ? std::pair(p.row, p.col) : std::pair(p.col, p.row);
    if (kColStep[d] + kRowStep[d] > 0) {
      const auto at = std::upper_bound(lines.begin(), lines.end(), here);
      return at != lines.end() && at->first == here.first ? at->second - here.second : kNone;
    }
    const auto at = std::lower_bound(lines.begin(), lines.end(), here);
    return at != lines.begin() && std::prev(at)->first == here.first
               ? here.second - std::prev(at)->second
               : kNone;
  }

  void reach(Stats& stats, NodeId node, NodeId parent, Cost cost, Direction from) {
    const Cost f = cost + metric_.estimate(node);
    if (static_cast<double>(f) > max_cost_) {
      cut_off_ = true;
      return;
    }
    const Relaxed what = nodes_.relax(node, cost, from, false);
    if (what == Relaxed::no) return;
    scratch_->parents[node] = parent;
    if (what == Relaxed::opened) ++stats.pushes;
    open_.push({static_cast<double>(f), -static_cast<double>(cost), --arrivals_, node});
    observer_.note(what == Relaxed::opened ? EventKind::opened : EventKind::improved, node, parent,
                   static_cast<double>(cost));
  }

  std::uint8_t legal(NodeId node) const { return legal_[terrain_.around(node)]; }

  // The directions into which any cell on the way of a move may turn.
  std::uint8_t turns_after(Direction d) const {
    if (rule_ == Diagonal::never) return kRowStep[d] != 0 ? 0b0101 : 0;
    if (!is_diagonal(d)) return 0;
    const Direction across = direction_of(0, kColStep[d]), along = direction_of(kRowStep[d], 0);
    return static_cast<std::uint8_t>(1u << across | 1u << along);
  }

  // The cells from a jump point back to its parent, which are straight moves, then those that come
  // first.
  template <class Visit>
  void for_each_cell_back(NodeId node, NodeId parent, Visit&& visit) const {
    Point at = metric_.point(node);
    const Point end = metric_.point(parent);
    const Direction last = nodes_.direction(node);
    while (at.row != end.row || at.col != end.col) {
      const std::int32_t rows = end.row - at.row, cols = end.col - at.col;
      const bool straight = turns_after(last) == 0 && std::abs(rows) != std::abs(cols);
      if (rule_ == Diagonal::never) {
        cols != 0 ? at.col += sign(cols) : at.row += sign(rows);
      } else if (straight) {
        std::abs(rows) > std::abs(cols) ? at.row += sign(rows) : at.col += sign(cols);
      } else {
        at.row += sign(rows);
        at.col += sign(cols);
      }
      visit(terrain_.grid().id(at));
    }
  }

  static std::int32_t sign(std::int32_t x) { return (x > 0) - (x < 0); }

  MoveCount moves_between(NodeId a, NodeId b) const {
    const Point p = metric_.point(a), q = metric_.point(b);
    const auto rows = static_cast<std::uint32_t>(std::abs(p.row - q.row));
    const auto cols = static_cast<std::uint32_t>(std::abs(p.col - q.col));
    if (rule_ == Diagonal::never) return {rows + cols, 0};
    return {std::max(rows, cols) - std::min(rows, cols), std::min(rows, cols)};
  }
  static MoveCount plus(MoveCount a, MoveCount b) {
    return {a.straight + b.straight, a.diagonal + b.diagonal};
  }

  double true_cost(NodeId node) const {
    MoveCount moves;
    for (; nodes_.direction(node) != kNoDirection; node = scratch_->parents[node])
      moves = plus(moves, moves_between(scratch_->parents[node], node));
    return metric_.cost_of(moves.straight, moves.diagonal);
  }

  template <class T, class Value>
  void write(T* out, T otherwise, Value&& value) const {
    for (NodeId node = 0; node < nodes_.count(); ++node)
      out[node] = nodes_.seen(node) ? value(node) : otherwise;
  }

  GridMetric<Cost> metric_;
  const Terrain& terrain_;
  Diagonal rule_;
  const std::array<std::uint8_t, 256>& legal_;  // moves, by free neighbours
  Goals goals_;
  SearchRules rules_;
  Lease scratch_;
  PackedNodes& nodes_;
  BinaryHeap<NoPlaces>& open_;
  [[no_unique_address]] Observer observer_;
  double max_cost_;
  bool cut_off_ = false;
  std::int32_t arrivals_ = 0;
  // The goals by row, then column, and by column, then row.
  std::array<std::vector<std::pair<std::int32_t, std::int32_t>>, 2> goal_lines_;
};

}  // namespace asterion
