// The cost from every node to the nearest of some goals, and the next node on the way, kept up to
// date: after an edit only what it has changed is worked out again.
//
// A repair works on a copy of the world, so edits neither disturb it nor wait for it, and it can be
// done in parts. The field that users read is another set of arrays, which changes when a repair is
// complete. First the nodes are found that have lost their way, the nearest first: those without a
// cheapest move to a node that keeps its cost. Then these and the nodes with changed moves get the
// best cost that their neighbours give them, and what is cheaper now spreads by Dijkstra's
// algorithm.
//
// The next node is that of the first cheapest move in the world's order. Moves may cost nothing, or
// too little to count beside the cost of the way: over nodes of one cost it is the first on a way
// of the fewest moves to a node with a cheapest move to a lower one. So a field depends on the
// world and the goals alone, not on earlier edits, up to the last digits of sums of fractions.
//
// Guarantee   exact; on grids straight and diagonal moves are added up apart, so that sums of whole
//             numbers have no rounding
// Complexity  O(n log n) at first, for n nodes; a repair O(k log k) for the k nodes whose cost or
//             moves change, with their neighbours. A change of links or fences copies the world.
//             33 bytes per node of a grid, 25 of a graph, the copy, and 16 while all is made again
// Source      G. Ramalingam and T. Reps, An incremental algorithm for a generalization of the
//             shortest-path problem, 1996
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/query/one_at_a_time.hpp"
#include "asterion/query/snapshot.hpp"
#include "asterion/search/budget.hpp"
#include "asterion/search/grid_search_graph.hpp"
#include "asterion/search/nodes.hpp"

namespace asterion {

// The moves of a grid. For holders of a lock from read(), which must outlive it.
class GridFlow {
 public:
  using World = GridView;
  using Sum = MoveSum;
  static constexpr Sum kFar{kInfinity, 0};

  static ReadLock read(GridView& view) { return view.read(); }

  explicit GridFlow(const GridView& view)
      : view_(view),
        legal_(legal_moves(view.move_rule())[kNoDirection]),
        diagonal_cost_(view.grid().diagonal_cost()) {
    for (Direction d = 0; d < kDirections; ++d)
      offset_[d] = static_cast<NodeId>(kRowStep[d] * view.grid().cols() + kColStep[d]);
  }

  static Sum sum_of(double value) { return {value, 0}; }
  static Sum plus(Sum a, Sum b) { return {a.straight + b.straight, a.diagonal + b.diagonal}; }
  double cost(Sum sum) const { return sum.straight + sum.diagonal * diagonal_cost_; }

  bool can_stand(NodeId cell) const { return view_.free(cell); }

  // Calls visit(next, cost) for each move from a cell, in their order.
  template <class Visit>
  void for_each_out(NodeId cell, Visit&& visit) const {
    if (!view_.free(cell)) return;
    for_each_direction(legal_[view_.around(cell)], [&](Direction d) {
      const NodeId next = cell + offset_[d];
      visit(next, move(next, d));
    });
    if (view_.has_links())
      view_.for_each_link_out(cell, [&](NodeId next, double cost) { visit(next, sum_of(cost)); });
  }

  // Calls visit(before, cost) for each move to a cell.
  template <class Visit>
  void for_each_in(NodeId cell, Visit&& visit) const {
    if (!view_.free(cell)) return;
    for_each_direction(legal_[view_.around_back(cell)],
                       [&](Direction d) { visit(cell + offset_[d], move(cell, d)); });
    if (view_.has_links())
      view_.for_each_link_in(cell,
                             [&](NodeId before, double cost) { visit(before, sum_of(cost)); });
  }

  // Calls visit(node) for the cells whose moves a change of this cell of the original can touch.
  template <class Visit>
  void for_each_touched(const GridView& original, NodeId changed, Visit&& visit) const {
    const Grid& grid = view_.grid();
    original.for_each_covering(changed, [&](NodeId cell) {
      const Point p = grid.point(cell);
      const std::int32_t last_row = std::min(grid.rows() - 1, p.row + 1);
      const std::int32_t last_col = std::min(grid.cols() - 1, p.col + 1);
      for (std::int32_t r = std::max(0, p.row - 1); r <= last_row; ++r)
        for (std::int32_t c = std::max(0, p.col - 1); c <= last_col; ++c) visit(grid.id({r, c}));
      for (const LinkArc& arc : grid.links().in(cell)) visit(arc.node);
    });
  }

