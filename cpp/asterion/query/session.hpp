// A search that runs in slices while its world stays the same.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "asterion/query/answer.hpp"
#include "asterion/query/partial.hpp"

namespace asterion {

template <World G>
class Session {
 public:
  using World = G;
  static constexpr const char* kName = "a search";

  Session(std::shared_ptr<G> world, NodeId start, std::vector<NodeId> goals, Query query)
      : world_(std::move(world)),
        start_(start),
        goals_(std::move(goals)),
        query_(std::move(query)) {
    restart();
  }

  void restart() {
    constexpr int kTries = 3;
    for (int tries = 1; !begin(tries < kTries); ++tries) {
    }
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) {
    if (result_.status != Status::running) return result_.status;
    typename G::Labels labels;
    while_unchanged([&] { labels = advanced(expansions, deadline); });
    if (labels.known()) world_->adopt(std::move(labels), version_);
    return result_.status;
  }

  Status status() const { return result_.status; }

  // The path of the finished search; until then a path that is not found.
  PathResult path() const {
    PathResult result = result_;
    if (result.status == Status::running) result.stats = run_->stats();
    return result;
  }

  // The path to the open node with the smallest estimate, or the path itself once it is found; if
  // no node is open, a partial one.
  PathResult best_so_far() {
    if (result_.status == Status::found) return result_;
    return while_unchanged([&] {
      if (result_.status == Status::unreachable && leads_somewhere())
        return partial_answer(*world_, start_, goals_, query_);
      PathResult result;
      result.status = result_.status;
      result.stats = run_->stats();
      if (const auto node = run_->best_open()) {
        write_path(*world_, run_->path_to(*node), query_, result);
      }
      return result;
    });
  }

  // Hands the run to a reader, while no other thread advances it or edits its world.
  template <class Read>
  auto look(Read&& read) {
    return while_unchanged([&] { return read(*run_); });
  }

  const G& world() const { return *world_; }
  const Query& query() const { return query_; }

 private:
  // Whether distances between nodes are known.
  bool leads_somewhere() const {
    if (goals_.empty()) return false;
    if constexpr (std::is_same_v<G, Network>) return world_->graph().positions().axes > 0;
    return true;
  }

  // False if it gave way to an edit.
  bool begin(bool may_give_way) {
    auto guard = read_for(*world_, query_);
    std::optional<GivesWay> gives_way;
    if (may_give_way) gives_way.emplace(guard, world_->source());
    check_start(*world_, start_);
    if (query_.custom) query_.custom->forget();
    typename G::Labels fresh;
    try {
      if (wants_labels_first(query_, *world_)) fresh = world_->labelled();
    } catch (const Outdated&) {
      return false;
    }
    run_ = start_search(*world_, fresh.known() ? fresh : world_->components(), start_, goals_,
                        choose_algorithm(query_, *world_));
    version_ = world_->source().version();
    result_ = {};
    result_.status = Status::running;
    return true;
  }

  // Returns labels if the search has ended, and the next one can use them.
  typename G::Labels advanced(std::uint64_t expansions, Clock::time_point deadline) {
    try {
      if (advance_interruptibly(*run_, expansions, deadline) == Status::running) return {};
    } catch (...) {
      if (run_->is_between_expansions()) throw;  // the user interrupted it, and may continue
      // A user's estimate raised in the middle of an expansion: the state cannot be trusted.
      result_.status = Status::stopped;
      result_.stats = run_->stats();
      throw;
    }
    result_ = result_of(*run_, query_, *world_);
    if (!searched_for_nothing(result_) || !query_.components || !world_->labels_can_improve())
      return {};
    return labels_for_later(*world_);
  }

  // Returns work(). It runs under a lock on the world, which edits of other threads may interrupt;
  // but then it cannot be finished.
  template <class Work>
  auto while_unchanged(Work&& work) -> decltype(work()) {
    auto guard = read_for(*world_, query_);
    if (world_->source().version() == version_) {
      try {
        const GivesWay gives_way(guard, world_->source());
        return work();
      } catch (const Outdated&) {
      }
    }
    throw WorldEdited("the world changed from version " + std::to_string(version_) + " to " +
                      std::to_string(world_->source().version()) +
                      " during the search; restart() starts it again");
  }

  std::shared_ptr<G> world_;
  NodeId start_;
  std::vector<NodeId> goals_;
  Query query_;
  std::uint64_t version_ = 0;
  std::unique_ptr<SearchRun> run_;
  PathResult result_;
};

}  // namespace asterion
