// Many queries at once, on any number of threads, with the same answers whatever the number.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "asterion/query/answer.hpp"
#include "asterion/query/share_out.hpp"

namespace asterion {

struct BatchQueries {
  std::vector<NodeId> starts;
  std::vector<NodeId> goals;      // of all queries, one after the other
  std::vector<std::size_t> ends;  // the end of each query's goals; empty if each has one

  std::size_t size() const { return starts.size(); }
  std::span<const NodeId> goals_of(std::size_t i) const {
    if (ends.empty()) return {&goals[i], 1};
    const std::size_t first = i == 0 ? 0 : ends[i - 1];
    return std::span(goals).subspan(first, ends[i] - first);
  }
};

// Queries run in rounds, each longer than the last. A round's knowledge of components is used by
// the next round and not by its own, so that statistics too are the same for any number of threads.
//
// The world is locked throughout, unless an edit is waiting: then the queries under way are made
// again, and all remaining ones are answered on a copy of the world. An edit waits until all
// threads of a batch have seen it, which takes long where there are more threads than cores: so
// several threads use a copy at once where the world is edited between batches, or an earlier
// search has left one.
template <World G>
class Batch {
 public:
  Batch(const BatchQueries& queries, const Query& asked, unsigned threads)
      : queries_(queries),
        asked_(asked),
        threads_(threads),
        results_(queries.size()),
        answered_(queries.size()) {}

  std::vector<PathResult> answers(G& world) {
    auto& copies = world.cache().template get<SnapshotPool<G>>();
    typename SnapshotPool<G>::Lease copy(nullptr, {&copies});
    if (threads_ > 1 && !world.source().read_by_this_thread())
      copy = copies.is_edited(world) ? copies.borrow(world) : copies.borrow_kept();
    while (!copy && edits_ < kMostEdits)
      if (go_on(world)) return std::move(results_);
    if (!copy) copy = copies.borrow(world);
    while (!go_on(copy->world())) {
    }
    return std::move(results_);
  }

 private:
  static constexpr std::size_t kFirstRound = 64, kLongestRound = 1024;
  static constexpr int kMostEdits = 2;
  static constexpr double kBetweenLooks = 50e-6;

  // An upper bound of the time of a query besides its search.
  static double seconds_around(std::size_t goals) {
    return 1e-6 + 1e-7 * static_cast<double>(goals);
  }

  // Whether all are answered: false if an edit, or an update after one, is waiting.
  bool go_on(G& world) {
    FreedLater later;  // destroyed after the lock
    auto guard = read_for(world, asked_);
    const std::uint64_t version = world.source().version();
    if (version_ && *version_ != version) ++edits_;
    version_ = version;
    const Query query = choose_algorithm(asked_, world);
    for (std::size_t i = 0; i < queries_.size(); ++i)
      if (answered_[i] == 0 && !can_stand_at(world, queries_.starts[i]))
        check_start(world, queries_.starts[i], ("starts[" + std::to_string(i) + "]").c_str());

    labelled_again_ = wants_labels_first(query, world);
    bool complete = true;
    try {
      const EndsHelpersForEdits ends_helpers(world.source());
      labels_ = labelled_again_ ? world.labelled() : world.components();
      answer_all(world, query, ends_helpers, later);
    } catch (const Outdated&) {
      complete = false;
    }
    if (complete && labelled_again_) {
      guard.unlock();
      world.adopt(std::move(labels_), version);
    }
    return complete;
  }

  void answer_all(const G& world, const Query& query, const EndsHelpersForEdits& ends_helpers,
                  FreedLater& later) {
    failed_ = false;
    next_ = first_;
    begin_round(world, query);
    share_out(std::min<std::size_t>(threads_, queries_.size() - first_), [&] {
      try {
        const FreedLater::Use use(later);
        const KeepsScratch keeps_scratch(world.source().cache());
        const EndsHelpersForEdits as_polite(ends_helpers);
        answer_some(world, query);
      } catch (...) {
        const std::lock_guard hold(lock_);
        failed_ = true;
        round_begins_.notify_all();
        throw;
      }
    });
  }

