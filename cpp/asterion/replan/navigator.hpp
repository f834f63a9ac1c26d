// An agent with a goal in a world that changes: reads the journal, keeps a path, and has it planned
// or repaired when it is no longer sure to be a cheapest one.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "asterion/replan/adaptive.hpp"
#include "asterion/replan/choose_navigator.hpp"
#include "asterion/replan/dstar.hpp"
#include "asterion/replan/graph_arcs.hpp"
#include "asterion/replan/grid_arcs.hpp"
#include "asterion/replan/lpa_dstar_lite.hpp"
#include "asterion/replan/narrow_arcs.hpp"
#include "asterion/replan/path_watch.hpp"
#include "asterion/replan/repeated.hpp"
#include "asterion/query/one_at_a_time.hpp"

namespace asterion {

// A lock on a ground that has what replanners need.
inline std::shared_lock<std::shared_mutex> lock_for(Terrain& terrain, bool jumps) {
  auto guard = terrain.read();
  if (!jumps || !terrain.uniform() || !terrain.jump_map().empty()) return guard;
  guard.unlock();
  return terrain.read_mapped();
}
inline std::shared_lock<std::shared_mutex> lock_for(Network& network, bool) {
  return network.read(true);
}

inline bool knows_consistent(HeuristicKind kind, const Terrain& terrain) {
  return is_consistent(kind, terrain.grid());
}
inline bool knows_consistent(HeuristicKind, const Network&) { return true; }

// `Arcs` is the world as replanners see it: GridArcs or GraphArcs.
template <class Arcs>
class NavigatorOn {
 public:
  using Ground = typename Arcs::Ground;

  NavigatorOn(std::shared_ptr<Ground> ground, NodeId start, NodeId goal, NavigatorQuery query)
      : ground_(std::move(ground)),
        query_(std::move(query)),
        arcs_(*ground_, query_.heuristic, query_.given),
        known_(arcs_.count()),
        watch_(arcs_, known_),
        position_(start),
        start_(start),
        goal_(goal) {
    const auto guard = lock_for(*ground_, false);
    seen_ = ground_->world().journal().end();
    if (arcs_.has_own_costs()) remember_costs();
  }

  // The path from where the agent is (`lpa`: from where he started).
  PathResult path() {
    const OneAtATime::Hold hold(turns_, "a navigator");
    const auto guard = read();
    keep_up();
    PathResult result;
    result.stats = last_plan_;
    if (known_.empty()) return result;
    result.status = Status::found;
    result.optimal = promises_optimum();
    walk(*ground_, known_.nodes(), false, result);
    return result;
  }

  // One move; none if the agent has arrived, or has no path.
  std::optional<NodeId> step() {
    const OneAtATime::Hold hold(turns_, "a navigator");
    const auto guard = read();
    keep_up();
    const auto place = known_.place(position_);
    if (!place || *place == 0) return {};
    position_ = known_.at(*place - 1);
    if (!fixed_ends()) known_.cut_after(*place - 1);
    return position_;
  }

  void move_to(NodeId node) {
    const OneAtATime::Hold hold(turns_, "a navigator");
    position_ = node;
  }
  void set_goal(NodeId goal) {
    const OneAtATime::Hold hold(turns_, "a navigator");
    if (goal == goal_) return;
    goal_ = goal;
    must_plan_ = true;
    known_.doubt_from(0);
    segments_.push_back(std::exchange(segment_, {}));
  }

  NodeId position() const {
    const OneAtATime::Hold hold(turns_, "a navigator");
    return position_;
  }
  NodeId goal() const {
    const OneAtATime::Hold hold(turns_, "a navigator");
    return goal_;
  }

  // What planning has cost: since the goal was last set, and before that from goal to goal.
  ReplanStats segment() const {
    const OneAtATime::Hold hold(turns_, "a navigator");
    return segment_;
  }
  std::vector<ReplanStats> segments() const {
    const OneAtATime::Hold hold(turns_, "a navigator");
    return segments_;
  }
  std::size_t bytes() const {
    const OneAtATime::Hold hold(turns_, "a navigator");
    return known_.bytes(arcs_.count()) + costs_.capacity() * sizeof(double) +
           (engine_ == nullptr ? 0 : engine_->bytes());
  }
  Stats last_plan() const {
    const OneAtATime::Hold hold(turns_, "a navigator");
    return last_plan_;
  }

  // Hands the replanner to a reader, as the last plan left it.
  template <class Read>
  void look(Read&& read_it) {
    const OneAtATime::Hold hold(turns_, "a navigator");
    const auto guard = read();
    keep_up();
    read_it(*engine_);
  }

  const Ground& ground() const { return *ground_; }

 private:
  std::shared_lock<std::shared_mutex> read() { return lock_for(*ground_, jumps()); }
  bool jumps() const {
    return query_.kind == NavigatorKind::jps || query_.kind == NavigatorKind::automatic;
  }
  bool fixed_ends() const { return query_.kind == NavigatorKind::lpa; }