 private:
  Sum move(NodeId entered, Direction d) const {
    const double cost = view_.total(entered);
    return is_diagonal(d) ? Sum{0, cost} : Sum{cost, 0};
  }

  const GridView& view_;
  const std::array<std::uint8_t, 256>& legal_;
  double diagonal_cost_;
  std::array<NodeId, kDirections> offset_{};
};

// The connections of a graph, likewise.
class NetworkFlow {
 public:
  using World = Network;
  using Sum = double;
  static constexpr Sum kFar = kInfinity;

  static ReadLock read(Network& network) { return network.read(true); }

  explicit NetworkFlow(const Network& network) : network_(network) {}

  static Sum sum_of(double value) { return value; }
  static Sum plus(Sum a, Sum b) { return a + b; }
  static double cost(Sum sum) { return sum; }
  static bool can_stand(NodeId) { return true; }

  template <class Visit>
  void for_each_out(NodeId node, Visit&& visit) const {
    for_each(network_.out(node), visit);
  }
  template <class Visit>
  void for_each_in(NodeId node, Visit&& visit) const {
    for_each(network_.in(node), visit);
  }
  template <class Visit>
  void for_each_touched(const Network&, ConnectionId changed, Visit&& visit) const {
    visit(network_.graph().source(changed));
  }

 private:
  template <class Visit>
  static void for_each(std::span<const Arc> arcs, Visit&& visit) {
    for (const Arc& arc : arcs)
      if (arc.cost < kInfinity) visit(arc.node, arc.cost);
  }

  const Network& network_;
};

struct FlowStats {
  std::uint64_t touched = 0;
  std::uint64_t rebuilds = 0;
};

template <class F>
class FlowFieldOn {
 public:
  using World = typename F::World;
  static constexpr const char* kName = "a flow field";
  static constexpr std::int64_t kNone = -1;

  // The arrays that users read, by node: the cost, and the next node or kNone.
  struct Arrays {
    explicit Arrays(std::size_t count)
        : cost(zeroed_in_large_pages<double>(count)),
          next(zeroed_in_large_pages<std::int64_t>(count)) {}
    ZeroedArray<double> cost;
    ZeroedArray<std::int64_t> next;
  };

  using Goals = std::vector<std::pair<NodeId, double>>;  // each with the value it begins with

  FlowFieldOn(std::shared_ptr<World> world, Goals goals)
      : world_(std::move(world)),
        copy_(*world_),
        goals_(std::move(goals)),
        flags_(world_->count()) {
    std::sort(goals_.begin(), goals_.end());  // of several values of one node the smallest counts
    for (const auto& [node, value] : goals_) flags_[node] = kGoal;
  }

  const World& world() const { return *world_; }

  // --- Reading. Each call brings the field up to date, unless a repair within a budget is under
  // way: then the previous field is read.

  std::shared_ptr<const Arrays> arrays() {
    keep_up_for_reader();
    return shown_;
  }
  std::int64_t next(NodeId node) {
    keep_up_for_reader();
    return shown_->next[node];
  }
  // Moves each unit to the next node, if there is one.
  void follow(std::vector<NodeId>& units) {
    keep_up_for_reader();
    for (NodeId& unit : units)
      if (const std::int64_t next = shown_->next[unit]; next != kNone)
        unit = static_cast<NodeId>(next);
  }
  // The version of the world that the field is of.
  std::uint64_t version() {
    keep_up_for_reader();
    return version_;
  }

  // Works within a budget; returns whether the field is up to date.
  bool run(Budget budget) {
    const bool ready = keep_up(budget);
    is_between_runs_ = !ready && shown_ != nullptr;
    return ready;
  }

  FlowStats stats() const { return stats_; }

 private:
  using Sum = typename F::Sum;
  enum Flag : std::uint8_t { kGoal = 1, kChanged = 2, kListed = 4, kLevel = 8 };
  enum class Stage : std::uint8_t { idle, clear, lose, offer, settle, list, choose, done };

  struct Entry {
    double cost;
    NodeId node;
    bool operator<(const Entry& other) const {
      return cost != other.cost ? cost < other.cost : node < other.node;
    }
  };
  Entry taken() {
    const Entry least = queue_.top();
    queue_.pop();
    return least;
  }

