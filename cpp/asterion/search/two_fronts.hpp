// Bidirectional Dijkstra's algorithm where costs are whole numbers that differ from cell to cell,
// so that estimates say little: one front from the start, one from the goals.
//
// A move costs its length times the cost of the entered cell. So among straight moves into a cell
// the one from the first closed neighbour is the best, and likewise among diagonal moves: each cell
// is put on open twice at most, and most moves need not be looked at. Bits of the eight cells
// around say which do.
//
// Against the moves, the cost is that of the cell left behind: all its straight moves cost the
// same, and all its diagonal ones. There a closed cell waits twice, until its straight and until
// its diagonal neighbours are reached, and a cell is closed as soon as it is reached.
//
// Guarantee   a cheapest path; needs costs of whole numbers up to 255
// Complexity  O(cells reached) time; 17 bytes per cell, touched only where the search goes, 16 per
//             cell on open
// Source      G. B. Dantzig, Linear programming and extensions, 1963, and T. A. J. Nicholson,
//             Finding the shortest route between two points in a network, 1966
#pragma once

#include <utility>

#include "asterion/search/front_nodes.hpp"
#include "asterion/search/options.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/world_run.hpp"
#include "asterion/world/eight_around.hpp"

namespace asterion {

// Between steps, g, h and parent belong to the front from the start; state is that of both.
template <Observer O = Silent>
class TwoFronts final : public WorldRun<GridSearchGraph<FrontScratch::Cost>, FrontScratch, O> {
 public:
  using Base = WorldRun<GridSearchGraph<FrontScratch::Cost>, FrontScratch, O>;
  using typename Base::Cost;
  using typename Base::Lease;

  TwoFronts(GridSearchGraph<Cost> graph, const NodeList& starts, Goals goals,
            const SearchOptions& options, Lease scratch)
      : Base(std::move(graph), std::move(goals), std::move(scratch), false),
        options_(options),
        open_(scratch_->open),
        back_open_(scratch_->back_open),
        cols_(graph_.view().grid().cols()),
        free_around_(graph_.view().all_around()),
        legal_(legal_around(graph_.view().rule()).data()),
        costs_(graph_.view().bytes()),
        words_(nodes_.words()),
        back_words_(nodes_.back_words()) {
    nodes_.in_rows_of(static_cast<std::size_t>(cols_));
    marks_ = nodes_.marks();
    for (std::size_t i = 0; i < kAround.size(); ++i) {
      offset_[i] = graph_.step(0, kAround[i]);
      length_[i] = graph_.move_length(kAround[i]);
    }
    const auto largest = static_cast<Cost>(graph_.largest_move());
    open_.start(largest);
    back_open_.start(2 * largest + 1);
    const double limit = options.max_cost / graph_.unit() * (1 + kSearchRounding);
    if (limit < static_cast<double>(kNone)) limit_ = static_cast<Cost>(limit);
    for (const NodeId start : starts) {
      reach(stats_, start, start, 0, kNoDirection, true);
      nodes_.went_on_from(start);  // even if the other front ends the search first
    }
    if (starts.empty()) return;  // no start: the search has ended
    for (const NodeId goal : goals_.nodes()) {
      if (nodes_.seen(goal)) best_ = {0, goal, goal};
      close_back(stats_, goal, goal, 0, kNoDirection);
    }
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return this->advance_by(expansions, deadline,
                            [this](Stats& stats) ASTERION_ALWAYS_INLINE { step(stats); });
  }

  std::vector<NodeId> path_to_goal() const override {
    std::vector<NodeId> path = this->path_to(best_.from);
    if (best_.to != best_.from) path.push_back(best_.to);
    back_to_goal(best_.to, [&](NodeId node) { path.push_back(node); });
    return path;
  }

  std::optional<NodeId> best_open() const override {
    return this->nearest([&](auto&& visit) {
      open_.for_each([&](const SortedBuckets::Entry& entry) { visit(entry.node); });
    });
  }

  void write_costs(double* g) const override {
    write_sums(nodes_, graph_, g, [&](NodeId node) {
      const Direction d = nodes_.arrived_by(node);
      return d == kNoDirection ? node : graph_.step_back(node, d);
    });
  }

  void write_states(std::uint8_t* state) const override {
    for (NodeId node = 0; node < nodes_.count(); ++node)
      state[node] = nodes_.closed(node) || nodes_.back_closed(node) ? 2 : nodes_.seen(node) ? 1 : 0;
  }

  std::vector<double> event_costs() const override { return this->scaled_event_costs(); }