  // The work of each thread.
  void answer_some(const G& world, const Query& query) {
    InterruptPoller poll;
    double since_look = 0;  // seconds, roughly
    for (Claim claim; !(claim = claimed()).empty();) {
      Clock::time_point time{};  // only queries run between two readings
      for (std::size_t i = claim.first; i < claim.last; ++i) {
        if (answered_[i] != 0) continue;
        results_[i] = answer(world, labels_, queries_.starts[i], queries_.goals_of(i), query, time);
        answered_[i] = 1;
        // Checking takes as long as a short search.
        since_look += results_[i].stats.seconds + seconds_around(queries_.goals_of(i).size());
        if (since_look < kBetweenLooks) continue;
        poll.now();
        since_look = 0;
      }
      if ((left_ -= claim.size()) == 0) end_round(world, query);
    }
  }

  // Queries that one thread answers.
  struct Claim {
    std::size_t first = 0, last = 0;
    std::size_t size() const { return last - first; }
    bool empty() const { return first == last; }
  };

  // Claims several at a time, so that threads seldom write next to each other, but one at a time at
  // the end of a round, so that they end together. Empty if none are left.
  Claim claimed() {
    constexpr std::size_t kMost = 16, kClaimsAThread = 4;
    std::size_t first = next_;
    while (first < queries_.size()) {
      const std::size_t last = last_;
      if (first >= last) {
        if (!wait_for_round(first)) return {};
        first = next_;
        continue;
      }
      const std::size_t size =
          std::clamp<std::size_t>((last - first) / (kClaimsAThread * threads_), 1, kMost);
      if (next_.compare_exchange_weak(first, first + size)) return {first, first + size};
    }
    return {};
  }

  // Waits until this query is in the round; false if the work has failed. Most rounds end before a
  // sleeping thread could be woken.
  bool wait_for_round(std::size_t query) {
    constexpr int kLooks = 64;
    const auto is_over = [&] { return last_ > query || failed_; };
    for (int i = 0; i < kLooks && !is_over(); ++i) std::this_thread::yield();
    std::unique_lock hold(lock_);
    while (!round_begins_.wait_for(hold, InterruptPoller::kBetweenChecks, is_over)) {
      hold.unlock();
      Interrupt::check();
      hold.lock();
    }
    return !failed_;
  }

  // For the thread that has answered the last query of the round, while the others wait.
  void end_round(const G& world, const Query& query) {
    const bool flooded =
        std::any_of(&results_[first_], &results_[last_ - 1] + 1, searched_for_nothing);
    first_ = last_;
    round_ = std::min(2 * round_, kLongestRound);
    if (flooded && can_learn(world, query)) {
      labels_ = world.labelled();
      labelled_again_ = true;
    }
    begin_round(world, query);
  }

  // Where rounds learn nothing, all queries form one.
  void begin_round(const G& world, const Query& query) {
    const std::size_t left = queries_.size() - first_;
    const std::size_t size = can_learn(world, query) ? std::min(left, round_) : left;
    left_ = size;
    const std::lock_guard hold(lock_);
    last_ = first_ + size;
    round_begins_.notify_all();
  }
  bool can_learn(const G& world, const Query& query) const {
    return query.components && !labelled_again_ && world.labels_can_improve();
  }

  const BatchQueries& queries_;
  const Query& asked_;
  unsigned threads_;
  std::vector<PathResult> results_;
  std::vector<std::uint8_t> answered_;
  typename G::Labels labels_;
  bool labelled_again_ = false;
  std::size_t round_ = kFirstRound;
  std::size_t first_ = 0;              // of the round
  std::atomic<std::size_t> last_ = 0;  // the end of the round
  std::atomic<std::size_t> next_ = 0;  // not claimed yet
  std::atomic<std::size_t> left_ = 0;  // of the round, not answered yet
  std::atomic<bool> failed_ = false;
  std::mutex lock_;
  std::condition_variable round_begins_;
  std::optional<std::uint64_t> version_;  // of the world at the last check
  int edits_ = 0;
};

template <World G>
std::vector<PathResult> find_paths(G& world, const BatchQueries& queries, const Query& asked,
                                   unsigned threads) {
  return Batch<G>(queries, asked, threads).answers(world);
}

}  // namespace asterion
