// Many queries at once, on any number of threads, with the same answers whatever the number.
#pragma once

#include <atomic>

#include "asterion/query/answer.hpp"
#include "asterion/query/share_out.hpp"

namespace asterion {

struct BatchQuery {
  NodeId start;
  std::vector<NodeId> goals;
};

// Queries go in rounds, each longer than the last. What one round learns about components serves
// the next and not its own, so that statistics too are the same for any number of threads. The
// world is locked throughout.
template <Ground G>
std::vector<PathResult> find_paths(G& ground, const std::vector<BatchQuery>& queries,
                                   const Query& asked, unsigned threads) {
  constexpr std::size_t kFirstRound = 64, kLongestRound = 1024;
  auto guard = read_for(ground, asked);
  const Query query = choose_algorithm(asked, ground);
  for (std::size_t i = 0; i < queries.size(); ++i)
    check_start(ground, queries[i].start, ("starts[" + std::to_string(i) + "]").c_str());

  std::vector<PathResult> results(queries.size());
  bool labelled_again = wants_labels_first(query, ground);
  typename G::Labels labels = labelled_again ? ground.labelled() : ground.components();
  std::size_t round = kFirstRound;
  for (std::size_t first = 0, last; first < queries.size(); first = last) {
    last = std::min(queries.size(), first + round);
    round = std::min(2 * round, kLongestRound);
    std::atomic<std::size_t> next{first};
    share_out(std::min<std::size_t>(threads, last - first), [&] {
      Breather breathe;
      for (std::size_t i; (i = next++) < last; breathe.look())
        results[i] = answer(ground, labels, queries[i].start, queries[i].goals, query);
    });

    const bool flooded = std::any_of(&results[first], &results[last - 1] + 1, searched_for_nothing);
    if (flooded && query.components && !labelled_again && ground.labels_can_improve()) {
      labels = ground.labelled();
      labelled_again = true;
    }
  }
  if (labelled_again) {
    const std::uint64_t version = ground.world().version();
    guard.unlock();
    ground.adopt(std::move(labels), version);
  }
  return results;
}

}  // namespace asterion
