// Answers queries from data prepared for a world, exactly even after edits.
//
// An index describes one version of the world. When the world has been edited since, a path of the
// index is returned only if it can be shown to be still a cheapest one (grid_changes.hpp,
// graph_changes.hpp); else the world is searched. The index is rebuilt on request, in slices if
// wanted, while others continue to query it; edits during the rebuild count as made after it.
//
// Guarantee   a cheapest path of the world as it is at the time of the query
#pragma once

#include <atomic>
#include <bit>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "asterion/index/graph_changes.hpp"
#include "asterion/index/grid_changes.hpp"
#include "asterion/index/index_draft.hpp"
#include "asterion/query/answer.hpp"
#include "asterion/query/cost_table.hpp"
#include "asterion/query/snapshot.hpp"

namespace asterion {

inline void check_index_takes(const GridView& view) {
  if (!view.is_plain()) throw BadValue("an index takes square tiles, no links and no fences");
}
inline void check_index_takes(const Network&) {}

template <World G>
class Index {
 public:
  // `online` is the query by which the world is searched where the index does not know.
  Index(std::shared_ptr<G> world, Query online)
      : world_(std::move(world)), online_(std::move(online)) {}

  const G& world() const { return *world_; }

  // Makes the index of the world as it is at the time of the call, within a budget of steps;
  // returns whether it is done. A draft begun before the last edit is finished, used, and made
  // again.
  bool refresh(Budget& budget) {
    const std::uint64_t version = version_now();
    do {
      if (!advance(budget)) return false;
      if (summary()->version >= version || is_current()) return true;
    } while (!budget.is_spent());
    return false;
  }

  // Continues or begins a draft of the changed world. Returns whether it is done and in use.
  bool advance(Budget& budget) {
    const std::lock_guard working(refreshing_);
    if (!draft_) {
      if (is_current()) return true;
      begin();
    }
    const auto began = Clock::now();
    bool done;
    try {
      done = draft_->work.advance(budget);
    } catch (...) {
      draft_.reset();  // it may be in the middle of a step
      throw;
    }
    draft_->seconds += std::chrono::duration<double>(Clock::now() - began).count();
    if (!done) return false;
    adopt(draft_->work.take(), draft_->was, draft_->seen, draft_->version, draft_->seconds);
    draft_.reset();
    return true;
  }

  // Loads an index written earlier, if it is of the present world.
  void read(IndexState::Kind kind, std::span<const std::uint8_t> bytes) {
    {
      const auto guard = world_->read();
      check_index_takes(*world_);
    }
    Snapshot<G> copy(*world_);
    adopt(read_index(copy.world(), kind, bytes), copy.copied(), copy.seen(), copy.version(), 0);
  }

  // The answer, if the index knows it; for holders of a lock on the world. Else `bound` may be set
  // to the cost of some existing path.
  std::optional<PathResult> known_path(NodeId start, NodeId goal, std::optional<double>& bound) {
    const std::shared_ptr<Current> now = current();
    PathResult result;
    if (!now || !now->is_worth_a_look()) return {};
    const bool knows = known(*now, start, goal, true, result, bound);
    now->note(knows);
    if (!knows) return {};
    return result;
  }

  PathResult find_path(NodeId start, NodeId goal) {
    const auto began = Clock::now();
    std::optional<double> bound;
    {
      const auto guard = world_->read();
      if (std::optional<PathResult> result = known_path(start, goal, bound)) {
        result->stats.seconds = std::chrono::duration<double>(Clock::now() - began).count();
        return *std::move(result);
      }
    }
    return searched(start, goal, bound);
  }

  // The cost of a cheapest path; inf if there is none.
  double cost(NodeId start, NodeId goal) {
    std::optional<double> bound;
    {
      const auto guard = world_->read();
      const std::shared_ptr<Current> now = current();
      PathResult result;
      // After an edit only the path tells whether it can still be walked.
      if (now && known(*now, start, goal, !now->changes.none(), result, bound)) return result.cost;
    }
    return searched(start, goal, bound).cost;
  }

  // Costs row by row: from each source to all targets.
  ZeroedArray<double> cost_table(const std::vector<NodeId>& sources,
                                 const std::vector<NodeId>& targets, unsigned threads) {
    std::shared_ptr<const IndexState> state;
    {
      const auto guard = world_->read();
      if (const std::shared_ptr<Current> now = current(); now && is_as_it_was(*now)) {
        check_starts(*world_, sources, "sources");
        state = now->state;
      }
    }
    if (!state) return asterion::cost_table(*world_, sources, targets, threads);
    auto costs = zeroed_array<double>(sources.size() * targets.size());
    state->write_costs(sources, targets, costs.get());  // edits need not wait for it
    return costs;
  }

  struct Summary {
    std::size_t nodes = 0, arcs = 0, bytes = 0;
    std::uint64_t version = 0;
    double seconds = 0;
  };
  // Describes the index in use; none before the first refresh.
  std::optional<Summary> summary() const {
    const std::lock_guard hold(lock_);
    if (!current_) return {};
    const IndexState& state = *current_->state;
    return Summary{state.nodes(), state.arcs(), state.bytes(), current_->version,
                   current_->seconds};
  }
  std::shared_ptr<const IndexState> state() const {
    const std::lock_guard hold(lock_);
    return current_ ? current_->state : nullptr;
  }

 private:
  static constexpr bool kOnGrid = std::is_same_v<G, GridView>;
  using Changes = std::conditional_t<kOnGrid, GridChanges, GraphChanges>;
  using Copied = typename Snapshot<G>::Copied;

  struct Current {
    Current(std::shared_ptr<const IndexState> of, Changes since, std::uint64_t at, double took)
        : state(std::move(of)), changes(std::move(since)), version(at), seconds(took) {}

