// One search by any algorithm: advanced by a number of expansions or until a time, and inspected
// between.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "asterion/search/budget.hpp"
#include "asterion/search/observer.hpp"
#include "asterion/search/status.hpp"
#include "asterion/world/interrupt.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class CustomEstimates;

// The best of some nodes: by estimate, then by cost so far, then by number.
template <class Cost>
class Nearest {
 public:
  void consider(NodeId node, Cost estimate, Cost cost) {
    const std::tuple key{estimate, cost, node};
    if (!best_ || key < *best_) best_ = key;
  }
  std::optional<NodeId> node() const {
    if (!best_) return {};
    return std::get<NodeId>(*best_);
  }

 private:
  std::optional<std::tuple<Cost, Cost, NodeId>> best_;
};

class SearchRun {
 public:
  virtual ~SearchRun() = default;

  // Makes up to `expansions` expansions: a whole search, a slice of it or a single step.
  virtual Status advance(std::uint64_t expansions, Clock::time_point deadline) = 0;

  Status status() const { return status_; }
  const Stats& stats() const { return stats_; }
  // The goal that was reached; only where the status is `found`.
  NodeId goal() const { return goal_; }

  // The first reading of the clock, if already taken, and the last one: sparing extra readings.
  void began_at(Clock::time_point time) { began_ = time; }
  Clock::time_point last_look() const { return last_look_; }

  // False if an exception interrupted the last expansion: the state cannot be trusted.
  bool is_between_expansions() const { return between_expansions_; }

  // The path from a start to a seen node.
  virtual std::vector<NodeId> path_to(NodeId node) const = 0;
  // The whole path, once it is found.
  virtual std::vector<NodeId> path_to_goal() const { return path_to(goal_); }
  // Whether a node was expanded, for searches that know.
  virtual bool is_closed(NodeId) const { return false; }
  // Continues the search to another goal, of which its estimates know nothing; for searches that
  // close a node only once its cheapest path is known.
  virtual void continue_to(NodeId) {}
  // The open node with the smallest estimate, then the smallest cost so far.
  virtual std::optional<NodeId> best_open() const = 0;

  // Write a value for each node of the world to an array of that size.
  virtual void write_costs(double* g) const = 0;               // inf where not seen
  virtual void write_estimates(double* h) const = 0;           // NaN where not seen
  virtual void write_states(std::uint8_t* state) const = 0;    // 0 unvisited, 1 open, 2 closed
  virtual void write_parents(std::int64_t* parent) const = 0;  // -1 for none

  // The bounds on f of each round so far, for searches that have rounds.
  virtual std::vector<double> thresholds() const { return {}; }

  // The events of the search, with the cost so far of each event's node.
  virtual const std::vector<Event>& events() const = 0;
  virtual std::vector<double> event_costs() const = 0;
  virtual double estimate_of(NodeId node) const = 0;

  // Keeps the estimates that were made for this search.
  void keep(std::shared_ptr<const CustomEstimates> estimates) { kept_ = std::move(estimates); }

 protected:
  // Loops around one step, and keeps the time. The counts are in a local variable meanwhile, where
  // no write to a node can touch them, so that they stay in registers.
  template <class Step>
  Status advance_by(std::uint64_t expansions, Clock::time_point deadline, Step&& step) {
    // Reading the clock costs as much as an expansion, so it is read only once per 64.
    constexpr std::uint64_t kBetweenLooks = 64;
    const auto begin = began_ == Clock::time_point{} ? Clock::now() : began_;
    began_ = {};
    Stats stats = stats_;
    between_expansions_ = false;
    const bool timed = deadline != Clock::time_point::max();
    for (std::uint64_t i = 0; status_ == Status::running && i < expansions; ++i) {
      if (timed && i % kBetweenLooks == 0 && Clock::now() >= deadline) break;
      step(stats);
    }
    between_expansions_ = true;
    stats_ = stats;
    last_look_ = Clock::now();
    stats_.seconds += std::chrono::duration<double>(last_look_ - begin).count();
    return status_;
  }

  Status status_ = Status::running;
  bool between_expansions_ = true;
  Stats stats_;
  NodeId goal_ = 0;

 private:
  std::shared_ptr<const CustomEstimates> kept_;
  Clock::time_point began_{}, last_look_{};
};

// Runs in slices, between which the user may interrupt; the search then stands between two
// expansions and can continue. It also stops between slices once `enough()` is true.
template <class Enough>
Status advance_interruptibly(SearchRun& run, std::uint64_t expansions, Clock::time_point deadline,
                             Enough&& enough) {
  // Interrupts should not wait for long, and expansions differ: one may be a jump over a thousand
  // cells, or call a custom heuristic.
  constexpr std::uint64_t kFirstSlice = 128, kLongestSlice = 1 << 11;
  constexpr double kSliceTime = 200e-6;
  InterruptPoller poll;
  const bool timed = deadline != Clock::time_point::max();
  double before = run.stats().seconds;
  for (std::uint64_t most = kFirstSlice; expansions > 0;) {
    const std::uint64_t slice = std::min(expansions, most);
    if (run.advance(slice, deadline) != Status::running) break;
    expansions -= slice;
    if ((timed && Clock::now() >= deadline) || enough()) break;
    const double spent = run.stats().seconds;
    most = spent - before < kSliceTime ? std::min(2 * most, kLongestSlice)
                                       : std::max<std::uint64_t>(most / 2, 1);
    before = spent;
    poll.now();
  }
  return run.status();
}
inline Status advance_interruptibly(SearchRun& run, std::uint64_t expansions,
                                    Clock::time_point deadline = Clock::time_point::max()) {
  return advance_interruptibly(run, expansions, deadline, [] { return false; });
}

inline Status run_to_end(SearchRun& run) {
  return advance_interruptibly(run, std::numeric_limits<std::uint64_t>::max());
}

// Runs to the end, or until shortly after `enough()` is true.
template <class Enough>
Status advance_until(SearchRun& run, Enough&& enough) {
  return advance_interruptibly(run, std::numeric_limits<std::uint64_t>::max(),
                               Clock::time_point::max(), enough);
}

}  // namespace asterion
