// Jump point search: A* on uniform grids that puts only cells on open where a path may have to
// turn.
//
// Guarantee   a cheapest path; needs a world whose free cells all cost the same
// Complexity  as A*, on the jump points alone, plus scans of the lines between them, dozens of
//             cells at a time; at most 48 bytes per jump point, 16 more while it is on open; 7 bits
//             per cell for the map
// Source      D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011;
//             scans by blocks, and no diagonal jump points on open: the same authors, Improving
//             jump point search, 2014
#pragma once

#include <limits>
#include <memory>
#include <utility>

#include "asterion/search/goals.hpp"
#include "asterion/search/grid_search_graph.hpp"
#include "asterion/search/jumps.hpp"
#include "asterion/search/options.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/scratch.hpp"
#include "asterion/search/search_run.hpp"
#include "asterion/search/tree.hpp"

namespace asterion {

template <Diagonal rule, Observer O = Silent>
class Jps final : public SearchRun {
 public:
  using Cost = JumpScratch::Cost;
  using Lease = ScratchPool<JumpScratch>::Lease;

  Jps(GridSearchGraph<Cost>&& graph, const NodeList& starts, Goals goals,
      const SearchOptions& options, Lease scratch)
      : graph_(std::move(graph)),
        jumps_(graph_.view(), goals.nodes()),
        straight_(graph_.move_length(0)),
        diagonal_(graph_.move_length(kFirstDiagonal)),
        goals_(std::move(goals)),
        options_(options),
        scratch_(std::move(scratch)),
        nodes_(scratch_->nodes),
        open_(scratch_->open),
        found_(scratch_->found),
        between_(scratch_->between),
        max_cost_(options.max_cost < kInfinity
                      ? whole(options.max_cost / graph_.unit() * (1 + kSearchRounding))
                      : kMostCost) {
    if (goals_.nodes().size() == 1 && graph_.exact_in_the_open())
      single_goal_ = graph_.point(goals_.nodes()[0]);
    // A traced search skips the blocks: it must show all cells that it would look at without them.
    if (std::is_same_v<O, Silent> && starts.size() == 1 && goals_.nodes().size() == 1) {
      // Kept with the scratch memory: several threads that count holders of one object slow each
      // other.
      if (const auto& known = graph_.view().blocks()) {
        if (scratch_->blocks != known) scratch_->blocks = known;
        blocks_ = known.get();
      }
      if (blocks_ != nullptr)
        between_.mark(*blocks_, graph_.point(starts[0]), graph_.point(goals_.nodes()[0]));
    }
    found_.resize(Jumps<rule>::most_found(graph_.view().grid()));
    nodes_.new_search();
    open_.clear();
    for (const NodeId start : starts)
      reach(stats_, graph_.point(start), kNoParent, 0, kNoDirection);
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return advance_by(expansions, deadline, [this](Stats& stats) { step(stats); });
  }

  std::vector<NodeId> path_to(NodeId cell) const override {
    const Index end = *find(cell);
    std::size_t length = 1;
    for (Index i = end; !is_start(i); i = nodes_.parent(i)) {
      const MoveCount moves = moves_to(i);
      length += moves.straight + moves.diagonal;
    }
    std::vector<NodeId> path(length);
    NodeId* at = path.data() + length;
    *--at = cell;
    for (Index i = end; !is_start(i); i = nodes_.parent(i)) at = write_back_from(i, at);
    return path;
  }

  std::optional<NodeId> best_open() const override {
    Nearest<Cost> nearest;
    for (Index i = 0; i < nodes_.size(); ++i)
      if (nodes_.opened(i) && !nodes_.closed(i))
        nearest.consider(nodes_.cell(i), graph_.estimate(nodes_.cell(i)), nodes_.cost(i));
    return nearest.node();
  }

  void write_costs(double* g) const override {
    write(g, kInfinity, [&](Index i) { return true_cost(i); });
  }
  void write_estimates(double* h) const override {
    write(h, std::numeric_limits<double>::quiet_NaN(),
          [&](Index i) { return estimate_of(nodes_.cell(i)); });
  }
  void write_states(std::uint8_t* state) const override {
    write(state, std::uint8_t{0},
          [&](Index i) { return static_cast<std::uint8_t>(nodes_.closed(i) ? 2 : 1); });
  }
  void write_parents(std::int64_t* parent) const override {
    write(parent, std::int64_t{-1}, [&](Index i) {
      return is_start(i) ? std::int64_t{-1} : std::int64_t{nodes_.cell(nodes_.parent(i))};
    });
  }

  const std::vector<Event>& events() const override { return observer_.events(); }
  double estimate_of(NodeId node) const override { return graph_.true_estimate(node); }
  std::vector<double> event_costs() const override { return exact_event_costs(graph_, events()); }

 private:
  using Index = JumpNodes::Index;
  static constexpr Index kNoParent = 0;
  static constexpr Cost kMostCost = Cost{1} << 60;

  static Cost whole(double cost) {
    return cost < static_cast<double>(kMostCost) ? static_cast<Cost>(cost) : kMostCost;
  }

  bool is_start(Index i) const { return nodes_.direction(i) == kNoDirection; }

  std::optional<Index> find(NodeId cell) const {
    for (Index i = nodes_.size(); i-- > 0;)  // a goal is among the last
      if (nodes_.cell(i) == cell) return i;
    return {};
  }