 private:
  using Base::goals_;
  using Base::graph_;
  using Base::nodes_;
  using Base::observer_;
  using Base::scratch_;
  using Base::stats_;
  using Entry = SortedBuckets::Entry;

  static constexpr std::size_t kLarge = 1 << 20;  // cells
  // Above any cost, but two of them can be added.
  static constexpr Cost kNone = std::numeric_limits<Cost>::max() / 4;

  // The cheapest path so far, by a move between cells that the two fronts have closed.
  struct Meeting {
    Cost cost = kNone;
    NodeId from = 0;
    NodeId to = 0;
  };

  // Expands a cell, on the front with fewer cells on open.
  [[gnu::always_inline]] void step(Stats& stats) {
    for (;;) {
      if (left_ != 0) {  // neighbours that are reached at the same time
        const auto i = static_cast<unsigned>(std::countr_zero(left_));
        const NodeId cell = left_of_ + offset_[i];
        if (is_stopped(stats, cell)) return;
        left_ &= left_ - 1;
        ++stats.moves;
        if (close_back(stats, cell, left_of_, left_cost_, kAround[i])) return;
        continue;
      }
      while (!open_.empty() && nodes_.closed(open_.top().node)) open_.pop();
      const Cost ahead = open_.empty() ? kNone : open_.top().key;
      const Cost back = back_open_.empty() ? kNone : back_open_.top().key / 2;
      // A better path would have to cross both fronts.
      if (ahead + back >= std::min(best_.cost, limit_ + 1)) return end(ahead + back < kNone);
      if (open_.size() > back_open_.size()) {
        if (is_large_) fetch(back_open_.next(), back_words_);
        reach_back();
        continue;
      }
      const NodeId cell = open_.top().node;
      if (is_stopped(stats, cell)) return;
      if (is_large_) fetch(open_.next(), words_);
      open_.pop();
      if (close(stats, cell, ahead)) return;
    }
  }

  // Prefetches the data of the next expansion, where the tables are larger than the caches.
  void fetch(const NodeId* next, const Cost* words) const {
    if (next == nullptr) return;
    for (const std::ptrdiff_t row : {-cols_, std::ptrdiff_t{0}, cols_}) {
      prefetch_memory(marks_ + (*next + row));
      prefetch_memory(costs_ + (*next + row));
      prefetch_memory(words + (*next + row));
    }
    prefetch_memory(free_around_ + *next);
  }

  bool counts(NodeId cell) const { return !goals_.contains(cell); }

  bool is_stopped(const Stats& stats, NodeId cell) {
    if (stats.expanded < options_.max_expansions || !counts(cell)) return false;
    this->finish(Status::stopped);
    return true;
  }

  // Closes a cell on the front from the start; returns whether that is an expansion.
  [[gnu::always_inline]] bool close(Stats& stats, NodeId cell, Cost cost) {
    ++stats.pops;
    constexpr std::uint8_t kDone = mark::bits(mark::closed, mark::reached_straight);
    const std::uint8_t marks = marks_[cell];
    marks_[cell] = marks | kDone;
    nodes_.went_on_from(cell);
    observer_.note(EventKind::closed, cell, cell, static_cast<double>(cost));
    // The rest of the path from there is known, and `best_` counts it.
    if ((marks & mark::bits(mark::back_closed)) != 0) return false;
    const bool expands = counts(cell);
    stats.expanded += expands;
    const std::uint64_t around = eight_around(marks_ + cell, cols_);
    const unsigned legal = legal_[free_around_[cell]];
    unsigned moves = legal & ((kStraightAround & ~which_have(mark::reached_straight, around)) |
                              (kDiagonalAround & ~which_have(mark::reached, around)));
    if (const unsigned met = legal & which_have(mark::back_closed, around); met != 0)
      meet(cell, cost, met);
    for (; moves != 0; moves &= moves - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(moves));
      const NodeId next = cell + offset_[i];
      ++stats.moves;
      reach(stats, next, cell, cost + costs_[next] * length_[i], kAround[i],
            (kStraightAround >> i & 1) != 0);
    }
    this->count_open(stats);
    return expands;
  }

  [[gnu::always_inline]] void reach(Stats& stats, NodeId cell, NodeId before, Cost cost,
                                    Direction from, bool straight) {
    const std::uint8_t marks = marks_[cell];
    const bool first = (marks & mark::bits(mark::reached)) == 0;
    marks_[cell] = marks | (straight ? mark::bits(mark::reached, mark::reached_straight)
                                     : mark::bits(mark::reached));
    if (!first && FrontNodes::cost_in(words_[cell]) <= cost) return;
    words_[cell] = FrontNodes::word(cost, from);
    open_.push(cell, cost);
    stats.pushes += first;
    stats.met += first && (marks & mark::bits(mark::back_closed)) != 0;
    observer_.note(first ? EventKind::opened : EventKind::improved, cell, before,
                   static_cast<double>(cost));
  }

