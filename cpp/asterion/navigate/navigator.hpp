// An agent with a goal in a changing world: keeps a path, and has it planned or repaired when it is
// no longer sure to be a cheapest one.
//
// A ChangeReader reads the changes; PathWatch decides whether they touch the path; a
// CurrentReplanner plans. A plan may be made in slices, between which anything may change. So a
// plan gives way to edits of other threads between its own slices; if they disturb it too often, a
// search on a copy of the world answers instead.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "asterion/navigate/change_reader.hpp"
#include "asterion/navigate/copy_plan.hpp"
#include "asterion/navigate/current_replanner.hpp"
#include "asterion/navigate/grid_replan_graph.hpp"
#include "asterion/navigate/navigator_stats.hpp"
#include "asterion/navigate/network_replan_graph.hpp"
#include "asterion/navigate/path_watch.hpp"
#include "asterion/query/one_at_a_time.hpp"

namespace asterion {

// A lock on a world that has the derived data replanners need.
inline ReadLock lock_for(GridView& view, bool jumps) {
  auto guard = view.read();
  if (!jumps || !view.is_plain() || !view.uniform() || view.jump_map().complete()) return guard;
  guard.unlock();
  return view.read_mapped();
}
inline ReadLock lock_for(Network& network, bool) { return network.read(true); }

inline bool knows_consistent(HeuristicKind kind, const GridView& view) {
  return is_consistent(kind, view.grid());
}
inline bool knows_consistent(HeuristicKind, const Network&) { return true; }

template <ScaledReplanGraph A>
class NavigatorOn {
 public:
  using World = typename A::World;
  static constexpr const char* kName = "a navigator";

  NavigatorOn(std::shared_ptr<World> world, NodeId start, NodeId goal, NavigatorQuery query)
      : world_(std::move(world)),
        query_(std::move(query)),
        graph_(*world_, query_.heuristic, query_.custom),
        watch_(graph_, known_),
        replanner_(*world_, query_, graph_),
        changes_(first_look()),
        position_(start),
        start_(start),
        goal_(goal) {}

  // The path from where the agent is (`lpa`: from where it started).
  PathResult path() {
    auto guard = read();
    Budget endless;
    if (!keep_up_between_edits(guard, endless, kMostEdits)) return path_on_copy(guard);
    PathResult result;
    result.stats = stats_.last_plan();
    result.how = how_;
    if (known_.empty()) return result;
    result.status = Status::found;
    result.optimal = known_.is_sure() && promises_optimum();
    std::vector<NodeId> nodes = known_.nodes();
    if (!known_.is_sure() && !can_be_walked(nodes)) {  // closed, but not at the next step
      result.stats.path = nodes.size();
      result.nodes = std::move(nodes);
      return result;
    }
    write_path(*world_, std::move(nodes), result);
    return result;
  }

  // Plans within a budget; returns whether the path is ready to be read without more planning.
  bool plan(Budget budget) {
    auto guard = read();
    return keep_up_between_edits(guard, budget);
  }

  // Makes one move; none if the agent has arrived, or has no path.
  std::optional<NodeId> step() {
    auto guard = read();
    Budget endless;
    if (!keep_up_between_edits(guard, endless, kMostEdits)) return step_on_copy(guard);
    const auto place = known_.place(position_);
    if (!place || *place == 0) return {};
    position_ = known_.at(*place - 1);
    if (!fixed_ends()) known_.cut_after(*place - 1);
    return position_;
  }

  void move_to(NodeId node) { position_ = node; }
  void set_goal(NodeId goal) {
    if (goal == goal_) return;
    goal_ = goal;
    must_plan_ = true;
    known_.doubt_from(0);
    stats_.goal_was_set();
  }

  NodeId position() const { return position_; }
  NodeId goal() const { return goal_; }

  // The costs of planning since the goal was last set, and of earlier goals.
  ReplanStats segment() const { return stats_.segment(); }
  std::vector<ReplanStats> segments() const { return stats_.segments(); }
  ReplanStats total() const { return stats_.total(); }
  Stats last_plan() const { return stats_.last_plan(); }
  std::size_t bytes() const { return known_.bytes() + changes_.bytes() + replanner_.bytes(); }

  // Hands the replanner to a reader, as the last plan left it.
  template <class Read>
  void look(Read&& read_it) {
    auto guard = read();
    Budget endless;
    // The reader sees the replanner itself, so its plan has to end first.
    if (!keep_up_between_edits(guard, endless, kMostEdits)) keep_up(endless);
    read_it(*replanner_);
  }

  const World& world() const { return *world_; }
  const NavigatorQuery& query() const { return query_; }