  // Expands a jump point.
  void step(Stats& stats) {
    while (!open_.empty() && nodes_.done(open_.top())) open_.pop();
    if (open_.empty()) {
      status_ = cut_off_ ? Status::stopped : Status::unreachable;
      return;
    }
    const Index i = open_.top();
    const NodeId cell = nodes_.cell(i);
    if (goals_.contains(cell)) {
      goal_ = cell;
      status_ = Status::found;
      return;
    }
    if (stats.expanded >= options_.max_expansions) {
      status_ = Status::stopped;
      return;
    }
    open_.pop();
    ++stats.pops;
    ++stats.expanded;
    nodes_.close(i);
    observer_.note(EventKind::closed, cell, cell, static_cast<double>(nodes_.cost(i)));
    const Point p = graph_.point(cell);
    std::uint8_t moves = jumps_.moves(p, nodes_.direction(i));
    const Direction ahead = towards_goal(p);
    if ((moves >> ahead & 1) != 0) {
      // If this walk ends at the goal, it costs what was estimated: no other can cost less.
      if (walk(stats, i, p, ahead)) moves = 0;
      moves &= static_cast<std::uint8_t>(~(1u << ahead));
    }
    for_each_direction(moves, [&](Direction d) { walk(stats, i, p, d); });
    const std::uint64_t open = stats.open();
    stats.open_sum += open;
    stats.peak_open = std::max(stats.peak_open, open);
  }

  // The first direction of a walk to the only goal, if such a walk would cost what is estimated.
  Direction towards_goal(Point p) const {
    if (!single_goal_) return kNoDirection;
    const std::int32_t rows = sign(single_goal_->row - p.row),
                       cols = sign(single_goal_->col - p.col);
    return direction_of(rows, rule == Diagonal::never && rows != 0 ? 0 : cols);
  }

  // Puts the jump points in one direction on open. Returns whether the only goal is among them.
  bool walk(Stats& stats, Index i, Point p, Direction d) {
    typename Jumps<rule>::Walk walk{found_.data()};
    walk.may_end_at_goal = single_goal_.has_value();
    jumps_.go(p, d, walk);
    const Cost start = nodes_.cost(i), first = graph_.move_length(d);
    for (const JumpPoint* jump = found_.data(); jump != walk.found; ++jump) {
      const Cost cost = start + first * static_cast<Cost>(jump->first) +
                        straight_ * static_cast<Cost>(jump->later);
      if (jump->last == kPassed) {
        nodes_.pass(graph_.view().grid().id(jump->at), cost, i);
      } else {
        ++stats.moves;
        reach(stats, jump->at, i, cost, jump->last);
      }
    }
    return walk.at_goal;
  }

  Cost estimate(NodeId cell, Point p) const {
    if (!single_goal_) return graph_.estimate(cell, p);
    const auto rows = static_cast<Cost>(std::abs(p.row - single_goal_->row));
    const auto cols = static_cast<Cost>(std::abs(p.col - single_goal_->col));
    if (rule == Diagonal::never) return straight_ * (rows + cols);
    return straight_ * std::max(rows, cols) + (diagonal_ - straight_) * std::min(rows, cols);
  }

  void reach(Stats& stats, Point p, Index parent, Cost cost, Direction from) {
    if (blocks_ != nullptr && !between_.contains(*blocks_, p)) return;
    const NodeId cell = graph_.view().grid().id(p);
    const Cost f = cost + estimate(cell, p);
    if (f > max_cost_) {
      cut_off_ = true;
      return;
    }
    const JumpNodes::Relaxed relaxed = nodes_.relax(cell, cost, from, parent);
    if (!relaxed.is_new && !relaxed.improved) return;
    stats.pushes += relaxed.is_new;
    open_.push(relaxed.node, f);
    observer_.note(relaxed.is_new ? EventKind::opened : EventKind::improved, cell,
                   from == kNoDirection ? cell : nodes_.cell(parent), static_cast<double>(cost));
  }

  // Writes the cells from a node's parent up to the one before the node, backwards from `end`:
  // first the straight moves, then those that come first in the canonical order.
  NodeId* write_back_from(Index i, NodeId* end) const {
    JumpBack back =
        jump_back<rule>(graph_.point(nodes_.cell(i)), graph_.point(nodes_.cell(nodes_.parent(i))));
    NodeId cell = nodes_.cell(i);
    for (; back.later > 0; --back.later) *--end = cell = graph_.step(cell, back.last);
    for (; back.earlier > 0; --back.earlier) *--end = cell = graph_.step(cell, back.first);
    return end;
  }

  static std::int32_t sign(std::int32_t x) { return (x > 0) - (x < 0); }

  // The number of moves from a node's parent.
  MoveCount moves_to(Index i) const {
    return moves_between(graph_.point(nodes_.cell(nodes_.parent(i))), graph_.point(nodes_.cell(i)),
                         rule);
  }
  double true_cost(Index i) const {
    MoveCount moves;
    for (; !is_start(i); i = nodes_.parent(i)) moves = moves + moves_to(i);
    return graph_.cost_of(moves.straight, moves.diagonal);
  }

  template <class T, class Value>
  void write(T* out, T otherwise, Value&& value) const {
    std::fill_n(out, graph_.view().grid().cells(), otherwise);
    for (Index i = 0; i < nodes_.size(); ++i)
      if (nodes_.opened(i)) out[nodes_.cell(i)] = value(i);
  }

  GridSearchGraph<Cost> graph_;
  Jumps<rule> jumps_;
  Cost straight_;
  Cost diagonal_;
  Goals goals_;
  SearchOptions options_;
  Lease scratch_;
  JumpNodes& nodes_;
  PackedHeap& open_;
  std::vector<JumpPoint>& found_;
  BlocksBetween& between_;
  const Blocks* blocks_ = nullptr;  // null where they are of no use
  [[no_unique_address]] O observer_;
  Cost max_cost_;
  std::optional<Point> single_goal_;  // only where estimates are exact without walls
  bool cut_off_ = false;
};

}  // namespace asterion