  bool promises_optimum() const {
    return query_.given == nullptr && knows_consistent(query_.heuristic, *ground_);
  }

  // --- What has changed

  void remember_costs() {
    costs_.resize(arcs_.items());
    for (NodeId item = 0; item < arcs_.items(); ++item) costs_[item] = arcs_.item_cost(item);
  }

  // Reads the journal, and says whether the path may have been touched.
  bool read_changes() {
    std::map<NodeId, double> before;  // the costs as this navigator knew them
    const bool complete = ground_->world().journal().read(seen_, [&](const Change& change) {
      before.try_emplace(
          change.item, costs_.empty() ? Arcs::journaled_cost(change.before) : costs_[change.item]);
    });
    if (!complete) {
      known_.doubt_from(0);
      pending_.clear();
      if (engine_ != nullptr) {
        engine_->forget();
        ++segment_.restarts;
      }
      if (!costs_.empty()) remember_costs();
      return true;
    }
    std::vector<CostChange> changes;
    for (const auto& [item, cost] : before) {
      const CostChange change{item, cost, arcs_.item_cost(item)};
      if (change.before == change.after) continue;
      if (!costs_.empty()) costs_[item] = change.after;
      pending_.try_emplace(item, change.before);
      changes.push_back(change);
    }
    // In numbers that are void nobody can tell.
    return arcs_.numbers_are_void() || touched_by(changes);
  }

  bool touched_by(const std::vector<CostChange>& changes) {
    try {
      const bool touched = watch_.touched_by(changes);
      // The study's A* starts over at every change, wherever it is.
      return touched || (query_.kind == NavigatorKind::astar && !changes.empty());
    } catch (...) {
      must_plan_ = true;  // a user's estimate raised: nobody knows
      known_.doubt_from(0);
      throw;
    }
  }

  // --- Planning

  void keep_up() {
    const NodeId start = fixed_ends() ? start_ : position_;
    arcs_.look(start);
    const bool stale = arcs_.numbers_are_void() || arcs_.estimates_are_void();
    must_plan_ = must_plan_ || stale;
    if (stale) known_.doubt_from(0);
    must_plan_ = read_changes() || must_plan_;
    if (!must_plan_ && !fixed_ends()) must_plan_ = !stays_on_path(start);
    if (must_plan_) plan(start);
  }

  bool stays_on_path(NodeId start) {
    if (known_.empty()) return start == planned_from_;
    const auto place = known_.place(start);
    if (place) known_.cut_after(*place);
    return place.has_value();
  }

  void plan(NodeId start) {
    const auto begin = Clock::now();
    const std::uint64_t rekeys = engine_rekeys(), restarts = engine_restarts();
    prepare_engine();
    Situation now{start, goal_, {}, known_};
    for (const auto& [item, before] : pending_)
      if (const double after = arcs_.item_cost(item); after != before)
        now.changes.push_back({item, before, after});
    // At the goal, or with a wall on it, there is nothing to search: what has changed can wait.
    const bool there = start == goal_;
    const bool trivial = there || arcs_.is_wall(goal_);
    const std::vector<NodeId> path = !trivial ? planned(now)
                                     : there  ? std::vector{start}
                                              : std::vector<NodeId>{};
    if (!trivial) pending_.clear();
    known_.follow(path);
    planned_from_ = start;
    must_plan_ = false;
    last_plan_ = trivial ? Stats{} : engine_->stats();
    last_plan_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    segment_.rekeys += engine_rekeys() - rekeys;
    segment_.restarts += engine_restarts() - restarts;
    segment_.searches += !there;
    segment_.search += last_plan_;
  }

  std::vector<NodeId> planned(const Situation& now) {
    try {
      // Estimates of a user's own may not be consistent: then a repair may not end, or mislead.
      constexpr std::uint64_t kOften = 16;
      if (query_.given) engine_->give_up_after(kOften * arcs_.count());
      std::vector<NodeId> path = engine_->plan(now);
      engine_->give_up_after(std::numeric_limits<std::uint64_t>::max());
      if (!engine_->astray() && can_be_walked(path)) return path;
      engine_->forget();
      known_.doubt_from(0);
      ++segment_.restarts;
      return engine_->plan(now);
    } catch (...) {
      engine_->forget();  // a user's estimate raised: what is left cannot be trusted
      throw;
    }
  }

  // Over all engines there were.
  std::uint64_t engine_rekeys() const { return gone_rekeys_ + (engine_ ? engine_->rekeys() : 0); }
  std::uint64_t engine_restarts() const {
    return gone_restarts_ + (engine_ ? engine_->restarts() : 0);
  }

  // What is repaired by estimates of a user's own, consistent or not, may lead through a wall.
  bool can_be_walked(const std::vector<NodeId>& path) const {
    if (query_.given == nullptr) return true;
    for (std::size_t i = 1; i < path.size(); ++i)
      if (arcs_.arc(path[i - 1], path[i]) >= Arcs::kFar) return false;
    return true;
  }