    // A look that does not give the answer costs as much as a short search. So after edits, while
    // most looks were in vain, only some of the queries look.
    bool is_worth_a_look() {
      if (changes.none() || std::popcount(vain.load(std::memory_order_relaxed)) < kMostInVain)
        return true;
      return passed.fetch_add(1, std::memory_order_relaxed) % kPassedALook == 0;
    }
    void note(bool knows) {
      if (changes.none()) return;
      const std::uint32_t before = vain.load(std::memory_order_relaxed);
      vain.store(before << 1 | (knows ? 0u : 1u), std::memory_order_relaxed);
    }

    std::shared_ptr<const IndexState> state;
    Changes changes;
    std::uint64_t version;
    double seconds;

   private:
    static constexpr int kMostInVain = 20;  // of the last 32 looks
    static constexpr std::uint32_t kPassedALook = 8;
    std::atomic<std::uint32_t> vain = 0;  // a bit for each of the last looks after an edit
    std::atomic<std::uint32_t> passed = 0;
  };
  struct Working {
    std::shared_ptr<const Copied> was;
    std::uint64_t seen, version;
    IndexDraft work;
    double seconds;
  };

  std::uint64_t version_now() const {
    const auto guard = world_->read();
    return world_->source().version();
  }

  void begin() {
    const auto began = Clock::now();
    {
      const auto guard = world_->read();
      check_index_takes(*world_);
    }
    Snapshot<G> copy(*world_);
    draft_.emplace(copy.copied(), copy.seen(), copy.version(), IndexDraft(copy.world()), 0.0);
    draft_->seconds = std::chrono::duration<double>(Clock::now() - began).count();
  }

  void adopt(std::shared_ptr<const IndexState> state, std::shared_ptr<const Copied> was,
             std::uint64_t seen, std::uint64_t version, double seconds) {
    auto made = std::make_shared<Current>(std::move(state), Changes(std::move(was), seen), version,
                                          seconds);
    const std::lock_guard hold(lock_);
    current_.swap(made);
  }

  bool is_current() {
    const auto guard = world_->read();
    const std::shared_ptr<Current> now = current();
    return now && is_as_it_was(*now);
  }
  // For holders of a lock on the world.
  bool is_as_it_was(const Current& now) const {
    return !now.changes.too_many() && now.changes.none() && is_plain(*world_);
  }
  static bool is_plain(const GridView& view) { return view.is_plain(); }
  static bool is_plain(const Network&) { return true; }

  // The index in use, with all later changes; for holders of a lock on the world. While they have
  // it nothing else changes, so only the first of them writes.
  std::shared_ptr<Current> current() {
    const std::lock_guard hold(lock_);
    if (current_ && !current_->changes.is_current(*world_)) current_->changes.catch_up(*world_);
    return current_;
  }

  // Whether the index knows the answer. If not, `bound` may be the cost of some existing path.
  bool known(Current& now, NodeId start, NodeId goal, bool with_nodes, PathResult& result,
             std::optional<double>& bound) {
    check_start(*world_, start);
    if (now.changes.too_many() || !is_plain(*world_)) return false;
    const bool unchanged = now.changes.none();
    result.how = unchanged ? How::index : How::certified;
    if (!can_stand_at(*world_, goal)) return true;
    const Openings* const openings = unchanged ? nullptr : openings_of(now);
    auto found = now.state->find(start, goal, with_nodes, openings, result.stats.expanded);
    if (!found) return !now.changes.any_better();
    if (!found->beats_openings) return false;
    if (!unchanged) {
      if (!now.changes.leave(*world_, found->nodes)) return false;
      if (now.changes.any_better() && !openings &&
          !allow_none_below(now, start, goal, found->cost)) {
        bound = found->cost;
        return false;
      }
    }
    result.status = Status::found;
    result.optimal = true;
    result.cost = found->cost;
    if (!with_nodes) return true;
    if (unchanged && found->connections.size() + 1 == found->nodes.size()) {
      result.stats.path = found->nodes.size();
      result.nodes = std::move(found->nodes);
      result.connections = std::move(found->connections);
    } else {
      write_path(*world_, std::move(found->nodes), result);
    }
    return true;
  }
  const Openings* openings_of(Current& now) {
    if constexpr (kOnGrid) {
      const std::lock_guard hold(lock_);
      return now.changes.openings(*world_, *now.state);
    }
    return nullptr;
  }
  bool allow_none_below(const Current& now, NodeId start, NodeId goal, double cost) const {
    if constexpr (kOnGrid) return now.changes.allow_none_below(*world_, start, goal, cost);
    // The only kind for graphs.
    if constexpr (!kOnGrid)
      return now.changes.allow_none_below(static_cast<const NodeIndex&>(*now.state), start, goal,
                                          cost);
  }

  PathResult searched(NodeId start, NodeId goal, std::optional<double> bound) {
    Query query = online_;
    if (bound) query.options.max_cost = *bound * (1 + kSearchRounding);
    PathResult result = asterion::find_path(*world_, start, std::span(&goal, 1), query);
    // The world was edited meanwhile, and the path behind the bound is gone.
    if (bound && result.status != Status::found)
      result = asterion::find_path(*world_, start, std::span(&goal, 1), online_);
    return result;
  }

  std::shared_ptr<G> world_;
  Query online_;
  mutable ForkSafeMutex lock_;  // of current_
  std::shared_ptr<Current> current_;
  ForkSafeMutex refreshing_;  // of draft_
  std::optional<Working> draft_;
};

// Instantiated in index.cpp.
extern template class Index<GridView>;
extern template class Index<Network>;

}  // namespace asterion
