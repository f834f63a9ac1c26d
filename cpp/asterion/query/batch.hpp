// Many queries at once, on any number of threads, with the same answers whatever the number.
#pragma once

#include <atomic>
#include <optional>

#include "asterion/query/answer.hpp"
#include "asterion/query/share_out.hpp"

namespace asterion {

struct BatchQuery {
  NodeId start;
  std::vector<NodeId> goals;
};

// Queries go in rounds, each longer than the last. What one round learns about components serves
// the next and not its own, so that statistics too are the same for any number of threads.
//
// The world is locked throughout, unless an edit wants it: then the queries that are under way are
// made again, and with them all that are left are answered by a copy of the world. An edit waits
// until all threads of a batch have seen it, which takes long where they are more than there are
// cores: so several threads take a copy at once where the world is edited between batches, or an
// earlier search has left one.
template <Ground G>
class Batch {
 public:
  Batch(const std::vector<BatchQuery>& queries, const Query& asked, unsigned threads)
      : queries_(queries),
        asked_(asked),
        threads_(threads),
        results_(queries.size()),
        answered_(queries.size()) {}

  std::vector<PathResult> answers(G& ground) {
    auto& copies = ground.cache().template get<SnapshotPool<G>>();
    typename SnapshotPool<G>::Lease copy(nullptr, {&copies});
    if (threads_ > 1 && !ground.world().read_by_this_thread())
      copy = copies.is_edited(ground) ? copies.borrow(ground) : copies.borrow_kept();
    while (!copy && edits_ < kMostEdits)
      if (go_on(ground)) return std::move(results_);
    if (!copy) copy = copies.borrow(ground);
    while (!go_on(copy->ground())) {
    }
    return std::move(results_);
  }

 private:
  static constexpr std::size_t kFirstRound = 64, kLongestRound = 1024;
  static constexpr int kMostEdits = 2;

  // Whether all are answered: false if an edit wants the world, or what catches up with one.
  bool go_on(G& ground) {
    FreedLater later;  // than the lock
    auto guard = read_for(ground, asked_);
    const std::uint64_t version = ground.world().version();
    if (version_ && *version_ != version) ++edits_;
    version_ = version;
    const Query query = choose_algorithm(asked_, ground);
    for (std::size_t i = 0; i < queries_.size(); ++i)
      if (answered_[i] == 0 && !can_stand_at(ground, queries_[i].start))
        check_start(ground, queries_[i].start, ("starts[" + std::to_string(i) + "]").c_str());

    typename G::Labels labels;
    bool labelled_again = wants_labels_first(query, ground);
    bool complete = true;
    try {
      const Polite polite(ground.world());
      labels = labelled_again ? ground.labelled() : ground.components();
      while (first_ < queries_.size()) {
        const std::size_t last = std::min(queries_.size(), first_ + round_);
        const bool flooded = answer_round(ground, labels, query, last, polite, later);
        if (flooded && query.components && !labelled_again && ground.labels_can_improve()) {
          labels = ground.labelled();
          labelled_again = true;
        }
      }
    } catch (const Outdated&) {
      complete = false;
    }
    if (complete && labelled_again) {
      guard.unlock();
      ground.adopt(std::move(labels), version);
    }
    return complete;
  }

  // Whether a query looked everywhere for nothing.
  bool answer_round(const G& ground, const typename G::Labels& labels, const Query& query,
                    std::size_t last, const Polite& polite, FreedLater& later) {
    std::atomic<std::size_t> next{first_};
    share_out(std::min<std::size_t>(threads_, last - first_), [&] {
      const FreedLater::Use use(later);
      const Polite as_polite(polite);
      Breather breathe;
      for (std::size_t i; (i = next++) < last; breathe.look()) {
        if (answered_[i] != 0) continue;
        results_[i] = answer(ground, labels, queries_[i].start, queries_[i].goals, query);
        answered_[i] = 1;
      }
    });
    const bool flooded =
        std::any_of(&results_[first_], &results_[last - 1] + 1, searched_for_nothing);
    first_ = last;
    round_ = std::min(2 * round_, kLongestRound);
    return flooded;
  }

  const std::vector<BatchQuery>& queries_;
  const Query& asked_;
  unsigned threads_;
  std::vector<PathResult> results_;
  std::vector<std::uint8_t> answered_;
  std::size_t first_ = 0;  // of the next round
  std::size_t round_ = kFirstRound;
  std::optional<std::uint64_t> version_;  // of the world when it was last asked
  int edits_ = 0;
};

template <Ground G>
std::vector<PathResult> find_paths(G& ground, const std::vector<BatchQuery>& queries,
                                   const Query& asked, unsigned threads) {
  return Batch<G>(queries, asked, threads).answers(ground);
}

}  // namespace asterion