  void keep_up_for_reader() {
    if (is_between_runs_) return;
    Budget endless;
    keep_up(endless);
  }

  // Completes the repair under way, then one more if the world has changed since it began. Then the
  // field is of a version between call and return, however often the world is edited.
  bool keep_up(Budget& budget) {
    if (stage_ != Stage::idle && !advance(budget)) return false;
    if (is_sound_ && copy_.is_current()) return true;
    begin();
    return advance(budget);
  }

  void begin() {
    copy_.follow();
    const auto guard = F::read(copy_.world());
    const F graph(copy_.world());
    forget_work();
    // Whatever fails from here on, the next repair begins again.
    is_whole_ = !std::exchange(is_sound_, false) || !list_touched(graph);
    seen_ = copy_.seen();
    if (is_whole_) {
      forget_work();
      if (shown_ != nullptr) ++stats_.rebuilds;
      if (sums_ == nullptr) sums_ = zeroed_in_large_pages<Sum>(world_->count());
      fresh_ = std::make_shared<Arrays>(world_->count());
      stage_ = Stage::clear;
    } else {
      for (const NodeId node : listed_) lose_if_better_known(graph, node);
      stage_ = Stage::lose;
    }
    is_sound_ = true;
  }

  // Lists the nodes whose moves have changed; false if there are too many, or the journal does not
  // reach back.
  bool list_touched(const F& graph) {
    constexpr std::uint64_t kPart = 1 << 12;  // changes that are read under one lock
    const JournaledWorld& source = world_->source();
    const std::uint64_t end = copy_.seen();
    if (end - seen_ > world_->count() / 8 + 64) return false;
    while (seen_ < end) {
      const ReadLock guard(source.lock());
      if (!source.journal().holds(seen_)) return false;
      source.journal().read_some(seen_, std::min(kPart, end - seen_), [&](const Change& change) {
        graph.for_each_touched(*world_, change.item, [&](NodeId node) { list(node); });
      });
    }
    return true;
  }

  // Returns whether the field is complete. What it leaves, when the budget is spent or the user
  // interrupts it, can be continued.
  bool advance(Budget& budget) {
    const auto guard = F::read(copy_.world());
    const F graph(copy_.world());
    for (InterruptPoller poll; stage_ != Stage::done; poll()) {
      if (!budget.spend()) return false;
      try {
        step(graph);
      } catch (...) {
        is_sound_ = false;
        stage_ = Stage::idle;
        throw;
      }
    }
    publish(graph);
    return true;
  }

  void step(const F& graph) {
    switch (stage_) {
      case Stage::clear:
        return clear_some();
      case Stage::lose:
        return queue_.empty() ? go_on(Stage::offer) : lose(graph, taken());
      case Stage::offer:
        return at_ == offers_.size() ? go_on(Stage::settle) : offer(graph, offers_[at_++]);
      case Stage::settle:
        return queue_.empty() ? go_on(is_whole_ ? Stage::choose : Stage::list)
                              : settle(graph, taken());
      case Stage::list:
        return at_ == changed_.size() ? go_on(Stage::choose) : list_around(graph, changed_[at_++]);
      case Stage::choose:
        return choose_some(graph);
      case Stage::idle:
      case Stage::done:
        return;
    }
  }
  void go_on(Stage stage) {
    // Listed nodes have changed moves, and lost ones no cost: both take what there is.
    if (stage_ == Stage::lose) {
      offers_ = listed_;
      offers_.insert(offers_.end(), changed_.begin(), changed_.end());
    }
    stage_ = stage;
    at_ = 0;
  }

  void clear_some() {
    constexpr std::size_t kAtATime = 1024;
    const std::size_t end = std::min(at_ + kAtATime, world_->count());
    std::fill(&sums_[at_], sums_.get() + end, F::kFar);
    at_ = end;
    if (end < world_->count()) return;
    for (const auto& [node, value] : goals_) offers_.push_back(node);
    go_on(Stage::offer);
  }

  double cost(const F& graph, NodeId node) const { return graph.cost(sums_[node]); }

  // The value of a goal where a unit can stand, else inf.
  double own_value(const F& graph, NodeId node) const {
    if ((flags_[node] & kGoal) == 0 || !graph.can_stand(node)) return kInfinity;
    return std::lower_bound(goals_.begin(), goals_.end(), std::pair{node, -kInfinity})->second;
  }