 private:
  ChangeReader<A> first_look() {
    const auto guard = lock_for(*world_, false);
    return {graph_, world_->source().journal()};
  }

  ReadLock read() { return lock_for(*world_, jumps()); }
  bool jumps() const {
    return query_.kind == NavigatorKind::jps || query_.kind == NavigatorKind::index ||
           query_.kind == NavigatorKind::automatic;
  }
  // Studies compare with this A*, which plans again at every change, wherever it is.
  bool plans_at_every_change() const {
    return query_.replan == Replan::change || query_.kind == NavigatorKind::astar;
  }
  bool fixed_ends() const { return query_.kind == NavigatorKind::lpa; }

  bool promises_optimum() const {
    return query_.custom == nullptr && knows_consistent(query_.heuristic, *world_);
  }

  // --- Changes

  // Whether the changes call for a plan.
  bool read_changes() {
    const std::optional<std::vector<CostChange>> changes = changes_.read();
    if (!changes) {
      known_.doubt_from(0);
      if (replanner_.exists()) {
        replanner_->forget();
        stats_.add_restarts(1);
      }
      return true;
    }
    // Void numbers cannot tell.
    return graph_.needs_rescale() || touched_by(*changes);
  }

  bool touched_by(const std::vector<CostChange>& changes) {
    try {
      const auto touch = watch_.touched_by(changes);
      if (query_.replan == Replan::next_step) return touch.beatable;
      return touch.cost_rose || touch.beatable || (plans_at_every_change() && !changes.empty());
    } catch (...) {
      must_plan_ = true;  // a custom heuristic raised, so the answer is unknown
      known_.doubt_from(0);
      throw;
    }
  }

  // --- Planning

  // The number of edits that a plan survives before a copy of the world is searched instead.
  static constexpr int kMostEdits = 3, kAnyEdits = std::numeric_limits<int>::max();
  // Expansions between two checks for a waiting edit.
  static constexpr std::uint64_t kSlice = 512, kSliceOfCustom = 16;

  // Keeps up under a lock that edits of other threads may interrupt. False if the budget is spent,
  // or if there were more edits than `most_edits`.
  bool keep_up_between_edits(ReadLock& guard, Budget& budget, int most_edits = kAnyEdits) {
    const JournaledWorld& source = world_->source();
    if (WorldLock::all_reads_of_this_thread() > 1) return keep_up(budget);
    InterruptPoller poll;  // each slice is short
    for (int edits = 0;; poll.now()) {
      const std::uint64_t given = std::min(budget.left(), query_.custom ? kSliceOfCustom : kSlice);
      Budget slice(given, budget.deadline());
      const bool ready = keep_up(slice);
      budget.spend(given - slice.left());
      if (ready || budget.is_spent()) return ready;
      if (!must_give_way(source.lock())) continue;
      const std::uint64_t version = source.version();
      guard.unlock();
      guard = read();
      if (source.version() != version && ++edits > most_edits) return false;
    }
  }

  PathResult path_on_copy(ReadLock& guard) {
    guard.unlock();
    PathResult result = planned_on_copy(fixed_ends() ? start_ : position_);
    result.optimal = result.status == Status::found && promises_optimum();
    return result;
  }

  // The world may have changed since it was copied, too.
  std::optional<NodeId> step_on_copy(ReadLock& guard) {
    for (;;) {
      guard.unlock();
      const PathResult path = planned_on_copy(fixed_ends() ? start_ : position_);
      const auto here = std::find(path.nodes.begin(), path.nodes.end(), position_);
      if (here == path.nodes.end() || here + 1 == path.nodes.end()) return {};
      guard = read();
      if (!is_move(*world_, position_, here[1])) continue;
      position_ = here[1];
      return position_;
    }
  }

  PathResult planned_on_copy(NodeId start) {
    PathResult result = plan_on_copy(*world_, start, goal_, query_);
    stats_.add_plan(result.stats, start != goal_);
    return result;
  }

  bool keep_up(Budget& budget) {
    const NodeId start = fixed_ends() ? start_ : position_;
    graph_.look(start);
    const bool stale = graph_.needs_rescale() || graph_.estimates_stale();
    must_plan_ = must_plan_ || stale;
    if (stale) known_.doubt_from(0);
    must_plan_ = read_changes() || must_plan_;
    if (!must_plan_ && !fixed_ends()) must_plan_ = !stays_on_path(start);
    if (!must_plan_ && query_.replan == Replan::next_step) must_plan_ = next_step_is_bad();
    return !must_plan_ || plan(start, budget);
  }

  bool stays_on_path(NodeId start) {
    if (known_.empty()) return start == planned_from_;
    const auto place = known_.place(start);
    if (place) known_.cut_after(*place);
    return place.has_value();
  }

