// Answers a query on any world: begins a search, runs it to the end, and reads its result.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/query/start_search.hpp"
#include "asterion/search/rounding.hpp"

namespace asterion {

// Writes the path over these nodes into a result; a backward search gives them in reverse.
template <World G>
void write_path(const G& world, std::vector<NodeId> nodes, const Query& query, PathResult& result) {
  if (query.backward) std::reverse(nodes.begin(), nodes.end());
  result.stats.path = nodes.size();
  result.nodes = std::move(nodes);
  price(world, query, result);
}
// `nodes` are in the order of the path, for a unit that does not pay for turning.
template <World G>
void write_path(const G& world, std::vector<NodeId> nodes, PathResult& result) {
  write_path(world, std::move(nodes), Query{}, result);
}

template <World G>
PathResult result_of(const SearchRun& run, const Query& query, const G& world) {
  PathResult result;
  result.status = run.status();
  result.stats = run.stats();
  if (run.status() != Status::found) return result;
  write_path(world, run.path_to_goal(), query, result);
  // The search's own numbers are rounded, so the limit is checked again with the true cost.
  if (result.cost > query.options.max_cost * (1 + kSumRounding)) {
    PathResult stopped;
    stopped.status = Status::stopped;
    stopped.stats = run.stats();
    return stopped;
  }
  result.optimal = promises_optimum(query, world);
  return result;
}

// Checks each of several starts, called "name[i]" in errors; for holders of a lock on the world.
template <World G>
void check_starts(const G& world, const std::vector<NodeId>& starts, const std::string& name) {
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (!can_stand_at(world, starts[i]))
      check_start(world, starts[i], (name + "[" + std::to_string(i) + "]").c_str());
}

// Runs one query to its end; for holders of a lock on the world. `time` is the last reading of the
// clock, if the query may count from there, and becomes its own last one: a sequence of queries
// needs one reading each.
template <World G>
PathResult answer(const G& world, const typename G::Labels& labels, NodeId start,
                  std::span<const NodeId> goals, const Query& query, Clock::time_point& time) {
  const auto run = start_search(world, labels, start, goals, query);
  run->began_at(time);
  run_to_end(*run);
  time = run->last_look();
  learn_from(world, query, run->stats());
  return result_of(*run, query, world);
}

template <World G>
PathResult answer(const G& world, const typename G::Labels& labels, NodeId start,
                  std::span<const NodeId> goals, const Query& query) {
  Clock::time_point time{};
  return answer(world, labels, start, goals, query, time);
}

// Whether the search looked everywhere in vain: labels of components would have said so at once.
inline bool searched_for_nothing(const PathResult& result) {
  return result.status == Status::unreachable && result.stats.expanded > 0;
}

// The labels of the components, for the next query; none if an edit outdates them meanwhile.
template <World G>
typename G::Labels labels_for_later(const G& world) {
  try {
    return world.labelled();
  } catch (const Outdated&) {
    return {};
  }
}

template <World G>
PathResult find_path(G& original, NodeId start, std::span<const NodeId> goals, const Query& asked) {
  return with_consistent_snapshot(original, [&](G& world) {
    auto guard = read_for(world, asked);
    const std::uint64_t version = world.source().version();
    typename G::Labels labels;
    PathResult result;
    {
      const GivesWay gives_way(guard, world.source());
      const Query query = choose_algorithm(asked, world);
      check_start(world, start);
      if (wants_labels_first(query, world)) labels = world.labelled();
      result = answer(world, labels.known() ? labels : world.components(), start, goals, query);
      // The next query for an unreachable goal is answered without a search.
      if (searched_for_nothing(result) && query.components && world.labels_can_improve())
        labels = labels_for_later(world);
    }
    if (labels.known()) {
      guard.unlock();
      world.adopt(std::move(labels), version);
    }
    return result;
  });
}

}  // namespace asterion
