// Answers a query on any world: begins a search, runs it to the end, and reads its result.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "asterion/query/one_state.hpp"
#include "asterion/query/start_search.hpp"
#include "asterion/search/rounding.hpp"

namespace asterion {

// Writes the path over these nodes into a result; a backward search gives them in reverse.
template <Ground G>
void write_path(const G& ground, std::vector<NodeId> nodes, const Query& query,
                PathResult& result) {
  if (query.backward) std::reverse(nodes.begin(), nodes.end());
  result.stats.path = nodes.size();
  result.nodes = std::move(nodes);
  price(ground, query, result);
}
// `nodes` are in the order of the path, for a unit that does not pay for turning.
template <Ground G>
void write_path(const G& ground, std::vector<NodeId> nodes, PathResult& result) {
  write_path(ground, std::move(nodes), Query{}, result);
}

template <Ground G>
PathResult result_of(const SearchRun& run, const Query& query, const G& ground) {
  PathResult result;
  result.status = run.status();
  result.stats = run.stats();
  if (run.status() != Status::found) return result;
  write_path(ground, run.path_to_goal(), query, result);
  // The search's own numbers are rounded, so the limit is checked again with the true cost.
  if (result.cost > query.rules.max_cost * (1 + kSumRounding)) {
    PathResult stopped;
    stopped.status = Status::stopped;
    stopped.stats = run.stats();
    return stopped;
  }
  result.optimal = promises_optimum(query, ground);
  return result;
}

// Checks each of several starts, called "name[i]" in errors; for holders of a lock on the ground.
template <Ground G>
void check_starts(const G& ground, const std::vector<NodeId>& starts, const std::string& name) {
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (!can_stand_at(ground, starts[i]))
      check_start(ground, starts[i], (name + "[" + std::to_string(i) + "]").c_str());
}

// Runs one query to its end; for holders of a lock on the ground. `time` is the last reading of the
// clock, if the query may count from there, and becomes its own last one: a sequence of queries
// needs one reading each.
template <Ground G>
PathResult answer(const G& ground, const typename G::Labels& labels, NodeId start,
                  std::span<const NodeId> goals, const Query& query, Clock::time_point& time) {
  const auto run = start_search(ground, labels, start, goals, query);
  run->began_at(time);
  run_to_end(*run);
  time = run->last_look();
  learn_from(ground, query, run->stats());
  return result_of(*run, query, ground);
}

template <Ground G>
PathResult answer(const G& ground, const typename G::Labels& labels, NodeId start,
                  std::span<const NodeId> goals, const Query& query) {
  Clock::time_point time{};
  return answer(ground, labels, start, goals, query, time);
}

// Whether the search looked everywhere in vain: labels of components would have said so at once.
inline bool searched_for_nothing(const PathResult& result) {
  return result.status == Status::unreachable && result.stats.expanded > 0;
}

// The labels of the components, for the next query; none if an edit outdates them meanwhile.
template <Ground G>
typename G::Labels labels_for_later(const G& ground) {
  try {
    return ground.labelled();
  } catch (const Outdated&) {
    return {};
  }
}

template <Ground G>
PathResult find_path(G& world_ground, NodeId start, std::span<const NodeId> goals,
                     const Query& asked) {
  return of_one_state(world_ground, [&](G& ground) {
    auto guard = read_for(ground, asked);
    const std::uint64_t version = ground.world().version();
    typename G::Labels labels;
    PathResult result;
    {
      const GivesWay gives_way(guard, ground.world());
      const Query query = choose_algorithm(asked, ground);
      check_start(ground, start);
      if (wants_labels_first(query, ground)) labels = ground.labelled();
      result = answer(ground, labels.known() ? labels : ground.components(), start, goals, query);
      // The next query for an unreachable goal is answered without a search.
      if (searched_for_nothing(result) && query.components && ground.labels_can_improve())
        labels = labels_for_later(ground);
    }
    if (labels.known()) {
      guard.unlock();
      ground.adopt(std::move(labels), version);
    }
    return result;
  });
}

}  // namespace asterion