  // For an agent that is on its path.
  bool next_step_is_bad() const {
    if (known_.size() < 2) return false;
    return known_.first_move_rose() || graph_.is_wall(goal_);
  }

  // Returns whether the plan is complete.
  bool plan(NodeId start, Budget& budget) {
    const auto begin = Clock::now();
    const std::uint64_t rekeys = replanner_.rekeys(), restarts = replanner_.restarts();
    std::optional<std::vector<NodeId>> path;
    try {
      if (!continues_from(start)) begin_plan(start);
      path = planned(budget);
    } catch (...) {
      if (replanner_.exists()) replanner_->forget();  // what is left cannot be trusted
      under_way_.reset();
      throw;
    }
    stats_.add_rekeys(replanner_.rekeys() - rekeys);
    stats_.add_restarts(replanner_.restarts() - restarts);
    under_way_->cost.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    if (!path) return false;
    known_.follow(*path);
    planned_from_ = start;
    how_ = under_way_->is_trivial ? How::searched : replanner_->how();
    must_plan_ = false;
    stats_.add_plan(cost_so_far(), start != goal_);
    under_way_.reset();
    return true;
  }

  // A plan under way, with its ends.
  struct Plan {
    NodeId start;
    NodeId goal;
    std::uint64_t version;    // of the world
    Stats cost;               // of earlier work on it
    bool is_trivial = false;  // nothing to search
    bool is_second = false;   // the first try has failed
  };

  bool continues_from(NodeId start) const {
    return under_way_ && under_way_->start == start && under_way_->goal == goal_ &&
           under_way_->version == world_->source().version();
  }

  // The cost of the plan under way; the time is taken here, not by the replanner.
  Stats cost_so_far() const {
    if (!under_way_ || under_way_->is_trivial) return under_way_ ? under_way_->cost : Stats{};
    Stats cost = Stats(under_way_->cost) += replanner_->stats();
    cost.seconds = under_way_->cost.seconds;
    return cost;
  }

  void begin_plan(NodeId start) {
    under_way_ = {start, goal_, world_->source().version(), cost_so_far()};
    stats_.add_restarts(replanner_.prepare());
    // At the goal, or if the goal is a wall, there is nothing to search, and the changes can wait.
    under_way_->is_trivial = start == goal_ || graph_.is_wall(goal_);
    if (under_way_->is_trivial) return;
    // A custom heuristic may be inconsistent: then a repair may not end, or be wrong.
    constexpr std::uint64_t kOften = 16, kEver = std::numeric_limits<std::uint64_t>::max();
    replanner_->give_up_after(query_.custom ? kOften * graph_.count() : kEver);
    replanner_->begin({start, goal_, changes_.waiting(), known_});
    changes_.forget_waiting();
  }

  // The path of the plan under way; none if it is not complete.
  std::optional<std::vector<NodeId>> planned(Budget& budget) {
    Plan& now = *under_way_;
    if (now.is_trivial)
      return now.start == now.goal ? std::vector{now.start} : std::vector<NodeId>{};
    if (!replanner_->advance(budget)) return {};
    std::vector<NodeId> path = replanner_->path(known_);
    // A repair with an inconsistent custom heuristic may lead through a wall.
    const bool good =
        !replanner_->failed_inconsistent() && (query_.custom == nullptr || can_be_walked(path));
    if (good || now.is_second) return path;
    now.is_second = true;
    now.cost = cost_so_far();
    replanner_->forget();
    replanner_->give_up_after(std::numeric_limits<std::uint64_t>::max());
    known_.doubt_from(0);
    stats_.add_restarts(1);
    replanner_->begin({now.start, now.goal, {}, known_});
    return planned(budget);
  }

  bool can_be_walked(const std::vector<NodeId>& path) const {
    for (std::size_t i = 1; i < path.size(); ++i)
      if (graph_.arc(path[i - 1], path[i]) >= A::kFar) return false;
    return true;
  }

  std::shared_ptr<World> world_;
  NavigatorQuery query_;
  A graph_;
  KnownPath known_;
  PathWatch<A> watch_;
  CurrentReplanner<A> replanner_;
  ChangeReader<A> changes_;

  NodeId position_;
  NodeId start_;
  NodeId goal_;
  NodeId planned_from_ = 0;
  How how_ = How::searched;  // of the last plan
  bool must_plan_ = true;
  std::optional<Plan> under_way_;
  NavigatorStats stats_;
};

using Navigator = OneAtATime<NavigatorOn<GridReplanGraph>>;
using GraphNavigator = OneAtATime<NavigatorOn<NetworkReplanGraph>>;

}  // namespace asterion
