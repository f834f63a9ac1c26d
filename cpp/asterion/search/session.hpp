// A search that is run in slices while its world stays as it was. Safe to share between threads.
#pragma once

#include <memory>
#include <utility>

#include "asterion/search/one_at_a_time.hpp"
#include "asterion/search/query.hpp"

namespace asterion {

class Session {
 public:
  Session(std::shared_ptr<Terrain> terrain, NodeId start, std::vector<NodeId> goals, Query query)
      : terrain_(std::move(terrain)), start_(start), goals_(std::move(goals)), query_(query) {
    restart();
  }

  void restart() {
    const OneAtATime::Hold hold(turns_, "a search");
    const auto guard = read_for(*terrain_, query_);
    check_start(*terrain_, start_);
    if (query_.given) query_.given->forget();
    Components fresh;
    if (wants_labels_first(query_, *terrain_)) fresh = terrain_->labelled();
    run_ = start_search(*terrain_, fresh.known() ? fresh : terrain_->components(), start_, goals_,
                        settled(query_, *terrain_));
    version_ = terrain_->grid().version();
    result_ = {};
    result_.status = Status::running;
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) {
    const OneAtATime::Hold hold(turns_, "a search");
    if (result_.status != Status::running) return result_.status;
    auto guard = read_unchanged();
    try {
      if (run_->advance(expansions, deadline) == Status::running) return Status::running;
    } catch (...) {
      // A user's estimate raised in the middle of an expansion: what is left cannot be trusted.
      result_.status = Status::stopped;
      result_.stats = run_->stats();
      throw;
    }
    result_ = result_of(*run_, query_, *terrain_);
    if (flooded_in_vain(result_) && query_.components) {
      Components labels = terrain_->labelled();
      guard.unlock();
      terrain_->adopt(std::move(labels), version_);
    }
    return result_.status;
  }

  Status status() const {
    const OneAtATime::Hold hold(turns_, "a search");
    return result_.status;
  }

  // The path of the finished search; until then one that is not found yet.
  PathResult path() const {
    const OneAtATime::Hold hold(turns_, "a search");
    PathResult result = result_;
    if (result.status == Status::running) result.stats = run_->stats();
    return result;
  }

  // The path to the open node that seems nearest to the goal, or the path itself once it is found.
  PathResult best_so_far() {
    const OneAtATime::Hold hold(turns_, "a search");
    if (result_.status == Status::found) return result_;
    const auto guard = read_unchanged();
    PathResult result;
    result.status = result_.status;
    result.stats = run_->stats();
    if (const auto node = run_->best_open()) {
      result.nodes = run_->path_to(*node);
      if (query_.backward) std::reverse(result.nodes.begin(), result.nodes.end());
      result.cost = path_cost(*terrain_, result.nodes);
    }
    return result;
  }

  // Hands the run to a reader, whole, while no other thread moves it or edits its world.
  template <class Read>
  auto look(Read&& read) {
    const OneAtATime::Hold hold(turns_, "a search");
    const auto guard = read_unchanged();
    return read(*run_);
  }

  const Grid& grid() const { return terrain_->grid(); }

 private:
  std::shared_lock<std::shared_mutex> read_unchanged() {
    auto guard = read_for(*terrain_, query_);
    const std::uint64_t version = terrain_->grid().version();
    if (version == version_) return guard;
    throw WorldEdited("the world changed from version " + std::to_string(version_) + " to " +
                      std::to_string(version) + " during the search; restart() begins anew");
  }

  OneAtATime turns_;
  std::shared_ptr<Terrain> terrain_;
  NodeId start_;
  std::vector<NodeId> goals_;
  Query query_;
  std::uint64_t version_ = 0;
  std::unique_ptr<SearchRun> run_;
  PathResult result_;
};

}  // namespace asterion