  // Calls visit(next, sum) for each move from a node that leads on, with the cost of the way.
  template <class Visit>
  void for_each_way(const F& graph, NodeId node, Visit&& visit) {
    graph.for_each_out(node, [&](NodeId next, Sum move) {
      const double rest = cost(graph, next);
      if (rest == kInfinity) return;
      const Sum sum = F::plus(sums_[next], move);
      has_levels_ = has_levels_ || graph.cost(sum) == rest;
      visit(next, sum);
    });
  }

  void lose_if_better_known(const F& graph, NodeId node) {
    if (const double known = cost(graph, node); known < kInfinity) queue_.push({known, node});
  }
  // Nodes with the same cost do not support each other: they might do so in a circle.
  bool is_supported(const F& graph, NodeId node, double known) {
    if (own_value(graph, node) <= known) return true;
    bool supported = false;
    for_each_way(graph, node, [&](NodeId next, Sum sum) {
      supported = supported || (cost(graph, next) < known && graph.cost(sum) <= known);
    });
    return supported;
  }
  void lose(const F& graph, Entry entry) {
    if (cost(graph, entry.node) != entry.cost || is_supported(graph, entry.node, entry.cost))
      return;
    const Sum lost = std::exchange(sums_[entry.node], F::kFar);
    note_change(entry.node);
    graph.for_each_in(entry.node, [&](NodeId before, Sum move) {
      if (cost(graph, before) == graph.cost(F::plus(lost, move)))
        lose_if_better_known(graph, before);
    });
  }

  void offer(const F& graph, NodeId node) {
    Sum best = F::sum_of(own_value(graph, node));
    for_each_way(graph, node, [&](NodeId, Sum sum) {
      if (graph.cost(sum) < graph.cost(best)) best = sum;
    });
    lower(graph, node, best);
  }
  void settle(const F& graph, Entry entry) {
    if (cost(graph, entry.node) != entry.cost) return;  // lowered again since
    graph.for_each_in(entry.node, [&](NodeId before, Sum move) {
      const Sum sum = F::plus(sums_[entry.node], move);
      has_levels_ = has_levels_ || graph.cost(sum) == entry.cost;
      lower(graph, before, sum);
    });
  }
  void lower(const F& graph, NodeId node, Sum sum) {
    const double now = graph.cost(sum);
    if (!(now < cost(graph, node))) return;
    note_change(node);
    queue_.push({now, node});
    sums_[node] = sum;
  }

  void note_change(NodeId node) {
    if (is_whole_ || (flags_[node] & kChanged) != 0) return;
    changed_.push_back(node);
    flags_[node] |= kChanged;
  }
  void list(NodeId node) {
    if ((flags_[node] & kListed) != 0) return;
    listed_.push_back(node);
    flags_[node] |= kListed;
  }
  void list_around(const F& graph, NodeId node) {
    list(node);
    graph.for_each_in(node, [&](NodeId before, Sum) { list(before); });
  }

  // --- The next nodes

  void choose_some(const F& graph) {
    if (at_ == 0 && has_levels_ && !is_whole_) list_levels(graph);
    if (at_ == (is_whole_ ? world_->count() : listed_.size())) return finish_levels(graph);
    choose(graph, is_whole_ ? static_cast<NodeId>(at_) : listed_[at_]);
    ++at_;
  }

  void choose(const F& graph, NodeId node) {
    const double known = cost(graph, node);
    if (is_whole_) fresh_->cost[node] = known;
    if (known == kInfinity || own_value(graph, node) <= known) return set_next(node, kNone);
    std::int64_t first = kNone;
    for_each_way(graph, node, [&](NodeId next, Sum sum) {
      if (first == kNone && graph.cost(sum) <= known && cost(graph, next) < known) first = next;
    });
    if (first != kNone) return set_next(node, first);
    levels_.push_back(node);
    flags_[node] |= kLevel;
  }
  void set_next(NodeId node, std::int64_t next) {
    if (is_whole_) {
      fresh_->next[node] = next;
    } else {
      chosen_.push_back({node, next});
    }
  }