  // Meetings by moves from a cell that the front from the start has just closed.
  [[gnu::noinline]] void meet(NodeId cell, Cost cost, unsigned met) {
    for (; met != 0; met &= met - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(met));
      const NodeId next = cell + offset_[i];
      improve(
          {cost + costs_[next] * length_[i] + FrontNodes::cost_in(back_words_[next]), cell, next});
    }
  }
  // Meetings by moves into a cell that the front from the goals has just closed.
  [[gnu::noinline]] void meet_back(NodeId cell, Cost cost, unsigned met) {
    for (; met != 0; met &= met - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(met));
      const NodeId before = cell + offset_[i];
      improve({cost + costs_[cell] * length_[i] + nodes_.cost(before), before, cell});
    }
  }
  void improve(const Meeting& meeting) {
    if (meeting.cost < best_.cost) best_ = meeting;
  }

  // The front from the goals reaches the straight or the diagonal neighbours of a cell.
  [[gnu::always_inline]] void reach_back() {
    const Entry entry = back_open_.top();
    back_open_.pop();
    const unsigned moves = (entry.key & 1) != 0 ? kDiagonalAround : kStraightAround;
    left_ = moves & legal_[free_around_[entry.node]] &
            ~which_have(mark::back_closed, eight_around(marks_ + entry.node, cols_));
    left_of_ = entry.node;
    left_cost_ = entry.key / 2;
  }

  // Closes a cell on the front from the goals; returns whether that is an expansion.
  [[gnu::always_inline]] bool close_back(Stats& stats, NodeId cell, NodeId before, Cost cost,
                                         Direction from) {
    const std::uint8_t marks = marks_[cell];
    marks_[cell] = marks | mark::bits(mark::back_closed);
    nodes_.went_on_from(cell);
    back_words_[cell] = FrontNodes::word(cost, from);
    ++stats.pushes;
    ++stats.pops;
    stats.met += (marks & mark::bits(mark::reached)) != 0;
    observer_.note(EventKind::opened, cell, before, static_cast<double>(cost));
    observer_.note(EventKind::closed, cell, cell, static_cast<double>(cost));
    const std::uint64_t around = eight_around(marks_ + cell, cols_);
    const unsigned legal = legal_[free_around_[cell]];
    if (const unsigned met = legal & which_have(mark::closed, around); met != 0)
      meet_back(cell, cost, met);
    if ((marks & mark::bits(mark::closed)) != 0) return false;  // as above
    const bool expands = counts(cell);
    stats.expanded += expands;
    const unsigned left = legal & ~which_have(mark::back_closed, around);
    const Cost each = costs_[cell];
    if ((left & kStraightAround) != 0)
      back_open_.push(cell, 2 * (cost + each * graph_.move_length(0)));
    if ((left & kDiagonalAround) != 0)
      back_open_.push(cell, 2 * (cost + each * graph_.move_length(kFirstDiagonal)) + 1);
    this->count_open(stats);
    return expands;
  }

  void end(bool cut_off) {
    if (best_.cost > limit_)
      return this->finish(cut_off || best_.cost < kNone ? Status::stopped : Status::unreachable);
    NodeId goal = best_.to;
    back_to_goal(best_.to, [&](NodeId node) { goal = node; });
    this->finish_at(goal);
  }

  template <class Visit>
  void back_to_goal(NodeId node, Visit&& visit) const {
    for (Direction d; (d = FrontNodes::step_in(back_words_[node])) != kNoDirection;)
      visit(node = graph_.step_back(node, d));
  }

  SearchOptions options_;
  SortedBuckets& open_;       // by cost so far
  SortedBuckets& back_open_;  // by twice the cost, plus 1 for diagonal moves
  std::ptrdiff_t cols_;
  const std::uint8_t* free_around_;
  const std::uint8_t* legal_;
  const std::uint8_t* costs_;
  std::uint8_t* marks_ = nullptr;
  Cost* words_;
  Cost* back_words_;
  std::array<NodeId, 8> offset_{};  // in the order of eight_around()
  std::array<Cost, 8> length_{};
  bool is_large_ = nodes_.count() > kLarge;
  Cost limit_ = kNone - 1;
  Meeting best_;
  unsigned left_ = 0;  // cells around `left_of_` that the front from the goals has reached
  NodeId left_of_ = 0;
  Cost left_cost_ = 0;
};

}  // namespace asterion