  // An engine for the terrain as it is, whose numbers fit.
  void prepare_engine() {
    const bool void_numbers = arcs_.numbers_are_void();
    const bool void_estimates = arcs_.estimates_are_void();
    arcs_.measure();
    const NavigatorKind kind = suited();
    const bool narrow = fits_narrow();
    if (engine_ == nullptr || kind != engine_kind_ || narrow != engine_is_narrow_) {
      if (engine_ != nullptr) ++segment_.restarts;
      gone_rekeys_ = engine_rekeys();
      gone_restarts_ = engine_restarts();
      engine_ = narrow ? made_narrow(kind) : made(kind, arcs_);
      engine_kind_ = kind;
      engine_is_narrow_ = narrow;
    } else if (void_numbers) {
      engine_->forget();
      ++segment_.restarts;
    } else if (void_estimates) {
      engine_->estimates_changed();
    }
  }

  NavigatorKind suited() {
    const bool too_wide = arcs_.too_wide();
    if (!too_wide) always_uniform_ = always_uniform_ && ground_->uniform();
    return choose_navigator(query_.kind, {kOnGrid, always_uniform_, too_wide});
  }

  bool fits_narrow() const {
    if constexpr (kOnGrid) return NarrowArcs::fit(arcs_);
    return false;
  }
  std::unique_ptr<Replanner> made_narrow(NavigatorKind kind) {
    if constexpr (kOnGrid) return made(kind, narrow_arcs_);
    return made(kind, arcs_);
  }

  template <class Seen>
  std::unique_ptr<Replanner> made(NavigatorKind kind, Seen& arcs) {
    const Order& order = query_.order;
    switch (kind) {
      case NavigatorKind::lpa:
        return std::make_unique<Lpa<Seen>>(arcs, LpaForm::lpa, order);
      case NavigatorKind::dstar_lite_basic:
        return std::make_unique<Lpa<Seen>>(arcs, LpaForm::dstar_lite_basic, order);
      case NavigatorKind::dstar_lite:
        return std::make_unique<Lpa<Seen>>(arcs, LpaForm::dstar_lite, order);
      case NavigatorKind::dstar:
        return std::make_unique<DStar<Arcs, false>>(arcs_, order);
      case NavigatorKind::focused_dstar:
        return std::make_unique<DStar<Arcs, true>>(arcs_, order);
      case NavigatorKind::adaptive:
        return std::make_unique<Adaptive<Seen>>(arcs, AdaptiveForm::adaptive, order);
      case NavigatorKind::mpaa:
        return std::make_unique<Adaptive<Seen>>(arcs, AdaptiveForm::multipath, order);
      case NavigatorKind::generalised_adaptive:
        return std::make_unique<Adaptive<Seen>>(arcs, AdaptiveForm::generalised, order);
      default:
        return std::make_unique<Repeated<Ground>>(*ground_, fresh_search(kind), query_.given);
    }
  }

  Query fresh_search(NavigatorKind kind) const {
    Query query;
    const bool jump = kind == NavigatorKind::jps;
    query.algorithm = jump ? Algorithm::jps : Algorithm::astar;
    query.heuristic = query_.heuristic;
    query.backward = kind == NavigatorKind::repeated_backward;
    query.rules.order = query_.order;
    query.rules.stop = query_.order.ties == Ties::automatic ? Stop::fast : Stop::reached;
    return query;
  }

  OneAtATime turns_;
  static constexpr bool kOnGrid = std::is_same_v<Arcs, GridArcs>;
  struct Nothing {
    explicit Nothing(const Arcs&) {}
  };

  std::shared_ptr<Ground> ground_;
  NavigatorQuery query_;
  Arcs arcs_;
  [[no_unique_address]] std::conditional_t<kOnGrid, NarrowArcs, Nothing> narrow_arcs_{arcs_};
  KnownPath known_;
  PathWatch<Arcs> watch_;
  std::unique_ptr<Replanner> engine_;  // made with the first plan
  NavigatorKind engine_kind_ = NavigatorKind::automatic;
  bool engine_is_narrow_ = false;
  std::uint64_t gone_rekeys_ = 0;  // of engines before
  std::uint64_t gone_restarts_ = 0;
  bool always_uniform_ = true;

  NodeId position_;
  NodeId start_;
  NodeId goal_;
  NodeId planned_from_ = 0;
  bool must_plan_ = true;
  std::uint64_t seen_ = 0;            // of the journal
  std::vector<double> costs_;         // as last seen, where the journal does not say
  std::map<NodeId, double> pending_;  // changed since the engine last looked, with the cost then

  Stats last_plan_;
  ReplanStats segment_;
  std::vector<ReplanStats> segments_;
};

using Navigator = NavigatorOn<GridArcs>;
using GraphNavigator = NavigatorOn<GraphArcs>;

}  // namespace asterion
