// Queries on graphs: chooses the search, prepares its data, and states its guarantee.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "asterion/query/choose_algorithm.hpp"
#include "asterion/query/general_query.hpp"
#include "asterion/search/network_search_graph.hpp"

namespace asterion {

// The certain properties of a query's estimate, weight included.
inline Trust trust_in_estimate(const Query& query) {
  if (query.options.weight > 1) return Trust::none;
  return query.custom != nullptr ? query.custom->trust() : Trust::consistent;
}

// Whether a path found by this query is certainly a cheapest one.
inline bool promises_optimum(const Query& query, const Network& network) {
  switch (query.algorithm) {
    case Algorithm::bfs:
      return network.uniform();
    case Algorithm::dijkstra:
    case Algorithm::bidirectional:
      return true;
    case Algorithm::automatic:
    case Algorithm::astar:
      return best_first_is_optimal(query, trust_in_estimate(query));
    case Algorithm::best_first:
      return best_first_is_optimal(query, Trust::none);
    case Algorithm::ida:
      return trust_in_estimate(query) != Trust::none;
    default:
      return false;
  }
}

// Finds the connections of a result's path, and their cost.
inline void price(const Network& network, const Query&, PathResult& result) {
  result.cost = 0;
  constexpr std::size_t kAhead = 8;  // rows fetched at the same time
  for (std::size_t i = 1; i < result.nodes.size(); ++i) {
    if (i + kAhead < result.nodes.size()) network.prefetch(result.nodes[i + kAhead], false);
    const auto id = network.connection(result.nodes[i - 1], result.nodes[i]);
    if (!id) throw BadPath("step " + std::to_string(i - 1) + " has no open connection");
    result.connections.push_back(*id);
    result.cost += network.cost(*id);
  }
}

// The cost of a path up to each of its nodes: by its connections, or each of them at cost `each`.
inline std::vector<double> costs_along(const Network& network, const PathResult& path,
                                       std::optional<double> each = {}) {
  std::vector<double> costs{0};
  costs.reserve(path.nodes.size());
  for (const ConnectionId id : path.connections)
    costs.push_back(costs.back() + (each ? *each : network.cost(id)));
  return costs;
}
// The common cost of all open connections, if they have one.
inline std::optional<double> cost_of_each(const Network& network) {
  if (!network.uniform()) return {};
  return network.smallest_cost();
}

// Any node will do.
inline bool can_stand_at(const Network&, NodeId) { return true; }
inline void check_start(const Network&, NodeId, const char* = "start") {}

template <Scratch S>
typename ScratchPool<S>::Lease borrow_scratch(const Network& network) {
  return network.graph().cache().get<ScratchPool<S>>().borrow(network.count());
}

// Makes a search; without any start it ends at its first step, unreachable.
template <Observer O>
std::unique_ptr<SearchRun> make_search(const Network& network, const NodeList& starts,
                                       const Goals& goals, const Query& query) {
  const SearchOptions options =
      search_options(query, trust_in_estimate(query) == Trust::consistent);
  return make_general_search<O, NetworkSearchGraph>(network, starts, goals, query, options);
}

// Instantiated in graph_searches.cpp.
extern template std::unique_ptr<SearchRun> make_search<Silent>(const Network&, const NodeList&,
                                                               const Goals&, const Query&);
extern template std::unique_ptr<SearchRun> make_search<Recorder>(const Network&, const NodeList&,
                                                                 const Goals&, const Query&);

inline void check_algorithm(const Network&, const Query&) {}

// The goals that a path from the start may end at.
inline Goals possible_goals(const Network&, const GraphComponents& components, NodeId start,
                            std::span<const NodeId> goals) {
  NodeList possible;
  for (const NodeId goal : goals)
    if (!components.certainly_apart(start, goal)) possible.push_back(goal);
  return Goals(std::move(possible));
}
inline Goals reachable_goals(const Network& network, NodeId start, Goals possible,
                             const Query& query) {
  if (query.algorithm != Algorithm::ida) return possible;
  return flooded_goals<NetworkSearchGraph>(network, start, possible);
}

inline bool wants_labels_first(const Query&, const Network&) { return false; }

// Locks a network that has all data the query needs.
inline ReadLock read_for(Network& network, const Query& query) {
  const bool may_go_both_ways =
      query.algorithm == Algorithm::automatic && !network.graph().read_by_this_thread();
  return network.read(query.backward || query.algorithm == Algorithm::bidirectional ||
                      may_go_both_ways);
}

// For symmetry with grids: searches on graphs teach nothing.
inline void learn_from(const Network&, const Query&, const Stats&) {}

}  // namespace asterion
