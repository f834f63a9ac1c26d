// A* in four directions where all cells cost the same, with the Manhattan distance to one goal. A
// move leads either nearer to the goal, and f stays, or away from it, and f rises by two moves. So
// open is two stacks, for this f and the next, and the cost of a node follows from the number of
// rises.
//
// Guarantee   a cheapest path; expands the same nodes as best-first search with buckets, in its
//             order
// Complexity  O(1) per move looked at; 4 bytes per node of the world, touched only where the search
//             goes, and 4 per node on open
// Source      as A*; the buckets: R. B. Dial, Algorithm 360, 1969
#pragma once

#include <utility>
#include <vector>

#include "asterion/search/options.hpp"
#include "asterion/search/world_run.hpp"
#include "asterion/world/compiler.hpp"

namespace asterion {

// 4 bytes per node: the number of rises before it was reached, closed, direction. Rises are counted
// across searches, so that nodes of earlier ones have smaller numbers.
class LevelNodes {
 public:
  using Cost = std::uint64_t;
  // No search has more levels than the world has cells.
  static constexpr std::size_t kMostCells = std::size_t{1} << 26;

  explicit LevelNodes(std::size_t count) : count_(count), words_(zeroed_array<Word>(count)) {}

  void new_search() {
    first_ = level_ + 2;                   // the last search had nodes one level up
    if (first_ + count_ + 1 >= kLevels) {  // seldom
      words_ = zeroed_array<Word>(count_);
      first_ = 1;
    }
    level_ = first_;
  }
  void raise() { ++level_; }

  bool seen(NodeId node) const { return words_[node] >> kShift >= first_; }
  bool closed(NodeId node) const { return (words_[node] & kClosed) != 0; }
  Direction arrived_by(NodeId node) const { return static_cast<Direction>(words_[node] & 15); }
  // If two nodes have the same estimate, the one on a lower level costs less.
  Cost cost(NodeId node) const { return words_[node] >> kShift; }
  void close(NodeId node) { words_[node] |= kClosed; }

  // Relaxes a node by a route with this f or with the next.
  Relaxed relax(NodeId node, bool next_f, Direction from) {
    const Word level = level_ + next_f;
    const Word before = (words_[node] >> kShift) - first_;  // wraps for nodes not seen
    if (before <= level - first_) return Relaxed::no;
    words_[node] = level << kShift | from;
    return before < kLevels ? Relaxed::improved : Relaxed::opened;
  }

  std::size_t count() const { return count_; }

 private:
  using Word = std::uint32_t;
  static constexpr int kShift = 5;
  static constexpr Word kClosed = 16;
  static constexpr Word kLevels = Word{1} << (32 - kShift);

  std::size_t count_;
  ZeroedArray<Word> words_;
  Word first_ = 1;  // level of this search
  Word level_ = 0;  // of the node being expanded
};

// Nodes with this f and with the next, last in first out.
class TwoStacks {
 public:
  void clear() {
    now_.clear();
    next_.clear();
  }
  bool empty() const { return now_.empty(); }
  NodeId top() const { return now_.back(); }
  void pop() { now_.pop_back(); }
  void push(NodeId node, bool next_f) { next_f ? next_.push_back(node) : now_.push_back(node); }
  // Raises f when no node with this f is left. Returns whether there are others.
  bool raise() {
    now_.swap(next_);
    return !now_.empty();
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const NodeId node : now_) visit(node);
    for (const NodeId node : next_) visit(node);
  }

 private:
  std::vector<NodeId> now_;
  std::vector<NodeId> next_;
};

struct LevelScratch {
  using Cost = LevelNodes::Cost;
  using Nodes = LevelNodes;
  explicit LevelScratch(std::size_t count) : nodes(count) {}
  Nodes nodes;
  TwoStacks open;
};

template <Observer O = Silent>
class ManhattanAStar final : public WorldRun<GridSearchGraph<LevelScratch::Cost>, LevelScratch, O> {
 public:
  using Base = WorldRun<GridSearchGraph<LevelScratch::Cost>, LevelScratch, O>;
  using typename Base::Cost;
  using typename Base::Lease;

  ManhattanAStar(GridSearchGraph<Cost> graph, const NodeList& starts, Goals goals,
                 const SearchOptions& options, Lease scratch)
      : Base(std::move(graph), std::move(goals), std::move(scratch), true),
        max_expansions_(options.max_expansions),
        open_(scratch_->open),
        goal_at_(graph_.point(goals_.nodes()[0])) {
    open_.clear();
    for (const NodeId start : starts) reach(stats_, start, start, false, kNoDirection);
  }

  // Whether this search can answer a query.
  static bool suits(const GridView& view, HeuristicKind kind, std::size_t starts, std::size_t goals,
                    const SearchOptions& options) {
    return view.uniform() && view.is_plain() && view.rule() == Diagonal::never &&
           view.grid().cells() <= LevelNodes::kMostCells && kind == HeuristicKind::manhattan &&
           starts <= 1 && goals == 1 && options.weight == 1 && options.max_cost == kInfinity;
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return this->advance_by(expansions, deadline,
                            [this](Stats& stats) ASTERION_ALWAYS_INLINE { step(stats); });
  }

  std::optional<NodeId> best_open() const override {
    return this->nearest([&](auto&& visit) { open_.for_each(visit); });
  }

 private:
  using Base::goals_;
  using Base::graph_;
  using Base::nodes_;
  using Base::observer_;
  using Base::scratch_;
  using Base::stats_;

  [[gnu::always_inline]] void step(Stats& stats) {
    for (;; open_.pop()) {
      while (open_.empty()) {
        if (!open_.raise()) return this->finish(Status::unreachable);
        nodes_.raise();
      }
      if (!nodes_.closed(open_.top())) break;
    }
    const NodeId node = open_.top();
    if (node == goals_.nodes()[0]) return this->finish_at(node);
    if (stats.expanded >= max_expansions_) return this->finish(Status::stopped);

    open_.pop();
    ++stats.pops;
    ++stats.expanded;
    const Direction arrived_by = nodes_.arrived_by(node);
    nodes_.close(node);
    observer_.note(EventKind::closed, node, node, 0);
    const Point p = graph_.point(node);
    const std::uint8_t away = directions_away(p);
    for_each_direction(graph_.moves_from(node, arrived_by), [&](Direction d) {
      ++stats.moves;
      reach(stats, graph_.step(node, d), node, (away >> d & 1) != 0, d);
    });
    this->count_open(stats);
  }

  // The directions that lead away from the goal, a bit each.
  std::uint8_t directions_away(Point p) const {
    return static_cast<std::uint8_t>((p.col >= goal_at_.col) << 0 | (p.row >= goal_at_.row) << 1 |
                                     (p.col <= goal_at_.col) << 2 | (p.row <= goal_at_.row) << 3);
  }

  [[gnu::always_inline]] void reach(Stats& stats, NodeId node, NodeId parent, bool away,
                                    Direction from) {
    const Relaxed what = nodes_.relax(node, away, from);
    if (what == Relaxed::no) return;
    const bool first = what == Relaxed::opened;
    open_.push(node, away);
    stats.pushes += first;
    observer_.note(first ? EventKind::opened : EventKind::improved, node, parent, 0);
  }

  std::uint64_t max_expansions_;
  TwoStacks& open_;
  Point goal_at_;
};

}  // namespace asterion