  // Calls visit(node) for each move between nodes of the same cost, from a node or to it.
  template <class Visit>
  void for_each_level_out(const F& graph, NodeId node, Visit&& visit) {
    const double known = cost(graph, node);
    for_each_way(graph, node, [&](NodeId next, Sum sum) {
      if (graph.cost(sum) == known && cost(graph, next) == known) visit(next);
    });
  }
  template <class Visit>
  void for_each_level_in(const F& graph, NodeId node, Visit&& visit) {
    const double known = cost(graph, node);
    graph.for_each_in(node, [&](NodeId before, Sum move) {
      const double way = graph.cost(F::plus(sums_[node], move));
      if (known < kInfinity && way == known && cost(graph, before) == known) visit(before);
    });
  }

  // Lists all nodes that such moves join with a listed one: each may need another way over them.
  void list_levels(const F& graph) {
    for (std::size_t i = 0; i < listed_.size(); ++i) {
      for_each_level_out(graph, listed_[i], [&](NodeId node) { list(node); });
      for_each_level_in(graph, listed_[i], [&](NodeId node) { list(node); });
    }
  }

  // Leads nodes without a cheapest move to a lower one over nodes of the same cost.
  void finish_levels(const F& graph) {
    std::unordered_map<NodeId, std::size_t> moves;  // to a node that is not of these
    std::vector<NodeId> reached;
    for (const NodeId node : levels_)
      for_each_level_out(graph, node, [&](NodeId next) {
        if ((flags_[next] & kLevel) == 0 && moves.try_emplace(node, 1).second)
          reached.push_back(node);
      });
    for (std::size_t i = 0; i < reached.size(); ++i)
      for_each_level_in(graph, reached[i], [&](NodeId before) {
        if ((flags_[before] & kLevel) != 0 &&
            moves.try_emplace(before, moves.at(reached[i]) + 1).second)
          reached.push_back(before);
      });
    for (const NodeId node : levels_) {
      std::int64_t first = kNone;
      for_each_level_out(graph, node, [&](NodeId next) {
        const std::size_t left = (flags_[next] & kLevel) == 0 ? 0 : moves.at(next);
        if (first == kNone && left + 1 == moves.at(node)) first = next;
      });
      set_next(node, first);
    }
    stage_ = Stage::done;
  }

  // Readers see all of a repair, or nothing: this does not fail.
  void publish(const F& graph) {
    const bool is_first = shown_ == nullptr;
    if (is_whole_) {
      shown_ = std::move(fresh_);
    } else {
      for (const auto& [node, next] : chosen_) {
        shown_->cost[node] = cost(graph, node);
        shown_->next[node] = next;
      }
    }
    if (!is_first) stats_.touched += is_whole_ ? world_->count() : chosen_.size();
    version_ = copy_.version();
    is_between_runs_ = false;
    forget_work();
  }

  void forget_work() {
    for (const auto* nodes : {&changed_, &listed_, &levels_})
      for (const NodeId node : *nodes) flags_[node] &= kGoal;
    for (auto* nodes : {&changed_, &listed_, &levels_, &offers_}) nodes->clear();
    chosen_.clear();
    queue_.clear();
    at_ = 0;
    stage_ = Stage::idle;
  }

  std::shared_ptr<World> world_;
  Snapshot<World> copy_;
  Goals goals_;

  std::shared_ptr<Arrays> shown_;  // null before the first repair is complete
  std::uint64_t version_ = 0;
  bool is_between_runs_ = false;

  // --- The repair under way
  Stage stage_ = Stage::idle;
  bool is_sound_ = false;    // the sums are of the world at `seen_`, or on the way there
  bool is_whole_ = false;    // everything is worked out again
  bool has_levels_ = false;  // moves were seen that do not change the cost
  std::uint64_t seen_ = 0;   // of the world's journal
  ZeroedArray<Sum> sums_;
  std::vector<std::uint8_t> flags_;
  std::size_t at_ = 0;  // the place in a list
  EntryHeap<Entry> queue_;
  std::vector<NodeId> listed_;   // those that need another look at their next node
  std::vector<NodeId> changed_;  // those whose cost has changed
  std::vector<NodeId> offers_;
  std::vector<NodeId> levels_;
  std::vector<std::pair<NodeId, std::int64_t>> chosen_;
  std::shared_ptr<Arrays> fresh_;
  FlowStats stats_;
};

using FlowField = OneAtATime<FlowFieldOn<GridFlow>>;
using GraphFlowField = OneAtATime<FlowFieldOn<NetworkFlow>>;

}  // namespace asterion
